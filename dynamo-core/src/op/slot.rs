//! Where an answer that our codec has read leaves the SDK.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::Output;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;

use crate::Error;
use crate::wire::{Answers, Hook, Unreadable};

pub(crate) struct Slot<T>(Arc<Mutex<Option<Result<T, Error>>>>);

impl<T: Send + 'static> Slot<T> {
    /// A slot, and the hook that fills it. The SDK gets `output`, which is empty.
    pub(crate) fn hook<O: Debug + Send + Sync + 'static>(
        read: impl Fn(&[u8]) -> Result<T, Unreadable> + Send + Sync + 'static,
        operation: impl RuntimePlugin + 'static,
        output: impl Fn() -> O + Send + Sync + 'static,
    ) -> (Self, Hook) {
        let slot = Self(Arc::default());
        let inside = Arc::clone(&slot.0);
        let read = move |answer: &[u8]| -> Result<Output, BoxError> {
            let result = match read(answer) {
                Ok(value) => Ok(value),
                // The request succeeded: to send it again would not make the item readable.
                Err(Unreadable::Item(error)) => Err(error),
                Err(Unreadable::Json(error)) => return Err(error.into()),
            };
            *inside.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            Ok(Output::erase(output()))
        };
        (slot, Hook::new(None, Some(Answers { read: Box::new(read), operation: Box::new(operation) })))
    }

    pub(crate) fn take(self) -> Result<T, Error> {
        let value = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.unwrap_or_else(|| {
            Err(Error::refused("the SDK gave an answer that it did not read", "report this as a bug"))
        })
    }
}
