use dynamo_core::prelude::*;

#[derive(Attribute)]
pub enum Status {
    Open,
    #[entity(other)]
    Other(String),
    #[entity(other)]
    Unknown(String),
}

fn main() {}

// fixed, without line 8
// fixed, without line 9
