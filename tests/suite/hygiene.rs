//! Generated code in a hostile crate does what it does elsewhere.

use dynamo_core::prelude::*;
use hygiene::{Hostile, Id, Kind, Part, Shape, Thing};

#[test]
fn a_hostile_crate_gets_the_same_items() {
    let thing = Thing {
        key: Id("k".into()),
        path: "p".into(),
        item: Some("i".into()),
        r#type: Kind::Some,
        r: "r".into(),
        size: 3,
        map: vec![Part { encoder: 1, decoder: None }],
        value: Some(Shape::Tuple(2, Part { encoder: 3, decoder: Some(4) })),
        keys: "secret".into(),
        name: ["n".to_owned()].into(),
    };
    assert_eq!(thing.key().unwrap().to_string(), "KEY#k / PATH#p#r");
    assert_eq!(thing.gsi1_key().unwrap().unwrap().sk(), Some("TYPE#Some"));
    assert_eq!(thing.gsi2_key().unwrap().pk(), "3");
    assert!(format!("{thing:?}").contains("keys: [redacted]"), "{thing:?}");
    let item = thing.to_item().unwrap();
    assert_eq!(Hostile::from_item(item).unwrap(), Hostile::Thing(thing));
    assert_eq!(hygiene::seen().unwrap(), "SEEN#7");
}
