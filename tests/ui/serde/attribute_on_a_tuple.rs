use dynamo_core::prelude::*;

#[derive(Attribute, serde::Serialize)]
pub struct Pair(pub u8, #[serde(skip)] pub u8);

fn main() {}

// fixed, line 4: pub struct Pair(pub u8, pub u8);
