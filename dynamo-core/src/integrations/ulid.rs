//! Support for `ulid::Ulid`: 26 characters, sorted by time of creation.

use ulid::Ulid;

fn text<'b>(value: &Ulid, buffer: &'b mut [u8; 26]) -> &'b str {
    value.array_to_str(buffer)
}

fn parse(text: &str) -> Option<Ulid> {
    // 26 characters have two bits more than a ULID, which the crate drops.
    Ulid::from_string(text).ok().filter(|_| text.as_bytes().first().is_some_and(|first| *first <= b'7'))
}

super::identifier!(Ulid, 26, "", text, parse);
