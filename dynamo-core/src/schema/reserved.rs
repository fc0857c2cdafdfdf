//! Attribute names that the framework keeps for itself. The derive has the same list, for the attributes of tables.

use super::text;

/// The state of a record whose companions are not all written yet.
pub(crate) const PENDING: &str = "_pending";

/// The expiry that a record had of its own before it was deleted softly.
pub(crate) const OWN_TTL: &str = "_ttl";

/// When a counted record was written that had expired by then, in milliseconds since 1970.
pub(crate) const EXPIRED: &str = "_expired";

/// Identifies the state of an item that has too many attributes to compare, from reading to writing it.
pub(crate) const REVISION: &str = "_revision";

/// The digest of a transaction that was applied with a token, on its token item, and the beginning of that item's key.
pub(crate) const TOKEN: &str = "_token";

/// Until when a token item counts, in seconds since 1970.
pub(crate) const TOKEN_UNTIL: &str = "_until";

/// The schema version of an item.
pub(crate) const SCHEMA_VERSION: &str = "schemaVersion";

/// The bits of all of them: see [`text::bit`].
pub(crate) const BITS: u128 = text::bit(PENDING)
    | text::bit(OWN_TTL)
    | text::bit(EXPIRED)
    | text::bit(REVISION)
    | text::bit(TOKEN)
    | text::bit(TOKEN_UNTIL)
    | text::bit(SCHEMA_VERSION);

/// What is kept under a reserved name, unless the entity has nothing to keep there.
pub(crate) const fn use_of(attribute: &str, versioned: bool) -> Option<&'static str> {
    if text::eq(attribute, PENDING) {
        Some("a record says which of its companions are not written yet")
    } else if text::eq(attribute, OWN_TTL) {
        Some("a soft delete keeps the expiry that the item had")
    } else if text::eq(attribute, EXPIRED) {
        Some("a record says when it was written after its expiry")
    } else if text::eq(attribute, REVISION) {
        Some("an item says in which state it was read")
    } else if text::eq(attribute, TOKEN) || text::eq(attribute, TOKEN_UNTIL) {
        Some("a transaction keeps its idempotency token")
    } else if versioned && text::eq(attribute, SCHEMA_VERSION) {
        Some("the schema version of the item is kept")
    } else {
        None
    }
}
