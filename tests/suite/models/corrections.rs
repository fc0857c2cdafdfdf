//! The fifteen places where a design document is wrong, silent or at odds with DynamoDB: what was made of each. Where the
//! compiler can refuse the wrong form, the case that shows it is named.

use std::fs;
use std::path::Path;

use dynamo_core::prelude::*;
use models::{boards, discord, goals_guild, inviter};
use serde_json::json;

use super::golden::plain;
use super::{second, ulid, with};

/// The compiler says this of that case.
fn refused(case: &str, words: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("ui/{case}.stderr"));
    let said = fs::read_to_string(&path).unwrap_or_else(|_| panic!("there is no {case}"));
    assert!(said.contains(words), "{case}: {said}");
}

#[test]
fn c01_a_stray_bracket_is_no_part_of_a_key() {
    assert_eq!(goals_guild::EmailUnique::key("a@b.c").unwrap().sk(), Some("UNIQUE#USER"));
    refused("key/stray_bracket", "`>`");
}

#[test]
fn c02_an_item_has_one_place_in_an_index() {
    let (ann, bob) = (goals_guild::UserId::from_ulid(ulid(1)), goals_guild::UserId::from_ulid(ulid(2)));
    let edge = goals_guild::Follow { follower_id: ann, followee_id: bob, spread: false, created_at: second(1) };
    assert_eq!(edge.gsi1_key().unwrap().pk(), format!("USER#{bob}"));
    let copy = goals_guild::FollowingEntry { follower_id: ann, followee_id: bob, created_at: second(1) };
    assert!(!copy.key().unwrap().sk().unwrap().starts_with("FOLLOWING#"));
    refused("index/given_twice", "an item has one place in an index");
    refused("table/prefix_catches_another", "FOLLOWING#TIMELINE#");
}

#[test]
fn c03_a_task_without_a_due_date_is_in_no_timeline() {
    let task = super::goals_world::task(goals_guild::UserId::from_ulid(ulid(1)), 1, 1);
    assert_eq!((task.due_at, task.gsi1_key().unwrap()), (None, None));
    refused("index/optional_not_sparse", "sparse");
}

#[tokio::test]
async fn c04_a_prefix_ends_at_a_segment() {
    let db = with::<boards::BoardServiceSettingsTable>().await;
    for kind in ["trades", "trades2"] {
        db.put(&super::boards_patterns::settings("b1", kind, kind)).await.unwrap();
    }
    let query = boards::BoardServiceSettings::of_type(&"b1".into(), &"trades".into());
    let found = db.query(query).page().await.unwrap().items;
    assert_eq!(found.iter().map(|found| found.service_id.0.as_str()).collect::<Vec<_>>(), ["trades"]);
    db.delete_table::<boards::BoardServiceSettingsTable>().await.unwrap();
}

#[tokio::test]
async fn c05_names_are_unique_by_locks() {
    let db = with::<boards::UserProfiles>().await;
    let user = |id: &str| boards::UserProfile { user_name: "same".into(), ..super::boards_patterns::user(id) };
    // Both have looked in the index, and found nothing.
    for _ in 0..2 {
        assert_eq!(db.query(boards::UserProfile::by_name("same")).first().await.unwrap(), None);
    }
    let (ann, bob) = (user("ann"), user("bob"));
    let (first, second) =
        futures_util::future::join(async { db.create(&ann).await }, async { db.create(&bob).await }).await;
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    refused("unique/no_lock", "lock");
    db.delete_table::<boards::UserProfiles>().await.unwrap();
}

#[test]
fn c06_a_partition_is_found_by_its_whole_key() {
    refused("query/prefix_of_a_partition_key", "begins_with");
    // `all_servers` is a scan, in parallel: see the patterns of the Discord clone.
}

#[test]
fn c07_connections_of_a_user_have_records_of_their_own() {
    let connection = super::discord_patterns::connection(
        "k1",
        discord::ChannelId::from_ulid(ulid(1)),
        discord::UserId::from_ulid(ulid(2)),
        7,
    );
    let index = connection.gsi1_key().unwrap();
    assert_eq!(index.pk(), "CONN#k1", "not the user's");
    let pointer = discord::UserConnection::schema_key();
    assert_eq!(pointer, ("USER#<user_id>", "CONN#<connection_id>#<channel_id>"));
    refused("access/no_index_has_the_field", "no key of `Note` serves the access pattern `of_owner`");
}

/// The templates of an entity's primary key.
trait SchemaKey: Entity {
    fn schema_key() -> (&'static str, &'static str) {
        (Self::SCHEMA.pk.text(), Self::SCHEMA.sk.unwrap().text())
    }
}
impl<E: Entity> SchemaKey for E {}

#[test]
fn c08_a_channel_by_its_id_is_no_reader_of_it() {
    let rows = dynamo_tools::access_patterns(discord::Discord::SCHEMA);
    let row = rows.iter().find(|row| row.function == "Channel::by_id(channel_id)").unwrap();
    assert_eq!(row.condition, "gsi1pk = \"CHANNEL#<channel_id>\" AND gsi1sk = \"META\"");
    refused("table/one_sort_key_for_two_in_an_index", "gsi1");
}

