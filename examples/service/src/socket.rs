//! The WebSocket: a client says who it is and which channel it looks at, and is told what changes there.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use models::discord::{ChannelAccess, ChannelId, Connection, ConnectionId, ServerId, UserId, connect, stop_listening};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::app::App;
use crate::auth::verified;
use crate::error::ApiError;

/// How long a client may take to say who it is.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many bytes a client's message has at most.
const COMMAND: usize = 4096;

/// What a client says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Command {
    Authenticate { token: String },
    Listen { server_id: ServerId, channel_id: ChannelId },
}

/// What a client is told beside events.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Reply<'a> {
    Ready,
    Listening { channel_id: ChannelId },
    Refused { error: &'a str },
}

impl From<Reply<'_>> for Message {
    fn from(reply: Reply<'_>) -> Self {
        Self::Text(serde_json::to_string(&reply).unwrap_or_default().into())
    }
}

pub(crate) async fn open(State(app): State<App>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(COMMAND).on_upgrade(async move |mut socket| {
        let entered = tokio::time::timeout(PATIENCE, enter(&app, &mut socket)).await;
        let Ok(Some(user)) = entered else { return };
        let (id, events) = app.hub().open();
        let mut client = Client { app: &app, user, id, listening: None };
        // An error says that the client is gone, which is how all of this ends.
        let _ = client.serve(&mut socket, events).await;
        app.hub().close(&client.id);
        if let Err(error) = client.forget().await {
            tracing::warn!(error = error.reason(), "a connection is left to expire");
        }
    })
}

/// The client says who it is.
async fn enter(app: &App, socket: &mut WebSocket) -> Option<UserId> {
    loop {
        let Message::Text(text) = socket.recv().await?.ok()? else { continue };
        let wrong = match serde_json::from_str(&text) {
            Ok(Command::Authenticate { token }) => match verified(app, &token) {
                Ok(user) => {
                    socket.send(Reply::Ready.into()).await.ok()?;
                    return Some(user);
                }
                Err(error) => error.reason().to_owned(),
            },
            _ => "say who you are first".to_owned(),
        };
        socket.send(Reply::Refused { error: &wrong }.into()).await.ok()?;
        return None;
    }
}

/// A client that has said who it is.
struct Client<'a> {
    app: &'a App,
    user: UserId,
    id: ConnectionId,
    /// What it listens to: known here, since the index by which a connection is found may be behind.
    listening: Option<Connection>,
}

impl Client<'_> {
    /// Tells what happens, and does what the client asks, until one of the two goes.
    async fn serve(
        &mut self,
        socket: &mut WebSocket,
        mut events: mpsc::Receiver<Utf8Bytes>,
    ) -> Result<(), axum::Error> {
        loop {
            tokio::select! {
                event = events.recv() => match event {
                    Some(event) => socket.send(Message::Text(event)).await?,
                    None => return Ok(()),
                },
                said = socket.recv() => match said {
                    Some(Ok(Message::Text(text))) => {
                        let reply = match self.listen(&text).await {
                            Ok(channel_id) => Reply::Listening { channel_id }.into(),
                            Err(error) => Reply::Refused { error: error.reason() }.into(),
                        };
                        socket.send(reply).await?;
                    }
                    // Pings are answered below, and nothing is said in bytes.
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return Ok(()),
                    Some(Err(error)) => return Err(error),
                },
            }
        }
    }

    /// The client looks at a channel, and no longer at the one before.
    async fn listen(&mut self, text: &str) -> Result<ChannelId, ApiError> {
        self.app.limiters().user(&self.user)?;
        let bad = |reason: String| ApiError::new(StatusCode::BAD_REQUEST, reason);
        let command = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        let Command::Listen { server_id, channel_id } = command else {
            return Err(bad("you have said who you are".to_owned()));
        };
        let access = ChannelAccess::check_in(self.app.chat(), self.user, server_id, channel_id).await?;
        if self.listening.as_ref().is_some_and(|now| now.channel_id != channel_id) {
            self.forget().await?;
        }
        self.listening = Some(connect(self.app.chat(), &access, self.id.clone()).await?);
        Ok(channel_id)
    }

    /// The client looks at nothing any longer.
    async fn forget(&mut self) -> Result<(), ApiError> {
        if let Some(connection) = self.listening.take() {
            stop_listening(self.app.chat(), &connection).await?;
        }
        Ok(())
    }
}
