//! What all handlers share.

use std::sync::Arc;

use models::claims::TokenKey;
use models::discord::Chat;
use tokio::sync::Semaphore;

use crate::hub::Hub;
use crate::limits::{Limiters, Limits};

/// How many passwords are hashed at once: each takes 19 MiB and a core for some 20 ms.
const HASHING: usize = 2;

/// What a server needs to start.
#[derive(Debug)]
pub struct Settings {
    /// The table, as those see it who act for users: no handler reads past the checks.
    pub chat: Chat,
    /// The key that signs tokens.
    pub key: TokenKey,
    /// The name of this process among those that serve one table. It is the same after a restart, so that connections of its former
    /// life are recognized as gone.
    pub instance: String,
    /// What clients may take.
    pub limits: Limits,
}

/// The state of the server.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    chat: Chat,
    key: TokenKey,
    hub: Hub,
    body: usize,
    limiters: Limiters,
    hashing: Semaphore,
}

impl App {
    /// Creates the state.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let Settings { chat, key, instance, limits } = settings;
        Self(Arc::new(Inner {
            chat,
            key,
            hub: Hub::new(instance),
            body: limits.body,
            limiters: Limiters::new(&limits),
            hashing: Semaphore::new(HASHING),
        }))
    }

    pub(crate) fn chat(&self) -> &Chat {
        &self.0.chat
    }

    pub(crate) fn key(&self) -> &TokenKey {
        &self.0.key
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.0.hub
    }

    pub(crate) fn limiters(&self) -> &Limiters {
        &self.0.limiters
    }

    pub(crate) fn hashing(&self) -> &Semaphore {
        &self.0.hashing
    }

    pub(crate) fn body(&self) -> usize {
        self.0.body
    }
}
