//! Messages put together while the compiler evaluates a check.

const CAPACITY: usize = 2048;

/// A string that a `const fn` can build: `format!` is not available there.
#[derive(Clone, Copy)]
pub(crate) struct Message {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Message {
    pub(crate) const EMPTY: Self = Self { bytes: [0; CAPACITY], len: 0 };

    pub(crate) const fn new(text: &str) -> Self {
        Self::EMPTY.add(text)
    }

    pub(crate) const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < CAPACITY {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// A name, in backticks.
    pub(crate) const fn name(self, text: &str) -> Self {
        self.add("`").add(text).add("`")
    }

    /// A name in a list: `` `a`, `b` ``.
    pub(crate) const fn listed(self, first: bool, text: &str) -> Self {
        if first { self.name(text) } else { self.add(", ").name(text) }
    }

    /// The second line.
    pub(crate) const fn help(self, text: &str) -> Self {
        self.add("\nhelp: ").add(text)
    }

    /// Notes what a rule has found. Rules give a `bool` and leave the text here, since a large value that every one of them
    /// returned would cost the compiler more than the rules do.
    pub(crate) const fn say(&mut self, message: Self) -> bool {
        *self = message;
        true
    }

    pub(crate) const fn text(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            // Only a message cut in the middle of a character: the check still fails.
            Err(_) => "the design of this table was refused",
        }
    }

    /// Ends the compilation with this message, at the caller's tokens.
    #[track_caller]
    pub(crate) const fn refuse(&self) -> ! {
        panic!("{}", self.text())
    }
}
