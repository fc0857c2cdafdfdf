//! One function per measured piece of work; each is run `n` times.

use std::hint::black_box;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::prelude::*;
use modyne::{EntityExt, ProjectionExt};

use crate::hand::{item, wire};
use crate::model::{Message, Order, message, order};

/// A piece of work and who does it.
pub struct Case {
    /// What is done.
    pub work: &'static str,
    /// Who does it; the first of each piece of work is what the others are compared with.
    pub who: &'static str,
    /// Does it so many times.
    pub run: fn(usize),
}

/// `serde_dynamo` with the keys that it does not know.
pub(crate) fn serde_message(value: &Message) -> Item {
    let mut map: Item = serde_dynamo::to_item(value).expect("a message is a map");
    map.insert("PK".into(), AttributeValue::S(format!("CHANNEL#{}", value.channel_id)));
    map.insert("SK".into(), AttributeValue::S(format!("MSG#{:013}#{}", value.timestamp, value.message_id)));
    map.insert("GSI1PK".into(), AttributeValue::S(format!("MSG#{}", value.message_id)));
    map.insert("GSI1SK".into(), AttributeValue::S(format!("CHANNEL#{}", value.channel_id)));
    map.insert("entityType".into(), AttributeValue::S("Message".into()));
    map
}

fn serde_order(value: &Order) -> Item {
    let mut map: Item = serde_dynamo::to_item(value).expect("an order is a map");
    map.insert("PK".into(), AttributeValue::S(format!("CUSTOMER#{}", value.customer_id)));
    map.insert("SK".into(), AttributeValue::S(format!("ORDER#{}", value.order_id)));
    map.insert("GSI1PK".into(), AttributeValue::S(format!("STATUS#{}", value.status)));
    map.insert("GSI1SK".into(), AttributeValue::S(format!("AT#{}#{}", value.created_at, value.order_id)));
    map.insert("entityType".into(), AttributeValue::S("Order".into()));
    map
}

/// Runs `work` on values that are made beforehand, so that making them can be subtracted.
fn each<T>(n: usize, make: impl Fn() -> T, work: impl Fn(T)) {
    let values: Vec<T> = (0..n).map(|_| make()).collect();
    for value in values {
        work(black_box(value));
    }
}

fn repeat<T>(n: usize, work: impl Fn() -> T) {
    for _ in 0..n {
        black_box(work());
    }
}

/// Reading consumes the item. What making it costs is measured by these, and subtracted; dropping it is part of reading.
pub const SETUPS: [Case; 2] = [
    Case {
        work: "item to Message",
        who: "set-up",
        run: |n| each(n, || item::message_to_item(&message()), std::mem::forget),
    },
    Case { work: "item to Order", who: "set-up", run: |n| each(n, || item::order_to_item(&order()), std::mem::forget) },
];

macro_rules! cases {
    ($($work:literal: $($who:literal => $run:expr),+ $(,)?;)+) => {
        &[$($(Case { work: $work, who: $who, run: $run }),+),+]
    };
}

/// All of them.
pub const CASES: &[Case] = cases! {
    "Message to item":
        "hand-written" => |n| { let m = message(); repeat(n, || item::message_to_item(black_box(&m))); },
        "derive" => |n| { let m = message(); repeat(n, || black_box(&m).to_item()); },
        "serde_dynamo" => |n| { let m = message(); repeat(n, || serde_message(black_box(&m))); },
        "modyne" => |n| { let m = message(); repeat(n, || EntityExt::into_item(black_box(&m).clone())); };
    "item to Message":
        "hand-written" => |n| each(n, || item::message_to_item(&message()), |i| { black_box(item::message_from_item(i)); }),
        "derive" => |n| each(n, || item::message_to_item(&message()), |i| { let _ = black_box(<Message as Entity>::from_item(i)); }),
        "serde_dynamo" => |n| each(n, || item::message_to_item(&message()), |i| { let _ = black_box(serde_dynamo::from_item::<_, Message>(i)); }),
        "modyne" => |n| each(n, || item::message_to_item(&message()), |i| { let _ = black_box(<Message as ProjectionExt>::from_item(i)); }),
        "dynamodel" => |n| each(n, || item::message_to_item(&message()), |i| { let _ = black_box(Message::try_from(i)); });
    "Order to item":
        "hand-written" => |n| { let o = order(); repeat(n, || item::order_to_item(black_box(&o))); },
        "derive" => |n| { let o = order(); repeat(n, || black_box(&o).to_item()); },
        "serde_dynamo" => |n| { let o = order(); repeat(n, || serde_order(black_box(&o))); },
        "modyne" => |n| { let o = order(); repeat(n, || EntityExt::into_item(black_box(&o).clone())); };
    "item to Order":
        "hand-written" => |n| each(n, || item::order_to_item(&order()), |i| { black_box(item::order_from_item(i)); }),
        "derive" => |n| each(n, || item::order_to_item(&order()), |i| { let _ = black_box(<Order as Entity>::from_item(i)); }),
        "serde_dynamo" => |n| each(n, || item::order_to_item(&order()), |i| { let _ = black_box(serde_dynamo::from_item::<_, Order>(i)); }),
        "modyne" => |n| each(n, || item::order_to_item(&order()), |i| { let _ = black_box(<Order as ProjectionExt>::from_item(i)); });
    "Message to JSON":
        "hand-written" => |n| { let m = message(); write(n, |out| wire::message_to_json(black_box(&m), out)); },
        "derive" => |n| { let m = message(); write(n, |out| { let _ = black_box(&m).write_json(out); }); };
    "Order to JSON":
        "hand-written" => |n| { let o = order(); write(n, |out| wire::order_to_json(black_box(&o), out)); },
        "derive" => |n| { let o = order(); write(n, |out| { let _ = black_box(&o).write_json(out); }); };
    "JSON to Message":
        "hand-written" => |n| { let j = message_json(); repeat(n, || wire::message_from_json(&mut wire::Reader::new(black_box(&j))?)); },
        "derive" => |n| { let j = message_json(); repeat(n, || Message::read_json(black_box(&j))); };
    "JSON to Order":
        "hand-written" => |n| { let j = order_json(); repeat(n, || wire::order_from_json(&mut wire::Reader::new(black_box(&j))?)); },
        "derive" => |n| { let j = order_json(); repeat(n, || Order::read_json(black_box(&j))); };
    "key of 3 texts and 3 literals":
        "with_capacity + push_str" => |n| { let (a, b, c) = texts(); repeat(n, || three(black_box(&a), black_box(&b), black_box(&c))); },
        "derive" => |n| { let (a, b, c) = texts(); repeat(n, || Three::key(black_box(&a), black_box(&b), black_box(&c))); },
        "format!" => |n| { let (a, b, c) = texts(); repeat(n, || format!("USER#{}#GOAL#{}#TASK#{}", black_box(&a), black_box(&b), black_box(&c))); };
    "key with a number of 20 digits":
        "itoa + zeros" => |n| repeat(n, || padded(black_box(1_735_257_600_000))),
        "derive" => |n| repeat(n, || Padded::key(black_box(&1_735_257_600_000))),
        "format!" => |n| repeat(n, || format!("AT#{:020}", black_box(1_735_257_600_000_u64)));
};

