use dynamo_core::prelude::*;

#[derive(KeyField)]
pub struct Name(pub String);

fn main() {}
