//! Searches for bytes in short texts.

/// Returns whether any byte is one that is searched for: `distance` is 0 for those alone.
///
/// There is no early exit from a chunk, and the last chunk overlaps the one before it, so that the compiler compares 16 bytes at
/// once and no loop over single bytes remains. Most texts here are between 8 and 40 bytes long, where that dominates. It
/// compares several bytes with the least of their distances, as it does not with `||` between equalities.
#[inline(always)]
pub(crate) fn any(bytes: &[u8], distance: impl Fn(u8) -> u8 + Copy) -> bool {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) {
        // Here there is an early exit: without it, the compiler looks at single bytes of several chunks at once, in 14 kB of code.
        ends(first, last, distance)
            || bytes.len() > 32 && bytes.as_chunks::<16>().0.iter().any(|one| ends(one, one, distance))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        ends(first, last, distance)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        ends(first, last, distance)
    } else {
        bytes.iter().any(|&byte| distance(byte) == 0)
    }
}

/// Returns whether a byte of either chunk is one that is searched for.
#[allow(clippy::needless_bitwise_bool)] // The other operator looks at one byte after the other.
#[inline(always)]
fn ends<const N: usize>(first: &[u8; N], last: &[u8; N], distance: impl Fn(u8) -> u8) -> bool {
    let mut least = [0; N];
    for (least, (&first, &last)) in least.iter_mut().zip(first.iter().zip(last)) {
        *least = distance(first).min(distance(last));
    }
    least.iter().fold(false, |found, &least| found | (least == 0))
}

/// Returns 0 for a byte that JSON escapes.
#[inline(always)]
pub(crate) const fn from_escaped(byte: u8) -> u8 {
    let (quote, backslash, control) = (byte ^ b'"', byte ^ b'\\', byte.saturating_sub(0x1f));
    let least = if quote < backslash { quote } else { backslash };
    if least < control { least } else { control }
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
    fn json_escapes_quotes_backslashes_and_control_characters() {
        for byte in 0..=u8::MAX {
            assert_eq!(super::from_escaped(byte) == 0, byte < 0x20 || byte == b'"' || byte == b'\\', "{byte}");
        }
    }

    #[test]
    fn every_position_of_every_length_is_seen() {
        for len in 0..70 {
            let mut bytes = vec![b'a'; len];
            assert!(!super::any(&bytes, |byte| byte ^ b'#'), "{len}");
            for at in 0..len {
                bytes[at] = b'#';
                assert!(super::any(&bytes, |byte| byte ^ b'#'), "{at} of {len}");
                bytes[at] = b'a';
            }
        }
    }
}
