//! The long run: `DYNAMO_LONG=1 cargo test`, which CI does.
//!
//! A plain `cargo test` runs the same tests on fewer cases: most operations by one transport, fewer random sequences, fewer writes that
//! race, fewer requests to be killed at.

/// Whether this is the long run.
pub(crate) fn is_long() -> bool {
    std::env::var_os("DYNAMO_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}

/// `long` in the long run, else `short`.
pub(crate) fn in_long<T>(long: T, short: T) -> T {
    if is_long() { long } else { short }
}
