// Included twice, with and without a type attribute in the table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::ops::all_transports;
use dynamo_core::prelude::*;
use dynamo_core::{Names, Transport};
use proptest::prelude::*;

use super::model::{At, FOLDERS, IDS, Mishap, Model, NoteData, Op, Outcome, STATES, TAGS, TITLES, mishap, op};
use crate::ops::fault::{Fault, Faults, faulty};

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = World,
    pk = "FOLDER#<folder>",
    sk = "NOTE#<id>",
    by_time = ("FOLDER#<folder>", at),
    by_state = sparse("STATE#<state>", "NOTE#<folder>#<id>"),
    pointers(TagEntry),
    unique(title as TitleLock),
    counted(count in NoteCount(folder = folder)),
)]
pub(crate) struct Note {
    folder: String,
    id: String,
    title: String,
    at: u64,
    state: Option<String>,
    tags: BTreeSet<String>,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = World,
    pk = "TAG#<tag>",
    sk = "NOTE#<folder>#<id>",
    by_time = none,
    by_state = none,
    pointer_of(Note, each(tag in tags)),
)]
pub(crate) struct TagEntry {
    tag: String,
    folder: String,
    id: String,
    title: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = World, pk = "TITLE#<title>", sk = "UNIQUE", by_time = none, by_state = none)]
pub(crate) struct TitleLock {
    title: String,
    folder: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = World, pk = "FOLDER#<folder>", sk = "COUNT", by_time = none, by_state = none)]
pub(crate) struct NoteCount {
    #[entity(key_only)]
    folder: String,
    count: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = World,
    pk = "FOLDER#<folder>",
    sk = "MEMO#<id>",
    by_time = ("FOLDER#<folder>", at),
    by_state = none,
    schema_version = 2,
    upgrade = with_text,
)]
pub(crate) struct Memo {
    folder: String,
    id: String,
    text: String,
    at: u64,
}

/// The first version had words.
fn with_text(_: u32, mut item: Item) -> Result<Item, &'static str> {
    match item.remove("words") {
        Some(dynamo_core::codec::AttributeValue::S(words)) => {
            item.insert("text".to_owned(), dynamo_core::codec::AttributeValue::S(format!("{words}, upgraded")));
            Ok(item)
        }
        _ => Err("there are no words"),
    }
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = World, pk = "FOLDER#<folder>", sk = "PAGE#<id>", by_time = none, by_state = none)]
pub(crate) struct Page {
    folder: String,
    id: String,
    text: String,
    #[entity(version)]
    version: u64,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Note, index = by_time)]
pub(crate) struct NoteTitle {
    title: String,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Memo, index = by_time)]
pub(crate) struct MemoText {
    text: String,
}

fn note((folder, id): At, data: &NoteData) -> Note {
    Note {
        folder: folder.into(),
        id: id.into(),
        title: data.title.into(),
        at: data.at,
        state: data.state.map(Into::into),
        tags: data.tags.iter().map(ToString::to_string).collect(),
        deleted_at: None,
    }
}

fn memo((folder, id): At, text: &str, at: u64) -> Memo {
    Memo { folder: folder.into(), id: id.into(), text: text.into(), at }
}

fn page((folder, id): At, text: &str, version: u64) -> Page {
    Page { folder: folder.into(), id: id.into(), text: text.into(), version }
}

fn now() -> Timestamp {
    Timestamp::from_millis(1_000_000).unwrap()
}

