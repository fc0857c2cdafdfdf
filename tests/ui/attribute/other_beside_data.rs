use dynamo_core::prelude::*;

#[derive(Attribute)]
pub enum Shape {
    Circle(u32),
    #[entity(other)]
    Other(String),
}

fn main() {}

// fixed, line 5: Circle,
