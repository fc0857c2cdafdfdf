//! What `cost` says of writing a record with companions is what the engine charges.

use dynamo_core::inspect::entity_of;
use dynamo_core::prelude::*;
use dynamo_core::{Consumed, Item, Table};
use dynamo_tools::cost::{EntityCost, Prices, Sizes, WriteCost, write_costs};
use models::{boards, discord, goals_guild, inviter};

use super::{boards_patterns, discord_patterns, goals_world, inviter_patterns, is_local, with};

/// The items of a table, with the names of their entities.
async fn items<T: Table>(db: &Db) -> Vec<(&'static str, Item)> {
    let name = db.table_name::<T>().unwrap();
    let found = db.client().scan().table_name(name).send().await.unwrap().items.unwrap();
    let named = |item: Item| (entity_of::<T>(item.clone()).unwrap().name, item);
    found.into_iter().map(named).collect()
}

/// What writes of an `E` cost, by the sizes of what is there now.
async fn costs<T: Table, E: Entity>(db: &Db) -> EntityCost {
    let mut sizes = Sizes::default();
    for (entity, item) in items::<T>(db).await {
        sizes.measure_item(entity, &item);
    }
    write_costs(T::SCHEMA, E::SCHEMA, &sizes, &Prices::included().unwrap())
}

#[track_caller]
fn assert_same(what: &str, cost: Option<&WriteCost>, consumed: &Consumed) {
    let cost = cost.unwrap_or_else(|| panic!("{what} has a cost"));
    assert_eq!(cost.requests, consumed.requests, "{what}: {cost:?}");
    assert!((cost.read_units - consumed.read_units).abs() < 1e-9, "{what}: {cost:?} {consumed:?}");
    // DynamoDB Local charges a transaction once.
    if !is_local() {
        assert!((cost.write_units - consumed.write_units).abs() < 1e-9, "{what}: {cost:?} {consumed:?}");
    }
}

/// Creates a record in a new table, updates some of its fields and deletes it, and compares.
macro_rules! writes {
    ($($name:ident: $table:ty, $entity:ty = $record:expr, $companions:literal, [$($field:ident = $value:expr),*];)*) => {$(
        #[tokio::test]
        async fn $name() {
            let db = with::<$table>().await;
            let record: $entity = $record;
            let ((), consumed) = db.create(&record).metered().await.unwrap();
            let before = costs::<$table, $entity>(&db).await;
            assert!((before.companions - f64::from($companions)).abs() < 1e-9, "{before:?}");
            assert_same("create", before.create(), &consumed);
            $(
                let update = db.update(record.key()).set(<$entity>::fields().$field, $value);
                let ((), consumed) = update.metered().await.unwrap();
                assert_same(stringify!($field), before.update(stringify!($field)), &consumed);
            )*
            let before = costs::<$table, $entity>(&db).await;
            let ((), consumed) = db.delete(record.key()).metered().await.unwrap();
            assert_same("delete", before.delete(), &consumed);
            db.delete_table::<$table>().await.unwrap();
        }
    )*};
}

const LONG: &str = "so that the item has more than a kilobyte. ";

writes! {
    a_user_with_two_locks: goals_guild::GgCore, goals_guild::User = {
        let user = goals_world::user(goals_guild::UserId::new(), "ann");
        goals_guild::User { bio: Some(LONG.repeat(30)), ..user }
    }, 2, [full_name = "Ann", nickname = "bob", email = "b@x.org"];
    an_edge_with_a_pointer_and_two_counters: goals_guild::GgCore, goals_guild::Follow = goals_guild::Follow {
        follower_id: goals_guild::UserId::new(),
        followee_id: goals_guild::UserId::new(),
        spread: false,
        created_at: "2026-11-17T10:00:00Z".parse().unwrap(),
    }, 3, [spread = true];
    a_chatter_with_a_lock: discord::Discord, discord::User = discord_patterns::user(discord::UserId::new(), "ann"), 1,
        [username = "bob", email = "b@x.org"];
    an_invite_with_a_lock: discord::Discord, discord::Invite = discord_patterns::invite("abcDEF12", discord::ServerId::new()), 1, [uses = 1_u32];
    a_connection_with_a_pointer: discord::Discord, discord::Connection =
        discord_patterns::connection("c1", discord::ChannelId::new(), discord::UserId::new(), 4_000_000_000), 1, [ttl = 4_000_000_001_u64];
    a_profile_with_a_lock: boards::UserProfiles, boards::UserProfile = boards_patterns::user("ann"), 1,
        [email = "b@x.org", user_name = "bob"];
    a_board_with_a_lock: boards::Boards, boards::Board = boards_patterns::board("b1", "ann"), 1,
        [board_name = "Other", owner_id = boards_patterns::user("bob").user_id];
    settings_with_a_lock: boards::BoardServiceSettingsTable, boards::BoardServiceSettings =
        boards_patterns::settings("b1", "s1", "chat"), 1, [is_default = true];
    a_hangout_with_ten_pointers: inviter::Inviter, inviter::Hangout = inviter::Hangout {
        description: Some(LONG.repeat(60)),
        ..inviter_patterns::hangout("h1", 5, &["g1", "g2"], &["a", "b", "c", "d", "e", "f", "g", "h"])
    }, 10, [title = "Other", location = "There", start_timestamp = 6_u64, description = LONG.repeat(60)];
}

/// Every entity of the models that has companions is tried above.
#[test]
fn all_records_with_companions_are_tried() {
    let tried =
        ["User", "Follow", "User", "Invite", "Connection", "UserProfile", "Board", "BoardServiceSettings", "Hangout"];
    let schemas = [
        goals_guild::GgCore::SCHEMA,
        discord::Discord::SCHEMA,
        boards::UserProfiles::SCHEMA,
        boards::Boards::SCHEMA,
        boards::BoardServiceSettingsTable::SCHEMA,
        boards::BoardMemberships::SCHEMA,
        boards::BoardJoinRequests::SCHEMA,
        boards::AvailableServices::SCHEMA,
        boards::BoardServicePermissions::SCHEMA,
        inviter::Inviter::SCHEMA,
    ];
    let entities = schemas.iter().flat_map(|schema| schema.all_entities());
    let mut with: Vec<_> = entities.filter(|entity| entity.companions).map(|entity| entity.name).collect();
    let mut tried = tried.to_vec();
    with.sort_unstable();
    tried.sort_unstable();
    assert_eq!(with, tried);
}
