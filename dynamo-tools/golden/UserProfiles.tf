terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.37"
    }
  }
}

resource "aws_dynamodb_table" "user_profiles" {
  name         = "UserProfiles"
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
    name = "userName"
    type = "S"
  }

  global_secondary_index {
    name            = "userName-index"
    projection_type = "ALL"

    key_schema {
      attribute_name = "userName"
      key_type       = "HASH"
    }
  }
}
