//! Identifiers: one type for each, so that one cannot stand for another.

/// Identifiers that sort by their time of creation.
macro_rules! ulid_ids {
    ($($(#[$doc:meta])* $id:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(dynamo_core::KeyField, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub ulid::Ulid);

        impl $id {
            /// A new one.
            #[must_use]
            #[allow(clippy::new_without_default)] // Each is different.
            pub fn new() -> Self {
                Self(ulid::Ulid::generate())
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $id {
            type Err = ulid::DecodeError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )*};
}

/// Identifiers that come from outside.
macro_rules! text_ids {
    ($($(#[$doc:meta])* $id:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(dynamo_core::KeyField, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub String);

        impl From<&str> for $id {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<String> for $id {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl AsRef<str> for $id {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

pub(crate) use {text_ids, ulid_ids};
