//! Requests that failed.

use std::fmt;

use crate::codec::Item;
use crate::schema::{EntitySchema, key_is_sensitive};

/// Describes a request in errors.
#[derive(Clone, PartialEq)]
pub(crate) struct RequestInfo {
    pub(crate) operation: &'static str,
    pub(crate) table: String,
    pub(crate) entity: Option<&'static EntitySchema>,
    pub(crate) index: Option<&'static str>,
    pub(crate) key: Option<String>,
    pub(crate) condition: Option<String>,
}

/// DynamoDB's code for a token that comes back with another request.
pub(crate) const TOKEN_MISMATCH: &str = "IdempotentParameterMismatchException";

pub(crate) const REDACTED: &str = "[redacted]";

impl PartialEq for EntitySchema {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl RequestInfo {
    pub(crate) fn new(operation: &'static str, table: &str) -> Self {
        Self { operation, table: table.to_owned(), entity: None, index: None, key: None, condition: None }
    }

    pub(crate) fn entity(mut self, schema: &'static EntitySchema) -> Self {
        self.entity = Some(schema);
        self
    }

    pub(crate) fn index(mut self, index: Option<&'static str>) -> Self {
        self.index = index;
        self
    }

    /// Sets the key, redacted if it contains a sensitive field.
    pub(crate) fn key(mut self, key: impl fmt::Display) -> Self {
        let sensitive = self.entity.is_some_and(key_is_sensitive);
        self.key = Some(if sensitive { REDACTED.to_owned() } else { key.to_string() });
        self
    }

    /// Sets the partition of a query, redacted if it is sensitive.
    pub(crate) fn partition(mut self, key: &str, sensitive: bool) -> Self {
        self.key = Some(if sensitive { REDACTED } else { key }.to_owned());
        self
    }
}

/// Shows the message instead of the fields, since the entity's whole schema would drown the rest.
impl fmt::Debug for RequestInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl fmt::Display for RequestInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of ", self.operation)?;
        match self.entity {
            Some(entity) => write!(f, "`{}`", entity.name)?,
            None => f.write_str("items")?,
        }
        if let Some(key) = &self.key {
            write!(f, " {key}")?;
        }
        write!(f, " in table {}", self.table)?;
        match self.index {
            Some(index) => write!(f, ", index {index}"),
            None => Ok(()),
        }
    }
}

/// A request that failed, or whose outcome is unknown.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// let update = db.update(Book::key("fiction", "b1")).set(Book::fields().pages, 400).when(Book::fields().pages.lt(100));
/// match update.await {
///     Err(Error::ConditionFailed(failure)) => assert_eq!(failure.item::<Book>()?.unwrap().pages, 320),
///     other => panic!("{other:?}"),
/// }
/// # Ok(()) });
/// ```
#[derive(Clone, PartialEq)]
pub struct Failure {
    pub(crate) request: RequestInfo,
    pub(crate) status: Option<u16>,
    pub(crate) code: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) request_id: Option<String>,
    pub(crate) item: Option<Item>,
    /// The immutable field for which the item has another value than the write.
    pub(crate) immutable: Option<&'static str>,
    pub(crate) maybe_applied: bool,
    /// Whether the request may be applied again.
    pub(crate) repeatable: bool,
}

/// Shows only the names of the item's attributes, since their values may be sensitive.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("request", &self.request)
            .field("status", &self.status)
            .field("code", &self.code)
            .field("message", &self.message)
            .field("request_id", &self.request_id)
            .field("condition", &self.request.condition)
            .field("item", &self.item.as_ref().map(|item| item.keys().collect::<Vec<_>>()))
            .field("immutable", &self.immutable)
            .field("maybe_applied", &self.maybe_applied)
            .field("repeatable", &self.repeatable)
            .finish()
    }
}

impl Failure {
    pub(crate) fn of(request: RequestInfo) -> Self {
        Self {
            request,
            status: None,
            code: None,
            message: None,
            request_id: None,
            item: None,
            immutable: None,
            maybe_applied: false,
            repeatable: true,
        }
    }

    /// Creates the failure of an operation on a table, for tests of what an application does about an error.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// use dynamo_core::Failure;
    ///
    /// let failure = Failure::new("put", "library").with_code("ThrottlingException").with_status(400);
    /// let error = Error::Throttled(failure.into());
    /// assert!(error.is_retryable());
    /// assert_eq!(error.to_string(), "put of items in table library: throttled; ThrottlingException");
    /// ```
    #[must_use]
    pub fn new(operation: &'static str, table: &str) -> Self {
        Self::of(RequestInfo::new(operation, table))
    }

