//! Takes records off their counters that DynamoDB has deleted because they expired.

use super::request::WriteRequest;
use super::send::{Unsent, new_token, transaction};
use super::steps::step_request;
use super::token::TokenItem;
use crate::client::Meter;
use crate::companion::{Step, derive, diff};
use crate::db::Db;
use crate::entity::EntityCode;
use crate::error::Error;
use crate::schema::Item;

/// Takes a record off its counters, once for each event, however often it is delivered; returns how many changed.
pub(crate) async fn count_off(
    db: &Db,
    code: &'static EntityCode,
    old: &Item,
    event: &str,
    meter: &Meter,
) -> Result<u64, Error> {
    let steps = diff(derive(code, old)?, Vec::new(), false).bound;
    let mut counted = 0;
    for (i, step) in steps.iter().filter(|step| matches!(step, Step::Count(..))).enumerate() {
        let token = TokenItem::of_event(db, &format!("{event}#{i}"), code.schema.layout)?;
        let requests: [WriteRequest; 2] = [step_request(db, step)?, token.request()];
        match transaction(db, &requests, &new_token(), meter).await {
            Ok(()) => counted += 1,
            // It was delivered before, or there is nothing left to take away.
            Err(Unsent::Cancelled(reasons)) if reasons.iter().flatten().all(is_condition) => {}
            Err(unsent) => return Err(unsent.into_error()),
        }
    }
    Ok(counted)
}

fn is_condition(error: &Error) -> bool {
    matches!(error, Error::ConditionFailed(_) | Error::Exists(_) | Error::NotFound(_))
}
