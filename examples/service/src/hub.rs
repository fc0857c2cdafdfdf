//! The connections of this process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use models::Ulid;
use models::discord::{ConnectionId, Delivery};
use tokio::sync::mpsc;

/// How many events wait for a connection: one that lags further behind is closed, and its client reads what it missed.
const WAITING: usize = 256;

pub(crate) struct Hub {
    /// What the ids of this process's connections begin with.
    prefix: String,
    open: Mutex<HashMap<ConnectionId, mpsc::Sender<Utf8Bytes>>>,
}

impl Hub {
    pub(crate) fn new(instance: String) -> Self {
        Self { prefix: instance + ".", open: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<ConnectionId, mpsc::Sender<Utf8Bytes>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection begins.
    pub(crate) fn open(&self) -> (ConnectionId, mpsc::Receiver<Utf8Bytes>) {
        let id = ConnectionId::from(format!("{}{}", self.prefix, Ulid::generate()));
        let (sender, receiver) = mpsc::channel(WAITING);
        self.all().insert(id.clone(), sender);
        (id, receiver)
    }

    /// A connection is over: its receiver ends.
    pub(crate) fn close(&self, id: &ConnectionId) {
        self.all().remove(id);
    }

    /// Hands an event to a connection.
    pub(crate) fn send(&self, id: &ConnectionId, event: Utf8Bytes) -> Delivery {
        if !id.as_ref().starts_with(&self.prefix) {
            return Delivery::Elsewhere;
        }
        let sent = self.all().get(id).map(|sender| sender.try_send(event));
        match sent {
            Some(Ok(())) => Delivery::Sent,
            // Too slow, or closed, or of a former life of this process.
            Some(Err(_)) | None => {
                self.close(id);
                Delivery::Gone
            }
        }
    }
}
