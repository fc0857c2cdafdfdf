use dynamo_core::prelude::*;

#[derive(Attribute)]
#[attribute(tag = "kind")]
pub enum Shape {
    Circle { radius: u32 },
    Rectangle(u32, u32),
}

fn main() {}

// fixed, line 4: #[attribute(tag = "kind", content = "value")]
