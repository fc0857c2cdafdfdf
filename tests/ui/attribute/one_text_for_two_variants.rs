#![allow(clippy::upper_case_acronyms)]

use dynamo_core::prelude::*;

#[derive(KeyField)]
#[key_field(rename_all = "lowercase")]
pub enum Role {
    Owner,
    OWNER,
}

fn main() {}

// fixed, line 9: Member,
