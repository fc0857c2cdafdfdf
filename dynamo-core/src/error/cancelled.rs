//! Transactions that were cancelled.

use std::fmt;

use super::Error;

/// A transaction that was cancelled: nothing of it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Cancelled {
    actions: Vec<CancelledAction>,
}

/// An action for which a transaction was cancelled.
#[derive(Debug, Clone, PartialEq)]
pub struct CancelledAction {
    position: usize,
    error: Error,
}

impl From<Cancelled> for Error {
    fn from(error: Cancelled) -> Self {
        Self::Cancelled(Box::new(error))
    }
}

impl Cancelled {
    pub(crate) fn new(reasons: Vec<Option<Error>>) -> Self {
        let actions = reasons.into_iter().enumerate();
        let actions = actions.filter_map(|(position, error)| Some(CancelledAction { position, error: error? }));
        Self { actions: actions.collect() }
    }

    /// The actions that were in the way.
    #[must_use]
    pub fn actions(&self) -> &[CancelledAction] {
        &self.actions
    }

    /// Where the first action stands whose own condition did not hold: an item that was to be new exists, one that was to
    /// exist does not, or is not as it was to be.
    #[must_use]
    pub fn failed_at(&self) -> Option<usize> {
        let failed = |error: &Error| {
            matches!(
                error,
                Error::Exists(_) | Error::NotFound(_) | Error::ConditionFailed(_) | Error::VersionConflict(_)
            )
        };
        self.actions.iter().find(|action| failed(&action.error)).map(|action| action.position)
    }

    /// Whether the same transaction may pass later: no condition failed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        !self.actions.is_empty() && self.actions.iter().all(|action| action.error.is_retryable())
    }
}

impl CancelledAction {
    /// Its place in the transaction, counted from 0.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// What was wrong with it: entity, key and condition are in there.
    #[must_use]
    pub fn error(&self) -> &Error {
        &self.error
    }
}

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the transaction was cancelled, and nothing of it was written")?;
        self.actions.iter().try_for_each(|action| write!(f, "\naction {}: {}", action.position, action.error))
    }
}

impl std::error::Error for Cancelled {}
