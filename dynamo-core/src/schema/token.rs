//! The keys of token items, which no other item can have.

use super::reserved::TOKEN;
use super::{KeyType, TableLayout};

/// What every number that is the partition key of a token item begins with, and its length with the sign: no number has more
/// digits.
const NUMBER: (&str, usize) = ("-808808808", 39);

/// Returns the key of the token item for this text, with a function that hashes to hexadecimal digits.
pub(crate) fn token_key(layout: &TableLayout, token: &str, hash: fn(&str) -> String) -> (String, Option<String>) {
    let pk = match layout.pk.key_type {
        KeyType::S => format!("{TOKEN}#{token}"),
        KeyType::B => base64_simd::STANDARD.encode_to_string(format!("{TOKEN}#{token}")),
        KeyType::N => {
            let digits = u128::from_str_radix(&hash(token), 16).unwrap_or_default() % 10_u128.pow(28);
            // The last digit is none that is left out.
            format!("{}{digits:028}1", NUMBER.0)
        }
    };
    let sk = layout.sk.map(|sk| match sk.key_type {
        KeyType::S => TOKEN.to_owned(),
        KeyType::B => base64_simd::STANDARD.encode_to_string(TOKEN),
        KeyType::N => "0".to_owned(),
    });
    (pk, sk)
}

/// Returns whether this is the partition key of a token item.
pub(crate) fn is_token_key(layout: &TableLayout, pk: &str) -> bool {
    match layout.pk.key_type {
        KeyType::S => pk.strip_prefix(TOKEN).is_some_and(|rest| rest.starts_with('#')),
        // `_token#` in base64, as far as what follows leaves it alone.
        KeyType::B => pk.starts_with("X3Rva2VuI"),
        KeyType::N => pk.len() == NUMBER.1 && pk.starts_with(NUMBER.0),
    }
}
