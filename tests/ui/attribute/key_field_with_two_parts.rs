use dynamo_core::prelude::*;

#[derive(KeyField)]
pub struct Name(pub String, pub String);

fn main() {}

// fixed, line 4: pub struct Name(pub String);
