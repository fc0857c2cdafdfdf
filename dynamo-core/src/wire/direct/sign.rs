//! AWS Signature Version 4 of the one kind of request that there is: a `POST` of JSON to `/`, with fixed headers.
//!
//! `aws-sigv4` derives the key; this file keeps it for its day, ready to sign, and writes the canonical request, which
//! `aws_sigv4::http_request::sign` would have to find out from each request anew.

use std::time::{SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::config::Credentials;
use aws_sigv4::sign::v4::generate_signing_key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

use crate::wire::request::CONTENT_TYPE;

/// A key that signs the requests of one day to one service in one region.
pub(super) struct SigningKey {
    pub(super) day: u64,
    /// The session token of temporary credentials.
    pub(super) token: Option<String>,
    /// `<day>/<region>/<service>/aws4_request`
    scope: String,
    access_key_id: String,
    /// Has taken in the signing key already, which is half of the work of a short message.
    signer: Hmac<Sha256>,
}

/// The headers that a signature consists of.
pub(super) struct Signature {
    pub(super) date: String,
    pub(super) authorization: String,
}

impl SigningKey {
    pub(super) fn new(credentials: &Credentials, now: SystemTime, region: &str, service: &str) -> Self {
        let derived = generate_signing_key(credentials.secret_access_key(), now, region, service);
        let mut block = [0; 64];
        // A digest is shorter than a block, and HMAC fills up keys with zeros.
        block.iter_mut().zip(derived.as_ref()).for_each(|(to, from)| *to = *from);
        Self {
            day: day(now),
            token: credentials.session_token().map(str::to_owned),
            scope: format!("{}/{region}/{service}/aws4_request", &date_time(now)[..8]),
            access_key_id: credentials.access_key_id().to_owned(),
            signer: Hmac::new(&block.into()),
        }
    }

    /// Signs a request whose body has this digest.
    pub(super) fn sign(&self, now: SystemTime, host: &str, target: &str, digest: &[u8; 64]) -> Signature {
        let date = date_time(now);
        let token = self.token.as_deref();
        let signed = match token {
            Some(_) => "content-type;host;x-amz-date;x-amz-security-token;x-amz-target",
            None => "content-type;host;x-amz-date;x-amz-target",
        };
        let mut canonical = String::with_capacity(512);
        let mut header = |name: &str, value: &str| {
            for part in [name, ":", value, "\n"] {
                canonical.push_str(part);
            }
        };
        header("POST\n/\n\ncontent-type", CONTENT_TYPE);
        header("host", host);
        header("x-amz-date", &date);
        if let Some(token) = token {
            header("x-amz-security-token", token);
        }
        header("x-amz-target", target);
        let mut hasher = Sha256::new();
        hasher.update(canonical.as_bytes());
        hasher.update(b"\n");
        hasher.update(signed.as_bytes());
        hasher.update(b"\n");
        hasher.update(digest);
        let authorization = self.authorize(&date, signed, &hex(&hasher.finalize().into()));
        Signature { date, authorization }
    }

    /// Signs a canonical request that has this digest and these headers.
    fn authorize(&self, date: &str, signed: &str, canonical: &[u8; 64]) -> String {
        let mut signer = self.signer.clone();
        for part in [b"AWS4-HMAC-SHA256\n", date.as_bytes(), b"\n", self.scope.as_bytes(), b"\n", canonical] {
            signer.update(part);
        }
        let signature = hex(&signer.finalize().into_bytes().into());
        let mut authorization = String::with_capacity(256);
        let (id, scope) = (self.access_key_id.as_str(), self.scope.as_str());
        for part in ["AWS4-HMAC-SHA256 Credential=", id, "/", scope, ", SignedHeaders=", signed, ", Signature="] {
            authorization.push_str(part);
        }
        // Digits are text.
        authorization.push_str(str::from_utf8(&signature).unwrap_or_default());
        authorization
    }
}

/// Returns the SHA-256 of a body in hexadecimal digits.
pub(super) fn digest(body: &[u8]) -> [u8; 64] {
    hex(&Sha256::digest(body).into())
}

fn hex(bytes: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [0; 64];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
    digits
}

/// Returns how many whole days a time is after the epoch.
pub(super) fn day(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / (24 * 60 * 60)
}

/// Formats a time as `20260131T235959Z`.
fn date_time(time: SystemTime) -> String {
    let time = OffsetDateTime::from(time);
    let year = u16::try_from(time.year()).unwrap_or_default();
    let mut text = String::with_capacity(16);
    let date = [year / 100, year % 100, u8::from(time.month()).into(), time.day().into()];
    push_pairs(&mut text, &date);
    text.push('T');
    push_pairs(&mut text, &[time.hour(), time.minute(), time.second()].map(u16::from));
    text.push('Z');
    text
}

/// Appends numbers below a hundred with two digits each.
fn push_pairs(text: &mut String, numbers: &[u16]) {
    let digits = numbers.iter().flat_map(|number| [number / 10, number % 10]);
    text.extend(digits.filter_map(|digit| char::from_digit(digit.into(), 10)));
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::{fs, process};

    use aws_smithy_types::date_time::{DateTime, Format};
    use serde_json::Value;

    use super::{Credentials, SigningKey, date_time, digest};

    /// Where the source of `aws-sigv4` lies, which ships the official test suite of the signature.
    fn vectors() -> PathBuf {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        // Downloads what other members of the workspace need; packages for other platforms are left out.
        let rustc = process::Command::new("rustc").arg("-vV").output().unwrap();
        let rustc = String::from_utf8(rustc.stdout).unwrap();
        let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
        let mut cargo = process::Command::new(env!("CARGO"));
        cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host]);
        let metadata = cargo.args(["--manifest-path", manifest]).output().unwrap();
        assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
        let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        let sigv4 = packages.iter().find(|package| package["name"] == "aws-sigv4").unwrap();
        Path::new(sigv4["manifest_path"].as_str().unwrap()).with_file_name("aws-signing-test-suite").join("v4")
    }

    /// The requests of the suite have paths, queries and headers that none of ours has, so each is taken as its canonical
    /// request; that ours are written as `aws-sigv4` writes them is a test of `tests/suite/ops/direct.rs`.
    #[test]
    fn signs_the_official_vectors() {
        let mut signed = 0;
        for vector in fs::read_dir(vectors()).unwrap() {
            let vector = vector.unwrap().path();
            // Two are additions of the crate, without the key that they are signed with.
            if !vector.join("context.json").exists() {
                continue;
            }
            let read = |name: &str| fs::read_to_string(vector.join(name)).unwrap().replace("\r\n", "\n");
            let context: Value = serde_json::from_str(&read("context.json")).unwrap();
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let credentials = &context["credentials"];
            let [id, secret] = ["access_key_id", "secret_access_key"].map(|name| text(&credentials[name]).unwrap());
            let token = text(&credentials["token"]);
            let time = DateTime::from_str(context["timestamp"].as_str().unwrap(), Format::DateTime).unwrap();
            let time = time.try_into().unwrap();
            let [region, service] = ["region", "service"].map(|name| text(&context[name]).unwrap());
            let key =
                SigningKey::new(&Credentials::new(id, secret, token.clone(), None, "test"), time, &region, &service);
            assert_eq!(key.token, token);

            let canonical = read("header-canonical-request.txt");
            let headers = canonical.lines().rev().nth(1).unwrap();
            let canonical = digest(canonical.as_bytes());
            let to_sign = [&date_time(time), &key.scope, str::from_utf8(&canonical).unwrap()];
            let to_sign = format!("AWS4-HMAC-SHA256\n{}", to_sign.join("\n"));
            assert_eq!(to_sign, read("header-string-to-sign.txt"), "{}", vector.display());
            let authorization = key.authorize(&date_time(time), headers, &canonical);
            let expected = read("header-signed-request.txt");
            let expected = expected.lines().find_map(|line| line.strip_prefix("Authorization:"));
            assert_eq!(authorization, expected.unwrap().trim(), "{}", vector.display());
            assert!(authorization.ends_with(read("header-signature.txt").trim()), "{}", vector.display());
            signed += 1;
        }
        assert!(signed >= 38, "{signed} vectors");
    }
}
