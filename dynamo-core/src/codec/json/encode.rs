//! Encodes values as DynamoDB's JSON.

use super::writer::JsonWriter;
use crate::codec::{Adapter, Attribute, CodecError, Encoder, ListEncoder, MapEncoder};
use crate::schema::{AttributeType, Name, NoneAs};

pub(crate) struct JsonEncoder<'w, 'b> {
    w: &'w mut JsonWriter<'b>,
    /// Whether the value is an element of a set, which is a plain JSON string: the set has the type.
    element: bool,
}

impl<'w, 'b> JsonEncoder<'w, 'b> {
    #[inline]
    pub(crate) fn new(w: &'w mut JsonWriter<'b>) -> Self {
        Self { w, element: false }
    }

    #[inline]
    fn not_in_a_set(&self, found: &'static str) -> Result<(), CodecError> {
        if self.element { Err(CodecError::unexpected(AttributeType::S, found)) } else { Ok(()) }
    }
}

impl<'w, 'b> Encoder for JsonEncoder<'w, 'b> {
    type Ok = ();
    type List = JsonList<'w, 'b>;
    type Map = JsonMap<'w, 'b>;

    fn none(&self) -> NoneAs {
        self.w.none
    }

    #[inline(always)]
    fn string(self, text: &str) -> Result<(), CodecError> {
        self.w.raw(if self.element { b"\"" } else { b"{\"S\":\"" });
        self.w.text(text);
        self.w.raw(if self.element { b"\"" } else { b"\"}" });
        Ok(())
    }

    #[inline(always)]
    fn number(self, digits: &str) -> Result<(), CodecError> {
        self.w.raw(if self.element { b"\"" } else { b"{\"N\":\"" });
        self.w.raw(digits.as_bytes());
        self.w.raw(if self.element { b"\"" } else { b"\"}" });
        Ok(())
    }

    #[inline(always)]
    fn boolean(self, value: bool) -> Result<(), CodecError> {
        self.not_in_a_set("Boolean")?;
        self.w.raw(if value { b"{\"BOOL\":true}" } else { b"{\"BOOL\":false}" });
        Ok(())
    }

    #[inline]
    fn null(self) -> Result<(), CodecError> {
        self.not_in_a_set("Null")?;
        self.w.raw(b"{\"NULL\":true}");
        Ok(())
    }

    fn bytes(self, bytes: &[u8]) -> Result<(), CodecError> {
        if !self.element {
            self.w.raw(b"{\"B\":");
        }
        self.w.out.push(b'"');
        base64_simd::STANDARD.encode_append(bytes, self.w.out);
        self.w.out.push(b'"');
        if !self.element {
            self.w.out.push(b'}');
        }
        Ok(())
    }

    #[inline]
    fn list(self, _: usize) -> Result<JsonList<'w, 'b>, CodecError> {
        self.not_in_a_set("List")?;
        self.w.raw(b"{\"L\":[");
        Ok(JsonList { w: self.w, at: 0 })
    }

    #[inline]
    fn map(self, _: usize) -> Result<JsonMap<'w, 'b>, CodecError> {
        self.not_in_a_set("Map")?;
        self.w.raw(b"{\"M\":{");
        Ok(JsonMap::new(self.w))
    }

    fn set<'a, T, I>(self, elements: I) -> Result<(), CodecError>
    where
        T: Attribute + 'a,
        I: ExactSizeIterator<Item = &'a T>,
    {
        self.not_in_a_set("Set")?;
        if elements.len() == 0 {
            return Err(CodecError::value("a set needs elements, all of one type"));
        }
        self.w.raw(match T::TYPE {
            AttributeType::N => b"{\"NS\":[",
            AttributeType::B => b"{\"BS\":[",
            _ => b"{\"SS\":[",
        });
        for (i, element) in elements.enumerate() {
            element.encode(JsonEncoder { w: self.w, element: true }).map_err(|error| error.at(i))?;
            self.w.out.push(b',');
        }
        self.w.close(b']');
        self.w.out.push(b'}');
        Ok(())
    }
}

pub(crate) struct JsonList<'w, 'b> {
    w: &'w mut JsonWriter<'b>,
    at: usize,
}

impl ListEncoder for JsonList<'_, '_> {
    type Ok = ();

    #[inline]
    fn push<T: Attribute>(&mut self, value: &T) -> Result<(), CodecError> {
        value.encode(JsonEncoder::new(self.w)).map_err(|error| error.at(self.at))?;
        self.at += 1;
        self.w.out.push(b',');
        Ok(())
    }

    #[inline]
    fn end(self) -> Result<(), CodecError> {
        self.w.close(b']');
        self.w.out.push(b'}');
        Ok(())
    }
}

/// The entries of a map that is being written: a nested map, or a whole item.
pub(crate) struct JsonMap<'w, 'b> {
    pub(crate) w: &'w mut JsonWriter<'b>,
    /// What was refused first.
    pub(crate) error: Option<CodecError>,
}

impl<'w, 'b> JsonMap<'w, 'b> {
    #[inline]
    pub(crate) fn new(w: &'w mut JsonWriter<'b>) -> Self {
        Self { w, error: None }
    }
}

impl MapEncoder for JsonMap<'_, '_> {
    type Ok = ();

    #[inline(always)]
    fn field<T: Attribute>(&mut self, name: &Name, value: &T) -> Result<(), CodecError> {
        if value.is_absent() {
            if self.w.none == NoneAs::Null {
                self.w.raw(name.json.as_bytes());
                self.w.raw(b"{\"NULL\":true},");
            }
            return Ok(());
        }
        self.w.raw(name.json.as_bytes());
        value.encode(JsonEncoder::new(self.w)).map_err(|error| error.within(name.text))?;
        self.w.out.push(b',');
        Ok(())
    }

    fn field_as<A: Adapter<T>, T>(&mut self, name: &Name, value: &T) -> Result<(), CodecError> {
        if A::is_absent(value) {
            if A::OPTIONAL && self.w.none == NoneAs::Null {
                self.w.raw(name.json.as_bytes());
                self.w.raw(b"{\"NULL\":true},");
            }
            return Ok(());
        }
        self.w.raw(name.json.as_bytes());
        A::encode(value, JsonEncoder::new(self.w)).map_err(|error| error.within(name.text))?;
        self.w.out.push(b',');
        Ok(())
    }

    fn entry<T: Attribute>(&mut self, name: &str, value: &T) -> Result<(), CodecError> {
        self.w.out.push(b'"');
        self.w.text(name);
        self.w.raw(b"\":");
        value.encode(JsonEncoder::new(self.w)).map_err(|error| error.within(name))?;
        self.w.out.push(b',');
        Ok(())
    }

    #[cold]
    fn refuse(&mut self, error: CodecError) {
        self.error.get_or_insert(error);
    }

    #[inline]
    fn end(self) -> Result<(), CodecError> {
        self.w.close(b'}');
        self.w.out.push(b'}');
        self.error.map_or(Ok(()), Err)
    }
}
