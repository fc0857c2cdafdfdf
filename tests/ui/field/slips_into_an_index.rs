use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "InviterTable", pk = "pk", sk = "sk", type_attribute = "itemType")]
#[index(user_group, name = "UserGroupIndex", pk = "gsi1pk", sk = "gsi1sk")]
#[index(entity_time, name = "EntityTimeIndex", pk = "gsi1pk", sk = "startTimestamp", sk_type = "N", mandatory)]
pub enum Inviter {
    HangoutPointer(HangoutPointer),
}

#[derive(Entity)]
#[entity(table = Inviter, pk = "GROUP#<group_id>", sk = "USER#<user_id>", user_group = ("USER#<user_id>", "GROUP#<group_id>"), entity_time = none, rename_all = "camelCase")]
pub struct HangoutPointer {
    pub group_id: String,
    pub user_id: String,
    pub start_timestamp: u64,
}

fn main() {}

// fixed, line 16: pub joined_timestamp: u64,
