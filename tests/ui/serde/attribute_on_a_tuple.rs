use dynamo_core::prelude::*;

#[derive(Attribute, serde::Serialize)]
pub struct Pair(pub u8, #[serde(skip)] pub u8);

fn main() {}
