//! A pull parser for DynamoDB's JSON.

use std::borrow::Cow;

use crate::codec::CodecError;
use crate::codec::bytes;
use crate::schema::AttributeType;

/// The deepest nesting that is read. DynamoDB itself allows 32 levels.
const MAX_DEPTH: usize = 64;

/// The type descriptor of a value: the `S` of `{"S":"text"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tag {
    S,
    N,
    B,
    Bool,
    Null,
    M,
    L,
    Ss,
    Ns,
    Bs,
}

impl Tag {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::S => AttributeType::S,
            Self::N => AttributeType::N,
            Self::B => AttributeType::B,
            Self::Bool => AttributeType::Bool,
            Self::Null => AttributeType::Null,
            Self::M => AttributeType::M,
            Self::L => AttributeType::L,
            Self::Ss | Self::Ns | Self::Bs => AttributeType::Set,
        }
        .name()
    }
}

pub(crate) struct JsonReader<'de> {
    /// The input, checked once to be UTF-8, so that strings are slices of it.
    pub(super) text: &'de str,
    pub(super) pos: usize,
    depth: usize,
}

/// A place in the JSON, and how deeply it is nested there.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) pos: usize,
    depth: usize,
}

impl<'de> JsonReader<'de> {
    pub(crate) fn new(json: &'de [u8]) -> Result<Self, CodecError> {
        match std::str::from_utf8(json) {
            Ok(text) => Ok(Self { text, pos: 0, depth: 0 }),
            Err(error) => Err(CodecError::syntax("UTF-8", error.valid_up_to())),
        }
    }

    #[inline]
    pub(crate) fn rest(&self) -> &'de [u8] {
        self.text.as_bytes().get(self.pos..).unwrap_or(&[])
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    #[cold]
    pub(crate) fn syntax(&self, what: &'static str) -> CodecError {
        CodecError::syntax(what, self.pos)
    }

