use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(i1, name = "I1", sk = "i1sk", local = true)]
#[index(i2, name = "I2", sk = "i2sk", local = true)]
#[index(i3, name = "I3", sk = "i3sk", local = true)]
#[index(i4, name = "I4", sk = "i4sk", local = true)]
#[index(i5, name = "I5", sk = "i5sk", local = true)]
#[index(i6, name = "I6", sk = "i6sk", local = true)]
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