/// Sends the operation.
async fn send(db: &Db, op: &Op, pages: &BTreeMap<At, (u64, String)>) -> Result<(), Error> {
    let of = Note::fields;
    match op {
        Op::CreateNote(at, data) => db.create(&note(*at, data)).await,
        Op::PutNote(at, data) => db.put(&note(*at, data)).await,
        Op::ReplaceNote(at, data) => db.replace(&note(*at, data)).await,
        Op::SetTitle((folder, id), title) => db.update(Note::key(folder, id)).set(of().title, *title).await,
        Op::SetState((folder, id), Some(state)) => db.update(Note::key(folder, id)).set(of().state, *state).await,
        Op::SetState((folder, id), None) => db.update(Note::key(folder, id)).remove(of().state).await,
        Op::SetTags((folder, id), tags) => {
            let tags: BTreeSet<String> = tags.iter().map(ToString::to_string).collect();
            db.update(Note::key(folder, id)).set(of().tags, tags).await
        }
        Op::SetTime((folder, id), time) => db.update(Note::key(folder, id)).set(of().at, *time).await,
        Op::SetTimeIf((folder, id), time, title) => {
            db.update(Note::key(folder, id)).set(of().at, *time).when(of().title.eq(*title)).await
        }
        Op::DeleteNote((folder, id)) => db.delete(Note::key(folder, id)).await,
        Op::SoftDelete((folder, id)) => db.soft_delete(Note::key(folder, id), Duration::from_mins(1)).await,
        Op::Restore((folder, id)) => db.restore(Note::key(folder, id)).await,
        Op::CreateTwo((a, first), (b, second)) => db.transact().create(&note(*a, first)).create(&note(*b, second)).await,
        Op::PassTitle((folder, id), (other, other_id), title) => {
            let transact = db.transact().update(Note::key(folder, id), |note| note.set(of().title, *title));
            transact.update(Note::key(other, other_id), |note| note.set(of().at, 3)).await
        }
        Op::PutMemo(at, time) => db.put(&memo(*at, "new", *time)).await,
        Op::PutOldMemo(at, time) => {
            let mut item = memo(*at, "", *time).to_item()?;
            item.remove("schemaVersion");
            item.remove("text");
            item.insert("words".to_owned(), dynamo_core::codec::AttributeValue::S("old".to_owned()));
            let table = db.table_name::<World>()?;
            db.client().put_item().table_name(table).set_item(Some(item)).send().await.unwrap();
            Ok(())
        }
        Op::SetMemo((folder, id), text) => db.update(Memo::key(folder, id)).set(Memo::fields().text, *text).await,
        Op::DeleteMemo((folder, id)) => db.delete(Memo::key(folder, id)).await,
        Op::BatchMemos(folder, time) => {
            let memos = [memo((folder, IDS[0]), "new", *time), memo((folder, IDS[1]), "new", *time)];
            db.batch_write().put_all(&memos).delete(Memo::key(folder, IDS[2])).await
        }
        Op::Backfill => db.backfill::<World>().await.map(drop),
        Op::CreatePage((folder, id)) => {
            db.create(&page((folder, id), "new", 0)).await
        }
        Op::ReplacePage((folder, id), stale) => {
            let stored = pages.get(&(*folder, *id)).map_or(1, |page| page.0);
            let version = if *stale { stored + 7 } else { stored };
            db.replace(&page((folder, id), "replaced", version)).await
        }
        Op::SetPage((folder, id), text) => db.update(Page::key(folder, id)).set(Page::fields().text, *text).await,
        Op::DeletePage((folder, id)) => db.delete(Page::key(folder, id)).await,
    }
}

fn outcomes(result: &Result<(), Error>) -> Vec<Outcome> {
    let outcome = |error: &Error| match error {
        Error::Exists(_) => Outcome::Exists,
        Error::NotFound(_) => Outcome::NotFound,
        Error::Deleted(_) => Outcome::Deleted,
        Error::UniqueViolation(_) => Outcome::Taken,
        Error::VersionConflict(_) => Outcome::Changed,
        Error::ConditionFailed(_) => Outcome::Condition,
        other => panic!("{other:?}"),
    };
    match result {
        Ok(()) => vec![Outcome::Done],
        Err(Error::Cancelled(cancelled)) => cancelled.actions().iter().map(|action| outcome(action.error())).collect(),
        Err(error) => vec![outcome(error)],
    }
}

