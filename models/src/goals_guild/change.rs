//! What is done when the table changes.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::fan_out::{FanOut, Position, catch_up, starts};
use super::{Activity, FeedRules, GgCore, GuildError, GuildEvent, Promotion, UserId};
use crate::worker::{Job, Progress, Worker};

/// What somebody is to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notification {
    /// The user who is told.
    pub to: UserId,
    /// The event that the user is told of.
    pub event: GuildEvent,
}

/// What a change came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Handled {
    /// The domain event, to be published.
    pub event: Option<GuildEvent>,
    /// Whom to tell of it.
    pub notifications: Vec<Notification>,
    /// Whether copies for feeds were queued.
    pub queued: bool,
}

/// Handles a record of the table's stream: returns the domain event that it is and whom to tell, and queues copies for feeds with
/// the worker, for [`copy_page`] to make.
///
/// It can be called again for the same record: a job is queued once while it stands, and copies have the keys of their
/// activities. Publish what it returns before the record counts as handled; the record's sequence number tells one event
/// from another for those who get it twice.
///
/// ```
/// use dynamo_core::prelude::*;
/// use models::goals_guild::{FeedRules, GgCore, copy_page, on_change};
/// use models::worker::{Worker, WorkerRules};
///
/// # async fn run(db: Db) -> Result<(), Error> {
/// let (worker, rules) = (Worker::new("guild", WorkerRules::default()), FeedRules::default());
/// let mut follower = worker.follow::<GgCore>(&db).await?;
/// loop {
///     let step = follower.step(async |change| {
///         let handled = on_change(&db, &worker, change, &rules).await?;
///         for notification in handled.notifications {
///             println!("to {}: {:?}", notification.to, notification.event);
///         }
///         Ok::<(), models::goals_guild::GuildError>(())
///     });
///     let step = step.await?;
///     let worked = worker.work(&db, 20, async |job| copy_page(&db, job, &rules).await).await?;
///     if step.is_idle() && worked.pages == 0 {
///         tokio::time::sleep(std::time::Duration::from_millis(250)).await;
///     }
/// }
/// # }
/// ```
pub async fn on_change(
    db: &Db,
    worker: &Worker,
    change: &Change<GgCore>,
    rules: &FeedRules,
) -> Result<Handled, GuildError> {
    let queued = match starts(change) {
        Some(GgCore::Follow(follow)) => {
            catch_up(db, follow, rules).await?;
            false
        }
        Some(record) => queue(db, worker, record, rules).await?,
        None => false,
    };
    let event = GuildEvent::of(change);
    let mut notifications = Vec::new();
    if let Some(event) = event {
        let recipients = event.recipients(db).await?;
        notifications.extend(recipients.into_iter().map(|to| Notification { to, event }));
    }
    Ok(Handled { event, notifications, queued })
}

/// Queues the copies that a record is a reason for, if there are any to make.
async fn queue(db: &Db, worker: &Worker, record: &GgCore, rules: &FeedRules) -> Result<bool, Error> {
    if FanOut::of(db, record, rules).await?.is_none() {
        return Ok(false);
    }
    match record {
        GgCore::Activity(activity) => worker.queue(db, activity).await?,
        GgCore::Promotion(promotion) => worker.queue(db, promotion).await?,
        _ => return Ok(false),
    };
    Ok(true)
}

/// Makes one page of the copies that a job is about: for [`Worker::work`].
///
/// The record is read as it is now. Where it is gone, or its user no longer promoted, there is nothing more to do.
pub async fn copy_page(db: &Db, job: &Job, rules: &FeedRules) -> Result<Progress, GuildError> {
    let record = record_of(db, job).await?;
    let Some(record) = record else { return Ok(Progress::Done) };
    let Some(fan_out) = FanOut::of(db, &record, rules).await? else { return Ok(Progress::Done) };
    let position = job.position.as_deref().map_or(Ok(Position::START), str::parse)?;
    let (_, next) = fan_out.page(db, &position, rules).await?;
    Ok(next.map_or(Progress::Done, |next| Progress::Next(next.to_string())))
}

async fn record_of(db: &Db, job: &Job) -> Result<Option<GgCore>, Error> {
    let (pk, sk) = (&job.record_pk, &job.record_sk);
    if let Ok((actor, at, activity)) = Activity::parse_key(pk, sk) {
        let activity = db.get(Activity::key(actor, at, activity)).consistent().await?;
        return Ok(activity.map(GgCore::Activity));
    }
    let user = Promotion::parse_key(pk, sk)?;
    Ok(db.get(Promotion::of_user(&user.0)).consistent().await?.map(GgCore::Promotion))
}
