//! Items in older forms.

use dynamo_core::codec::AttributeValue;
use dynamo_core::{Entity, Error, Item};

use super::club::{Account, Card, CardEntry, Club, Draft, DraftEntry, Memo, OldAccount, draft};
use super::engine::{on_club, put_raw};
use super::pointers::items;

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// A card as the first two versions of the program wrote it.
fn old_card(id: &str, version: u32) -> Item {
    let mut item: Item = Card { card_id: id.into(), names: vec![], rank: 7 }.to_item().unwrap();
    item.remove("names");
    item.insert("more".into(), text("kept"));
    if version == 1 {
        item.remove("schemaVersion");
        item.remove("TimePK");
        item.insert("name".into(), text("Ann"));
    } else {
        item.insert("schemaVersion".into(), AttributeValue::N("2".into()));
        item.extend([("first".into(), text("Ann")), ("last".into(), text("Lee"))]);
    }
    item
}

fn card(id: &str, names: &[&str]) -> Card {
    Card { card_id: id.into(), names: names.iter().map(ToString::to_string).collect(), rank: 7 }
}

on_club! {
    async fn older_items_are_read_as_today(db) {
        put_raw::<Club>(&db, old_card("a", 1)).await;
        put_raw::<Club>(&db, old_card("b", 2)).await;
        db.create(&card("c", &["New"])).await.unwrap();
        assert_eq!(items(&db).await["CARD#c / META"]["schemaVersion"], AttributeValue::N("3".into()));
        assert_eq!(db.get(Card::key("a")).await.unwrap(), Some(card("a", &["Ann"])));
        assert_eq!(db.get(Card::key("b")).await.unwrap(), Some(card("b", &["Ann", "Lee"])));
        let page = db.query(Card::query_by_time()).page().await.unwrap();
        assert_eq!(page.items.len(), 2, "the first version had no place in the index");
        let mut broken = old_card("d", 1);
        broken.remove("name");
        put_raw::<Club>(&db, broken).await;
        let Err(Error::Decode(error)) = db.get(Card::key("d")).await else { panic!("there is no name") };
        assert_eq!(error.to_string(), "`Card` CARD#d / META cannot be read: it is of schema version 1, and the upgrade failed: a name is missing");
    }

    /// Conditions are about what the item is today, whatever the write.
    async fn conditions_see_the_upgraded_item(db) {
        let of = Card::fields;
        for version in [1, 2] {
            put_raw::<Club>(&db, old_card("a", version)).await;
            // What is stored has no names yet.
            let none = || of().names.size().eq(0) | of().names.absent();
            for refused in [
                db.delete(Card::key("a")).when(none()).await,
                db.put(&card("a", &["New"])).when(none()).await,
                db.replace(&card("a", &["New"])).when(none()).await,
                db.update(Card::key("a")).set(of().rank, 9).when(none()).await,
            ] {
                assert!(matches!(refused, Err(Error::ConditionFailed(_))), "{refused:?}");
                put_raw::<Club>(&db, old_card("a", version)).await;
            }
            let cancelled = db.transact().check(Card::key("a"), |check| check.when(none())).create(&card("z", &["New"])).await;
            assert!(matches!(cancelled, Err(Error::Cancelled(_))), "{cancelled:?}");
            put_raw::<Club>(&db, old_card("a", version)).await;
            db.transact().check(Card::key("a"), |check| check.when(of().names.contains("Ann"))).create(&card("y", &["New"])).await.unwrap();
            db.delete(Card::key("y")).await.unwrap();
            put_raw::<Club>(&db, old_card("a", version)).await;
            db.put(&card("a", &["New"])).when(of().names.contains("Ann")).await.unwrap();
            assert_eq!(db.get(Card::key("a")).await.unwrap(), Some(card("a", &["New"])));
            put_raw::<Club>(&db, old_card("a", version)).await;
            db.delete(Card::key("a")).when(of().names.contains("Ann")).await.unwrap();
            assert_eq!(db.get(Card::key("a")).await.unwrap(), None);
            // An absent item has neither.
            let absent = db.delete(Card::key("a")).when(of().names.contains("Ann")).await;
            assert!(absent.is_ok() || matches!(absent, Err(Error::ConditionFailed(_))), "{absent:?}");
            db.put(&card("a", &["New"])).when(of().names.absent()).await.unwrap();
            db.delete(Card::key("a")).await.unwrap();
        }
    }

    async fn a_nested_entry_does_not_tell_the_version(db) {
        let mut item = old_card("a", 1);
        let current = AttributeValue::N("3".into());
        item.insert("more".into(), AttributeValue::M([("schemaVersion".to_owned(), current.clone())].into()));
        put_raw::<Club>(&db, item.clone()).await;
        assert_eq!(db.get(Card::key("a")).await.unwrap(), Some(card("a", &["Ann"])));
        assert_eq!(Card::from_item(item).unwrap(), card("a", &["Ann"]), "both codecs agree");
        // A later version is for later programs to upgrade: this one reads what it knows.
        let mut later = card("b", &["New"]).to_item().unwrap();
        later.insert("schemaVersion".into(), AttributeValue::N("9".into()));
        put_raw::<Club>(&db, later.clone()).await;
        assert_eq!(db.get(Card::key("b")).await.unwrap(), Some(card("b", &["New"])));
        assert_eq!(Card::from_item(later).unwrap(), card("b", &["New"]), "both codecs agree");
    }

    async fn an_update_writes_the_form_of_today(db) {
        put_raw::<Club>(&db, old_card("a", 1)).await;
        db.update(Card::key("a")).append(Card::fields().names, ["Lee"]).await.unwrap();
        let raw = &items(&db).await["CARD#a / META"];
        assert_eq!((&raw["schemaVersion"], &raw["more"], &raw["TimePK"]), (&AttributeValue::N("3".into()), &text("kept"), &text("CARDS")));
        assert!(!raw.contains_key("name"));
        assert_eq!(db.get(Card::key("a")).await.unwrap(), Some(card("a", &["Ann", "Lee"])));
        put_raw::<Club>(&db, old_card("b", 2)).await;
        db.transact().update(Card::key("b"), |update| update.set(Card::fields().rank, 9)).put(&card("c", &[])).await.unwrap();
        assert_eq!(db.get(Card::key("b")).await.unwrap(), Some(Card { rank: 9, ..card("b", &["Ann", "Lee"]) }));
        assert_eq!(db.get(CardEntry::key("b")).await.unwrap().unwrap().names, ["Ann", "Lee"], "what came with the new form is there");
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        let missing = db.update(Card::key("z")).set(Card::fields().rank, 9).await;
        assert!(matches!(missing, Err(Error::NotFound(_))), "{missing:?}");
        let new = db.update(Card::key("b")).set(Card::fields().rank, 10).returning_new().await.unwrap();
        assert_eq!(new.rank, 10);
    }

    async fn a_backfill_brings_all_items_up_to_date(db) {
        for i in 0..30 {
            put_raw::<Club>(&db, old_card(&format!("c{i:02}"), 1 + i % 2)).await;
        }
        // A record from before its index, and before its pointers.
        let mut early = draft("a").to_item().unwrap();
        early.remove("TimePK");
        put_raw::<Club>(&db, early).await;
        let done = db.backfill::<Club>().rate(10_000).await.unwrap();
        assert_eq!((done.found, done.written), (31, 31));
        assert_eq!(db.query(Card::query_by_time()).page().await.unwrap().items.len(), 30);
        assert_eq!(db.query(Draft::query_by_time()).page().await.unwrap().items, [draft("a")]);
        assert!(db.get(DraftEntry::key("a")).await.unwrap().is_some());
        assert!(items(&db).await.iter().filter(|(key, _)| key.starts_with("CARD#")).all(|(_, item)| item["more"] == text("kept")));
        let again = db.backfill::<Club>().await.unwrap();
        assert_eq!((again.found, again.written), (0, 0));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
    }

    async fn a_value_has_one_name_after_a_backfill(db) {
        let memo = Memo { id: "m".into(), text: "Hi".into(), updated_at: dynamo_core::Timestamp::now(), version: 0 };
        let mut old = memo.to_item().unwrap();
        let words = old.remove("text").unwrap();
        old.insert("words".into(), words);
        put_raw::<Club>(&db, old).await;
        assert_eq!(db.backfill::<Club>().await.unwrap().written, 1);
        assert_eq!(db.get(memo.key()).await.unwrap(), Some(memo.clone()));
        assert!(!items(&db).await["MEMO#m / META"].contains_key("words"));
    }

    async fn both_keys_are_written_while_a_key_changes(db) {
        let mut account = Account { id: "a".into(), name: "Ann".into() };
        db.create(&account).await.unwrap();
        account.name = "Bo".into();
        db.replace(&account).await.unwrap();
        assert_eq!(db.get(OldAccount::key("a")).await.unwrap().unwrap().name, "Bo");
        db.delete(account.key()).await.unwrap();
        assert!(items(&db).await.is_empty());
    }
}
