//! Any entity of a table.

use std::convert::Infallible;
use std::marker::PhantomData;

use super::{DecodeKeys, Entity, Table, WrittenAlone};
use crate::codec::{CodecError, MapDecoder, MapEncoder};
use crate::key::TextSink;
use crate::schema::EntitySchema;

/// Any entity of the table `T`: what a query of a whole partition of a table is of. Has no values.
#[derive(Debug)]
pub struct AnyOf<T>(Infallible, PhantomData<fn() -> T>);

impl<T: Table + 'static> Entity for AnyOf<T> {
    type Table = T;
    type KeyFields = ();
    type Written = WrittenAlone<false>;
    const ID: &'static str = T::LAYOUT.id;
    const SCHEMA: &'static EntitySchema =
        &EntitySchema { id: T::LAYOUT.id, name: T::LAYOUT.table, layout: T::LAYOUT, ..EntitySchema::FALLBACK };

    fn key_texts(&self, _: TextSink<'_>) {
        match self.0 {}
    }

    fn write_fields<M: MapEncoder>(&self, _: &mut M) {
        match self.0 {}
    }

    fn read_fields<'de, M: MapDecoder<'de>>(_: &mut M, _: &mut DecodeKeys<'de>) -> Result<Self, CodecError> {
        Err(CodecError::value("a whole table is no entity"))
    }
}
