//! Attribute names that the framework keeps for itself.

/// The state of a record whose companions are not all written yet.
pub(crate) const PENDING: &str = "_pending";

/// The expiry that a record had of its own before it was deleted softly.
pub(crate) const OWN_TTL: &str = "_ttl";

/// The schema version of an item.
pub(crate) const SCHEMA_VERSION: &str = "schemaVersion";
