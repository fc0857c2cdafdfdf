//! Takes records off their counters that DynamoDB has deleted because they expired.

use super::recounted::{Expiring, Recounted};
use super::send::{Unsent, new_token, transaction};
use super::steps::count_request;
use super::token::TokenItem;
use super::upgrade::renew_counter;
use crate::codec::Item;
use crate::companion::{CompanionStep, derive, diff};
use crate::db::Db;
use crate::entity::EntityCode;
use crate::error::Error;
use crate::wire::{ATTEMPTS, Meter};

/// Takes a record off its counters, once for each event, however often it is delivered; returns how many changed. A number
/// that was recounted after the record had gone does not include it.
pub(crate) async fn count_off(
    db: &Db,
    code: &'static EntityCode,
    old: &Item,
    event: &str,
    meter: &Meter,
) -> Result<u64, Error> {
    let steps = diff(derive(code, old)?, Vec::new(), false).bound;
    let expiring = Expiring::of(code.schema.layout, old);
    let mut counted = 0;
    for (i, step) in steps.into_iter().enumerate() {
        let CompanionStep::Count(counter, by) = step else { continue };
        let token = TokenItem::of_event(db, &format!("{event}#{i}"), code.schema.layout)?;
        for _ in 0..ATTEMPTS {
            let (mut by, mut checks) = (by.clone(), Vec::new());
            for attribute in by.keys().copied().collect::<Vec<_>>() {
                let recounted = Recounted::of(db, &counter, attribute, meter).await?;
                if !recounted.includes(expiring.as_ref()) {
                    by.remove(attribute);
                } else if expiring.is_some() {
                    checks.push(recounted.still());
                }
            }
            if by.is_empty() {
                break;
            }
            let requests = [count_request(db, &counter, &by, None)?, token.request()];
            let requests: Vec<_> = requests.into_iter().chain(checks).collect();
            match transaction(db, &requests, &new_token(), meter).await {
                Ok(()) => counted += 1,
                Err(Unsent::Cancelled(reasons)) if reasons.iter().flatten().all(is_condition) => {
                    // It was recounted meanwhile.
                    if reasons.iter().skip(2).any(Option::is_some) {
                        continue;
                    }
                    let found = reasons.into_iter().next().flatten();
                    let item = found.as_ref().and_then(Error::failure).and_then(|failure| failure.item.as_ref());
                    if let Some(item) = item
                        && renew_counter(db, &counter, item, meter).await?
                    {
                        continue;
                    }
                    // It was delivered before, or there is nothing left to take away.
                }
                Err(unsent) => return Err(unsent.into_error()),
            }
            break;
        }
    }
    Ok(counted)
}

fn is_condition(error: &Error) -> bool {
    matches!(error, Error::ConditionFailed(_) | Error::Exists(_) | Error::NotFound(_))
}
