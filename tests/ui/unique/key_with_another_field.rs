use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum App {
    User(User),
    MailLock(MailLock),
}

#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<user_id>",
    sk = "PROFILE",
    unique(mail as MailLock),
)]
pub struct User {
    pub user_id: String,
    pub mail: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "MAIL#<mail>", sk = "UNIQUE#<user_id>")]
pub struct MailLock {
    pub mail: String,
    pub since: Option<String>,
    #[entity(rename = "owner")]
    pub user_id: String,
}

fn main() {}

// fixed, line 23: #[entity(table = App, pk = "MAIL#<mail>", sk = "UNIQUE")]
