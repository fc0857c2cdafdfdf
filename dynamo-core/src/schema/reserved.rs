//! Attribute names that the framework keeps for itself.

/// The state of a record whose companions are not all written yet.
pub(crate) const PENDING: &str = "_pending";

/// The expiry that a record had of its own before it was deleted softly.
pub(crate) const OWN_TTL: &str = "_ttl";

/// Identifies the state of an item that has too many attributes to compare, from reading to writing it.
pub(crate) const REVISION: &str = "_revision";

/// The digest of a transaction that was applied with a token, on its token item, and the beginning of that item's key.
pub(crate) const TOKEN: &str = "_token";

/// Until when a token item counts, in seconds since 1970.
pub(crate) const TOKEN_UNTIL: &str = "_until";

/// The schema version of an item.
pub(crate) const SCHEMA_VERSION: &str = "schemaVersion";
