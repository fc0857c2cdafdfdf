//! A chat message of about 15 attributes and an order of about 40 and 5 KB, with the derives of every competitor.

use dynamo_core::prelude::*;
use dynamodel::Dynamodel;
use modyne::{EntityDef, EntityTypeNameRef, keys};
use serde::{Deserialize, Serialize};

/// The table.
#[allow(clippy::large_enum_variant)] // As a user would write it.
#[derive(Table, Debug)]
#[table(name = "bench", pk = "PK", sk = "SK", type_attribute = "entityType")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Bench {
    /// A message.
    Message(Message),
    /// An order.
    Order(Order),
}

/// A chat message.
#[allow(missing_docs)]
#[derive(Entity, Dynamodel, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[dynamodel(rename_all = "camelCase")]
#[entity(
    table = Bench,
    pk = "CHANNEL#<channel_id>",
    sk = "MSG#<timestamp:013>#<message_id>",
    gsi1 = ("MSG#<message_id>", "CHANNEL#<channel_id>"),
)]
pub struct Message {
    pub message_id: String,
    pub channel_id: String,
    pub user_id: String,
    pub username: String,
    pub content: String,
    pub timestamp: u64,
    pub edited: bool,
    pub reactions: Vec<Reaction>,
    pub created_at: String,
    pub updated_at: String,
}

/// A reaction.
#[allow(missing_docs)]
#[derive(Attribute, Dynamodel, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[dynamodel(rename_all = "camelCase")]
pub struct Reaction {
    pub emoji: String,
    pub user_ids: Vec<String>,
    pub count: u32,
}

/// An order.
#[allow(missing_docs, clippy::struct_excessive_bools)]
#[derive(Entity, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Bench,
    pk = "CUSTOMER#<customer_id>",
    sk = "ORDER#<order_id>",
    gsi1 = ("STATUS#<status>", "AT#<created_at>#<order_id>"),
)]
pub struct Order {
    pub order_id: String,
    pub customer_id: String,
    pub number: u64,
    pub status: String,
    pub currency: String,
    pub email: String,
    pub phone: String,
    pub first_name: String,
    pub last_name: String,
    pub company: Option<String>,
    pub vat_id: Option<String>,
    pub note: Option<String>,
    pub gift_message: Option<String>,
    pub channel: String,
    pub campaign: String,
    pub referrer: String,
    pub user_agent: String,
    pub ip: String,
    pub locale: String,
    pub payment_method: String,
    pub payment_id: String,
    pub carrier: String,
    pub tracking_code: String,
    pub warehouse: String,
    pub subtotal: u64,
    pub discount: u64,
    pub shipping: u64,
    pub tax: u64,
    pub total: u64,
    pub item_count: u32,
    pub paid: bool,
    pub shipped: bool,
    pub gift: bool,
    pub tags: Vec<String>,
    pub billing: Address,
    pub delivery: Address,
    pub lines: Vec<Line>,
    pub created_at: String,
    pub updated_at: String,
    pub version: u32,
}

/// A postal address.
#[allow(missing_docs)]
#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Address {
    pub name: String,
    pub street: String,
    pub city: String,
    pub zip: String,
    pub country: String,
}

/// A line of an order.
#[allow(missing_docs)]
#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Line {
    pub sku: String,
    pub name: String,
    pub quantity: u32,
    pub price: u64,
    pub weight: u32,
}

/// A message with three reactions.
#[must_use]
pub fn message() -> Message {
    let id = |n: u32| format!("01JGSTTT0000000000000000{n:02}");
    Message {
        message_id: id(1),
        channel_id: id(2),
        user_id: id(3),
        username: "john_doe".into(),
        content: "Hello, world! This is a message of the usual length, with a link and a question at the end?".into(),
        timestamp: 1_735_257_600_000,
        edited: false,
        reactions: (0..3)
            .map(|n| Reaction {
                emoji: "\u{1f44d}".into(),
                user_ids: (0..=n).map(|m| id(m + 4)).collect(),
                count: n + 1,
            })
            .collect(),
        created_at: "2025-12-27T00:00:00.000Z".into(),
        updated_at: "2025-12-27T00:00:00.000Z".into(),
    }
}

