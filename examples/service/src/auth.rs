//! Who asks: passwords and tokens.

use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash as Phc;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use models::claims::Claims;
use models::discord::{PasswordHash, User, UserId};

use crate::app::App;
use crate::error::ApiError;

/// How long a token is valid.
const LIFETIME: Duration = Duration::from_hours(12);

/// How many bytes a password has.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=128;

/// The hash of no password: whether an address has an account does not show in how long a log-in takes.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Pg1BTTCZnJC4mIsZnE8cHA$uOLpmGZOyUGLK9/LVgD6CcX8dGNBRY4bTVqPmHJEOJo";

/// The user whose token came with the request, within the limits of that user.
pub(crate) struct Authenticated(pub(crate) UserId);

impl FromRequestParts<App> for Authenticated {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let header = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = header.and_then(|value| value.strip_prefix("Bearer "));
        let token = token.ok_or_else(|| ApiError::new(StatusCode::UNAUTHORIZED, "log in first"))?;
        verified(app, token).map(Self)
    }
}

/// Returns the user whose token this is, within the limits of that user.
pub(crate) fn verified(app: &App, token: &str) -> Result<UserId, ApiError> {
    let claims = app.key().verify(token, app.chat().now())?;
    let user = claims.subject().parse().map_err(|_| ApiError::new(StatusCode::UNAUTHORIZED, "a token of nobody"))?;
    app.limiters().user(&user)?;
    Ok(user)
}

/// Writes a token for a user who has shown who it is.
pub(crate) fn token(app: &App, user: UserId) -> String {
    app.key().sign(&Claims::new(user, app.chat().now(), LIFETIME))
}

/// Hashes a new password.
pub(crate) async fn hash(app: &App, password: String) -> Result<PasswordHash, ApiError> {
    if !PASSWORD.contains(&password.len()) {
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "a password must have 8 to 128 bytes"));
    }
    let hash = apart(app, move || Argon2::default().hash_password(password.as_bytes())).await?;
    let hash = hash.map_err(|error| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error))?;
    Ok(hash.to_string().parse()?)
}

/// Tells whether this is the user's password; for nobody's, it takes as long to say no.
pub(crate) async fn is_password_of(app: &App, user: Option<&User>, password: String) -> Result<bool, ApiError> {
    let hash = user.map_or(NOBODY, |user| user.password_hash.as_str()).to_owned();
    let is_somebody = user.is_some();
    let matches = apart(app, move || {
        let hash = Phc::new(&hash).ok()?;
        Argon2::default().verify_password(password.as_bytes(), &hash).ok()
    });
    Ok(matches.await?.is_some() && is_somebody)
}

/// Computes something long on a thread of its own, with few others at a time.
async fn apart<T: Send + 'static>(app: &App, compute: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let gone = |_| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping");
    let _permit = app.hashing().acquire().await.map_err(gone)?;
    let failed = |error| {
        tracing::error!(%error, "hashing failed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the server could not do this")
    };
    tokio::task::spawn_blocking(compute).await.map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nobody_takes_as_long_as_that_of_somebody() {
        let nobody = Phc::new(NOBODY).unwrap();
        let somebody = Argon2::default().hash_password(b"correct horse").unwrap();
        assert_eq!((nobody.algorithm, nobody.version), (somebody.algorithm, somebody.version));
        assert_eq!(nobody.params, somebody.params);
        assert_eq!(nobody.hash.map(|hash| hash.len()), somebody.hash.map(|hash| hash.len()));
    }
}
