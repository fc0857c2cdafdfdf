//! How a service is set up.

use std::collections::BTreeMap;

use dynamo_core::codec::{self, Attribute as AttributeCodec, AttributeValue, CodecError, Decoder, Encoder, kind};
use dynamo_core::prelude::*;

/// How a service is set up: what an approval service knows, and whatever else a service of another kind has there, which
/// is kept as it is.
///
/// ```
/// use dynamo_core::codec;
/// use models::boards::ServiceConfig;
///
/// let trades = br#"{"M":{"currency":{"S":"CHF"},"limits":{"M":{"day":{"N":"5"}}}}}"#;
/// let config: ServiceConfig = codec::from_json(trades)?;
/// assert_eq!(config.other.len(), 2);
/// assert_eq!(codec::to_json(&config)?, trades);
/// # Ok::<(), dynamo_core::codec::CodecError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServiceConfig {
    /// How long requests stand.
    pub ttl_days: Option<u32>,
    /// Whether who wants to join is asked something; nobody is, where it does not say.
    pub ask_question: Option<bool>,
    /// What is asked.
    pub question_text: Option<String>,
    /// What a service of another kind is set up with.
    pub other: BTreeMap<String, AttributeValue>,
}

/// The part that an approval service knows.
#[derive(Attribute)]
#[attribute(rename_all = "camelCase")]
struct Known {
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_days: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ask_question: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question_text: Option<String>,
}

type Map = BTreeMap<String, AttributeValue>;

impl AttributeCodec for ServiceConfig {
    type Kind = kind::M;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        let Self { ttl_days, ask_question, question_text, other } = self.clone();
        let known: Map = codec::from_value(codec::to_value(&Known { ttl_days, ask_question, question_text })?)?;
        let mut all = other;
        all.extend(known);
        all.encode(encoder)
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        let mut other = Map::decode(decoder)?;
        let known: Known = codec::from_value(codec::to_value(&other)?)?;
        let names: Map = codec::from_value(codec::to_value(&known)?)?;
        other.retain(|name, _| !names.contains_key(name));
        let Known { ttl_days, ask_question, question_text } = known;
        Ok(Self { ttl_days, ask_question, question_text, other })
    }
}
