//! Who may ask: browsers that came by the printed address, and nobody else.
//!
//! A page on the Internet can make a browser send requests to this machine, by a form or by a name that suddenly resolves to
//! 127.0.0.1. So the name that the browser used has to be the studio's own, the page that asks has to be the studio's, and
//! whoever asks has to know the token.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Studio;
use crate::error::ToolError;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A token that nobody can guess.
pub(super) fn token() -> Result<String, ToolError> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| ToolError::Request(format!("there are no random bytes: {error}")))?;
    Ok(base64_simd::URL_SAFE_NO_PAD.encode_to_string(bytes))
}

/// Lets a request through, or says why not; adds what browsers have to know to every answer.
pub(super) async fn check(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let refused = refusal(&studio, request.headers(), request.uri().path(), request.uri().query());
    let mut response = match refused {
        Some((status, reason)) => (status, reason).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

fn refusal(
    studio: &Studio,
    headers: &HeaderMap,
    path: &str,
    query: Option<&str>,
) -> Option<(StatusCode, &'static str)> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("\u{0}"));
    let is_own = |host: &str| studio.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
    if !text("host").is_some_and(is_own) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "this host name is not the studio's"));
    }
    let is_own_origin =
        |origin: &str| origin.strip_prefix("http://").or(origin.strip_prefix("https://")).is_some_and(is_own);
    if text("origin").is_some_and(|origin| !is_own_origin(origin)) {
        return Some((StatusCode::FORBIDDEN, "this page is not the studio's"));
    }
    // Somebody may follow a link to the page itself, and nothing else.
    let site = text("sec-fetch-site").filter(|_| path != "/");
    if site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
        return Some((StatusCode::FORBIDDEN, "this page is not the studio's"));
    }
    let bearer = text("authorization").and_then(|value| value.strip_prefix("Bearer "));
    let in_query = || query?.split('&').find_map(|pair| pair.strip_prefix("token="));
    // Only a script of the studio can send a header.
    let given = if path.starts_with("/api/") { bearer } else { bearer.or_else(in_query) };
    if !given.is_some_and(|given| same(given.as_bytes(), studio.token.as_bytes())) {
        return Some((StatusCode::UNAUTHORIZED, "open the address that the studio printed, which holds a token"));
    }
    None
}

/// Compares without telling by its time how much is right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}
