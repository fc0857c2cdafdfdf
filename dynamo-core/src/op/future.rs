//! The futures that builders turn into when awaited.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::error::Error;
use crate::wire::{Consumed, Running};

/// The boxed future that a builder turns into when awaited.
pub type OperationFuture<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// A builder that executes an operation when awaited.
#[doc(hidden)]
pub trait Awaitable: Sized {
    /// The output of the operation.
    type Output;

    #[doc(hidden)]
    fn start(self) -> OperationFuture<Self::Output>;

    #[doc(hidden)]
    fn start_metered(self) -> OperationFuture<(Self::Output, Consumed)>;
}

/// Turns the plain answer of an operation into its output.
struct Finish<A, T> {
    run: Running<A>,
    finish: fn(A) -> Result<T, Error>,
}

impl<A, T> Future for Finish<A, T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.run.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Ok((answer, watch))) => Poll::Ready(watch.noted((self.finish)(answer))),
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
        }
    }
}

pub(crate) fn finish<A: 'static, T: 'static>(run: Running<A>, finish: fn(A) -> Result<T, Error>) -> OperationFuture<T> {
    Box::pin(Finish { run, finish })
}

pub(crate) fn finish_metered<A: 'static, T: 'static>(
    run: Running<A>,
    finish: fn(A) -> Result<T, Error>,
) -> OperationFuture<(T, Consumed)> {
    Box::pin(async move {
        let (answer, watch) = run.await?;
        watch.noted(finish(answer)).map(|output| (output, watch.meter.consumed()))
    })
}

/// Makes a builder awaitable. The builder has `run`, which returns the plain answer, and `finish`, which turns that
/// into the output; `$finish` is used in its place. `$example` builds one, for the documentation, from the items of `$preamble`.
macro_rules! operation {
    ([$($generics:tt)*] $op:ty => $output:ty, $example:literal) => {
        crate::op::operation!([$($generics)*] $op => $output, $example, "library");
    };
    ([$($generics:tt)*] $op:ty => $output:ty, $example:literal, $preamble:literal) => {
        crate::op::operation!([$($generics)*] $op => $output, $example, $preamble, Self::finish);
    };
    ([$($generics:tt)*] $op:ty => $output:ty, $example:literal, $preamble:literal, $finish:expr) => {
        crate::op::operation!(awaited [$($generics)*] $op => $output, $example, $preamble);

        impl<$($generics)*> crate::op::Awaitable for $op {
            type Output = $output;

            fn start(self) -> crate::op::OperationFuture<$output> {
                crate::op::finish(self.run(false), $finish)
            }

            fn start_metered(self) -> crate::op::OperationFuture<($output, crate::Consumed)> {
                crate::op::finish_metered(self.run(true), $finish)
            }
        }
    };
    (awaited [$($generics:tt)*] $op:ty => $output:ty, $example:literal, $preamble:literal) => {
        impl<$($generics)*> std::future::IntoFuture for $op {
            type Output = Result<$output, crate::Error>;
            type IntoFuture = crate::op::OperationFuture<$output>;

            fn into_future(self) -> Self::IntoFuture {
                crate::op::Awaitable::start(self)
            }
        }

        impl<$($generics)*> $op {
            /// Returns what the operation [consumed](crate::Consumed) together with its output.
            ///
            /// ```
            #[doc = concat!("# use doc_tables::", $preamble, "::*; example(async |db| {")]
            #[doc = concat!("let operation = ", $example, ";")]
            /// let (output, consumed) = operation.metered().await?;
            /// assert!(consumed.requests > 0);
            /// println!("{} units read, {} written", consumed.read_units, consumed.write_units);
            /// # Ok(()) });
            /// ```
            pub fn metered(self) -> crate::op::Metered<Self> {
                crate::op::Metered::new(self)
            }
        }
    };
}

pub(crate) use operation;

/// An operation that returns what it [consumed](Consumed) together with its output.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// let (book, consumed) = db.get(Book::key("fiction", "b1")).metered().await?;
/// assert_eq!((consumed.requests, consumed.read_units), (1, 0.5));
/// # Ok(()) });
/// ```
#[derive(Debug, Clone)]
#[must_use = "an operation does nothing until it is awaited"]
pub struct Metered<O>(O);

impl<O> Metered<O> {
    pub(crate) fn new(operation: O) -> Self {
        Self(operation)
    }
}

impl<O: Awaitable> IntoFuture for Metered<O> {
    type Output = Result<(O::Output, Consumed), Error>;
    type IntoFuture = OperationFuture<(O::Output, Consumed)>;

    fn into_future(self) -> Self::IntoFuture {
        self.0.start_metered()
    }
}
