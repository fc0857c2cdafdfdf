terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.37"
    }
  }
}

variable "stage" {
  type = string
}

resource "aws_dynamodb_table" "showcase" {
  name                        = "${var.stage}-showcase"
  billing_mode                = "PROVISIONED"
  read_capacity               = 7
  write_capacity              = 3
  hash_key                    = "PK"
  range_key                   = "SK"
  stream_enabled              = true
  stream_view_type            = "NEW_AND_OLD_IMAGES"
  deletion_protection_enabled = true
  tags = {
    "cost-center" = "4\"2"
    "team"        = "parcels"
  }

  attribute {
    name = "GSI1SK"
    type = "S"
  }

  attribute {
    name = "GSI2PK"
    type = "S"
  }

  attribute {
    name = "GSI2SK"
    type = "S"
  }

  attribute {
    name = "GSI3PK"
    type = "S"
  }

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "SK"
    type = "S"
  }

  attribute {
    name = "region"
    type = "S"
  }

  attribute {
    name = "tenant"
    type = "S"
  }

  attribute {
    name = "weight"
    type = "N"
  }

  global_secondary_index {
    name            = "ByRegion"
    projection_type = "ALL"
    read_capacity   = 7
    write_capacity  = 3

    key_schema {
      attribute_name = "tenant"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "region"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "weight"
      key_type       = "RANGE"
    }

    key_schema {
      attribute_name = "GSI1SK"
      key_type       = "RANGE"
    }
  }

  global_secondary_index {
    name               = "ByDay"
    projection_type    = "INCLUDE"
    non_key_attributes = ["title", "weight"]
    read_capacity      = 9
    write_capacity     = 4

    key_schema {
      attribute_name = "GSI2PK"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "GSI2SK"
      key_type       = "RANGE"
    }
  }

  global_secondary_index {
    name            = "ByState"
    projection_type = "KEYS_ONLY"
    read_capacity   = 7
    write_capacity  = 3

    key_schema {
      attribute_name = "GSI3PK"
      key_type       = "HASH"
    }
  }

  local_secondary_index {
    name            = "ByWeight"
    range_key       = "weight"
    projection_type = "ALL"
  }

  ttl {
    attribute_name = "expires"
    enabled        = true
  }

  point_in_time_recovery {
    enabled = true
  }
}
