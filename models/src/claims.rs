//! Signed tokens: who somebody is, as an authorizer found out.
//!
//! ```
//! use dynamo_core::Timestamp;
//! use models::claims::{Claims, TokenKey};
//! use std::time::Duration;
//!
//! let key = TokenKey::new(b"thirty-two bytes that nobody knows")?;
//! let now = Timestamp::now();
//! let token = key.sign(&Claims::new("ann", now, Duration::from_hours(1)));
//! assert_eq!(key.verify(&token, now)?.subject(), "ann");
//! assert!(key.verify("made.up.token", now).is_err());
//! # Ok::<(), models::claims::TokenError>(())
//! ```

use std::time::Duration;

use base64_simd::URL_SAFE_NO_PAD;
use dynamo_core::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// The shortest secret: as many bytes as the digest has, as RFC 7518 demands.
const SECRET_BYTES: usize = 32;

/// The longest token that is looked at.
const TOKEN_BYTES: usize = 4096;

/// What a token says of its bearer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Whose token it is.
    #[serde(rename = "sub")]
    pub subject: String,
    /// Whether the bearer is an administrator.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub admin: bool,
    /// The epoch second of its issue.
    #[serde(rename = "iat")]
    pub issued_at: u64,
    /// The epoch second from which on it is refused.
    #[serde(rename = "exp")]
    pub expires_at: u64,
}

impl Claims {
    /// Creates the claims of a user who is no administrator.
    #[allow(clippy::needless_pass_by_value)] // An id or a text, as is at hand.
    pub fn new(subject: impl ToString, now: Timestamp, lifetime: Duration) -> Self {
        let (issued_at, expires_at) = (now.second_after(Duration::ZERO), now.second_after(lifetime));
        Self { subject: subject.to_string(), admin: false, issued_at, expires_at }
    }

    /// Says that the bearer is an administrator.
    #[must_use]
    pub fn admin(self) -> Self {
        Self { admin: true, ..self }
    }
}

/// Claims of a token whose signature was verified: there is no other way to them than [`TokenKey::verify`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedClaims(Claims);

impl VerifiedClaims {
    /// Returns whose token it was.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.0.subject
    }

    /// Returns whether the bearer is an administrator.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.0.admin
    }

    /// Returns the epoch second from which on the token is refused.
    #[must_use]
    pub fn expires_at(&self) -> u64 {
        self.0.expires_at
    }
}

/// The error of a token or of its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// The secret is shorter than the digest.
    #[error("a secret needs {SECRET_BYTES} bytes or more")]
    ShortSecret,
    /// The text is not a token of the one kind that is accepted: a JSON Web Token signed with HMAC SHA-256.
    #[error("the token is malformed")]
    Malformed,
    /// The token was signed with another key, or changed.
    #[error("the token's signature is wrong")]
    Signature,
    /// The token was valid once.
    #[error("the token has expired")]
    Expired,
}

#[derive(Serialize, Deserialize)]
struct Header<'a> {
    alg: &'a str,
    typ: &'a str,
}

/// The key that signs tokens and verifies them: JSON Web Tokens with HMAC SHA-256.
#[derive(Clone)]
pub struct TokenKey(Hmac<Sha256>);

/// Shows nothing of the secret.
impl std::fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenKey(..)")
    }
}

impl TokenKey {
    /// Creates a key from a secret of 32 bytes or more.
    pub fn new(secret: &[u8]) -> Result<Self, TokenError> {
        if secret.len() < SECRET_BYTES {
            return Err(TokenError::ShortSecret);
        }
        Hmac::new_from_slice(secret).map(Self).map_err(|_| TokenError::ShortSecret)
    }

    /// Writes a token that says `claims`.
    #[must_use]
    pub fn sign(&self, claims: &Claims) -> String {
        // Neither has anything that JSON could not write.
        let part = |json: serde_json::Result<Vec<u8>>| URL_SAFE_NO_PAD.encode_to_string(json.unwrap_or_default());
        let header = part(serde_json::to_vec(&Header { alg: "HS256", typ: "JWT" }));
        let signed = format!("{header}.{}", part(serde_json::to_vec(claims)));
        let signature = self.0.clone().chain_update(&signed).finalize().into_bytes();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode_to_string(signature))
    }

    /// Reads a token if this key signed it and it has not expired.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<VerifiedClaims, TokenError> {
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::Malformed);
        }
        let decode = |part: &str| URL_SAFE_NO_PAD.decode_to_vec(part).map_err(|_| TokenError::Malformed);
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenError::Malformed)?;
        let (header, claims) = signed.split_once('.').ok_or(TokenError::Malformed)?;
        // The signature first: nothing of what somebody else wrote is interpreted.
        let mac = self.0.clone().chain_update(signed);
        mac.verify_slice(&decode(signature)?).map_err(|_| TokenError::Signature)?;
        let header = decode(header)?;
        let header: Header<'_> = serde_json::from_slice(&header).map_err(|_| TokenError::Malformed)?;
        let claims: Claims = serde_json::from_slice(&decode(claims)?).map_err(|_| TokenError::Malformed)?;
        if header.alg != "HS256" {
            return Err(TokenError::Malformed);
        }
        if claims.expires_at <= now.second_after(Duration::ZERO) {
            return Err(TokenError::Expired);
        }
        Ok(VerifiedClaims(claims))
    }
}
