//! Reads DynamoDB's answers that are errors.

use std::borrow::Cow;

use aws_sdk_dynamodb::operation::RequestId;
use aws_smithy_runtime_api::http::Headers;

use super::answer::{array, fields, object};
use crate::codec::{Item, JsonReader, item_from_json};
use crate::entity::Unreadable;
use crate::error::{Reason, Rejected};

/// Reads an answer. What stands in front of DynamoDB may answer with something else than JSON: its status says enough.
#[cold]
pub(super) fn read(status: u16, headers: &Headers, body: &[u8]) -> Rejected {
    let mut rejected = facts(body).unwrap_or_default();
    let code = headers.get("x-amzn-errortype").map(str::to_owned).or(rejected.code.take());
    rejected.code = code.map(|code| plain(&code).to_owned());
    if rejected.code.is_none() && rejected.message.is_none() {
        rejected.message = Some(format!("status {status} without an error of DynamoDB"));
    }
    rejected.request_id = headers.request_id().map(str::to_owned);
    rejected.status = Some(status);
    rejected
}

/// Returns a code without its namespace, and without a URL after it.
fn plain(code: &str) -> &str {
    let code = code.split(':').next().unwrap_or_default();
    code.split_once('#').map_or(code, |(_, code)| code)
}

fn facts(body: &[u8]) -> Result<Rejected, Unreadable> {
    let mut rejected = Rejected::default();
    let mut more_precise = None;
    fields(body, |name, reader| {
        match name {
            "code" => more_precise = text(reader)?,
            "__type" => rejected.code = text(reader)?,
            "message" | "Message" | "errorMessage" => rejected.message = text(reader)?.or(rejected.message.take()),
            "Item" => rejected.item = item(reader)?,
            "CancellationReasons" if !reader.take_null() => array(reader, |reader| {
                rejected.reasons.push(reason(reader)?);
                Ok(())
            })?,
            _ => reader.skip_json()?,
        }
        Ok(())
    })?;
    rejected.code = more_precise.or(rejected.code);
    Ok(rejected)
}

fn reason(reader: &mut JsonReader<'_>) -> Result<Reason, Unreadable> {
    let mut reason = Reason::default();
    object(reader, |name, reader| {
        match name {
            "Code" => reason.code = text(reader)?,
            "Message" => reason.message = text(reader)?,
            "Item" => reason.item = item(reader)?,
            _ => reader.skip_json()?,
        }
        Ok(())
    })?;
    Ok(reason)
}

fn text(reader: &mut JsonReader<'_>) -> Result<Option<String>, Unreadable> {
    if reader.peek() == Some(b'"') {
        return Ok(Some(reader.string().map(Cow::into_owned)?));
    }
    reader.skip_json()?;
    Ok(None)
}

fn item(reader: &mut JsonReader<'_>) -> Result<Option<Item>, Unreadable> {
    if reader.take_null() {
        return Ok(None);
    }
    Ok(Some(item_from_json(reader.raw()?)?).filter(|item| !item.is_empty()))
}