    /// Sets the key.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let failure = dynamo_core::Failure::new("get", "library").with_key(Book::key("fiction", "b1")?);
    /// assert_eq!(failure.key(), Some("SHELF#fiction / BOOK#b1"));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn with_key(mut self, key: impl fmt::Display) -> Self {
        self.request = self.request.key(key);
        self
    }

    /// Sets the existing item, which a failed condition returns.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let failure = dynamo_core::Failure::new("create", "library").with_item(book().to_item()?);
    /// let Error::Exists(failure) = Error::Exists(failure.into()) else { unreachable!() };
    /// assert_eq!(failure.item::<Book>()?, Some(book()));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn with_item(mut self, item: Item) -> Self {
        self.item = Some(item);
        self
    }

    /// Sets the HTTP status of the answer.
    ///
    /// ```
    /// assert_eq!(dynamo_core::Failure::new("get", "library").with_status(500).status(), Some(500));
    /// ```
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Sets DynamoDB's error code.
    ///
    /// ```
    /// let failure = dynamo_core::Failure::new("get", "library").with_code("InternalServerError");
    /// assert_eq!(failure.code(), Some("InternalServerError"));
    /// ```
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Sets DynamoDB's message.
    ///
    /// ```
    /// let failure = dynamo_core::Failure::new("get", "library").with_message("the connection was cut");
    /// assert_eq!(failure.message(), Some("the connection was cut"));
    /// ```
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Says that the answer was lost, to a request that must not be applied twice.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// let failure = dynamo_core::Failure::new("update", "library").with_lost_answer();
    /// assert!(failure.may_have_been_applied());
    /// assert!(!Error::OutcomeUnknown(failure.into()).is_retryable());
    /// ```
    #[must_use]
    pub fn with_lost_answer(mut self) -> Self {
        (self.maybe_applied, self.repeatable) = (true, false);
        self
    }

    /// Returns the operation, such as `put` or `update`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert_eq!(failure.operation(), "create");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.request.operation
    }

    /// Returns the table's name in DynamoDB.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert_eq!(failure.table(), "library");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn table(&self) -> &str {
        &self.request.table
    }

    /// Returns the name of the entity, if the request concerns one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert_eq!(failure.entity(), Some("Book"));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn entity(&self) -> Option<&'static str> {
        self.request.entity.map(|entity| entity.name)
    }

    /// Returns the key, redacted if it contains a sensitive field.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert_eq!(failure.key(), Some("SHELF#fiction / BOOK#b1"));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.request.key.as_deref()
    }

    /// Returns the condition that was given.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let put = db.put(&book()).when(Book::fields().pages.lt(100));
    /// let Err(Error::ConditionFailed(failure)) = put.await else { unreachable!() };
    /// assert!(failure.condition().unwrap().contains("pages"));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn condition(&self) -> Option<&str> {
        self.request.condition.as_deref()
    }

    /// Returns the `immutable` field for which the existing item has another value than the write.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let Err(Error::ConditionFailed(failure)) = db.put(&Reader { card: 8, ..ann() }).await else { unreachable!() };
    /// assert_eq!(failure.immutable(), Some("card"));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn immutable(&self) -> Option<&'static str> {
        self.immutable
    }

    /// Returns the HTTP status of the answer.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert_eq!(failure.status(), Some(400));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Returns DynamoDB's error code.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert_eq!(failure.code(), Some("ConditionalCheckFailedException"));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// Returns DynamoDB's message, or the SDK's if there was no answer.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert_eq!(failure.message(), Some("The conditional request failed"));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Returns the id that DynamoDB gave the request, which AWS support asks for.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert!(failure.request_id().is_some_and(|id| !id.is_empty()));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.request_id.as_deref()
    }

    /// Returns whether an attempt got no clear answer, so that the request may have been applied after all.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// assert!(!failure.may_have_been_applied()); // every attempt was answered
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn may_have_been_applied(&self) -> bool {
        self.maybe_applied
    }

    pub(crate) fn says<'a>(&'a self, fact: &'a str) -> impl fmt::Display + 'a {
        std::fmt::from_fn(move |f| {
            write!(f, "{}: {fact}", self.request)?;
            if let Some(condition) = &self.request.condition {
                write!(f, " ({condition})")?;
            }
            if let Some(field) = self.immutable {
                write!(f, "; `{field}` is immutable, and the item has another value")?;
            }
            match (&self.code, &self.message) {
                (Some(code), Some(message)) => write!(f, "; {code}: {message}")?,
                (Some(one), None) | (None, Some(one)) => write!(f, "; {one}")?,
                (None, None) => {}
            }
            if self.maybe_applied {
                f.write_str("; an earlier attempt got no answer and may have been applied")?;
            }
            Ok(())
        })
    }
}
