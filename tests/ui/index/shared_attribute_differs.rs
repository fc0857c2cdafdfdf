use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "InviterTable", pk = "pk", sk = "sk", type_attribute = "itemType")]
#[index(user_group, name = "UserGroupIndex", pk = "gsi1pk", sk = "gsi1sk")]
#[index(entity_time, name = "EntityTimeIndex", pk = "gsi1pk", sk = "startTimestamp", sk_type = "N", mandatory)]
pub enum Inviter {
    HangoutPointer(HangoutPointer),
}

#[derive(Entity)]
#[entity(
    table = Inviter,
    pk = "GROUP#<group_id>",
    sk = "HANGOUT#<hangout_id>",
    user_group = ("USER#<group_id>", "HANGOUT#<hangout_id>"),
    entity_time = ("GROUP#<group_id>", start_timestamp),
    rename_all = "camelCase",
)]
pub struct HangoutPointer {
    pub group_id: String,
    pub hangout_id: String,
    pub start_timestamp: u64,
}

fn main() {}

// fixed, line 16: user_group = ("GROUP#<group_id>", "HANGOUT#<hangout_id>"),
