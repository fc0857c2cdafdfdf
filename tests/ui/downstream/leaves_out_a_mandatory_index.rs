use dynamo_core::prelude::*;
use models::inviter::*;

#[allow(clippy::large_enum_variant)]
#[derive(Table)]
#[table(extends = Inviter)]
pub enum Mine {
    #[base]
    Core(Inviter),
    Poll(Poll),
}

#[derive(Entity)]
#[entity(table = Mine, pk = "EVENT#<hangout_id>", sk = "POLL#<poll>")]
pub struct Poll {
    pub hangout_id: HangoutId,
    pub poll: String,
}

fn main() {}

// fixed, line 14: #[entity(table = Mine, pk = "EVENT#<hangout_id>", sk = "POLL#<poll>", entity_time = none)]
