//! Entries of the indexes, derived from the records of the goals app.

use dynamo_core::Error;
use dynamo_core::op::BatchWrite;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::TryStreamExt;

use super::{CompanyEntry, DueDay, DueTask, GgExtended, Listed, TagEntry};
use crate::Id;
use crate::goals_guild::{GgCore, Goal, Group, Offer, Quest, Task, User, UserId};

/// How many records are indexed at once.
const BATCH: usize = 25;

/// The entries of one record.
#[derive(Debug, Default, PartialEq)]
struct Entries {
    due: Option<DueTask>,
    tags: Vec<TagEntry>,
    companies: Vec<CompanyEntry>,
}

impl Entries {
    fn of(record: &GgCore) -> Self {
        match record {
            GgCore::Task(task) => Self { due: due(task), ..Self::default() },
            GgCore::Goal(goal) => Self::tagged(&goal.tags, Listed::Goal, goal.goal_id.into(), Some(goal.user_id)),
            GgCore::Quest(quest) => {
                Self::tagged(&quest.tags, Listed::Quest, quest.quest_id.into(), Some(quest.user_id))
            }
            GgCore::Group(group) => Self::tagged(&group.tags, Listed::Group, group.group_id.into(), None),
            GgCore::User(user) => Self::tagged(&user.tags, Listed::User, user.user_id.into(), None),
            GgCore::Offer(offer) => {
                let (entity, id) = (Listed::Offer, offer.offer_id.into());
                let companies = vec![CompanyEntry { company_id: offer.company_id, entity, id }];
                Self { companies, ..Self::tagged(&offer.tags, entity, id, None) }
            }
            _ => Self::default(),
        }
    }

    fn tagged(tags: &[String], entity: Listed, id: Id, user_id: Option<UserId>) -> Self {
        let mut tags: Vec<_> = tags.iter().filter(|tag| !tag.is_empty()).cloned().collect();
        tags.sort();
        tags.dedup();
        let tags = tags.into_iter().map(|tag| TagEntry { tag, entity, id, user_id }).collect();
        Self { tags, ..Self::default() }
    }

    /// Those of `self` that `current` does not have.
    fn without(self, current: &Self) -> Self {
        let is_current = |due: &DueTask| current.due.as_ref().is_some_and(|now| now.task_id == due.task_id);
        let mut gone = self;
        gone.due = gone.due.filter(|due| !is_current(due));
        gone.tags.retain(|entry| !current.tags.iter().any(|now| now.tag == entry.tag));
        gone.companies.retain(|entry| !current.companies.contains(entry));
        gone
    }

    fn written(&self, batch: BatchWrite) -> BatchWrite {
        batch.put_all(&self.due).put_all(&self.tags).put_all(&self.companies)
    }

    fn deleted(&self, batch: BatchWrite) -> BatchWrite {
        let batch = batch.delete_all(self.due.iter().map(Entity::key));
        let batch = batch.delete_all(self.tags.iter().map(Entity::key));
        batch.delete_all(self.companies.iter().map(Entity::key))
    }
}

fn due(task: &Task) -> Option<DueTask> {
    let due_at = task.due_at.filter(|_| !task.done)?;
    let Task { task_id, goal_id, user_id, title, .. } = task.clone();
    Some(DueTask { task_id, goal_id, user_id, title, due_day: DueDay::of(due_at), due_at })
}

/// The record as it is now.
async fn current(db: &Db, record: &GgCore) -> Result<Option<GgCore>, Error> {
    macro_rules! read {
        ($($entity:ident),*) => {
            match record {
                $(GgCore::$entity(record) => {
                    db.get(record.key()).consistent().await?.map(|record: $entity| GgCore::$entity(record))
                })*
                _ => None,
            }
        };
    }
    Ok(read!(Task, Goal, Quest, Group, User, Offer))
}

/// Derives the entries of a record after a change that the table's stream reports.
///
/// Reads the record as it is now, so changes may be delivered repeatedly and in any order.
pub async fn on_change(db: &Db, change: &Change<GgExtended>) -> Result<(), Error> {
    let base = |image: &Option<GgExtended>| match image {
        Some(GgExtended::Core(record)) => Some(record.clone()),
        _ => None,
    };
    let images: Vec<GgCore> = [base(&change.old), base(&change.new)].into_iter().flatten().collect();
    let Some(record) = images.last() else { return Ok(()) };
    let entries = current(db, record).await?.as_ref().map(Entries::of).unwrap_or_default();
    for image in &images {
        let gone = Entries::of(image).without(&entries);
        gone.deleted(db.batch_write()).await?;
    }
    entries.written(db.batch_write()).await
}

/// Derives the entries of all records of a table, which had them before it had the indexes. It can be called again.
pub async fn index_all(db: &Db) -> Result<u64, Error> {
    let mut records = db.scan_all::<GgCore>().lenient().stream().try_chunks(BATCH);
    let mut indexed = 0;
    while let Some(records) = records.try_next().await.map_err(|error| error.1)? {
        let mut batch = db.batch_write();
        for record in &records {
            let entries = Entries::of(record);
            indexed += u64::from(entries != Entries::default());
            batch = entries.written(batch);
        }
        batch.await?;
    }
    Ok(indexed)
}
