#[derive(Table)]
#[table(name = "app-{stage}", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl", stream)]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", mandatory)]
#[index(by_size, name = "LSI1", sk = "size", sk_type = "N", local = true, projection = "KEYS_ONLY")]
pub enum App {
    User(User),
    Note(notes::Note),
}