/// All items, those included that are softly deleted.
async fn stored(db: &Db) -> Vec<String> {
    let page = db.scan_all::<World>().including_deleted().strict().page().await.unwrap();
    let mut items: Vec<_> = page.items.iter().map(show).collect();
    items.sort();
    items
}

/// The items that should be there.
fn items(model: &Model) -> Vec<String> {
    let mut items = Vec::new();
    for (at, (data, deleted)) in &model.notes {
        let note = Note { deleted_at: deleted.then(now), ..note(*at, data) };
        let (folder, id) = (&note.folder, &note.id);
        items.push(World::TitleLock(TitleLock { title: note.title.clone(), folder: folder.clone(), id: id.clone() }));
        let tags = note.tags.iter().filter(|_| !deleted);
        items.extend(tags.map(|tag| {
            let (tag, title) = (tag.clone(), note.title.clone());
            World::TagEntry(TagEntry { tag, folder: folder.clone(), id: id.clone(), title })
        }));
        items.push(World::Note(note));
    }
    for folder in &model.counted {
        let live = model.notes.iter().filter(|(at, (_, deleted))| at.0 == *folder && !deleted);
        items.push(World::NoteCount(NoteCount { folder: (*folder).into(), count: live.count() as u64 }));
    }
    items.extend(model.memos.iter().map(|(at, (time, text))| World::Memo(memo(*at, text, *time))));
    items.extend(model.pages.iter().map(|(at, (version, text))| World::Page(page(*at, text, *version))));
    let mut items: Vec<_> = items.iter().map(show).collect();
    items.sort();
    items
}

/// Everything that can be read, by name.
type Seen = BTreeMap<String, String>;

fn show<T: std::fmt::Debug>(value: T) -> String {
    format!("{value:?}")
}

async fn seen(db: &Db) -> Seen {
    let mut seen = Seen::new();
    for folder in FOLDERS {
        let mut add = |name: &str, value: String| seen.insert(format!("{name} of {folder}"), value);
        add("notes", show(db.query(Note::query(folder)).page().await.unwrap().items));
        add("count of notes", show(db.query(Note::query(folder)).count().await.unwrap()));
        add("titles", show(db.query(Note::query(folder)).project::<NoteTitle>().page().await.unwrap().items));
        add("deleted notes", show(db.query(Note::query(folder)).including_deleted().page().await.unwrap().items.iter().filter(|note| note.deleted_at.is_some()).map(|note| note.id.clone()).collect::<Vec<_>>()));
        add("memos", show(db.query(Memo::query(folder)).page().await.unwrap().items));
        add("texts", show(db.query(Memo::query(folder)).project::<MemoText>().page().await.unwrap().items));
        let filtered = db.query(Memo::query(folder)).filter(Memo::fields().text.contains("upgraded"));
        add("filtered memos", show(filtered.page().await.unwrap().items));
        add("pages", show(db.query(Page::query(folder)).page().await.unwrap().items));
        add("first of the index", show(db.query(Note::query_by_time(folder)).limit(1).page().await.unwrap().items.len()));
        let mut by_time = db.query(Note::query_by_time(folder)).page().await.unwrap().items;
        assert!(by_time.is_sorted_by_key(|note| note.at));
        by_time.sort_by(|a, b| a.id.cmp(&b.id));
        add("notes by time", show(by_time));
        add("count of notes by time", show(db.query(Note::query_by_time(folder)).count().await.unwrap()));
        let mut by_time = db.query(Memo::query_by_time(folder)).page().await.unwrap().items;
        by_time.sort_by(|a, b| a.id.cmp(&b.id));
        add("memos by time", show(by_time));
        add("count of the partition", show(db.query(Note::partition(folder)).count().await.unwrap()));
        add("counter", show(db.get(NoteCount::key(folder)).await.unwrap().map_or(0, |counter| counter.count)));
    }
    for tag in TAGS {
        seen.insert(format!("entries of {tag}"), show(db.query(TagEntry::query(tag)).page().await.unwrap().items));
    }
    for state in STATES {
        let notes = db.query(Note::query_by_state(state)).page().await.unwrap().items;
        seen.insert(format!("notes that are {state}"), show(notes));
    }
    let locks = db.batch_get(TITLES.map(TitleLock::key)).await.unwrap();
    seen.insert("locks".to_owned(), show(locks));
    seen.insert("scanned notes".to_owned(), show(db.scan::<Note>().page().await.unwrap().items.len()));
    seen.insert("scanned memos".to_owned(), show(db.scan::<Memo>().page().await.unwrap().items.len()));
    seen
}

