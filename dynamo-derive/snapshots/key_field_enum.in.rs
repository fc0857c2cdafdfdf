#[derive(KeyField)]
#[key_field(rename_all = "lowercase")]
pub enum Role {
    Owner,
    #[key_field(rename = "guest")]
    Visitor,
}
