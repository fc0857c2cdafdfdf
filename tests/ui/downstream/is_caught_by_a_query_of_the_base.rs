use dynamo_core::prelude::*;
use models::goals_guild::*;

/// What another crate keeps beside the goals.
#[derive(Table)]
#[table(extends = GgCore)]
pub enum Mine {
    #[base]
    Core(GgCore),
    Badge(Badge),
}

#[derive(Entity)]
#[entity(table = Mine, pk = "USER#<user_id>", sk = "QUEST#BADGE#<badge>")]
pub struct Badge {
    pub user_id: UserId,
    pub badge: String,
}

fn main() {}

// fixed, line 14: #[entity(table = Mine, pk = "USER#<user_id>", sk = "BADGE#<badge>")]
