terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.37"
    }
  }
}

resource "aws_dynamodb_table" "boards" {
  name         = "Boards"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "PK"
  range_key    = "SK"

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "SK"
    type = "S"
  }

  attribute {
    name = "boardName"
    type = "S"
  }

  attribute {
    name = "ownerId"
    type = "S"
  }

  global_secondary_index {
    name            = "ownerId-index"
    projection_type = "ALL"

    key_schema {
      attribute_name = "ownerId"
      key_type       = "HASH"
    }
  }

  global_secondary_index {
    name            = "boardName-index"
    projection_type = "ALL"

    key_schema {
      attribute_name = "boardName"
      key_type       = "HASH"
    }
  }
}
