#[derive(Entity)]
#[entity(table = App, pk = "GROUP#<group_id>", sk = "META", pointers(Member))]
pub struct Group {
    group_id: String,
    name: String,
    user_ids: Vec<String>,
}
