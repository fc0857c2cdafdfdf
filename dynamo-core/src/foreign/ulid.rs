//! `ulid::Ulid`: 26 characters, in the order of their creation.

use ulid::Ulid;

fn text<'b>(value: &Ulid, buffer: &'b mut [u8; 26]) -> &'b str {
    value.array_to_str(buffer)
}

fn parse(text: &str) -> Option<Ulid> {
    Ulid::from_string(text).ok()
}

super::identifier!(Ulid, 26, "", text, parse);
