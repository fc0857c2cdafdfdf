#[derive(Entity)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = crate::Discord,
    pk = "CHANNEL#<channel_id>",
    sk = "MSG#<timestamp:013>#<message_id>",
    gsi1 = ("MSG#<message_id>", "CHANNEL#<channel_id>"),
    by_author = sparse("AUTHOR#<author:lower>", edited_at),
    by_topic = none,
    type = "Msg",
)]
pub(crate) struct Message {
    pub channel_id: ChannelId,
    #[entity(key_only)]
    pub timestamp: u64,
    #[serde(rename = "id", alias = "messageId")]
    pub message_id: Ulid,
    pub author: Option<String>,
    pub edited_at: Option<Timestamp>,
    #[entity(set)]
    pub mentions: BTreeSet<String>,
    #[entity(serde, sensitive)]
    pub payload: Foreign,
    #[serde(default)]
    pub reactions: Vec<Reaction>,
}
