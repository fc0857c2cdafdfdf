//! Records of two programs in tables of every layout: a base, a table that extends it and counts in its records, and a table of locks.
//!
//! With and without type tags, with other separators, `None` left out or stored as `NULL`; lists and nested fields in updates, a
//! counter in an index by time, records that TTL deletes in any order, and their events late, twice and in another order. After each
//! operation the tables hold what a plain model says.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

const BLOGS: [&str; 2] = ["a", "b"];
const FANS: [&str; 3] = ["x", "y", "z"];
const SLUGS: [&str; 3] = ["s", "t", "u"];

type At = (&'static str, u8);

fn key() -> impl Strategy<Value = At> + Clone {
    (prop::sample::select(&BLOGS[..]), 0..2_u8)
}

/// A record, as a user thinks of it.
#[derive(Debug, Clone, PartialEq, Default)]
struct Data {
    slug: Option<&'static str>,
    note: Option<String>,
    number: Option<i64>,
    list: Vec<i64>,
    visits: Option<i64>,
    likes: u64,
}

/// A change of some of its fields.
#[derive(Debug, Clone)]
enum Change {
    Note(Option<String>),
    NoteIfAbsent(String),
    Add(i64),
    NoNumber,
    Append(Vec<i64>),
    Prepend(Vec<i64>),
    Element(usize, i64),
    NoElement(usize),
    Visits(i64),
    NoVisits,
}

#[derive(Debug, Clone)]
enum Op {
    Create(At, Data),
    /// Writes the whole record as it was read, with these fields; or, where `stale`, as it was before something was counted.
    Put(At, Data, bool),
    Update(At, Vec<Change>),
    Slug(At, Option<&'static str>),
    Delete(At),
    Like(At, &'static str),
    Unlike(At, &'static str),
    /// DynamoDB deletes an expired like, and the stream has its event.
    Expire(At, &'static str),
    /// An event arrives: which of those that are there, and whether it arrives once more later.
    Deliver(prop::sample::Index, bool),
    Backfill,
}

fn data() -> impl Strategy<Value = Data> {
    (
        prop::option::of(prop::sample::select(&SLUGS[..])),
        prop::option::of("[ab]"),
        prop::option::of(-2..3_i64),
        prop::collection::vec(0..4_i64, 0..3),
        prop::option::of(0..3_i64),
    )
        .prop_map(|(slug, note, number, list, visits)| Data { slug, note, number, list, visits, likes: 0 })
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let numbers = || prop::collection::vec(0..4_i64, 1..3);
    let note = prop_oneof![prop::option::of("[ab]").prop_map(Change::Note), "[cd]".prop_map(Change::NoteIfAbsent),];
    let number = prop_oneof![3 => (-2..3_i64).prop_map(Change::Add), 1 => Just(Change::NoNumber)];
    let list = prop_oneof![
        numbers().prop_map(Change::Append),
        numbers().prop_map(Change::Prepend),
        (0..4_usize, 0..9_i64).prop_map(|(at, n)| Change::Element(at, n)),
        (0..4_usize).prop_map(Change::NoElement),
    ];
    let visits = prop_oneof![2 => (1..3_i64).prop_map(Change::Visits), 1 => Just(Change::NoVisits)];
    // One change of each place.
    let some = (prop::option::of(note), prop::option::of(number), prop::option::of(list), prop::option::of(visits));
    some.prop_map(|(note, number, list, visits)| note.into_iter().chain(number).chain(list).chain(visits).collect())
        .prop_filter("something changes", |changes: &Vec<Change>| !changes.is_empty())
}

fn op() -> impl Strategy<Value = Op> {
    let fan = || prop::sample::select(&FANS[..]);
    prop_oneof![
        5 => (key(), data()).prop_map(|(key, data)| Op::Create(key, data)),
        3 => (key(), data(), any::<bool>()).prop_map(|(key, data, stale)| Op::Put(key, data, stale)),
        5 => (key(), changes()).prop_map(|(key, changes)| Op::Update(key, changes)),
        2 => (key(), prop::option::of(prop::sample::select(&SLUGS[..]))).prop_map(|(key, slug)| Op::Slug(key, slug)),
        1 => key().prop_map(Op::Delete),
        5 => (key(), fan()).prop_map(|(key, fan)| Op::Like(key, fan)),
        2 => (key(), fan()).prop_map(|(key, fan)| Op::Unlike(key, fan)),
        3 => (key(), fan()).prop_map(|(key, fan)| Op::Expire(key, fan)),
        4 => (any::<prop::sample::Index>(), prop::bool::weighted(0.3)).prop_map(|(at, again)| Op::Deliver(at, again)),
        1 => Just(Op::Backfill),
    ]
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    Exists,
    NotFound,
    Taken,
    Conflict,
}

/// An event of the stream, by what it is about.
#[derive(Debug, Clone, PartialEq)]
struct Event {
    sequence: usize,
    key: At,
    fan: &'static str,
}

#[derive(Debug, Clone, Default)]
struct Model {
    records: BTreeMap<At, Data>,
    likes: BTreeSet<(At, &'static str)>,
    /// How often each fan likes something, likes included whose events have not come yet.
    fans: BTreeMap<&'static str, u64>,
    events: Vec<Event>,
    delivered: BTreeSet<usize>,
    sequence: usize,
}

impl Model {
    fn holds(&self, slug: Option<&str>, but: At) -> bool {
        slug.is_some() && self.records.iter().any(|(key, data)| *key != but && data.slug == slug)
    }

    /// Counts a like, or counts it off: nothing falls below zero.
    fn count(&mut self, key: At, fan: &'static str, up: bool) {
        let by = |number: &mut u64| *number = if up { *number + 1 } else { number.saturating_sub(1) };
        if let Some(record) = self.records.get_mut(&key) {
            by(&mut record.likes);
        }
        by(self.fans.entry(fan).or_default());
    }

    /// Returns why an operation fails, if it does.
    fn refuses(&self, op: &Op) -> Vec<Outcome> {
        let is_there = |key: &At| self.records.contains_key(key);
        let (fails, taken) = match op {
            Op::Create(key, data) => (is_there(key).then_some(Outcome::Exists), self.holds(data.slug, *key)),
            Op::Put(key, data, stale) => {
                ((is_there(key) && *stale).then_some(Outcome::Conflict), self.holds(data.slug, *key))
            }
            Op::Update(key, _) => ((!is_there(key)).then_some(Outcome::NotFound), false),
            Op::Slug(key, slug) => ((!is_there(key)).then_some(Outcome::NotFound), self.holds(*slug, *key)),
            Op::Like(key, fan) => {
                let exists = self.likes.contains(&(*key, *fan));
                (exists.then_some(Outcome::Exists).or((!is_there(key)).then_some(Outcome::NotFound)), false)
            }
            _ => (None, false),
        };
        fails.into_iter().chain(taken.then_some(Outcome::Taken)).collect()
    }

    fn apply(&mut self, op: &Op) {
        match op {
            Op::Create(key, data) => drop(self.records.insert(*key, data.clone())),
            Op::Put(key, data, _) => {
                let likes = self.records.get(key).map_or(0, |record| record.likes);
                self.records.insert(*key, Data { likes, ..data.clone() });
            }
            Op::Update(key, changes) => {
                if let Some(record) = self.records.get_mut(key) {
                    for change in changes {
                        record.change(change);
                    }
                }
            }
            Op::Slug(key, slug) => {
                if let Some(record) = self.records.get_mut(key) {
                    record.slug = *slug;
                }
            }
            Op::Delete(key) => drop(self.records.remove(key)),
            Op::Like(key, fan) => {
                self.likes.insert((*key, *fan));
                self.count(*key, fan, true);
            }
            Op::Unlike(key, fan) => {
                if self.likes.remove(&(*key, *fan)) {
                    self.count(*key, fan, false);
                }
            }
            Op::Expire(key, fan) => {
                if self.likes.remove(&(*key, *fan)) {
                    self.sequence += 1;
                    self.events.push(Event { sequence: self.sequence, key: *key, fan });
                }
            }
            Op::Deliver(at, again) => {
                if !self.events.is_empty() {
                    let at = at.index(self.events.len());
                    let event = if *again { self.events[at].clone() } else { self.events.remove(at) };
                    if self.delivered.insert(event.sequence) {
                        self.count(event.key, event.fan, false);
                    }
                }
            }
            Op::Backfill => {}
        }
    }
}

impl Data {
    fn change(&mut self, change: &Change) {
        match change {
            Change::Note(note) => self.note.clone_from(note),
            Change::NoteIfAbsent(note) => drop(self.note.get_or_insert_with(|| note.clone())),
            Change::Add(by) => self.number = Some(self.number.unwrap_or(0) + by),
            Change::NoNumber => self.number = None,
            Change::Append(more) => self.list.extend(more),
            Change::Prepend(more) => drop(self.list.splice(0..0, more.iter().copied())),
            // Beyond the end, it is appended.
            Change::Element(at, n) if *at < self.list.len() => self.list[*at] = *n,
            Change::Element(_, n) => self.list.push(*n),
            Change::NoElement(at) if *at < self.list.len() => drop(self.list.remove(*at)),
            Change::NoElement(_) => {}
            Change::Visits(by) => self.visits = Some(self.visits.unwrap_or(0) + by),
            Change::NoVisits => self.visits = None,
        }
    }
}

/// The tables in one layout, and everything that is done to them.
macro_rules! family {
    ($module:ident, { $($layout:tt)* }, [$post_pk:tt $post_sk:tt] [$like_pk:tt $like_sk:tt] [$fan_pk:tt $fan_sk:tt]
        [$recent_pk:tt $recent_sk:tt] $lock:tt) => {
        mod $module {
            use std::sync::atomic::{AtomicU64, Ordering};

            use dynamo_core::Names;
            use dynamo_core::prelude::*;

            use super::*;
            use crate::ops::fault::faulty;

            #[derive(Table, Debug, Clone, PartialEq)]
            #[table(name = "posts", pk = "PK", sk = "SK", ttl = "until", $($layout)*)]
            #[index(recent, name = "Recent", pk = "RecentPK", sk = "RecentSK")]
            pub(crate) enum Base {
                Post(Post),
            }

            #[derive(Table, Debug, Clone, PartialEq)]
            #[table(name = "locks", pk = "PK", $($layout)*)]
            pub(crate) enum Locks {
                SlugLock(SlugLock),
            }

            /// Another program, which likes posts.
            #[derive(Table, Debug, Clone, PartialEq)]
            #[table(extends = Base)]
            pub(crate) enum Wide {
                #[base]
                Base(Base),
                Like(Like),
                Fan(Fan),
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(table = Base, pk = $post_pk, sk = $post_sk, recent = none, unique(slug as SlugLock))]
            pub(crate) struct Post {
                blog: String,
                id: u8,
                slug: Option<String>,
                note: Option<String>,
                number: Option<i64>,
                list: Vec<i64>,
                place: Place,
                #[entity(counter)]
                likes: u64,
            }

            #[derive(Attribute, Debug, Clone, PartialEq)]
            pub(crate) struct Place {
                visits: Option<i64>,
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(table = Locks, pk = $lock, lock)]
            pub(crate) struct SlugLock {
                slug: String,
                blog: String,
                id: u8,
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(
                table = Wide, pk = $like_pk, sk = $like_sk, recent = none,
                counted(likes in Post(blog = blog, id = id)), counted(number in Fan(fan = fan)),
            )]
            pub(crate) struct Like {
                blog: String,
                id: u8,
                fan: String,
                #[entity(ttl)]
                until: u64,
            }

            #[derive(Entity, Debug, Clone, PartialEq)]
            #[entity(table = Wide, pk = $fan_pk, sk = $fan_sk, recent = ($recent_pk, $recent_sk))]
            pub(crate) struct Fan {
                fan: String,
                number: u64,
                #[entity(updated_at)]
                updated_at: Timestamp,
            }

            fn post((blog, id): At, data: &Data) -> Post {
                let Data { slug, note, number, list, visits, likes } = data.clone();
                let place = Place { visits };
                Post { blog: blog.into(), id, slug: slug.map(Into::into), note, number, list, place, likes }
            }

            fn like((blog, id): At, fan: &str) -> Like {
                Like { blog: blog.into(), id, fan: fan.into(), until: 9_999_999_999 }
            }

            /// Sends an operation; `model` says what was read before.
            async fn send(db: &Db, op: &Op, model: &Model) -> Result<(), Error> {
                let (f, of) = (Post::fields, |(blog, id): &At| Post::key(blog, id));
                match op {
                    Op::Create(key, data) => db.create(&post(*key, data)).await,
                    Op::Put(key, data, stale) => {
                        let read = model.records.get(key).map_or(0, |record| record.likes + u64::from(*stale));
                        db.put(&post(*key, &Data { likes: read, ..data.clone() })).await
                    }
                    Op::Update(key, changes) => {
                        let update = changes.iter().fold(db.update(of(key)), |update, change| match change {
                            Change::Note(note) => update.set(f().note, note.clone()),
                            Change::NoteIfAbsent(note) => update.set_if_absent(f().note, note.clone()),
                            Change::Add(by) => update.add(f().number, *by),
                            Change::NoNumber => update.set(f().number, None),
                            Change::Append(more) => update.append(f().list, more.clone()),
                            Change::Prepend(more) => update.prepend(f().list, more.clone()),
                            Change::Element(at, n) => update.set(f().list.at(*at), *n),
                            Change::NoElement(at) => update.remove(f().list.at(*at)),
                            Change::Visits(by) => update.add(f().place.fields().visits, *by),
                            Change::NoVisits => update.set(f().place.fields().visits, None),
                        });
                        update.await
                    }
                    Op::Slug(key, slug) => db.update(of(key)).set(f().slug, slug.map(str::to_owned)).await,
                    Op::Delete(key) => db.delete(of(key)).await,
                    Op::Like(key, fan) => db.create(&like(*key, fan)).await,
                    Op::Unlike(key, fan) => db.delete(Like::key(key.0, key.1, *fan)).await,
                    Op::Expire(key, fan) => {
                        let key = Like::key(key.0, key.1, *fan)?.to_item();
                        let delete = db.client().delete_item().table_name(db.table_name::<Base>()?);
                        delete.set_key(Some(key)).send().await.unwrap();
                        Ok(())
                    }
                    Op::Deliver(at, _) => match model.events.get(at.index(model.events.len().max(1))) {
                        Some(event) => {
                            let old = like(event.key, event.fan).to_item()?;
                            let mut change = dynamo_core::stream::Change::<Wide>::from_images(Some(old), None)?;
                            (change.expired, change.sequence) = (true, Some(event.sequence.to_string()));
                            db.reconcile(&change).await.map(drop)
                        }
                        None => Ok(()),
                    },
                    Op::Backfill => db.backfill::<Wide>().await.map(drop),
                }
            }

            fn outcomes(error: &Error) -> Vec<Outcome> {
                match error {
                    Error::Cancelled(all) => all.actions().iter().flat_map(|action| outcomes(action.error())).collect(),
                    Error::Exists(_) => vec![Outcome::Exists],
                    Error::NotFound(_) => vec![Outcome::NotFound],
                    Error::UniqueViolation(_) => vec![Outcome::Taken],
                    Error::VersionConflict(_) => vec![Outcome::Conflict],
                    other => panic!("{other:?}"),
                }
            }

            async fn items(db: &Db, table: String) -> Vec<Item> {
                let items = db.client().scan().table_name(table).consistent_read(true).send().await.unwrap().items.unwrap();
                items.into_iter().filter(|item| !item.contains_key("_token")).collect()
            }

            /// The tables hold what the model says, in the form that their entities write.
            async fn check(db: &Db, model: &Model) {
                let (mut records, mut likes, mut fans) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
                let raw = items(db, db.table_name::<Base>().unwrap()).await;
                for item in raw {
                    let read = Wide::from_item(item.clone()).unwrap();
                    assert_eq!(read.to_item().unwrap(), item, "as its entity writes it");
                    match read {
                        Wide::Base(Base::Post(post)) => drop(records.insert((post.blog.clone(), post.id), post)),
                        Wide::Like(like) => drop(likes.insert((like.blog, like.id, like.fan))),
                        Wide::Fan(fan) => drop(fans.insert(fan.fan, fan.number)),
                    }
                }
                let expected = model.records.iter().map(|(key, data)| ((key.0.to_owned(), key.1), post(*key, data)));
                assert_eq!(records, expected.collect());
                let expected = model.likes.iter().map(|((blog, id), fan)| ((*blog).to_owned(), *id, (*fan).to_owned()));
                assert_eq!(likes, expected.collect());
                assert_eq!(fans, model.fans.iter().map(|(fan, number)| ((*fan).to_owned(), *number)).collect());
                let locks = items(db, db.table_name::<Locks>().unwrap()).await.into_iter().map(|item| {
                    let lock = SlugLock::from_item(item).unwrap();
                    (lock.slug, lock.blog, lock.id)
                });
                let slugs = model.records.iter().filter_map(|(key, data)| Some((data.slug?.to_owned(), key.0.to_owned(), key.1)));
                assert_eq!(locks.collect::<BTreeSet<_>>(), slugs.collect());
                let recent = db.query(Fan::query_recent()).all().await.unwrap();
                assert!(recent.is_sorted_by_key(|fan| fan.updated_at));
                assert_eq!(recent.len(), model.fans.len());
                assert_eq!(db.scan_all::<Wide>().count().await.unwrap(), (model.records.len() + model.likes.len() + model.fans.len()) as u64);
            }

            #[test]
            fn every_sequence_does_what_the_model_says() {
                static COUNT: AtomicU64 = AtomicU64::new(0);
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                let engine = runtime.block_on(crate::ops::empty(crate::ops::first_transport()));
                crate::fuzz::run(crate::long::in_long(400, 25), prop::collection::vec(op(), 1..25), |ops| {
                    let name = format!("family-{}-{}-{}", stringify!($module), std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
                    let names = Names::new().rename::<Base>(name.clone()).rename::<Locks>(format!("{name}-locks"));
                    let (db, _) = faulty(engine.clone().with_names(names));
                    let time = std::sync::Arc::new(AtomicU64::new(1_000_000));
                    let clock = move || Timestamp::from_millis(i64::try_from(time.fetch_add(7, Ordering::Relaxed)).unwrap()).unwrap();
                    let db = db.with_clock(clock);
                    runtime.block_on(async {
                        db.create_table::<Base>().await.unwrap();
                        db.create_table::<Locks>().await.unwrap();
                        let mut model = Model::default();
                        for op in &ops {
                            let refuses = model.refuses(op);
                            match send(&db, op, &model).await {
                                Ok(()) => {
                                    assert_eq!(refuses, [], "{op:?}");
                                    model.apply(op);
                                }
                                Err(error) => {
                                    let outcomes = outcomes(&error);
                                    assert!(outcomes.iter().all(|outcome| refuses.contains(outcome)), "{op:?}: {error:?}");
                                }
                            }
                            check(&db, &model).await;
                        }
                        db.delete_table::<Base>().await.unwrap();
                        db.delete_table::<Locks>().await.unwrap();
                    });
                    Ok(())
                });
            }
        }
    };
}

family!(tagged, { type_attribute = "type" }, ["POST#<blog>" "POST#<id:03>"] ["LIKES#<blog>#<id>" "FAN#<fan>"] ["FAN#<fan>" "FAN"]
    ["FANS" "AT#<updated_at>"] "SLUG#<slug>");
family!(untagged_nulls, { none = "null" }, ["POST#<blog>" "POST#<id:03>"] ["POST#<blog>" "LIKE#<id:03>#<fan>"] ["FAN#<fan>" "FAN"]
    ["FANS" "AT#<updated_at>#<fan>"] "SLUG#<slug>");
family!(other_separator, { separator = "|" }, ["POST|<blog>|<id>" "META"] ["POST|<blog>|<id>" "LIKE|<fan>"] ["FAN|<fan>" "FAN"]
    ["FANS" "AT|<updated_at>"] "SLUG|<slug>");
family!(tagged_nulls, { type_attribute = "kind", none = "null", separator = "/" }, ["<blog>" "POST/<id:03>"] ["<blog>" "LIKE/<id:03>/<fan>"]
    ["<fan>" "FAN"] ["FANS" "AT/<updated_at>"] "SLUG/<slug>");
