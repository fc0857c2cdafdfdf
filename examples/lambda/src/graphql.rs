//! Mutations as fields of a GraphQL API: `AppSync` calls the function as their resolver.

use lambda_runtime::Diagnostic;
use models::discord::Chat;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::mutations::{Refusal, execute};

/// What `AppSync` sends to a direct resolver, as far as it is needed. The name of the field is that of the mutation, in camel case, and
/// its arguments are the mutation's.
#[derive(Debug, Deserialize)]
pub(crate) struct Field {
    #[serde(default)]
    arguments: Map<String, Value>,
    identity: Option<Identity>,
    info: Info,
}

/// Who asks, as Cognito or an `OpenID` provider found out: a client cannot write this part of the event.
#[derive(Debug, Deserialize)]
struct Identity {
    sub: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    field_name: String,
}

/// Executes the mutation that a field names. What is refused becomes an error of the field, whose type is that of the status.
pub(crate) async fn answer(chat: &Chat, field: Field) -> Result<Value, Diagnostic> {
    resolve(chat, field).await.map_err(|Refusal(status, error_message)| {
        let error_type = match status {
            400 => "BadRequest",
            401 => "Unauthorized",
            403 => "Forbidden",
            404 => "NotFound",
            409 => "Conflict",
            410 => "Gone",
            503 => "Unavailable",
            _ => "Internal",
        };
        Diagnostic { error_type: error_type.to_owned(), error_message }
    })
}

async fn resolve(chat: &Chat, field: Field) -> Result<Value, Refusal> {
    let Field { mut arguments, identity, info } = field;
    let user = identity.and_then(|identity| identity.sub?.parse().ok());
    let user = user.ok_or_else(|| Refusal(401, "no authorizer has verified a token".to_owned()))?;
    // After the arguments: none of them can name another mutation.
    arguments.insert("type".to_owned(), Value::String(info.field_name));
    let mutation = serde_json::from_value(Value::Object(arguments)).map_err(|wrong| Refusal(400, wrong.to_string()))?;
    execute(chat, user, mutation).await
}
