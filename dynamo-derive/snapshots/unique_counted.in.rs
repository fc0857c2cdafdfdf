#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<user_id>",
    sk = "PROFILE",
    unique(email as EmailLock),
    counted(count in UserCount(country, shard = sharded(4))),
)]
pub struct User {
    user_id: String,
    email: String,
    country: String,
}