/// Writes into one buffer again and again, as a connection does.
fn write(n: usize, work: impl Fn(&mut Vec<u8>)) {
    let mut out = Vec::with_capacity(16_384);
    for _ in 0..n {
        out.clear();
        work(&mut out);
        black_box(&out);
    }
}

fn message_json() -> Vec<u8> {
    let mut out = Vec::new();
    wire::message_to_json(&message(), &mut out);
    out
}

fn order_json() -> Vec<u8> {
    let mut out = Vec::new();
    wire::order_to_json(&order(), &mut out);
    out
}

fn texts() -> (String, String, String) {
    ("01JGSTTT000000000000000001".into(), "01JGSTTT000000000000000002".into(), "01JGSTTT000000000000000003".into())
}

fn three(a: &str, b: &str, c: &str) -> String {
    let mut out = String::with_capacity(17 + a.len() + b.len() + c.len());
    out.push_str("USER#");
    out.push_str(a);
    out.push_str("#GOAL#");
    out.push_str(b);
    out.push_str("#TASK#");
    out.push_str(c);
    out
}

fn padded(number: u64) -> String {
    const ZEROS: &str = "00000000000000000000";
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(number);
    let mut out = String::with_capacity(23);
    out.push_str("AT#");
    out.push_str(&ZEROS[digits.len()..]);
    out.push_str(digits);
    out
}

/// A table whose keys are one text, so that a key is one string.
#[derive(Table)]
#[table(name = "keys", pk = "PK")]
enum Keys {
    Three(Three),
    Padded(Padded),
}

#[derive(Entity)]
#[entity(table = Keys, pk = "USER#<a>#GOAL#<b>#TASK#<c>")]
struct Three {
    a: String,
    b: String,
    c: String,
}

#[derive(Entity)]
#[entity(table = Keys, pk = "AT#<at:020>")]
struct Padded {
    at: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the README says of them.
    #[test]
    fn the_values_are_as_large_as_said() {
        assert_eq!((message().to_item().unwrap().len(), order().to_item().unwrap().len()), (15, 43));
        // On the wire, names and types included, an order has about 5 KB.
        assert!((4_500..6_500).contains(&order_json().len()), "{}", order_json().len());
    }

    /// Every competitor does the same work, or the comparison means nothing.
    #[test]
    fn all_give_the_same() {
        let (m, o) = (message(), order());
        assert_eq!(m.to_item().unwrap(), item::message_to_item(&m));
        assert_eq!(o.to_item().unwrap(), item::order_to_item(&o));
        assert_eq!(item::message_from_item(item::message_to_item(&m)).unwrap(), m);
        assert_eq!(item::order_from_item(item::order_to_item(&o)).unwrap(), o);
        assert_eq!(serde_message(&m), item::message_to_item(&m));
        assert_eq!(Message::try_from(item::message_to_item(&m)).unwrap(), m);
        assert_eq!(<Message as ProjectionExt>::from_item(item::message_to_item(&m)).unwrap(), m);
        assert_eq!(Message::read_json(&message_json()).unwrap(), m);
        assert_eq!(Order::read_json(&order_json()).unwrap(), o);
        assert_eq!(wire::message_from_json(&mut wire::Reader::new(&message_json()).unwrap()).unwrap(), m);
        assert_eq!(wire::order_from_json(&mut wire::Reader::new(&order_json()).unwrap()).unwrap(), o);
        let mut ours = Vec::new();
        m.write_json(&mut ours).unwrap();
        assert_eq!(String::from_utf8(ours).unwrap(), String::from_utf8(message_json()).unwrap());
        let mut ours = Vec::new();
        o.write_json(&mut ours).unwrap();
        assert_eq!(String::from_utf8(ours).unwrap(), String::from_utf8(order_json()).unwrap());
        let (a, b, c) = texts();
        assert_eq!(Three::key(&a, &b, &c).unwrap().pk(), three(&a, &b, &c));
        assert_eq!(Padded::key(&7).unwrap().pk(), padded(7));
    }
}
