use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    A(A),
    B(B),
}

#[derive(Entity)]
#[entity(table = App, pk = "A#<a>", sk = "META", gsi1 = ("ORG#<b>", "META"))]
pub struct A {
    pub a: String,
    pub b: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "B#<a>", sk = "META", gsi1 = ("ORG#<b>", "META"))]
pub struct B {
    pub a: String,
    pub b: String,
}

fn main() {}

// fixed, line 19: #[entity(table = App, pk = "B#<a>", sk = "META", gsi1 = ("ORG#<b>", "OTHER"))]
