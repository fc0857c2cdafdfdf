//! String functions that `const fn` may call.

/// From the end, where names in one table differ.
pub(crate) const fn eq(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = a.len();
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return false;
        }
    }
    true
}

/// One of 64 bits, by length and last byte: names with different bits differ.
pub(crate) const fn bit(text: &str) -> u64 {
    let bytes = text.as_bytes();
    match bytes {
        [.., last] => 1 << ((bytes.len() * 5 + *last as usize) % 64),
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
    let text = text.as_bytes();
    let mut i = 0;
    while i < text.len() {
        if text[i] == byte {
            return true;
        }
        i += 1;
    }
    false
}

/// `text[from..to]`; the caller cuts at ASCII separators only.
pub(crate) const fn slice(text: &str, from: usize, to: usize) -> &str {
    text.split_at(to).0.split_at(from).1
}
