//! The wire format: DynamoDB's JSON.

pub(crate) mod bytes;
mod decode;
mod encode;
mod reader;
mod skip;
mod value;
mod writer;

pub(crate) use decode::{JsonDecoder, JsonMapDecoder};
pub(crate) use encode::{JsonEncoder, JsonMap};
pub(crate) use reader::{JsonReader, Mark};
pub(crate) use writer::JsonWriter;
