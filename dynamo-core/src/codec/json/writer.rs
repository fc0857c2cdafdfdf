//! Writes JSON.

use crate::codec::bytes;
use crate::schema::NoneAs;

/// Appends JSON to a buffer.
pub(crate) struct JsonWriter<'b> {
    pub(crate) out: &'b mut Vec<u8>,
    pub(crate) none: NoneAs,
}

impl<'b> JsonWriter<'b> {
    pub(crate) fn new(out: &'b mut Vec<u8>, none: NoneAs) -> Self {
        Self { out, none }
    }

    #[inline(always)]
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Writes an escaped text, without quotes around it.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        let start = self.out.len();
        self.out.extend_from_slice(text.as_bytes());
        self.escape_from(start);
    }

    /// Escapes the bytes that were written since `start`.
    #[inline(always)]
    pub(crate) fn escape_from(&mut self, start: usize) {
        if bytes::any(&self.out[start..], bytes::from_escaped) {
            escape_slow(self.out, start);
        }
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

#[cold]
fn escape_slow(out: &mut Vec<u8>, start: usize) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let plain = out.split_off(start);
    for byte in plain {
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
