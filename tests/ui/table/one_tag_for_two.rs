use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum App {
    A(A),
    B(B),
}

#[derive(Entity)]
#[entity(table = App, pk = "A#<a>", sk = "META", type = "Thing")]
pub struct A {
    pub a: String,
    pub b: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "B#<b>", sk = "META", type = "Thing")]
pub struct B {
    pub a: String,
    pub b: String,
}

fn main() {}

// fixed, line 18: #[entity(table = App, pk = "B#<b>", sk = "META", type = "Other")]
