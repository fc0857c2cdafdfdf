//! String functions that `const fn` may call.
//!
//! The compiler's evaluator spends most of its time on calls, `len()` among them: patterns of slices need none.

/// From the end, where names in one table differ, and four bytes at a time, since the evaluator takes long for each step.
pub(crate) const fn eq(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        match (a, b) {
            ([before_a @ .., a4, a3, a2, a1], [before_b @ .., b4, b3, b2, b1]) => {
                if *a1 != *b1 || *a2 != *b2 || *a3 != *b3 || *a4 != *b4 {
                    return false;
                }
                (a, b) = (before_a, before_b);
            }
            ([a3, a2, a1], [b3, b2, b1]) => return *a1 == *b1 && *a2 == *b2 && *a3 == *b3,
            ([a2, a1], [b2, b1]) => return *a1 == *b1 && *a2 == *b2,
            ([a1], [b1]) => return *a1 == *b1,
            ([], []) => return true,
            _ => return false,
        }
    }
}

/// Whether a name that may be absent is this one.
pub(crate) const fn is(name: Option<&str>, text: &str) -> bool {
    match name {
        Some(name) => eq(name, text),
        None => false,
    }
}

pub(crate) const fn is_one_of(names: &[&str], text: &str) -> bool {
    let mut names = names;
    while let [name, after @ ..] = names {
        if eq(name, text) {
            return true;
        }
        names = after;
    }
    false
}

/// One of 128 bits, by the bytes at both ends: names with different bits differ.
pub(crate) const fn bit(text: &str) -> u128 {
    match text.as_bytes() {
        [first, .., before, last] => 1 << ((*first as u32 * 3 + *before as u32 * 5 + *last as u32 * 7) % 128),
        [first, ..] => 1 << (*first % 128),
        [] => 1,
    }
}

pub(crate) const fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    if text.len() < prefix.len() {
        return false;
    }
    let mut i = 0;
    while i < prefix.len() {
        if text[i] != prefix[i] {
            return false;
        }
        i += 1;
    }
    true
}

pub(crate) const fn ends_with(text: &str, suffix: &str) -> bool {
    let (text, suffix) = (text.as_bytes(), suffix.as_bytes());
    if text.len() < suffix.len() {
        return false;
    }
    let mut i = 0;
    while i < suffix.len() {
        if text[text.len() - suffix.len() + i] != suffix[i] {
            return false;
        }
        i += 1;
    }
    true
}

pub(crate) const fn contains(text: &str, byte: u8) -> bool {
    let mut text = text.as_bytes();
    while let [first, after @ ..] = text {
        if *first == byte {
            return true;
        }
        text = after;
    }
    false
}

/// `text[from..to]`; the caller cuts at ASCII separators only.
pub(crate) const fn slice(text: &str, from: usize, to: usize) -> &str {
    text.split_at(to).0.split_at(from).1
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_are_equal_byte_for_byte() {
        for len in 0..14 {
            let a = "abcdefghijklmn".get(..len).unwrap();
            assert!(super::eq(a, a), "{a}");
            assert!(!super::eq(a, &format!("{a}o")) && !super::eq(&format!("o{a}"), a), "{a}");
            for at in 0..len {
                let b = a.replace(&a[at..=at], "x");
                assert!(!super::eq(a, &b), "{a} {b}");
            }
        }
    }
}
