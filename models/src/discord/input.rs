//! What users give, and what is asked of it.

use std::fmt;
use std::str::FromStr;

use dynamo_core::prelude::*;
use ulid::Ulid;

use super::ChatError;

/// What a new account needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Registration {
    /// For logging in: one `@`, up to 254 bytes.
    pub email: String,
    /// For showing: 1 to 32 characters.
    pub username: String,
    /// The hash of the password.
    pub password_hash: PasswordHash,
    /// A picture.
    pub avatar_url: Option<String>,
}

/// What a new server needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewServer {
    /// The name: 1 to 100 characters.
    pub name: String,
    /// A picture.
    pub icon_url: Option<String>,
}

/// What a new channel needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewChannel {
    /// The name: 1 to 100 characters.
    pub name: String,
    /// The topic: up to 1,024 characters.
    pub topic: Option<String>,
}

/// What a new invite needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewInvite {
    /// Until when it can be used.
    pub expires_at: Option<Timestamp>,
    /// How often it can be used.
    pub max_uses: Option<u32>,
}

/// Checks how many characters a text has, and that it is more than blanks.
pub(super) fn check_text(field: &str, text: &str, max: usize) -> Result<(), ChatError> {
    let blank = text.trim().is_empty();
    if blank || text.chars().count() > max {
        return Err(ChatError::Input(format!("{field} must have 1 to {max} characters, and not only blanks")));
    }
    Ok(())
}

/// Checks what DynamoDB's keys and a mail server agree on.
pub(super) fn check_email(email: &str) -> Result<(), ChatError> {
    let well_formed = email.split_once('@').is_some_and(|(user, host)| {
        let is_part = |part: &str| {
            !part.is_empty()
                && !part.contains(['@', '#'])
                && part.chars().all(|c| !c.is_whitespace() && !c.is_control())
        };
        is_part(user) && is_part(host) && email.len() <= 254
    });
    if well_formed { Ok(()) } else { Err(ChatError::Input("the e-mail address is not one".to_owned())) }
}

/// The hash of a password: a PHC string (`$argon2id$v=19$..`) or an older crypt string (`$2a$10$..`), never the password itself.
///
/// ```
/// use models::discord::PasswordHash;
///
/// assert!("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA".parse::<PasswordHash>().is_ok());
/// assert!("correct horse battery staple".parse::<PasswordHash>().is_err());
/// ```
#[derive(KeyField, Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Returns the text, to verify a password against it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Shows nothing of the hash but its algorithm.
impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PasswordHash({})", self.0.split('$').nth(1).unwrap_or_default())
    }
}

impl FromStr for PasswordHash {
    type Err = ChatError;

    fn from_str(text: &str) -> Result<Self, ChatError> {
        let mut parts = text.split('$');
        let is_word = |part: &str| {
            let extra = |c| matches!(c, '-' | '+' | '/' | '.' | '=' | ',' | '_');
            !part.is_empty() && part.chars().all(|c: char| c.is_ascii_alphanumeric() || extra(c))
        };
        let starts = parts.next() == Some("");
        let rest: Vec<_> = parts.collect();
        if starts && rest.len() >= 2 && rest.iter().all(|part| is_word(part)) && text.len() <= 512 {
            Ok(Self(text.to_owned()))
        } else {
            Err(ChatError::Input("the password hash is no PHC string".to_owned()))
        }
    }
}

/// The code of an invite: 8 to 12 letters and digits.
///
/// ```
/// use models::discord::InviteCode;
///
/// assert!("abc123xyz".parse::<InviteCode>().is_ok());
/// assert!("abc".parse::<InviteCode>().is_err() && "abc-123-xyz".parse::<InviteCode>().is_err());
/// ```
#[derive(KeyField, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InviteCode(String);

impl InviteCode {
    /// Ten random letters and digits.
    #[must_use]
    pub fn generate() -> Self {
        // The last ten of a ULID are random.
        Self(Ulid::generate().to_string().to_lowercase().split_off(16))
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InviteCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for InviteCode {
    type Err = ChatError;

    fn from_str(text: &str) -> Result<Self, ChatError> {
        if (8..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ChatError::Input("an invite code has 8 to 12 letters and digits".to_owned()))
        }
    }
}

crate::id::serde_by_text!(InviteCode);
