//! `create_table`, `delete_table`, names.

use dynamo_core::Names;
use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::engine;
use super::model::{Work, task};

#[derive(Table)]
#[table(name = "notes-{stage}", pk = "PK", sk = "SK", stream)]
enum Notes {
    #[allow(dead_code)]
    Note(Note),
}

#[derive(Entity, Debug, PartialEq)]
#[entity(table = Notes, pk = "NOTE#<id>", sk = "META")]
struct Note {
    id: String,
}

/// The same table as `Work`, and yet another.
#[derive(Table)]
#[table(name = "work", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK")]
#[index(more, name = "More", pk = "MorePK")]
enum Differs {
    #[allow(dead_code)]
    Thing(Thing),
}

#[derive(Entity)]
#[entity(table = Differs, pk = "THING#<id>", sk = "META")]
struct Thing {
    id: String,
}

#[tokio::test]
async fn a_table_is_made_as_declared_and_left_alone_then() {
    let db = engine::with_table(Transport::Direct).await;
    db.create_table::<Work>().await.unwrap();
    let name = db.table_name::<Work>().unwrap();
    let table = db.client().describe_table().table_name(&name).send().await.unwrap().table.unwrap();
    assert_eq!(table.global_secondary_indexes().len(), 5);
    assert_eq!(table.local_secondary_indexes().len(), 1);
    let ttl = db.client().describe_time_to_live().table_name(&name).send().await.unwrap();
    assert_eq!(ttl.time_to_live_description.unwrap().attribute_name.as_deref(), Some("expires"));
    db.put(&task("ann", "t1")).await.unwrap();
    db.delete_table::<Work>().await.unwrap();
    db.delete_table::<Work>().await.unwrap();
    assert!(matches!(db.put(&task("ann", "t1")).await, Err(Error::MissingTable(_))));
}

#[tokio::test]
async fn a_table_that_differs_is_an_error_that_says_where() {
    let db = engine::with_table(Transport::Direct).await;
    let Err(Error::InvalidOperation(text)) = db.create_table::<Differs>().await else { panic!("they differ") };
    for difference in [
        "the key of index GSI1 is declared as GSI1PK and is GSI1PK, GSI1SK",
        "index More is declared as MorePK and is not there",
    ] {
        assert!(text.fact().contains(difference), "{text}");
    }
    db.delete_table::<Work>().await.unwrap();
}

#[tokio::test]
async fn a_placeholder_must_be_filled() {
    let db = engine::empty(Transport::Direct).await.with_names(Names::new());
    let Err(Error::Config(text)) = db.get(Note::key("n")).await else { panic!("which stage?") };
    assert!(text.contains("nothing fills `{stage}`") && text.contains("DYNAMODB_STAGE"), "{text}");
    let name = format!("t{}", std::process::id());
    let db = db.with_names(Names::new().fill("stage", name));
    db.create_table::<Notes>().await.unwrap();
    db.create_table::<Notes>().await.unwrap();
    let table = db.client().describe_table().table_name(db.table_name::<Notes>().unwrap()).send().await.unwrap();
    assert!(table.table.unwrap().stream_specification.unwrap().stream_enabled);
    db.create(&Note { id: "n".into() }).await.unwrap();
    assert!(db.get(Note::key("n")).await.unwrap().is_some());
    db.delete_table::<Notes>().await.unwrap();
}

#[tokio::test]
async fn a_database_in_a_file_outlives_its_handles() {
    let path = std::env::temp_dir().join(format!("dynamo-suite-{}.db", std::process::id()));
    let open = || async { Db::embedded_at(&path).await.unwrap().with_names(Names::new().fill("stage", "file")) };
    let db = open().await;
    db.create_table::<Notes>().await.unwrap();
    db.put(&Note { id: "n".into() }).await.unwrap();
    drop(db);
    assert_eq!(open().await.get(Note::key("n")).await.unwrap(), Some(Note { id: "n".into() }));
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
}

#[tokio::test]
async fn a_handle_is_shared_by_many_tasks() {
    let db = engine::with_table(Transport::Direct).await;
    let tasks = (0..32).map(|i| {
        let db = db.clone();
        tokio::spawn(async move { db.create(&task("ann", &format!("t{i}"))).await })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap().unwrap();
    }
    assert_eq!(db.query(super::model::Task::query("ann")).count().await.unwrap(), 32);
    db.delete_table::<Work>().await.unwrap();
}

/// Every table of the models is one that the engine makes, and finds as declared afterwards.
#[tokio::test]
async fn the_tables_of_the_models_can_be_made() {
    use models::{boards, discord, goals_guild, inviter};

    let db = engine::empty(Transport::Direct).await;
    macro_rules! each {
        ($($table:ty),* $(,)?) => {$(
            let name = format!("m{}-{}", std::process::id(), <$table>::LAYOUT.table);
            let db = db.clone().with_names(Names::new().rename::<$table>(name));
            db.create_table::<$table>().await.unwrap();
            db.create_table::<$table>().await.unwrap();
            db.delete_table::<$table>().await.unwrap();
        )*};
    }
    each!(
        goals_guild::GgCore,
        discord::Discord,
        inviter::Inviter,
        boards::UserProfiles,
        boards::Boards,
        boards::BoardMemberships,
        boards::BoardJoinRequests,
        boards::AvailableServices,
        boards::BoardServiceSettingsTable,
        boards::BoardServicePermissions,
    );
}
