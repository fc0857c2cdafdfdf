use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(i1, name = "Index1", sk = "i1sk", local = true)]
#[index(i2, name = "Index2", sk = "i2sk", local = true)]
#[index(i3, name = "Index3", sk = "i3sk", local = true)]
#[index(i4, name = "Index4", sk = "i4sk", local = true)]
#[index(i5, name = "Index5", sk = "i5sk", local = true)]
#[index(i6, name = "Index6", sk = "i6sk", local = true)]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE")]
pub struct User {
    pub user_id: String,
    pub created_at: Timestamp,
}

fn main() {}

// fixed, without line 10
