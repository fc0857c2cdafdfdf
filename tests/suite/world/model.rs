//! What the operations should do, in memory.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

pub(super) const FOLDERS: [&str; 2] = ["f", "g"];
pub(super) const IDS: [&str; 3] = ["1", "2", "3"];
pub(super) const TITLES: [&str; 4] = ["t", "u", "v", "w"];
pub(super) const TAGS: [&str; 2] = ["x", "y"];
pub(super) const STATES: [&str; 2] = ["open", "done"];

/// Where a record is.
pub(super) type At = (&'static str, &'static str);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoteData {
    pub(super) title: &'static str,
    pub(super) at: u64,
    pub(super) state: Option<&'static str>,
    pub(super) tags: BTreeSet<&'static str>,
}

#[derive(Debug, Clone)]
pub(super) enum Op {
    CreateNote(At, NoteData),
    PutNote(At, NoteData),
    ReplaceNote(At, NoteData),
    SetTitle(At, &'static str),
    SetState(At, Option<&'static str>),
    SetTags(At, BTreeSet<&'static str>),
    SetTime(At, u64),
    /// Only while it has this title.
    SetTimeIf(At, u64, &'static str),
    DeleteNote(At),
    SoftDelete(At),
    Restore(At),
    /// Creates both or none.
    CreateTwo((At, NoteData), (At, NoteData)),
    /// Takes the title from the first for the second.
    PassTitle(At, At, &'static str),
    PutMemo(At, u64),
    /// An item of the first schema version, from an older program.
    PutOldMemo(At, u64),
    SetMemo(At, &'static str),
    DeleteMemo(At),
    /// The memos of a folder, at once.
    BatchMemos(&'static str, u64),
    Backfill,
    CreatePage(At),
    /// With the version that is there, or an older one.
    ReplacePage(At, bool),
    SetPage(At, &'static str),
    DeletePage(At),
}

/// How an operation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Done,
    Exists,
    NotFound,
    Deleted,
    Taken,
    Changed,
    Condition,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Model {
    pub(super) notes: BTreeMap<At, (NoteData, bool)>,
    pub(super) memos: BTreeMap<At, (u64, String)>,
    /// Version and text.
    pub(super) pages: BTreeMap<At, (u64, String)>,
    /// Folders that ever had a note: their counters stay, at zero.
    pub(super) counted: BTreeSet<&'static str>,
}

impl Model {
    fn holder(&self, title: &str) -> Option<At> {
        self.notes.iter().find(|(_, (note, _))| note.title == title).map(|(at, _)| *at)
    }

    /// Applies the operation, or says how it may fail.
    pub(super) fn apply(&mut self, op: &Op) -> Result<(), Vec<Outcome>> {
        let before = self.clone();
        let failed = self.try_apply(op);
        if failed.is_empty() {
            return Ok(());
        }
        *self = before;
        Err(failed)
    }

    /// Whether an operation would create exactly what is there.
    pub(super) fn has_just_that(&self, op: &Op) -> bool {
        let has = |at: &At, note: &NoteData| self.notes.get(at) == Some(&(note.clone(), false));
        match op {
            Op::CreateNote(at, note) => has(at, note),
            Op::CreateTwo((a, first), (b, second)) => has(a, first) && has(b, second),
            Op::CreatePage(at) => self.pages.get(at).is_some_and(|page| *page == (0, "new".to_owned())),
            _ => false,
        }
    }

    fn try_apply(&mut self, op: &Op) -> Vec<Outcome> {
        match op {
            Op::CreateNote(at, note) => self.write_note(*at, note, Some(false)),
            Op::PutNote(at, note) => self.write_note(*at, note, None),
            Op::ReplaceNote(at, note) => self.write_note(*at, note, Some(true)),
            Op::CreateTwo((a, first), (b, second)) => {
                let mut failed = self.clone().write_note(*a, first, Some(false));
                failed.extend(self.clone().write_note(*b, second, Some(false)));
                if failed.is_empty() {
                    self.write_note(*a, first, Some(false));
                    failed = self.write_note(*b, second, Some(false));
                }
                failed
            }
            Op::SetTitle(at, title) => self.change_note(*at, |note| note.title = title),
            Op::SetState(at, state) => self.change_note(*at, |note| note.state = *state),
            Op::SetTags(at, tags) => self.change_note(*at, |note| note.tags.clone_from(tags)),
            Op::SetTime(at, time) => self.change_note(*at, |note| note.at = *time),
            Op::SetTimeIf(at, time, title) => match self.notes.get(at) {
                Some((note, false)) if note.title != *title => vec![Outcome::Condition],
                Some((note, true)) if note.title != *title => vec![Outcome::Condition, Outcome::Deleted],
                _ => self.change_note(*at, |note| note.at = *time),
            },
            Op::DeleteNote(at) => {
                self.notes.remove(at);
                Vec::new()
            }
            Op::SoftDelete(at) => self.mark(*at, true),
            Op::Restore(at) => self.mark(*at, false),
            Op::PassTitle(from, to, title) => {
                let mut failed = self.change_note(*from, |note| note.title = title);
                let old = self.notes.get(to).map(|(note, _)| note.title);
                failed.extend(self.change_note(*to, |note| note.at = 3));
                failed.extend(old.filter(|old| old == title).map(|_| Outcome::Taken));
                failed
            }
            Op::PutMemo(at, time) => {
                self.memos.insert(*at, (*time, "new".to_owned()));
                Vec::new()
            }
            Op::PutOldMemo(at, time) => {
                self.memos.insert(*at, (*time, "old, upgraded".to_owned()));
                Vec::new()
            }
            Op::SetMemo(at, text) => match self.memos.get_mut(at) {
                Some(memo) => {
                    (*text).clone_into(&mut memo.1);
                    Vec::new()
                }
                None => vec![Outcome::NotFound],
            },
            Op::DeleteMemo(at) => {
                self.memos.remove(at);
                Vec::new()
            }
            Op::BatchMemos(folder, time) => {
                self.memos.insert((folder, IDS[0]), (*time, "new".to_owned()));
                self.memos.insert((folder, IDS[1]), (*time, "new".to_owned()));
                self.memos.remove(&(folder, IDS[2]));
                Vec::new()
            }
            Op::Backfill => Vec::new(),
            Op::CreatePage(at) => match self.pages.get(at) {
                Some(_) => vec![Outcome::Exists],
                None => {
                    self.pages.insert(*at, (0, "new".to_owned()));
                    Vec::new()
                }
            },
            Op::ReplacePage(at, stale) => match self.pages.get_mut(at) {
                None => vec![Outcome::NotFound],
                Some(_) if *stale => vec![Outcome::Changed],
                Some(page) => {
                    *page = (page.0 + 1, "replaced".to_owned());
                    Vec::new()
                }
            },
            Op::SetPage(at, text) => match self.pages.get_mut(at) {
                None => vec![Outcome::NotFound],
                Some(page) => {
                    *page = (page.0 + 1, (*text).to_owned());
                    Vec::new()
                }
            },
            Op::DeletePage(at) => {
                self.pages.remove(at);
                Vec::new()
            }
        }
    }

    fn write_note(&mut self, at: At, note: &NoteData, exists: Option<bool>) -> Vec<Outcome> {
        let mut failed = Vec::new();
        match (self.notes.get(&at), exists) {
            (Some((_, true)), _) => failed.push(Outcome::Deleted),
            (Some(_), Some(false)) => failed.push(Outcome::Exists),
            (None, Some(true)) => failed.push(Outcome::NotFound),
            _ => {}
        }
        if self.holder(note.title).is_some_and(|holder| holder != at) {
            failed.push(Outcome::Taken);
        }
        if failed.is_empty() {
            self.notes.insert(at, (note.clone(), false));
            self.counted.insert(at.0);
        }
        failed
    }

    fn change_note(&mut self, at: At, change: impl FnOnce(&mut NoteData)) -> Vec<Outcome> {
        let mut note = match self.notes.get(&at) {
            None => return vec![Outcome::NotFound],
            Some((_, true)) => return vec![Outcome::Deleted],
            Some((note, false)) => note.clone(),
        };
        change(&mut note);
        self.write_note(at, &note, None)
    }

    fn mark(&mut self, at: At, deleted: bool) -> Vec<Outcome> {
        match self.notes.get_mut(&at) {
            Some(note) => {
                note.1 = deleted;
                Vec::new()
            }
            None => vec![Outcome::NotFound],
        }
    }
}

fn one_of<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> + Clone {
    proptest::sample::select(all)
}

fn at() -> impl Strategy<Value = At> + Clone {
    (one_of(&FOLDERS), one_of(&IDS))
}

fn note() -> impl Strategy<Value = NoteData> + Clone {
    let tags = proptest::collection::btree_set(one_of(&TAGS), 0..3);
    (one_of(&TITLES), 0..4_u64, proptest::option::of(one_of(&STATES)), tags)
        .prop_map(|(title, at, state, tags)| NoteData { title, at, state, tags })
}

pub(super) fn op() -> impl Strategy<Value = Op> {
    let tags = || proptest::collection::btree_set(one_of(&TAGS), 0..3);
    prop_oneof![
        6 => (at(), note()).prop_map(|(at, note)| Op::CreateNote(at, note)),
        3 => (at(), note()).prop_map(|(at, note)| Op::PutNote(at, note)),
        2 => (at(), note()).prop_map(|(at, note)| Op::ReplaceNote(at, note)),
        2 => (at(), one_of(&TITLES)).prop_map(|(at, title)| Op::SetTitle(at, title)),
        2 => (at(), proptest::option::of(one_of(&STATES))).prop_map(|(at, state)| Op::SetState(at, state)),
        2 => (at(), tags()).prop_map(|(at, tags)| Op::SetTags(at, tags)),
        1 => (at(), 0..4_u64).prop_map(|(at, time)| Op::SetTime(at, time)),
        1 => (at(), 0..4_u64, one_of(&TITLES)).prop_map(|(at, time, title)| Op::SetTimeIf(at, time, title)),
        2 => at().prop_map(Op::DeleteNote),
        3 => at().prop_map(Op::SoftDelete),
        2 => at().prop_map(Op::Restore),
        2 => (at(), note(), at(), note())
            .prop_filter("two records", |(a, _, b, _)| a != b)
            .prop_filter("two titles", |(_, first, _, second)| first.title != second.title)
            .prop_map(|(a, first, b, second)| Op::CreateTwo((a, first), (b, second))),
        1 => (at(), at(), one_of(&TITLES))
            .prop_filter("two records", |(a, b, _)| a != b)
            .prop_map(|(a, b, title)| Op::PassTitle(a, b, title)),
        2 => (at(), 0..4_u64).prop_map(|(at, time)| Op::PutMemo(at, time)),
        2 => (at(), 0..4_u64).prop_map(|(at, time)| Op::PutOldMemo(at, time)),
        2 => at().prop_map(|at| Op::SetMemo(at, "set")),
        1 => at().prop_map(Op::DeleteMemo),
        1 => (one_of(&FOLDERS), 0..4_u64).prop_map(|(folder, time)| Op::BatchMemos(folder, time)),
        1 => Just(Op::Backfill),
        2 => at().prop_map(Op::CreatePage),
        2 => (at(), any::<bool>()).prop_map(|(at, stale)| Op::ReplacePage(at, stale)),
        1 => at().prop_map(|at| Op::SetPage(at, "set")),
        1 => at().prop_map(Op::DeletePage),
    ]
}

/// What goes wrong during an operation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mishap {
    None,
    /// The answer to the nth request is lost, and everything else works.
    AnswerLost(usize),
    /// Nothing is sent after the nth request: the program dies.
    Crash(usize),
}

pub(super) fn mishap() -> impl Strategy<Value = Mishap> {
    prop_oneof![
        8 => Just(Mishap::None),
        1 => (0..4_usize).prop_map(Mishap::AnswerLost),
        1 => (0..4_usize).prop_map(Mishap::Crash),
    ]
}
