//! Stream records of `aws-sdk-dynamodbstreams`.

use aws_sdk_dynamodbstreams::types::{AttributeValue as StreamValue, Record as SdkRecord};
use serde_dynamo::AttributeValue as Neutral;

use super::{Change, Record, at_second};
use crate::codec::{AttributeValue, Item};
use crate::entity::Table;
use crate::error::{Error, InvalidKind};

fn item(image: Option<std::collections::HashMap<String, StreamValue>>) -> Item {
    let value = |value: StreamValue| AttributeValue::from(Neutral::from(value));
    image.unwrap_or_default().into_iter().map(|(name, found)| (name, value(found))).collect()
}

/// Converts a record of the SDK. One without content is an error.
impl TryFrom<SdkRecord> for Record {
    type Error = Error;

    fn try_from(record: SdkRecord) -> Result<Self, Error> {
        let principal = record.user_identity.and_then(|identity| identity.principal_id);
        let record = record.dynamodb.ok_or_else(|| {
            Error::invalid(
                InvalidKind::Undeclared,
                "a record of a stream has no content",
                "set the stream's view type to NEW_AND_OLD_IMAGES",
            )
        })?;
        let at = record.approximate_creation_date_time.and_then(|at| at_second(at.secs()));
        let images = (item(record.old_image), item(record.new_image));
        Ok(Self::delivered(images, record.sequence_number, at, principal.as_deref()))
    }
}

/// Converts a record of the SDK.
impl<T: Table> TryFrom<SdkRecord> for Change<T> {
    type Error = Error;

    fn try_from(record: SdkRecord) -> Result<Self, Error> {
        Record::try_from(record)?.read()
    }
}
