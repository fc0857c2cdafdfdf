use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    A(A),
    B(B),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<a>", sk = "<b>")]
pub struct A {
    pub a: String,
    pub b: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<b>", sk = "META")]
pub struct B {
    pub a: String,
    pub b: String,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<a>", sk = "A#<b>")]
