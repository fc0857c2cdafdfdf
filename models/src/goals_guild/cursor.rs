//! Where the next page of a feed begins.

use std::fmt;
use std::str::FromStr;

use dynamo_core::Timestamp;

use super::{ActivityId, GuildError, UserId};

/// The width of a time.
const AT: usize = 24;

/// The position after a page of [`home_feed`](super::home_feed), to be sent to a client as text and given back by it. It
/// continues the feed of one user, and no other.
///
/// ```
/// use models::goals_guild::FeedCursor;
///
/// assert!("nonsense".parse::<FeedCursor>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedCursor {
    user: UserId,
    last: (Timestamp, ActivityId),
}

const MALFORMED: GuildError = GuildError::Input("the cursor is malformed");

impl FeedCursor {
    pub(super) fn new(user: UserId, last: (Timestamp, ActivityId)) -> Self {
        Self { user, last }
    }

    /// The last entry that was seen, if it is a cursor of this user's feed.
    pub(super) fn of(&self, user: UserId) -> Result<(Timestamp, ActivityId), GuildError> {
        let is_same = self.user == user;
        is_same.then_some(self.last).ok_or(GuildError::Input("the cursor belongs to another user's feed"))
    }
}

/// Writes the time, then how long the user's id is, then both ids.
impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, activity) = self.last;
        write!(f, "{at}{:02}{}{activity}", self.user.as_str().len(), self.user)
    }
}

impl FromStr for FeedCursor {
    type Err = GuildError;

    fn from_str(text: &str) -> Result<Self, GuildError> {
        let split = |text: &'_ str, at| text.split_at_checked(at).map(|(a, b)| (a.to_owned(), b.to_owned()));
        let (at, rest) = split(text, AT).ok_or(MALFORMED)?;
        let (len, rest) = split(&rest, 2).ok_or(MALFORMED)?;
        let (user, activity) = split(&rest, len.parse().map_err(|_| MALFORMED)?).ok_or(MALFORMED)?;
        let last = (at.parse().map_err(|_| MALFORMED)?, activity.parse().map_err(|_| MALFORMED)?);
        Ok(Self { user: user.parse().map_err(|_| MALFORMED)?, last })
    }
}
