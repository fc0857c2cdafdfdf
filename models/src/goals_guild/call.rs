//! Who asks for what, and what came of it.

use std::fmt::Display;
use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::op::{Inserted, Transact};
use dynamo_core::prelude::*;

use super::{GoalId, GroupId, Mutation, QuestId, Request, RequestId, RoomId, TaskId, UserId};
use crate::Id;
use crate::claims::VerifiedClaims;

/// How long a request is known.
const REMEMBERED: Duration = Duration::from_hours(7 * 24);

/// A call of a mutation: who asks, as the authorizer found out, and under which request id.
///
/// The id is the client's: it sends the same one with every retry. What it was used for is known for a week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    user_id: UserId,
    request_id: RequestId,
    admin: bool,
}

impl Call {
    /// A call by a user.
    pub fn new(user_id: UserId, request_id: impl Into<RequestId>) -> Self {
        Self { user_id, request_id: request_id.into(), admin: false }
    }

    /// A call by whom a verified token names: the only way to one that is an administrator's.
    ///
    /// ```
    /// use std::time::Duration;
    /// use dynamo_core::Timestamp;
    /// use models::claims::{Claims, TokenKey};
    /// use models::goals_guild::{Call, GuildError, UserId};
    ///
    /// let (key, user, now) = (TokenKey::new(b"thirty-two bytes that nobody knows")?, UserId::new(), Timestamp::now());
    /// let claims = Claims::new(user, now, Duration::from_hours(1));
    /// let call = Call::from_claims(&key.verify(&key.sign(&claims), now)?, "r1")?;
    /// assert_eq!(call.as_admin(), Err(GuildError::NotAdmin));
    /// let call = Call::from_claims(&key.verify(&key.sign(&claims.admin()), now)?, "r1")?;
    /// assert!(call.as_admin().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_claims(claims: &VerifiedClaims, request_id: impl Into<RequestId>) -> Result<Self, GuildError> {
        let user_id = claims.subject().parse().map_err(|_| GuildError::Input("the token's subject is no user"))?;
        Ok(Self { admin: claims.is_admin(), ..Self::new(user_id, request_id) })
    }

    /// The same call for what only an administrator may do.
    pub fn as_admin(&self) -> Result<AdminCall, GuildError> {
        if self.admin { Ok(AdminCall(self.clone())) } else { Err(GuildError::NotAdmin) }
    }

    /// Who asks.
    #[must_use]
    pub fn user_id(&self) -> UserId {
        self.user_id
    }

    /// The item that stands for this request, which is told from others by all that was given.
    pub(super) fn request(&self, db: &Db, mutation: Mutation, given: &[&dyn Display]) -> Request {
        let now = db.now();
        let given: Vec<_> = given.iter().map(ToString::to_string).collect();
        Request {
            request_id: self.request_id.clone(),
            user_id: self.user_id,
            mutation,
            digest: given.join(" "),
            made: None,
            changed: true,
            created_at: now,
            ttl: now.second_after(REMEMBERED),
        }
    }
}

/// A call by an administrator: there is no other way to one than [`Call::as_admin`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminCall(Call);

impl AdminCall {
    pub(super) fn call(&self) -> &Call {
        &self.0
    }
}

/// What came of a mutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done<T> {
    /// The same for every repetition of a request.
    pub value: T,
    /// The request was executed before, and nothing was done now.
    pub repeated: bool,
}

/// Whether anything was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It was.
    Changed,
    /// It was as asked already.
    Unchanged,
}

/// Something new that is found by its id and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made<I> {
    /// The new thing.
    pub id: I,
    /// The time of its creation.
    pub at: Timestamp,
}

