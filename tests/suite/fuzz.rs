//! How long the property tests run: briefly in the suite, longer where an environment variable says so.

/// How many cases a property test tries: `cases`, times `DYNAMO_FUZZ` where that is set.
pub(crate) fn cases(cases: u32) -> u32 {
    let times = std::env::var("DYNAMO_FUZZ").ok().and_then(|times| times.parse().ok());
    cases.saturating_mul(times.unwrap_or(1))
}