/// What should be seen.
fn expected(model: &Model) -> Seen {
    let mut seen = Seen::new();
    let live = || model.notes.iter().filter(|(_, (_, deleted))| !deleted).map(|(at, (data, _))| (*at, data));
    for folder in FOLDERS {
        let mut add = |name: &str, value: String| seen.insert(format!("{name} of {folder}"), value);
        let notes: Vec<_> = live().filter(|(at, _)| at.0 == folder).map(|(at, data)| note(at, data)).collect();
        let memos = model.memos.iter().filter(|(at, _)| at.0 == folder);
        let memos: Vec<_> = memos.map(|(at, (time, text))| memo(*at, text, *time)).collect();
        let pages = model.pages.iter().filter(|(at, _)| at.0 == folder);
        let pages: Vec<_> = pages.map(|(at, (version, text))| page(*at, text, *version)).collect();
        add("notes", show(&notes));
        add("count of notes", show(notes.len()));
        add("titles", show(notes.iter().map(|note| NoteTitle { title: note.title.clone() }).collect::<Vec<_>>()));
        let deleted = model.notes.iter().filter(|(at, (_, deleted))| at.0 == folder && *deleted);
        add("deleted notes", show(deleted.map(|(at, _)| at.1).collect::<Vec<_>>()));
        add("memos", show(&memos));
        add("texts", show(memos.iter().map(|memo| MemoText { text: memo.text.clone() }).collect::<Vec<_>>()));
        add("filtered memos", show(memos.iter().filter(|memo| memo.text.contains("upgraded")).collect::<Vec<_>>()));
        add("first of the index", show(notes.len().min(1)));
        add("notes by time", show(&notes));
        add("count of notes by time", show(notes.len()));
        add("memos by time", show(&memos));
        let counters = usize::from(model.counted.contains(folder));
        add("count of the partition", show(notes.len() + memos.len() + pages.len() + counters));
        add("counter", show(notes.len()));
        add("pages", show(pages));
    }
    for tag in TAGS {
        let entries = live().filter(|(_, data)| data.tags.contains(tag));
        let entries: Vec<_> = entries
            .map(|((folder, id), data)| TagEntry { tag: tag.into(), folder: folder.into(), id: id.into(), title: data.title.into() })
            .collect();
        seen.insert(format!("entries of {tag}"), show(entries));
    }
    for state in STATES {
        let notes = live().filter(|(_, data)| data.state == Some(state)).map(|(at, data)| note(at, data));
        seen.insert(format!("notes that are {state}"), show(notes.collect::<Vec<_>>()));
    }
    let locks = TITLES.map(|title| {
        let holder = model.notes.iter().find(|(_, (data, _))| data.title == title);
        holder.map(|(at, _)| TitleLock { title: title.into(), folder: at.0.into(), id: at.1.into() })
    });
    seen.insert("locks".to_owned(), show(locks.to_vec()));
    seen.insert("scanned notes".to_owned(), show(live().count()));
    seen.insert("scanned memos".to_owned(), show(model.memos.len()));
    seen
}

fn differences(seen: &Seen, expected: &Seen) -> Vec<String> {
    let differ = expected.iter().filter(|(name, value)| seen.get(*name) != Some(value));
    differ.map(|(name, value)| format!("{name}:\n     seen {}\n expected {value}", seen[name])).collect()
}

