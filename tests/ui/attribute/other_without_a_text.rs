use dynamo_core::prelude::*;

#[derive(KeyField)]
pub enum Status {
    Open,
    #[entity(other)]
    Other,
}

fn main() {}

// fixed, line 7: Other(String),
