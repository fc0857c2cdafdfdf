//! Random operations on a real engine against a plain model of what they should do.
//!
//! Several entities in shared partitions, with and without a type attribute, a sparse index and a shared one, soft delete,
//! versions, pointers, locks, counters, upgrades, both codecs, transactions, batches, lost answers and crashes. Two
//! hundred sequences run with the suite, two thousand in the long run; with `DYNAMO_FUZZ_SECONDS` set, new ones follow for so long.

mod families;
mod model;

/// The table, with or without a type attribute.
macro_rules! table {
    ($($tag:tt)*) => {
        #[derive(Table, Debug, Clone, PartialEq)]
        #[table(name = "world", pk = "PK", sk = "SK", ttl = "expires", $($tag)*)]
        #[index(by_time, name = "ByTime", pk = "TimePK", sk = "at", sk_type = "N")]
        #[index(by_state, name = "ByState", pk = "StatePK", sk = "StateSK")]
        pub(crate) enum World {
            Note(Note),
            TagEntry(TagEntry),
            TitleLock(TitleLock),
            NoteCount(NoteCount),
            Memo(Memo),
            Page(Page),
        }
    };
}

mod tagged {
    include!("body.rs");
    table! { type_attribute = "type" }
}

mod untagged {
    include!("body.rs");
    table! {}
}
