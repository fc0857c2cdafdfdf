//! Support for `uuid::Uuid`: 36 characters, sorted by their bytes.

use uuid::Uuid;

fn text<'b>(value: &Uuid, buffer: &'b mut [u8; 36]) -> &'b str {
    value.hyphenated().encode_lower(buffer)
}

fn parse(text: &str) -> Option<Uuid> {
    text.parse().ok()
}

super::identifier!(Uuid, 36, "-", text, parse);
