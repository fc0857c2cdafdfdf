//! Skips JSON, or returns it unparsed.

use super::reader::JsonReader;
use crate::codec::CodecError;
use crate::codec::bytes;

impl<'de> JsonReader<'de> {
    /// Skips the value of an attribute.
    pub(crate) fn skip(&mut self) -> Result<(), CodecError> {
        match self.peek() {
            Some(b'{') => self.skip_json(),
            _ => Err(self.syntax("a value such as {\"S\":\"..\"}")),
        }
    }

    /// Returns the input that was read since `start`.
    pub(crate) fn since(&self, start: usize) -> &'de [u8] {
        self.text.as_bytes().get(start..self.pos).unwrap_or(&[])
    }

    /// Skips any JSON and returns it unparsed.
    pub(crate) fn raw(&mut self) -> Result<&'de [u8], CodecError> {
        self.peek();
        let start = self.pos;
        self.skip_json()?;
        Ok(self.since(start))
    }

    /// Consumes `null` if it comes next, and returns whether it did.
    pub(crate) fn take_null(&mut self) -> bool {
        self.peek();
        let found = self.rest().starts_with(b"null");
        self.pos += if found { 4 } else { 0 };
        found
    }

    /// Reads a JSON number.
    pub(crate) fn number(&mut self) -> Result<f64, CodecError> {
        let word = self.raw()?;
        let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        number.ok_or_else(|| self.syntax("a number"))
    }

    /// Skips any JSON.
    pub(crate) fn skip_json(&mut self) -> Result<(), CodecError> {
        match self.peek() {
            Some(b'"') => self.skip_string(),
            Some(b'{') => self.skip_all(b'}', |reader| {
                match reader.peek() {
                    Some(b'"') => reader.skip_string()?,
                    _ => return Err(reader.syntax("a name")),
                }
                reader.require(b':', "a colon")?;
                reader.skip_json()
            }),
            Some(b'[') => self.skip_all(b']', Self::skip_json),
            _ => self.skip_word(),
        }
    }

    /// Skips the comma-separated contents of a pair of brackets.
    fn skip_all(&mut self, end: u8, one: impl Fn(&mut Self) -> Result<(), CodecError>) -> Result<(), CodecError> {
        self.enter()?;
        self.pos += 1;
        if !self.take(end) {
            one(self)?;
            while !self.take(end) {
                self.require(b',', "a comma or the end")?;
                one(self)?;
            }
        }
        self.leave();
        Ok(())
    }

    /// Skips a number, `true`, `false` or `null`.
    fn skip_word(&mut self) -> Result<(), CodecError> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let rest = self.rest();
        let word = &rest[..rest.iter().take_while(|byte| is_part(byte)).count()];
        let number = word.first().is_some_and(|first| first.is_ascii_digit() || *first == b'-');
        if !number && !matches!(word, b"true" | b"false" | b"null") {
            return Err(self.syntax("a value"));
        }
        self.pos += word.len();
        Ok(())
    }

    fn skip_string(&mut self) -> Result<(), CodecError> {
        self.pos += 1;
        while let Some(len) = bytes::quote_or_escape(self.rest()) {
            let quote = self.rest()[len] == b'"';
            self.pos += len + if quote { 1 } else { 2 };
            if quote {
                return Ok(());
            }
        }
        Err(self.syntax("the end of the string"))
    }
}
