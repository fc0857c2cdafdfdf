//! What `cost` says of creating a record with companions is what the engine charges.

use dynamo_core::prelude::*;
use dynamo_core::private::EntitySink;
use dynamo_core::{Consumed, Entity, Error, Item, Table};
use dynamo_tools::cost::{Prices, Sizes, write_cost};
use models::{boards, discord, goals_guild, inviter};

use super::{boards_patterns, discord_patterns, goals_world, inviter_patterns, is_local, with};

/// Tells the name of an entity.
struct NameSink;

impl EntitySink for NameSink {
    type Out = &'static str;

    fn write<E: Entity>(self, _: &E) -> Result<&'static str, Error> {
        Ok(E::SCHEMA.name)
    }
}

/// The items of a table, with the names of their entities.
async fn items<T: Table>(db: &Db) -> Vec<(&'static str, Item)> {
    let name = db.table_name::<T>().unwrap();
    let found = db.client().scan().table_name(name).send().await.unwrap().items.unwrap();
    let named = |item: Item| (T::from_item(item.clone()).unwrap().write_entity(NameSink).unwrap(), item);
    found.into_iter().map(named).collect()
}

/// Compares what a create of an `E` was charged with what the cost model says, by the sizes of what is there now.
async fn compare<T: Table, E: Entity>(db: &Db, companions: f64, consumed: &Consumed) {
    let mut sizes = Sizes::default();
    for (entity, item) in items::<T>(db).await {
        sizes.measure_item(entity, &item);
    }
    let cost = write_cost(T::SCHEMA, E::SCHEMA, &sizes, &Prices::included().unwrap());
    assert!((cost.companions - companions).abs() < 1e-9, "{cost:?}");
    assert_eq!(cost.requests, consumed.requests, "{cost:?}");
    // DynamoDB Local charges a transaction once.
    if !is_local() {
        assert!((cost.write_units - consumed.write_units).abs() < 1e-9, "{cost:?} {consumed:?}");
    }
}

/// Creates a record in a new table, and compares.
macro_rules! creates {
    ($($name:ident: $table:ty, $entity:ty = $record:expr, $companions:literal;)*) => {$(
        #[tokio::test]
        async fn $name() {
            let db = with::<$table>().await;
            let record: $entity = $record;
            let ((), consumed) = db.create(&record).metered().await.unwrap();
            compare::<$table, $entity>(&db, f64::from($companions), &consumed).await;
            db.delete_table::<$table>().await.unwrap();
        }
    )*};
}

const LONG: &str = "so that the item has more than a kilobyte. ";

creates! {
    a_user_with_two_locks: goals_guild::GgCore, goals_guild::User = {
        let user = goals_world::user(goals_guild::UserId::new(), "ann");
        goals_guild::User { bio: Some(LONG.repeat(30)), ..user }
    }, 2;
    an_edge_with_a_pointer_and_two_counters: goals_guild::GgCore, goals_guild::Follow = goals_guild::Follow {
        follower_id: goals_guild::UserId::new(),
        followee_id: goals_guild::UserId::new(),
        spread: false,
        created_at: "2026-11-17T10:00:00Z".parse().unwrap(),
    }, 3;
    a_chatter_with_a_lock: discord::Discord, discord::User = discord_patterns::user(discord::UserId::new(), "ann"), 1;
    an_invite_with_a_lock: discord::Discord, discord::Invite = discord_patterns::invite("abcDEF12", discord::ServerId::new()), 1;
    a_connection_with_a_pointer: discord::Discord, discord::Connection =
        discord_patterns::connection("c1", discord::ChannelId::new(), discord::UserId::new(), 4_000_000_000), 1;
    a_profile_with_a_lock: boards::UserProfiles, boards::UserProfile = boards_patterns::user("ann"), 1;
    a_board_with_a_lock: boards::Boards, boards::Board = boards_patterns::board("b1", "ann"), 1;
    settings_with_a_lock: boards::BoardServiceSettingsTable, boards::BoardServiceSettings =
        boards_patterns::settings("b1", "s1", "chat"), 1;
    a_hangout_with_ten_pointers: inviter::Inviter, inviter::Hangout = inviter::Hangout {
        description: Some(LONG.repeat(60)),
        ..inviter_patterns::hangout("h1", 5, &["g1", "g2"], &["a", "b", "c", "d", "e", "f", "g", "h"])
    }, 10;
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