/// An order of 20 lines.
#[must_use]
pub fn order() -> Order {
    let address = |name: &str| Address {
        name: name.into(),
        street: "123 A Rather Long Street Name, Apartment 45".into(),
        city: "Springfield".into(),
        zip: "12345-6789".into(),
        country: "US".into(),
    };
    Order {
        order_id: "01JGSORDER0000000000000001".into(),
        customer_id: "01JGSCUSTOMER0000000000001".into(),
        number: 100_234,
        status: "shipped".into(),
        currency: "USD".into(),
        email: "john.doe@example.com".into(),
        phone: "+1 555 010 9999".into(),
        first_name: "John".into(),
        last_name: "Doe".into(),
        company: Some("Example Company Incorporated".into()),
        vat_id: None,
        note: Some("Please leave it at the door, and ring the bell twice so that the dog knows.".into()),
        gift_message: None,
        channel: "web".into(),
        campaign: "winter-sale-2025-newsletter-a".into(),
        referrer: "https://www.example.com/some/long/path?with=query&and=more".into(),
        user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"
            .into(),
        ip: "203.0.113.77".into(),
        locale: "en-US".into(),
        payment_method: "card".into(),
        payment_id: "pi_3QZz0000000000000000000001".into(),
        carrier: "UPS".into(),
        tracking_code: "1Z999AA10123456784".into(),
        warehouse: "us-east-2b".into(),
        subtotal: 123_456,
        discount: 1_000,
        shipping: 799,
        tax: 9_876,
        total: 133_131,
        item_count: 20,
        paid: true,
        shipped: true,
        gift: false,
        tags: vec!["priority".into(), "newsletter".into(), "repeat".into()],
        billing: address("John Doe"),
        delivery: address("Jane Doe"),
        lines: (0..20)
            .map(|n| Line {
                sku: format!("SKU-{n:06}-BLUE-XL"),
                name: format!("A product with a name that is long enough, number {n}"),
                quantity: n % 3 + 1,
                price: 4_999 + u64::from(n),
                weight: 250 + n,
            })
            .collect(),
        created_at: "2025-12-27T00:00:00.000Z".into(),
        updated_at: "2025-12-28T00:00:00.000Z".into(),
        version: 3,
    }
}

/// modyne's table.
pub struct Modyne(pub aws_sdk_dynamodb::Client);

impl modyne::Table for Modyne {
    const ENTITY_TYPE_ATTRIBUTE: &'static str = "entityType";
    type PrimaryKey = keys::Primary;
    type IndexKeys = keys::Gsi1;

    fn table_name(&self) -> &'static str {
        "bench"
    }

    fn client(&self) -> &aws_sdk_dynamodb::Client {
        &self.0
    }
}

// By hand: modyne's derive reads `#[entity(..)]` too.
impl EntityDef for Message {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("Message");
}

impl EntityDef for Order {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("Order");
}

impl modyne::Entity for Message {
    type KeyInput<'a> = (&'a str, u64, &'a str);
    type Table = Modyne;
    type IndexKeys = keys::Gsi1;

    fn primary_key((channel, at, message): Self::KeyInput<'_>) -> keys::Primary {
        keys::Primary { hash: format!("CHANNEL#{channel}"), range: format!("MSG#{at:013}#{message}") }
    }

    fn full_key(&self) -> keys::FullKey<keys::Primary, keys::Gsi1> {
        keys::FullKey {
            primary: Self::primary_key((&self.channel_id, self.timestamp, &self.message_id)),
            indexes: keys::Gsi1 {
                hash: format!("MSG#{}", self.message_id),
                range: format!("CHANNEL#{}", self.channel_id),
            },
        }
    }
}

impl modyne::Entity for Order {
    type KeyInput<'a> = (&'a str, &'a str);
    type Table = Modyne;
    type IndexKeys = keys::Gsi1;

    fn primary_key((customer, order): Self::KeyInput<'_>) -> keys::Primary {
        keys::Primary { hash: format!("CUSTOMER#{customer}"), range: format!("ORDER#{order}") }
    }

    fn full_key(&self) -> keys::FullKey<keys::Primary, keys::Gsi1> {
        keys::FullKey {
            primary: Self::primary_key((&self.customer_id, &self.order_id)),
            indexes: keys::Gsi1 {
                hash: format!("STATUS#{}", self.status),
                range: format!("AT#{}#{}", self.created_at, self.order_id),
            },
        }
    }
}