    /// Skips white space and returns the next byte without consuming it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        match self.byte() {
            Some(byte) if byte > b' ' => Some(byte),
            _ => self.peek_slow(),
        }
    }

    #[cold]
    fn peek_slow(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.pos += 1;
        }
        self.byte()
    }

    #[inline]
    pub(crate) fn require(&mut self, byte: u8, what: &'static str) -> Result<(), CodecError> {
        if self.peek() == Some(byte) {
            self.pos += 1;
            Ok(())
        } else {
            Err(self.syntax(what))
        }
    }

    /// Consumes `byte` if it comes next, and returns whether it did.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.pos += usize::from(found);
        found
    }

    /// Requires that only white space is left.
    pub(crate) fn end(&mut self) -> Result<(), CodecError> {
        if self.peek().is_some() { Err(self.syntax("the end")) } else { Ok(()) }
    }

    pub(crate) fn enter(&mut self) -> Result<(), CodecError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.syntax("at most 64 levels of nesting")) } else { Ok(()) }
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(crate) fn position(&self) -> usize {
        self.pos
    }

    /// Remembers the place, to [rewind](Self::rewind) to.
    pub(crate) fn mark(&self) -> Mark {
        Mark { pos: self.pos, depth: self.depth }
    }

    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.pos = mark.pos;
        self.depth = mark.depth;
    }

    /// Reads the opening of a value, such as `{"S":`.
    #[inline]
    pub(crate) fn open(&mut self) -> Result<Tag, CodecError> {
        let tag = match self.rest().first_chunk() {
            Some(b"{\"S\":") => Tag::S,
            Some(b"{\"N\":") => Tag::N,
            Some(b"{\"M\":") => Tag::M,
            Some(b"{\"L\":") => Tag::L,
            _ => return self.open_slow(),
        };
        self.pos += 5;
        Ok(tag)
    }

    fn open_slow(&mut self) -> Result<Tag, CodecError> {
        self.require(b'{', "a value such as {\"S\":\"..\"}")?;
        let tag = match self.string()?.as_ref() {
            "S" => Tag::S,
            "N" => Tag::N,
            "B" => Tag::B,
            "BOOL" => Tag::Bool,
            "NULL" => Tag::Null,
            "M" => Tag::M,
            "L" => Tag::L,
            "SS" => Tag::Ss,
            "NS" => Tag::Ns,
            "BS" => Tag::Bs,
            _ => return Err(self.syntax("a type such as \"S\"")),
        };
        self.require(b':', "a colon")?;
        Ok(tag)
    }

    /// Reads the closing bracket of a value.
    #[inline]
    pub(crate) fn close(&mut self) -> Result<(), CodecError> {
        self.require(b'}', "the end of the value")
    }

    /// Reads a value of type `tag` whose content is a JSON string.
    #[inline]
    pub(crate) fn scalar(&mut self, tag: Tag, expected: AttributeType) -> Result<Cow<'de, str>, CodecError> {
        let opening = match tag {
            Tag::N => b"{\"N\":\"",
            Tag::B => b"{\"B\":\"",
            _ => b"{\"S\":\"",
        };
        let text = if self.rest().starts_with(opening) {
            self.pos += opening.len();
            self.inside()?
        } else {
            let found = self.open()?;
            if found != tag {
                return Err(CodecError::unexpected(expected, found.name()));
            }
            self.string()?
        };
        self.close()?;
        Ok(text)
    }

    /// Reads the next name of a map, with the comma before it unless it is the first. Returns `None` at the map's end.
    #[inline(always)]
    pub(crate) fn name(&mut self, first: bool) -> Result<Option<Cow<'de, str>>, CodecError> {
        let name = if !first && self.rest().starts_with(b",\"") {
            self.pos += 2;
            self.inside()?
        } else {
            if self.take(b'}') {
                return Ok(None);
            }
            if !first {
                self.require(b',', "a comma or the end of the map")?;
            }
            self.string()?
        };
        self.require(b':', "a colon")?;
        Ok(Some(name))
    }

    /// Consumes a Boolean without white space, as DynamoDB writes it, if one comes next.
    #[inline]
    pub(crate) fn take_boolean(&mut self) -> Option<bool> {
        const TRUE: &[u8] = b"{\"BOOL\":true}";
        const FALSE: &[u8] = b"{\"BOOL\":false}";
        let rest = self.rest();
        let (value, len) = match (rest.starts_with(TRUE), rest.starts_with(FALSE)) {
            (true, _) => (true, TRUE.len()),
            (_, true) => (false, FALSE.len()),
            _ => return None,
        };
        self.pos += len;
        Some(value)
    }

    /// Reads `true` or `false`.
    pub(crate) fn literal(&mut self) -> Result<bool, CodecError> {
        self.peek();
        let (value, len) = match self.rest() {
            [b't', b'r', b'u', b'e', ..] => (true, 4),
            [b'f', b'a', b'l', b's', b'e', ..] => (false, 5),
            _ => return Err(self.syntax("true or false")),
        };
        self.pos += len;
        Ok(value)
    }

    /// Reads a JSON string: a slice of the input, unless it contains an escape.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<Cow<'de, str>, CodecError> {
        self.require(b'"', "a string")?;
        self.inside()
    }

    /// Reads the rest of a JSON string after its opening quote.
    #[inline]
    fn inside(&mut self) -> Result<Cow<'de, str>, CodecError> {
        let start = self.pos;
        let rest = self.rest();
        match bytes::quote_or_escape(rest) {
            Some(len) if rest[len] == b'"' => {
                self.pos = start + len + 1;
                Ok(Cow::Borrowed(&self.text[start..start + len]))
            }
            Some(_) => self.escaped_string(),
            None => Err(self.syntax("the end of the string")),
        }
    }

    #[cold]
    fn escaped_string(&mut self) -> Result<Cow<'de, str>, CodecError> {
        let mut out = String::new();
        loop {
            let start = self.pos;
            let Some(len) = memchr::memchr2(b'"', b'\\', self.rest()) else {
                return Err(self.syntax("the end of the string"));
            };
            out.push_str(&self.text[start..start + len]);
            self.pos = start + len + 1;
            if self.text.as_bytes()[start + len] == b'"' {
                return Ok(Cow::Owned(out));
            }
            out.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, CodecError> {
        let byte = self.byte().ok_or_else(|| self.syntax("an escape"))?;
        self.pos += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(),
            _ => return Err(self.syntax("an escape")),
        })
    }

    fn unicode_escape(&mut self) -> Result<char, CodecError> {
        let high = self.hex()?;
        if !(0xD800..0xDC00).contains(&high) {
            return char::from_u32(high).ok_or_else(|| self.syntax("a character"));
        }
        if !self.rest().starts_with(b"\\u") {
            return Err(self.syntax("the second half of a character"));
        }
        self.pos += 2;
        let low = self.hex()?;
        if !(0xDC00..0xE000).contains(&low) {
            return Err(self.syntax("the second half of a character"));
        }
        char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)).ok_or_else(|| self.syntax("a character"))
    }

    fn hex(&mut self) -> Result<u32, CodecError> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            value = value * 16 + digit.ok_or_else(|| self.syntax("a hexadecimal digit"))?;
            self.pos += 1;
        }
        Ok(value)
    }
}
