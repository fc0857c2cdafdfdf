#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE")]
pub struct User {
    pub user_id: String,
    pub name: Option<String>,
}
