//! Bytes of JSON.

use crate::schema::NoneAs;

/// Writes to the end of a buffer.
pub(crate) struct JsonWriter<'b> {
    pub(crate) out: &'b mut Vec<u8>,
    pub(crate) none: NoneAs,
    /// Keys are rendered here before they are escaped: one buffer for all keys of an item.
    pub(crate) scratch: String,
}

impl<'b> JsonWriter<'b> {
    pub(crate) fn new(out: &'b mut Vec<u8>, none: NoneAs) -> Self {
        Self { out, none, scratch: String::new() }
    }

    #[inline]
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Text between quotes, escaped.
    #[inline]
    pub(crate) fn quoted(&mut self, text: &str) {
        escape_into(self.out, text);
    }

    /// Replaces the comma after the last entry, if there is one, by the closing bracket.
    #[inline]
    pub(crate) fn close(&mut self, bracket: u8) {
        match self.out.last_mut() {
            Some(last) if *last == b',' => *last = bracket,
            _ => self.out.push(bracket),
        }
    }
}

#[inline]
const fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// No early exit within a chunk, so that the compiler compares many bytes at once.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    let (chunks, rest) = bytes.as_chunks::<16>();
    let mut bad = false;
    for chunk in chunks {
        bad |= chunk.iter().fold(false, |bad, &byte| bad | needs_escape(byte));
    }
    !rest.iter().fold(bad, |bad, &byte| bad | needs_escape(byte))
}

fn escape_into(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    if is_plain(bytes) {
        out.extend_from_slice(bytes);
    } else {
        escape_slow(out, bytes);
    }
    out.push(b'"');
}

#[cold]
fn escape_slow(out: &mut Vec<u8>, bytes: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    for &byte in bytes {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0..0x20 => {
                let (high, low) = (HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]);
                out.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
            }
            _ => out.push(byte),
        }
    }
}
