//! What the examples of encoders and decoders share: the rest of an `Attribute` around the one function that an example shows.
pub use crate::{decodes, encodes};
pub use dynamo_core::codec::{
    Attribute, AttributeValue, CodecError, Decoder, Encoder, ListDecoder, ListEncoder, MapDecoder, MapEncoder,
    from_json, kind, to_json,
};

#[macro_export]
macro_rules! encodes {
    ($json:literal; $($encode:tt)*) => {
        struct Value;
        impl Attribute for Value {
            type Kind = kind::Any;
            $($encode)*
            fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
                decoder.skip().map(|()| Self)
            }
        }
        let json = String::from_utf8(to_json(&Value).unwrap()).unwrap();
        assert_eq!(json, $json);
    };
}

#[macro_export]
macro_rules! decodes {
    ($json:literal as $value:expr => $type:ty; $($decode:tt)*) => {
        struct Value($type);
        impl Attribute for Value {
            type Kind = kind::Any;
            fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
                encoder.null()
            }
            $($decode)*
        }
        assert_eq!(from_json::<Value>($json.as_bytes()).unwrap().0, $value);
    };
}
