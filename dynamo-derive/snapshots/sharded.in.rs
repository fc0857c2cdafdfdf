#[derive(Entity)]
#[entity(table = App, pk = "FEED#<day>#<shard>", sk = "POST#<post_id>", sharded(10))]
pub struct Post {
    day: String,
    post_id: String,
}
