//! Transactions that were cancelled.

use std::fmt;

use super::Error;

/// A transaction that was cancelled: none of its actions was applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Cancelled {
    actions: Vec<CancelledAction>,
}

/// An action that caused a transaction to be cancelled.
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
    pub(crate) fn of_reasons(reasons: Vec<Option<Error>>) -> Self {
        Self::new(reasons.into_iter().enumerate().filter_map(|(position, error)| Some((position, error?))))
    }

    /// Creates the error of a transaction from the actions that failed, each with its position, for tests of what an application
    /// does about it.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// use dynamo_core::{Cancelled, Failure};
    ///
    /// let exists = Error::Exists(Failure::new("create", "library").into());
    /// let cancelled = Cancelled::new([(1, exists)]);
    /// assert_eq!(cancelled.failed_at(), Some(1));
    /// assert!(!Error::from(cancelled).is_retryable());
    /// ```
    #[must_use]
    pub fn new(actions: impl IntoIterator<Item = (usize, Error)>) -> Self {
        let action = |(position, error)| CancelledAction { position, error };
        Self { actions: actions.into_iter().map(action).collect() }
    }

    /// Returns the actions that caused the cancellation.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Cancelled(error)) = db.transact().create(&new_book()).create(&book()).await else { unreachable!() };
    /// assert_eq!(error.actions().len(), 1);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn actions(&self) -> &[CancelledAction] {
        &self.actions
    }

    /// Returns the position of the first action whose own condition failed, with [`Error::Exists`],
    /// [`Error::NotFound`], [`Error::Deleted`], [`Error::ConditionFailed`] or [`Error::VersionConflict`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Cancelled(error)) = db.transact().create(&new_book()).create(&book()).await else { unreachable!() };
    /// assert_eq!(error.failed_at(), Some(1)); // counted from 0
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn failed_at(&self) -> Option<usize> {
        let failed = |error: &Error| {
            matches!(
                error,
                Error::Exists(_)
                    | Error::NotFound(_)
                    | Error::Deleted(_)
                    | Error::ConditionFailed(_)
                    | Error::VersionConflict(_)
            )
        };
        self.actions.iter().find(|action| failed(&action.error)).map(|action| action.position)
    }

    /// Returns whether the same transaction may succeed later, since no condition failed.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Cancelled(error)) = db.transact().create(&new_book()).create(&book()).await else { unreachable!() };
    /// assert!(!error.is_retryable()); // the book exists, and will the next time
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        !self.actions.is_empty() && self.actions.iter().all(|action| action.error.is_retryable())
    }
}

impl CancelledAction {
    /// Returns the position in the transaction, counted from 0.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Cancelled(error)) = db.transact().create(&new_book()).create(&book()).await else { unreachable!() };
    /// assert_eq!(error.actions()[0].position(), 1);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the error of the action, with its entity, key and condition.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Cancelled(error)) = db.transact().create(&new_book()).create(&book()).await else { unreachable!() };
    /// assert!(matches!(error.actions()[0].error(), Error::Exists(_)));
    /// # Ok(()) });
    /// ```
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
