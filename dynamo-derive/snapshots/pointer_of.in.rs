#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "GROUP#<group_id>", pointer_of(Group, each(user_id in user_ids), when = Group::is_open))]
pub struct Member {
    user_id: String,
    group_id: String,
    #[entity(from = name)]
    group_name: String,
}