#[tokio::test]
async fn c09_after_and_from_are_two_things_and_both_end() {
    let db = with::<discord::Discord>().await;
    let channel = discord::ChannelId::from_ulid(ulid(1));
    let said = [9, 10, 11]
        .map(|at| super::discord_patterns::message(channel, discord::UserId::from_ulid(ulid(2)), at, at.into()));
    db.batch_write().put_all(&said).await.unwrap();
    // Something that sorts after every message of the channel.
    let mut later = said[0].to_item().unwrap();
    later.insert("sk".into(), aws_sdk_dynamodb::types::AttributeValue::S("ZZZ".into()));
    let table = db.table_name::<discord::Discord>().unwrap();
    db.client().put_item().table_name(table).set_item(Some(later)).send().await.unwrap();
    let times = |page: Page<discord::Message>| page.items.iter().map(|message| message.timestamp).collect::<Vec<_>>();
    assert_eq!(times(db.query(discord::Message::after(&channel, &10)).strict().page().await.unwrap()), [11]);
    assert_eq!(times(db.query(discord::Message::from(&channel, &10)).strict().page().await.unwrap()), [10, 11]);
    db.delete_table::<discord::Discord>().await.unwrap();
}

#[test]
fn c10_null_or_nothing_as_the_document_has_it_and_both_are_read() {
    let invite = super::discord_patterns::invite("abcabcab", discord::ServerId::from_ulid(ulid(1)));
    let mut item = invite.to_item().unwrap();
    assert_eq!(plain(&invite)["maxUses"], json!(null));
    item.remove("maxUses");
    assert_eq!(discord::Invite::from_item(item).unwrap(), invite);
    let goal = super::goals_world::goal(goals_guild::UserId::from_ulid(ulid(1)), 1);
    let mut item = goal.to_item().unwrap();
    assert!(!item.contains_key("description"));
    item.insert("description".into(), aws_sdk_dynamodb::types::AttributeValue::Null(true));
    assert_eq!(goals_guild::Goal::from_item(item).unwrap(), goal);
}

#[test]
fn c11_two_indexes_that_share_an_attribute_are_told_apart() {
    let member = plain(&inviter::GroupMembership {
        group_id: "g1".into(),
        user_id: "u1".into(),
        group_name: "G".into(),
        user_name: "U".into(),
    });
    assert_eq!((&member["gsi1pk"], member.get("startTimestamp")), (&json!("USER#u1"), None));
    refused("index/shared_attribute_differs", "given twice");
    refused("index/in_it_without_giving_it", "index");
    refused("field/slips_into_an_index", "slip");
}

#[test]
fn c12_what_the_document_leaves_out_is_there() {
    assert_eq!(inviter::GroupMembership::schema_key(), ("GROUP#<group_id>", "USER#<user_id>"));
    assert_eq!(inviter::InvitedPointer::schema_key(), ("USER#<user_id>", "HANGOUT#<hangout_id>"));
    refused("index/sort_key_missing", "sort key");
    refused("pointer/mandatory_index_missing", "mandatory");
}

#[test]
fn c13_numbers_and_times_sort_in_keys_as_they_do_in_life() {
    let key = |at: u64| {
        discord::Message::key(&discord::ChannelId::from_ulid(ulid(1)), &at, &discord::MessageId::from_ulid(ulid(1)))
            .unwrap()
    };
    assert!(key(9).sk() < key(10).sk());
    assert!(
        discord::Message::key(
            &discord::ChannelId::from_ulid(ulid(1)),
            &u64::MAX,
            &discord::MessageId::from_ulid(ulid(1))
        )
        .is_err()
    );
    assert!(
        "2025-08-08T10:00:00+02:00".parse::<Timestamp>().is_ok_and(|at| at.to_string() == "2025-08-08T08:00:00.000Z")
    );
    refused("key/unpadded_number", "no fixed width");
    refused("key/instant_of_another_text", "another text than keys have");
}

#[tokio::test]
async fn c14_no_value_forges_a_key() {
    let db = with::<inviter::Inviter>().await;
    let group = |id: &str| inviter::Group { group_id: id.into(), group_name: "x".into() };
    for id in ["g1#METADATA", "", "#"] {
        let error = db.create(&group(id)).await.unwrap_err();
        assert!(matches!(&error, Error::Key(_)) && error.to_string().contains("group_id"), "{error}");
        assert!(db.get(inviter::Group::by_id(&id.into())).await.is_err());
        assert!(db.query(inviter::GroupMembership::of_group(&id.into())).page().await.is_err());
    }
    assert_eq!(db.scan_all::<inviter::Inviter>().page().await.unwrap().items, []);
    db.delete_table::<inviter::Inviter>().await.unwrap();
}

/// The rest of it is in the tests of the mutations: counters, retries, and what a cancelled quest keeps.
#[test]
fn c15_only_an_administrator_deletes_a_quest() {
    refused("models/delete_quest_without_an_admin", "expected `&AdminCall`, found `&Call`");
    refused("models/cancel_changes_the_owner", "a field of the primary key cannot be changed");
}
