//! Searches for bytes in short texts.

/// Returns whether `test` holds for any byte.
///
/// There is no early exit from a chunk, and the last chunk overlaps the one before it, so that the compiler compares 16 bytes at
/// once and no loop over single bytes remains. Most texts here are between 8 and 40 bytes long, where that dominates.
#[inline(always)]
pub(crate) fn any(bytes: &[u8], test: impl Fn(u8) -> bool + Copy) -> bool {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) {
        let found = chunk(first, test) | chunk(last, test);
        // Here there is one: without it, the compiler looks at single bytes of several chunks at once, in 14 kB of code.
        found || bytes.len() > 32 && bytes.as_chunks::<16>().0.iter().any(|one| chunk(one, test))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        chunk(first, test) | chunk(last, test)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        chunk(first, test) | chunk(last, test)
    } else {
        bytes.iter().any(|&byte| test(byte))
    }
}

#[inline(always)]
fn chunk<const N: usize>(bytes: &[u8; N], test: impl Fn(u8) -> bool) -> bool {
    bytes.iter().fold(false, |found, &byte| found | test(byte))
}

/// Returns whether JSON escapes a byte.
#[inline(always)]
pub(crate) const fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Returns the position of the first quote or backslash.
///
/// Compares eight bytes at a time for the first 32, the length of most names and identifiers, for which the call of
/// `memchr` costs more than the search.
#[inline(always)]
pub(crate) fn quote_or_escape(bytes: &[u8]) -> Option<usize> {
    let (chunks, _) = bytes.as_chunks::<8>();
    for (i, chunk) in chunks.iter().take(4).enumerate() {
        let word = u64::from_le_bytes(*chunk);
        let found = zero_byte(word ^ repeat(b'"')) | zero_byte(word ^ repeat(b'\\'));
        if found != 0 {
            return Some(i * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let looked_at = chunks.len().min(4) * 8;
    memchr::memchr2(b'"', b'\\', &bytes[looked_at..]).map(|at| looked_at + at)
}

const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Returns a word whose lowest set bit is the high bit of the lowest zero byte (Mycroft's test); 0 if no byte is zero.
#[inline(always)]
const fn zero_byte(word: u64) -> u64 {
    word.wrapping_sub(repeat(1)) & !word & repeat(0x80)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_quote_is_found() {
        for len in 0..70 {
            let mut bytes = vec![0xff; len];
            assert_eq!(super::quote_or_escape(&bytes), None, "{len}");
            for at in (0..len).rev() {
                bytes[at] = if at % 2 == 0 { b'"' } else { b'\\' };
                assert_eq!(super::quote_or_escape(&bytes), Some(at), "{at} of {len}");
            }
        }
    }

    #[test]
    fn every_position_of_every_length_is_seen() {
        for len in 0..70 {
            let mut bytes = vec![b'a'; len];
            assert!(!super::any(&bytes, |byte| byte == b'#'), "{len}");
            for at in 0..len {
                bytes[at] = b'#';
                assert!(super::any(&bytes, |byte| byte == b'#'), "{at} of {len}");
                bytes[at] = b'a';
            }
        }
    }
}
