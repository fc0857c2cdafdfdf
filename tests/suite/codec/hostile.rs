//! Nothing that comes in makes the codec panic.

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use dynamo_core::codec::{from_json, from_value, to_json};
use dynamo_core::prelude::*;
use proptest::prelude::*;

use super::agree::{Collections, Numbers, Texts};
use super::items::{Bare, Full, Store, full};

fn short() -> impl Strategy<Value = String> {
    "[a-z0-9#.\"\\\\é-]{0,6}"
}

fn value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        short().prop_map(AttributeValue::S),
        prop_oneof![short(), any::<f64>().prop_map(|float| float.to_string())].prop_map(AttributeValue::N),
        prop::collection::vec(any::<u8>(), 0..6).prop_map(|bytes| AttributeValue::B(Blob::new(bytes))),
        any::<bool>().prop_map(AttributeValue::Bool),
        any::<bool>().prop_map(AttributeValue::Null),
        prop::collection::vec(short(), 0..3).prop_map(AttributeValue::Ss),
        prop::collection::vec(short(), 0..3).prop_map(AttributeValue::Ns),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            prop::collection::hash_map(name(), inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

/// The names that the entities know, and others.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "pk",
            "sk",
            "entityType",
            "id",
            "n",
            "group",
            "rank",
            "tags",
            "hash",
            "address",
            "nested",
            "text",
            "extra"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
}

pub(crate) fn read_everything(json: &[u8]) {
    let _ = Full::read_json(json);
    let _ = Bare::read_json(json);
    let _ = Store::read_json(json);
    let _ = from_json::<AttributeValue>(json);
    let _ = from_json::<Collections>(json);
    let _ = from_json::<Texts>(json);
    let _ = from_json::<Numbers>(json);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::long::in_long(1024, 256)))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in any::<Vec<u8>>(), text in "[{}\\[\\]\":,SNBLMOU0-9a-z\\\\ ]{0,64}") {
        read_everything(&bytes);
        read_everything(text.as_bytes());
    }

    #[test]
    fn damaged_items_never_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let mut json = Vec::new();
        let mut damaged = full();
        damaged.email = Some("\"é\\".into());
        damaged.write_json(&mut json).unwrap();
        read_everything(&json[..cut.index(json.len())]);
        let at = at.index(json.len());
        json[at] = byte;
        read_everything(&json);
    }

    #[test]
    fn arbitrary_attribute_maps_never_panic(item in prop::collection::hash_map(name(), value(), 0..12)) {
        let _ = Full::from_item(item.clone());
        let _ = Bare::from_item(item.clone());
        let _ = Store::from_item(item.clone());
        for value in item.into_values() {
            let _ = to_json(&value);
            let _ = from_value::<Collections>(value);
        }
    }
}

#[test]
fn nesting_has_an_end() {
    let deep = |levels: usize| format!("{}{{\"S\":\"x\"}}{}", "{\"L\":[".repeat(levels), "]}".repeat(levels));
    assert!(from_json::<AttributeValue>(deep(60).as_bytes()).is_ok());
    assert!(from_json::<AttributeValue>(deep(65).as_bytes()).is_err());
    read_everything(deep(100_000).as_bytes());
    read_everything("{\"L\":[".repeat(100_000).as_bytes());
}
