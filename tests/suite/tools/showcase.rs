//! A table that has everything a table can have.

use dynamo_core::prelude::*;

#[allow(clippy::duplicated_attributes)]
#[derive(Table)]
#[table(
    name = "{stage}-showcase",
    pk = "PK",
    sk = "SK",
    type_attribute = "kind",
    ttl = "expires",
    stream,
    none = "null",
    provisioned(reads = 7, writes = 3),
    point_in_time_recovery,
    deletion_protection,
    tags("team" = "parcels", "cost-center" = "4\"2")
)]
#[index(by_region, name = "ByRegion", pk = ["tenant", "region"], sk = ["weight", "GSI1SK"], sk_type = ["N", "S"])]
#[index(by_day, name = "ByDay", pk = "GSI2PK", sk = "GSI2SK", projection = ["title", "weight"], provisioned(reads = 9, writes = 4))]
#[index(by_state, name = "ByState", pk = "GSI3PK", projection = "KEYS_ONLY")]
#[index(by_weight, name = "ByWeight", sk = "weight", sk_type = "N", local = true)]
pub(crate) enum Showcase {
    Parcel(Parcel),
    Label(Label),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Showcase,
    pk = "TENANT#<tenant>",
    sk = "PARCEL#<number:08>",
    by_region = ([tenant, region], [weight, "PARCEL#<number:08>"]),
    by_day = ("DAY#<sent_at:date>", "PARCEL#<title:lower:escaped>"),
    by_state = when(state = Lost, ("LOST#<state>")),
    by_weight = weight,
)]
#[access(of_tenant(tenant), rate = 20, items = 40)]
pub(crate) struct Parcel {
    pub(crate) tenant: String,
    pub(crate) region: String,
    pub(crate) number: u32,
    pub(crate) title: String,
    pub(crate) weight: u32,
    pub(crate) state: State,
    pub(crate) sent_at: Timestamp,
    pub(crate) note: Option<String>,
    #[entity(ttl)]
    pub(crate) expires: Option<u64>,
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Sent,
    Lost,
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Showcase, pk = "TENANT#<tenant>", sk = "LABEL#<id>", constants("v" = 2), load(size = 300, items = 5_000, creates = 0.5, updates = 2, deletes = 0.1))]
pub(crate) struct Label {
    pub(crate) tenant: String,
    pub(crate) id: String,
    #[entity(set)]
    pub(crate) words: Vec<String>,
    #[entity(sensitive)]
    pub(crate) image: Option<Vec<u8>>,
}
