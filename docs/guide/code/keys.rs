pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_status, name = "ByStatus", pk = "GSI1PK", sk = "GSI1SK")]
#[index(by_courier, name = "ByCourier", pk = "GSI2PK", sk = "GSI2SK")]
pub enum Shop {
    Parcel(Parcel),
    Courier(Courier),
}

#[derive(KeyField, Debug, Clone, PartialEq)]
pub struct CourierId(pub String);

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
#[key_field(rename_all = "lowercase")]
pub enum Status {
    Packed,
    Sent,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "PARCEL#<parcel_id>",
    sk = "PARCEL",
    by_status = ("STATUS#<status>#DAY#<packed_at:date>", "<packed_at>#<parcel_id>"),
    by_courier = sparse("COURIER#<courier>", "PARCEL#<parcel_id>"),
)]
pub struct Parcel {
    pub parcel_id: String,
    pub status: Status,
    pub packed_at: Timestamp,
    pub courier: Option<CourierId>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "COURIER#<courier>", sk = "PROFILE", by_courier = none)]
pub struct Courier {
    pub courier: CourierId,
    pub name: String,
}
