//! Errors of cursors.

/// A cursor that is malformed, or belongs to another query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CursorError {
    /// The text is not a cursor that a page returned.
    #[error("the cursor is not one that a page gave\nhelp: pass it on as it was")]
    Malformed,
    /// The cursor belongs to another query, filter or order.
    #[error(
        "the cursor belongs to another query\nhelp: go on with the same keys, filter and order, or begin without a cursor"
    )]
    OtherQuery,
}
