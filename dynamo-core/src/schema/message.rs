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

    /// Fills in a template, in which each `{}` stands for the next name.
    pub(crate) const fn of(template: &str, names: &[&str]) -> Self {
        Self::EMPTY.and(template, names)
    }

    /// Appends a template.
    pub(crate) const fn and(mut self, template: &str, names: &[&str]) -> Self {
        let (mut rest, mut names) = (template.as_bytes(), names);
        while let [byte, after @ ..] = rest {
            rest = match (after, names) {
                ([b'}', after @ ..], [name, others @ ..]) if *byte == b'{' => {
                    names = others;
                    self.append(name.as_bytes());
                    after
                }
                _ => {
                    self.append(&[*byte]);
                    after
                }
            };
        }
        self
    }

    const fn append(&mut self, bytes: &[u8]) {
        let mut i = 0;
        while i < bytes.len() && self.len < CAPACITY {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
    }

    /// A name in a list: `` `a`, `b` ``.
    pub(crate) const fn listed(self, first: bool, name: &str) -> Self {
        self.and(if first { "`{}`" } else { ", `{}`" }, &[name])
    }

    /// Notes what a rule has found. Rules give a `bool` and leave the text here, since a large value that every one of them
    /// returned would cost the compiler more than the rules do.
    pub(crate) const fn say(&mut self, template: &str, names: &[&str]) -> bool {
        self.found(Self::of(template, names))
    }

    /// Notes a message that has several parts.
    pub(crate) const fn found(&mut self, message: Self) -> bool {
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

/// Ends the compilation at the caller's tokens; each `{}` of the template stands for the next name.
#[track_caller]
pub(crate) const fn refuse(template: &str, names: &[&str]) -> ! {
    Message::of(template, names).refuse()
}
