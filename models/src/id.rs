//! Identifiers: one type for each, so that one cannot stand for another.

use std::fmt;
use std::str::FromStr;

use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, kind};
use dynamo_core::key::{KeyBuffer, KeyField, KeyText};
use dynamo_core::schema::KeyKind;
use ulid::Ulid;

/// How many bytes an identifier has at most: more than a ULID (26) or a UUID (36) has, and few enough to be copied, and for an
/// error to name two of them.
const MAX_LEN: usize = 60;

/// The text of an identifier: a ULID where it was made here, and what another program made of it where it was read.
///
/// Any text of 1 to 60 bytes is one, unless it has a `#`, which separates the parts of a key, or a control character. It is kept as
/// it is: `a` and `A` are two identifiers.
///
/// ```
/// use models::{Id, Ulid};
///
/// for text in ["01JGSTEST001", "7d444840-9dc0-11d1-b245-5ffdce74fad2", "auth0|507f1f77"] {
///     assert_eq!(text.parse::<Id>()?.as_str(), text);
/// }
/// assert!("".parse::<Id>().is_err() && "a#b".parse::<Id>().is_err());
/// assert_eq!(Id::from_ulid(Ulid(1)).as_str(), "00000000000000000000000001");
/// # Ok::<(), models::IdError>(())
/// ```
// The bytes after the text are zero, so that equality and order of the fields are those of the texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    bytes: [u8; MAX_LEN],
    len: u8,
}

/// The error of a text that is no identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdError {
    /// The text is empty.
    #[error("an identifier is not empty")]
    Empty,
    /// The text has more than 60 bytes.
    #[error("an identifier has at most 60 bytes, and this has {0}")]
    TooLong(usize),
    /// The text has a character that cannot stand in a key.
    #[error("an identifier has no {0:?}")]
    Character(char),
}

impl Id {
    /// Creates the identifier whose text is that of a ULID.
    #[must_use]
    pub const fn from_ulid(ulid: Ulid) -> Self {
        let mut text = [0; 26];
        ulid.array_to_str(&mut text);
        let mut bytes = [0; MAX_LEN];
        let (start, _) = bytes.split_at_mut(26);
        start.copy_from_slice(&text);
        Self { bytes, len: 26 }
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let text = self.bytes.get(..usize::from(self.len)).unwrap_or_default();
        // They are those of a text: there is no other way to make one.
        std::str::from_utf8(text).unwrap_or_default()
    }
}

impl From<Ulid> for Id {
    fn from(ulid: Ulid) -> Self {
        Self::from_ulid(ulid)
    }
}

impl FromStr for Id {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        if let Some(unsafe_in_keys) = text.chars().find(|c| *c == '#' || c.is_control()) {
            return Err(IdError::Character(unsafe_in_keys));
        }
        let mut bytes = [0; MAX_LEN];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (_, Ok(0)) => Err(IdError::Empty),
            (Some(start), Ok(len)) => {
                start.copy_from_slice(text.as_bytes());
                Ok(Self { bytes, len })
            }
            _ => Err(IdError::TooLong(text.len())),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Attribute for Id {
    type Kind = kind::S;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.string(self.as_str())
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        let text = decoder.string()?;
        text.parse().map_err(|error| CodecError::value(format!("{text:?} is not an identifier: {error}")))
    }
}

impl KeyField for Id {
    type Borrowed = Self;
    const KIND: KeyKind = KeyKind::Text;

    fn borrowed(&self) -> &Self {
        self
    }

    fn text_len(value: &Self) -> usize {
        usize::from(value.len)
    }

    fn write_text<B: KeyBuffer>(value: &Self, out: &mut B) -> Result<(), &'static str> {
        out.push_str(value.as_str());
        Ok(())
    }

    fn text_of(value: &Self) -> KeyText<'_> {
        KeyText::text(value.as_str())
    }

    fn parse_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// Identifiers that are made here, and sort by their time of creation then.
macro_rules! ulid_ids {
    ($($(#[$doc:meta])* $id:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(dynamo_core::KeyField, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id($crate::Id);

        impl $id {
            /// Creates a new one: a ULID.
            #[must_use]
            #[allow(clippy::new_without_default)] // Each is different.
            pub fn new() -> Self {
                Self::from_ulid(ulid::Ulid::generate())
            }

            /// Creates the one whose text is that of a ULID.
            #[must_use]
            pub const fn from_ulid(ulid: ulid::Ulid) -> Self {
                Self($crate::Id::from_ulid(ulid))
            }

            /// Returns the text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl From<ulid::Ulid> for $id {
            fn from(ulid: ulid::Ulid) -> Self {
                Self::from_ulid(ulid)
            }
        }

        impl From<$id> for $crate::Id {
            fn from(id: $id) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        crate::id::serde_by_text!($id);

        /// Reads any text that is safe in a key: see [`Id`]($crate::Id).
        impl std::str::FromStr for $id {
            type Err = $crate::IdError;

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

/// Writes an identifier as its text in JSON, and reads what `FromStr` accepts.
macro_rules! serde_by_text {
    ($id:ident) => {
        impl serde::Serialize for $id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $id {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {serde_by_text, text_ids, ulid_ids};