/// One step: the operation does what the model says, whatever goes wrong.
async fn step(db: &Db, faults: &Faults, model: &mut Model, op: &Op, mishap: Mishap) -> Result<(), TestCaseError> {
    let mut after = model.clone();
    let says = after.apply(op);
    match mishap {
        Mishap::None => {}
        Mishap::AnswerLost(n) => faults.next([vec![Fault::None; n], vec![Fault::AnswerLost]].concat()),
        Mishap::Crash(n) => faults.then(vec![Fault::None; n], Fault::Cut),
    }
    let is_raw = matches!(op, Op::PutOldMemo(..));
    if is_raw {
        faults.none();
    }
    let result = send(db, op, &model.pages).await;
    faults.none();
    if let (Mishap::Crash(_), Err(_), false) = (mishap, &result, is_raw) {
        // Done or not done, but nothing in between, once what was left undone is done.
        db.repair::<World>().await.unwrap();
        let found = stored(db).await;
        if says.is_ok() && found == items(&after) {
            *model = after;
        }
        prop_assert_eq!(found, items(model), "after a crash in {:?}", op);
        return Ok(());
    }
    // A creation whose answer was lost finds what it would have written: nobody can tell by whom.
    if matches!(mishap, Mishap::AnswerLost(_)) && result.is_ok() && model.has_just_that(op) {
        return Ok(());
    }
    match (&says, outcomes(&result)) {
        (Ok(()), found) => prop_assert_eq!(found, vec![Outcome::Done], "{:?} with {:?}", op, mishap),
        (Err(expected), found) => {
            let fits = !found.is_empty() && found.iter().all(|one| expected.contains(one));
            prop_assert!(fits, "{op:?} with {mishap:?}: {found:?}, and not {expected:?}");
        }
    }
    // An update that is sent again advances the version again: it tells changes, and does not count them.
    if let (Mishap::AnswerLost(_), Op::SetPage((folder, id), _), Ok(())) = (mishap, op, &result) {
        let found = db.get(Page::key(folder, id)).await.unwrap().unwrap().version;
        let page = after.pages.get_mut(&(*folder, *id)).unwrap();
        prop_assert!(found == page.0 || found == page.0 + 1);
        page.0 = found;
    }
    *model = after;
    Ok(())
}

async fn run(transport: Transport, closely: bool, steps: &[(Op, Mishap)]) -> Result<(), TestCaseError> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = format!("{}-{}-{}", module_path!().replace("::", "-"), std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let db = crate::ops::empty(transport).await.with_names(Names::new().rename::<World>(name)).with_clock(now);
    db.create_table::<World>().await.unwrap();
    let (db, faults) = faulty(db);
    let mut model = Model::default();
    for (op, mishap) in steps {
        step(&db, &faults, &mut model, op, *mishap).await?;
    }
    prop_assert_eq!(stored(&db).await, items(&model), "at the end");
    if closely {
        let differences = differences(&seen(&db).await, &expected(&model));
        prop_assert!(differences.is_empty(), "at the end:\n{}", differences.join("\n"));
        let report = db.verify::<World>().await.unwrap();
        prop_assert!(report.is_clean(), "{report:?}");
    }
    db.delete_table::<World>().await.unwrap();
    Ok(())
}

fn cases() -> u32 {
    std::env::var("WORLD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(crate::long::in_long(1000, 100))
}

#[test]
fn every_sequence_does_what_the_model_says() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let steps = proptest::collection::vec((op(), mishap()), 1..16);
    // Every way to read is tried after every eighth sequence.
    let ways = all_transports();
    crate::fuzz::run(cases(), (0..ways.len(), 0..8, steps), |(transport, closely, steps)| {
        runtime.block_on(run(ways[transport], closely == 0, &steps))
    });
}
