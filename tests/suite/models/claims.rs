//! Tokens: what a key signed, and nothing else.

use std::time::Duration;

use dynamo_core::Timestamp;
use models::claims::{Claims, TokenError, TokenKey};
use models::goals_guild::{Call, GuildError, UserId};

use super::second;

fn key(byte: u8) -> TokenKey {
    TokenKey::new(&[byte; 32]).unwrap()
}

fn later(at: Timestamp, seconds: i64) -> Timestamp {
    Timestamp::from_millis(at.as_millis() + seconds * 1000).unwrap()
}

#[test]
fn a_token_says_what_was_signed_until_it_expires() {
    let now = second(1);
    let token = key(1).sign(&Claims::new("ann", now, Duration::from_mins(1)));
    let verified = key(1).verify(&token, now).unwrap();
    assert_eq!((verified.subject(), verified.is_admin()), ("ann", false));
    assert!(key(1).verify(&token, later(now, 59)).is_ok());
    assert_eq!(key(1).verify(&token, later(now, 60)), Err(TokenError::Expired));
    assert_eq!(key(2).verify(&token, now), Err(TokenError::Signature));
    assert_eq!(TokenKey::new(&[1; 31]).unwrap_err(), TokenError::ShortSecret);
    assert_eq!(format!("{:?}", key(1)), "TokenKey(..)");
}

#[test]
fn no_other_text_is_a_token() {
    let now = second(1);
    let token = key(1).sign(&Claims::new("ann", now, Duration::from_mins(1)));
    let admin = key(2).sign(&Claims::new("ann", now, Duration::from_mins(1)).admin());
    let (ours, theirs): (Vec<_>, Vec<_>) = (token.split('.').collect(), admin.split('.').collect());
    // Another's claims under our signature, no signature, no algorithm (`{"alg":"none","typ":"JWT"}`), and no token at all.
    let forged = [
        format!("{}.{}.{}", ours[0], theirs[1], ours[2]),
        format!("{}.{}.", ours[0], ours[1]),
        format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.", theirs[1]),
        format!("{token}x"),
        format!("{token}."),
        String::new(),
        ".".into(),
        "..".into(),
        "a.b.c".into(),
        format!("{token}{}", "x".repeat(5000)),
    ];
    for text in forged {
        assert!(key(1).verify(&text, now).is_err(), "{text}");
    }
    for at in 0..token.len() {
        let mut changed = token.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(key(1).verify(&changed, now).is_err(), "{changed}");
    }
}

#[test]
fn only_a_verified_administrator_calls_as_one() {
    let (now, user) = (second(1), UserId::new());
    let claims = Claims::new(user, now, Duration::from_mins(1));
    let call = |claims: &Claims| Call::from_claims(&key(1).verify(&key(1).sign(claims), now).unwrap(), "r1").unwrap();
    assert_eq!(call(&claims).user_id(), user);
    assert_eq!(call(&claims).as_admin(), Err(GuildError::NotAdmin));
    assert!(call(&claims.clone().admin()).as_admin().is_ok());
    assert_eq!(Call::new(user, "r1").as_admin(), Err(GuildError::NotAdmin));
    let nobody = key(1).sign(&Claims::new("", now, Duration::from_mins(1)));
    let nobody = Call::from_claims(&key(1).verify(&nobody, now).unwrap(), "r1");
    assert!(matches!(nobody, Err(GuildError::Input(_))), "{nobody:?}");
}