/// The error of a mutation, which has changed nothing, unless the database did not answer:
/// see [`Failure::may_have_been_applied`](dynamo_core::Failure::may_have_been_applied). The same request can be sent again in
/// any case.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GuildError {
    /// Only an administrator may do this.
    #[error("only an administrator may do this")]
    NotAdmin,
    /// Nobody follows themselves.
    #[error("nobody follows themselves")]
    FollowsSelf,
    /// There is no such user.
    #[error("there is no user {0}")]
    NoSuchUser(UserId),
    /// There is no such group.
    #[error("there is no group {0}")]
    NoSuchGroup(GroupId),
    /// There is no such room.
    #[error("there is no room {0}")]
    NoSuchRoom(RoomId),
    /// There is no such quest.
    #[error("there is no quest {0}")]
    NoSuchQuest(QuestId),
    /// The owner of a group cannot leave it.
    #[error("the owner of group {0} cannot leave it")]
    OwnerStays(GroupId),
    /// Only members of a room write in it.
    #[error("user {0} is not in room {1}")]
    NotInRoom(UserId, RoomId),
    /// A linked goal is another user's, or does not exist.
    #[error("goal {0} is none of the user's")]
    NotYourGoal(GoalId),
    /// A linked task is another user's, or does not exist.
    #[error("task {0} is none of the user's")]
    NotYourTask(TaskId),
    /// The user has an account.
    #[error("user {0} has an account already")]
    HasAccount(UserId),
    /// The input contradicts itself.
    #[error("{0}")]
    Input(&'static str),
    /// A quest that is over is not cancelled.
    #[error("quest {0} is completed")]
    QuestIsCompleted(QuestId),
    /// The request id was used for something else.
    #[error("request {0} was used for another call: a new call needs a new id")]
    RequestReused(RequestId),
    /// Somebody tried to log in too often.
    #[error("too many attempts to log in: try again at epoch second {until}")]
    TooManyLogins {
        /// The epoch second from which on it can be tried again.
        until: u64,
    },
    /// The retries are exhausted, because others change the same items.
    #[error("others are changing the same: try again")]
    Busy,
    /// The database.
    #[error(transparent)]
    Db(#[from] Error),
}

/// How often something is tried again that others changed meanwhile.
pub(super) const ATTEMPTS: usize = 8;

/// Executes a request once; an inner error is the position of an action whose condition failed.
pub(super) async fn once(transact: Transact, request: &Request) -> Result<Result<Done<Request>, usize>, GuildError> {
    match transact.once(request).await {
        Ok(Inserted::Created(request)) => Ok(Ok(Done { value: request, repeated: false })),
        Ok(Inserted::Existing(first)) => repeated(first, request).map(Ok),
        Err(Error::Cancelled(cancelled)) => match cancelled.failed_at() {
            Some(at) => Ok(Err(at)),
            None => Err(Error::Cancelled(cancelled).into()),
        },
        Err(error) => Err(error.into()),
    }
}

/// Returns the result of a request that was executed before.
fn repeated(first: Request, request: &Request) -> Result<Done<Request>, GuildError> {
    if first.mutation == request.mutation && first.digest == request.digest {
        Ok(Done { value: first, repeated: true })
    } else {
        Err(GuildError::RequestReused(first.request_id))
    }
}

/// Returns the result of a request that can no longer be executed, in case it was executed before.
pub(super) async fn or_before(db: &Db, request: &Request, refusal: GuildError) -> Result<Done<Request>, GuildError> {
    match db.get(request.key()).consistent().await? {
        Some(first) => repeated(first, request),
        None => Err(refusal),
    }
}

impl Done<Request> {
    pub(super) fn effect(self) -> Done<Effect> {
        let value = if self.value.changed { Effect::Changed } else { Effect::Unchanged };
        Done { value, repeated: self.repeated }
    }

    pub(super) fn made<I>(self, id: impl FnOnce(Id) -> I) -> Done<Made<I>> {
        let made =
            Made { id: id(self.value.made.unwrap_or(Id::from_ulid(crate::Ulid::nil()))), at: self.value.created_at };
        Done { value: made, repeated: self.repeated }
    }
}
