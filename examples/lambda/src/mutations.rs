//! Mutations, one for each request of an HTTP API, or for each field of a GraphQL API.

use aws_lambda_events::encodings::Body;
use aws_lambda_events::event::apigw::{ApiGatewayV2httpRequest, ApiGatewayV2httpResponse};
use aws_lambda_events::http::HeaderValue;
use aws_lambda_events::http::header::CONTENT_TYPE;
use lambda_runtime::{Diagnostic, LambdaEvent};
use models::discord::{
    ChannelAccess, ChannelId, Chat, ChatError, InviteCode, MessageId, NewChannel, NewInvite, NewServer, ServerAccess,
    ServerId, UserId, create_channel, create_invite, create_server, delete_message, edit_message, leave_server, react,
    rename_user, send_message, send_message_once, unreact, use_invite,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::graphql;

/// What a client asks for: the body of its request, with `type` in camel case, or the arguments of the field of that name.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[allow(missing_docs)] // Each is the function of its name, and its arguments.
pub enum Mutation {
    CreateServer { name: String },
    CreateChannel { server_id: ServerId, name: String, topic: Option<String> },
    CreateInvite { server_id: ServerId, max_uses: Option<u32> },
    UseInvite { invite_code: InviteCode },
    LeaveServer { server_id: ServerId },
    SendMessage { server_id: ServerId, channel_id: ChannelId, message_id: Option<MessageId>, content: String },
    EditMessage { server_id: ServerId, channel_id: ChannelId, message_id: MessageId, content: String },
    DeleteMessage { server_id: ServerId, channel_id: ChannelId, message_id: MessageId },
    React { server_id: ServerId, channel_id: ChannelId, message_id: MessageId, emoji: String },
    Unreact { server_id: ServerId, channel_id: ChannelId, message_id: MessageId, emoji: String },
    RenameUser { username: String },
}

/// Why a request is refused: a status and a text.
pub(crate) struct Refusal(pub(crate) u16, pub(crate) String);

impl From<ChatError> for Refusal {
    fn from(error: ChatError) -> Self {
        let status = error.http_status();
        if status >= 500 {
            // For the function's log.
            eprintln!("error: {error}");
            return Self(status, "the server could not do this: try again later".to_owned());
        }
        Self(status, error.to_string())
    }
}

impl From<dynamo_core::Error> for Refusal {
    fn from(error: dynamo_core::Error) -> Self {
        ChatError::from(error).into()
    }
}

/// Executes a mutation for the user whom the authorizer of the API found: the body of a request of an HTTP API, or a field of a GraphQL
/// API.
///
/// Every answer to a request is a response: an error of the function itself would be one of 500, and is retried by nobody. `AppSync`
/// makes an error of a field of it.
pub async fn handle(chat: &Chat, event: LambdaEvent<Value>) -> Result<Value, Diagnostic> {
    if event.payload.pointer("/info/fieldName").is_some() {
        return graphql::answer(chat, read(event.payload)?).await;
    }
    let (status, body) = match answer(chat, &read(event.payload)?).await {
        Ok(made) => (200, made),
        Err(Refusal(status, error)) => (status, json!({ "error": error })),
    };
    let mut response = ApiGatewayV2httpResponse::default();
    response.status_code = status.into();
    response.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.body = Some(Body::Text(body.to_string()));
    serde_json::to_value(response).map_err(|error| Diagnostic::from(lambda_runtime::Error::from(error)))
}

/// Reads an event; one of another kind is a mistake in how the function is deployed.
fn read<T: DeserializeOwned>(event: Value) -> Result<T, Diagnostic> {
    serde_json::from_value(event).map_err(|wrong| Diagnostic {
        error_type: "UnknownEvent".to_owned(),
        error_message: format!(
            "the event is neither a request of an HTTP API (payload 2.0) nor one of AppSync: {wrong}"
        ),
    })
}

async fn answer(chat: &Chat, request: &ApiGatewayV2httpRequest) -> Result<Value, Refusal> {
    let user = user(request).ok_or_else(|| Refusal(401, "no authorizer has verified a token".to_owned()))?;
    let body = request.body.as_deref().unwrap_or_default();
    if request.is_base64_encoded {
        return Err(Refusal(415, "the body must be JSON, as text".to_owned()));
    }
    let mutation = serde_json::from_str(body).map_err(|error| Refusal(400, error.to_string()))?;
    execute(chat, user, mutation).await
}

/// The user whose token the authorizer of the API verified: a client cannot write this part of the event.
fn user(request: &ApiGatewayV2httpRequest) -> Option<UserId> {
    let authorizer = request.request_context.authorizer.as_ref()?;
    authorizer.jwt.as_ref()?.claims.get("sub")?.parse().ok()
}

pub(crate) async fn execute(chat: &Chat, user: UserId, mutation: Mutation) -> Result<Value, Refusal> {
    let in_server = async |server| ServerAccess::check(chat, user, server).await;
    let in_channel = async |server, channel| ChannelAccess::check_in(chat, user, server, channel).await;
    match mutation {
        Mutation::CreateServer { name } => made(&create_server(chat, user, NewServer { name, icon_url: None }).await?),
        Mutation::CreateChannel { server_id, name, topic } => {
            let manager = in_server(server_id).await?.as_manager()?;
            made(&create_channel(chat, &manager, NewChannel { name, topic }).await?)
        }
        Mutation::CreateInvite { server_id, max_uses } => {
            let new = NewInvite { max_uses, expires_at: None };
            made(&create_invite(chat, &in_server(server_id).await?, new).await?)
        }
        Mutation::UseInvite { invite_code } => made(&use_invite(chat, &invite_code, user).await?),
        Mutation::LeaveServer { server_id } => made(&leave_server(chat, &in_server(server_id).await?).await?),
        Mutation::SendMessage { server_id, channel_id, message_id, content } => {
            let access = in_channel(server_id, channel_id).await?;
            match message_id {
                Some(id) => made(&send_message_once(chat, &access, id, content).await?.0),
                None => made(&send_message(chat, &access, content).await?),
            }
        }
        Mutation::EditMessage { server_id, channel_id, message_id, content } => {
            made(&edit_message(chat, &in_channel(server_id, channel_id).await?, message_id, content).await?)
        }
        Mutation::DeleteMessage { server_id, channel_id, message_id } => {
            made(&delete_message(chat, &in_channel(server_id, channel_id).await?, message_id).await?)
        }
        Mutation::React { server_id, channel_id, message_id, emoji } => {
            made(&react(chat, &in_channel(server_id, channel_id).await?, message_id, &emoji).await?)
        }
        Mutation::Unreact { server_id, channel_id, message_id, emoji } => {
            made(&unreact(chat, &in_channel(server_id, channel_id).await?, message_id, &emoji).await?)
        }
        Mutation::RenameUser { username } => made(&rename_user(chat, user, username).await?.username),
    }
}

fn made<T: Serialize>(value: &T) -> Result<Value, Refusal> {
    serde_json::to_value(value).map_err(|error| Refusal(500, error.to_string()))
}
