//! Mutations, one for each request of an HTTP API.

use aws_lambda_events::encodings::Body;
use aws_lambda_events::event::apigw::{ApiGatewayV2httpRequest, ApiGatewayV2httpResponse};
use aws_lambda_events::http::HeaderValue;
use aws_lambda_events::http::header::CONTENT_TYPE;
use dynamo_core::Db;
use lambda_runtime::LambdaEvent;
use models::discord::{
    ChannelAccess, ChannelId, ChatError, InviteCode, MessageId, NewChannel, NewInvite, NewServer, ServerAccess,
    ServerId, UserId, create_channel, create_invite, create_server, delete_message, edit_message, leave_server, react,
    rename_user, send_message, send_message_once, unreact, use_invite,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a client asks for: the body of its request, with `type` in camel case.
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

#[derive(Serialize)]
struct Reason<'a> {
    error: &'a str,
}

/// Why a request is refused: a status and a text.
struct Refusal(u16, String);

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

/// Executes the mutation in the body of a request, for the user whom the authorizer of the API found.
///
/// Every answer is a response: an error of the function itself would be one of 500, and is retried by nobody.
pub async fn handle(
    db: &Db,
    event: LambdaEvent<ApiGatewayV2httpRequest>,
) -> Result<ApiGatewayV2httpResponse, lambda_runtime::Error> {
    let (status, body) = match answer(db, &event.payload).await {
        Ok(made) => (200, serde_json::to_string(&made)?),
        Err(Refusal(status, reason)) => (status, serde_json::to_string(&Reason { error: &reason })?),
    };
    let mut response = ApiGatewayV2httpResponse::default();
    response.status_code = status.into();
    response.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.body = Some(Body::Text(body));
    Ok(response)
}

async fn answer(db: &Db, request: &ApiGatewayV2httpRequest) -> Result<Value, Refusal> {
    let user = user(request).ok_or_else(|| Refusal(401, "no authorizer has verified a token".to_owned()))?;
    let body = request.body.as_deref().unwrap_or_default();
    if request.is_base64_encoded {
        return Err(Refusal(415, "the body must be JSON, as text".to_owned()));
    }
    let mutation = serde_json::from_str(body).map_err(|error| Refusal(400, error.to_string()))?;
    execute(db, user, mutation).await
}

/// The user whose token the authorizer of the API verified: a client cannot write this part of the event.
fn user(request: &ApiGatewayV2httpRequest) -> Option<UserId> {
    let authorizer = request.request_context.authorizer.as_ref()?;
    authorizer.jwt.as_ref()?.claims.get("sub")?.parse().ok()
}

async fn execute(db: &Db, user: UserId, mutation: Mutation) -> Result<Value, Refusal> {
    let in_server = async |server| ServerAccess::check(db, user, server).await;
    let in_channel = async |server, channel| ChannelAccess::check_in(db, user, server, channel).await;
    match mutation {
        Mutation::CreateServer { name } => made(&create_server(db, user, NewServer { name, icon_url: None }).await?),
        Mutation::CreateChannel { server_id, name, topic } => {
            let manager = in_server(server_id).await?.as_manager()?;
            made(&create_channel(db, &manager, NewChannel { name, topic }).await?)
        }
        Mutation::CreateInvite { server_id, max_uses } => {
            let new = NewInvite { max_uses, expires_at: None };
            made(&create_invite(db, &in_server(server_id).await?, new).await?)
        }
        Mutation::UseInvite { invite_code } => made(&use_invite(db, &invite_code, user).await?),
        Mutation::LeaveServer { server_id } => made(&leave_server(db, &in_server(server_id).await?).await?),
        Mutation::SendMessage { server_id, channel_id, message_id, content } => {
            let access = in_channel(server_id, channel_id).await?;
            match message_id {
                Some(id) => made(&send_message_once(db, &access, id, content).await?.0),
                None => made(&send_message(db, &access, content).await?),
            }
        }
        Mutation::EditMessage { server_id, channel_id, message_id, content } => {
            made(&edit_message(db, &in_channel(server_id, channel_id).await?, message_id, content).await?)
        }
        Mutation::DeleteMessage { server_id, channel_id, message_id } => {
            made(&delete_message(db, &in_channel(server_id, channel_id).await?, message_id).await?)
        }
        Mutation::React { server_id, channel_id, message_id, emoji } => {
            made(&react(db, &in_channel(server_id, channel_id).await?, message_id, &emoji).await?)
        }
        Mutation::Unreact { server_id, channel_id, message_id, emoji } => {
            made(&unreact(db, &in_channel(server_id, channel_id).await?, message_id, &emoji).await?)
        }
        Mutation::RenameUser { username } => made(&rename_user(db, user, username).await?.username),
    }
}

fn made<T: Serialize>(value: &T) -> Result<Value, Refusal> {
    serde_json::to_value(value).map_err(|error| Refusal(500, error.to_string()))
}
