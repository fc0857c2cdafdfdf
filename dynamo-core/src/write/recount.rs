//! Sets a counter to the number of the records that it counts, if it has not counted meanwhile.

use super::Target;
use super::merged::number_of;
use super::patch::read_with_revision;
use super::recounted::{Expiring, Recounted};
use super::request::{WriteKind, WriteRequest};
use super::send::{Unsent, alone, new_token, transaction};
use super::settle::renew;
use super::upgrade::current;
use crate::codec::{AttributeValue, Item};
use crate::companion::{Id, key_of};
use crate::db::Db;
use crate::entity::EntityCode;
use crate::error::Error;
use crate::expr::Placeholders;
use crate::key::Timestamp;
use crate::schema::reserved::REVISION;
use crate::schema::{EntitySchema, Role};
use crate::wire::{ATTEMPTS, Meter};

/// A counter, the number of its records and, if records may expire, those of them that do.
pub(crate) type Recount<'a> = (&'a Counter, u64, Option<Vec<Expiring>>);

/// One number of a counter.
#[derive(Debug, Clone)]
pub(crate) struct Counter {
    pub(crate) schema: &'static EntitySchema,
    pub(crate) code: &'static EntityCode,
    pub(crate) id: Id,
    /// The attribute of the number.
    pub(crate) attribute: &'static str,
    /// The attributes of a new counter; `None` if it is within a record of its own, which counting does not create.
    pub(crate) fresh: Option<Item>,
}

impl Counter {
    /// Returns the number of a counter that was read.
    pub(crate) fn number(&self, item: Option<&Item>) -> u64 {
        // An older schema version may have the number under another name.
        let upgraded = item.and_then(|item| current(self.code, item).ok().flatten());
        u64::try_from(number_of(upgraded.as_ref().or(item), self.attribute)).unwrap_or_default()
    }

    fn target(&self, db: &Db) -> Result<Target, Error> {
        Target::new(db, "repair", self.schema, (self.id.1.clone(), self.id.2.clone()))
    }

    /// Reads the counter and marks it with a revision, which counting removes. One of an older schema version is upgraded
    /// first.
    pub(crate) async fn watch(&self, db: &Db, meter: &Meter) -> Result<Option<Item>, Error> {
        let target = self.target(db)?;
        let mut found = read_with_revision(db, &target, meter).await?;
        for _ in 0..ATTEMPTS {
            match &found {
                Some(item) if current(self.code, item)?.is_some() => renew(db, self.code, item, meter).await?,
                _ => break,
            }
            found = read_with_revision(db, &target, meter).await?;
        }
        Ok(found)
    }

    /// Sets the numbers of an item that was [watched](Self::watch); returns false if it has changed since. `span` says when
    /// the recount began, and when it ended, in seconds since 1970.
    pub(crate) async fn set(
        &self,
        db: &Db,
        watched: Option<&Item>,
        numbers: &[Recount<'_>],
        span: (Timestamp, i64),
        meter: &Meter,
    ) -> Result<bool, Error> {
        let target = self.target(db)?;
        let mut placeholders = Placeholders::default();
        let mut set =
            |name: &str, value: &AttributeValue| format!("{} = {}", placeholders.name(name), placeholders.value(value));
        let values = numbers.iter().map(|(counter, number, _)| (counter.attribute, number.to_string()));
        let mut sets: Vec<_> = values.map(|(name, number)| set(name, &AttributeValue::N(number))).collect();
        if watched.is_none() {
            sets.extend(self.fresh.iter().flatten().map(|(name, value)| set(name, value)));
            let managed = self.schema.fields.iter().filter_map(|field| match field.role {
                Role::CreatedAt | Role::UpdatedAt => Some((field.attribute?, db.now().as_attribute(field.ty))),
                Role::Version => Some((field.attribute?, AttributeValue::N("1".to_owned()))),
                _ => None,
            });
            sets.extend(managed.map(|(name, value)| set(name, &value)));
        }
        let revision = placeholders.name(REVISION);
        let condition = match watched {
            Some(item) => {
                let known = item.get(REVISION).cloned().unwrap_or(AttributeValue::Null(true));
                format!("{revision} = {}", placeholders.value(&known))
            }
            None => format!("attribute_not_exists({})", placeholders.name(self.schema.layout.pk.name.text)),
        };
        let key = key_of(self.schema.layout, &target.key());
        let expression = format!("SET {} REMOVE {revision}", sets.join(", "));
        let request = WriteRequest::new(WriteKind::Update { key, expression }, &target);
        let mut requests = vec![request.with(Some(condition), placeholders)];
        for (counter, _, expiring) in numbers {
            if let Some(expiring) = expiring {
                let counter = (counter.schema.layout, &counter.id, counter.attribute);
                requests.push(Recounted::remember(db, counter, span, expiring)?);
            }
        }
        let sent = match &requests[..] {
            // Sent again after a lost answer, it fails, and another run finds the right number.
            [one] => alone(db, one, false, meter).await,
            all => match transaction(db, all, &new_token(), meter).await {
                Err(Unsent::Cancelled(reasons)) if matches!(&reasons[..], [Some(Error::ConditionFailed(_)), ..]) => {
                    return Ok(false);
                }
                sent => sent.map_err(Unsent::into_error),
            },
        };
        match sent {
            Ok(()) => Ok(true),
            Err(Error::ConditionFailed(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
