//! Free text in keys (`<title:escaped>`): never holds the separator, and sorts as it did before.
//!
//! With the separator `s` and the mark `e = s + 1`, every character up to `e` becomes `e` and two letters. What is written
//! begins, character by character of the value, with `e` or with something above it. So the separator after a value
//! (`a#..`) sorts before every continuation of that value (`ab#..`), as the shorter value does before the longer one.

use std::borrow::Cow;

/// The letters that stand for the digits of a byte, in their order.
const LETTERS: &[u8; 16] = b"abcdefghijklmnop";

/// What begins an escape: the character after the separator, which is ASCII punctuation.
const fn mark(separator: u8) -> u8 {
    separator + 1
}

/// Encodes the characters up to the mark.
pub(crate) fn escape(text: &str, separator: u8) -> Cow<'_, str> {
    let mark = mark(separator);
    if text.bytes().all(|byte| byte > mark) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match u8::try_from(c) {
            Ok(byte) if byte <= mark => {
                let digits = [byte >> 4, byte & 15].map(|digit| char::from(LETTERS[usize::from(digit)]));
                out.push(char::from(mark));
                out.extend(digits);
            }
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Decodes what [`escape`] wrote; `None` for every other text.
pub(crate) fn unescape(text: &str, separator: u8) -> Option<Cow<'_, str>> {
    if !is_escaped(text, separator) {
        return None;
    }
    let mark = char::from(mark(separator));
    if !text.contains(mark) {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escaped)) = rest.split_once(mark) {
        out.push_str(plain);
        let (letters, after) = escaped.split_at_checked(2)?;
        out.push(char::from(decode(letters.as_bytes(), 0)?));
        rest = after;
    }
    out.push_str(rest);
    Some(Cow::Owned(out))
}

/// Whether [`escape`] writes this text for some value.
pub(crate) const fn is_escaped(text: &str, separator: u8) -> bool {
    let (bytes, mark) = (text.as_bytes(), mark(separator));
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] < mark {
            return false;
        }
        if bytes[i] == mark {
            match decode(bytes, i + 1) {
                Some(byte) if byte <= mark => i += 2,
                _ => return false,
            }
        }
        i += 1;
    }
    true
}

/// The byte that the two letters at `at` stand for.
const fn decode(bytes: &[u8], at: usize) -> Option<u8> {
    if at + 2 > bytes.len() || !is_letter(bytes[at]) || !is_letter(bytes[at + 1]) {
        return None;
    }
    Some((bytes[at] - LETTERS[0]) << 4 | (bytes[at + 1] - LETTERS[0]))
}

const fn is_letter(byte: u8) -> bool {
    LETTERS[0] <= byte && byte <= LETTERS[15]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separators() -> impl Iterator<Item = u8> {
        (0..128_u8).filter(u8::is_ascii_punctuation)
    }

    #[test]
    fn what_sorts_above_the_mark_stays() {
        assert_eq!(escape("plain-é", b'#'), "plain-é");
        assert_eq!(escape("é #$%", b'#'), "é$ca$cd$ce%");
        assert_eq!(unescape("é$ca$cd$ce%", b'#').unwrap(), "é #$%");
    }

    #[test]
    fn every_pair_of_characters_keeps_its_order_and_comes_back() {
        let texts: Vec<String> = (0..=0x81_u8)
            .map(char::from)
            .flat_map(|a| {
                [
                    String::from(a),
                    format!("{a}\0"),
                    format!("{a}a"),
                    format!("{a}{a}"),
                    format!("a{a}"),
                    format!("é{a}"),
                ]
            })
            .chain(["\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"].map(str::to_owned))
            .collect();
        for separator in separators() {
            let end = char::from(separator);
            let escaped: Vec<String> = texts.iter().map(|text| escape(text, separator).into_owned()).collect();
            // Also where more of the key follows, whatever it is.
            let followed = |rest: &str| escaped.iter().map(|one| format!("{one}{end}{rest}")).collect::<Vec<_>>();
            let (by_nothing, by_more) = (followed(""), followed("~"));
            for (at, (a, one)) in texts.iter().zip(&escaped).enumerate() {
                assert_eq!(unescape(one, separator).as_deref(), Some(a.as_str()));
                assert!(!one.contains(end) && one.bytes().next().is_some_and(|byte| byte > separator));
                for (to, (b, other)) in texts.iter().zip(&escaped).enumerate() {
                    let order = a.cmp(b);
                    assert_eq!(order, one.cmp(other), "{a:?} {b:?} by {end}");
                    if a != b {
                        let orders = (by_more[at].cmp(&by_nothing[to]), by_nothing[at].cmp(&by_more[to]));
                        assert_eq!(orders, (order, order), "{a:?} {b:?} by {end}");
                    }
                    assert_eq!(b.starts_with(a.as_str()), other.starts_with(one.as_str()));
                }
            }
        }
    }

    #[test]
    fn what_is_never_written_is_refused() {
        for text in ["#", " ", "a b", "$", "$c", "$cz", "$CD", "$cf", "$pp", "$c$cd", "$é", "a$cda$"] {
            assert_eq!(unescape(text, b'#'), None, "{text}");
        }
        for separator in separators() {
            for text in (0..128_u8).flat_map(|a| (0..128_u8).map(move |b| [a, b])) {
                let text = format!("{}{}{}", char::from(mark(separator)), char::from(text[0]), char::from(text[1]));
                let back = unescape(&text, separator).map(|value| escape(&value, separator).into_owned());
                assert!(back.is_none() || back.as_ref() == Some(&text), "{text:?}");
            }
        }
    }
}
