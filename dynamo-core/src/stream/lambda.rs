//! Stream records of Lambda events.

use aws_lambda_events::event::dynamodb::EventRecord;

use super::{Change, Record, at_second};
use crate::codec::{AttributeValue, Item};
use crate::entity::Table;
use crate::error::Error;

fn item(image: serde_dynamo::Item) -> Item {
    image.into_inner().into_iter().map(|(name, value)| (name, AttributeValue::from(value))).collect()
}

/// Converts a record of a Lambda event.
impl From<EventRecord> for Record {
    fn from(record: EventRecord) -> Self {
        let principal = record.user_identity.map(|identity| identity.principal_id);
        let change = record.change;
        let at = at_second(change.approximate_creation_date_time.timestamp());
        let images = (item(change.old_image), item(change.new_image));
        Self::delivered(images, change.sequence_number, at, principal.as_deref())
    }
}

/// Converts a record of a Lambda event.
impl<T: Table> TryFrom<EventRecord> for Change<T> {
    type Error = Error;

    fn try_from(record: EventRecord) -> Result<Self, Error> {
        Record::from(record).read()
    }
}
