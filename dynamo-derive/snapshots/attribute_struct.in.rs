#[derive(Attribute)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    pub street: String,
    #[serde(default)]
    pub floor_number: u8,
    #[attribute(set)]
    tags: BTreeSet<String>,
}
