//! The handle to a database.

#[cfg(feature = "embedded")]
mod embedded;
mod env;
mod names;
mod tables;

use std::borrow::Cow;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;

use crate::entity::Table;
use crate::error::Error;
use crate::key::Timestamp;
use crate::schema::TableLayout;
use crate::wire::{Connection, Transport, changeable};

pub use names::Names;

/// A handle to a database: cheap to clone, and usable from many tasks.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK")]
/// pub enum App {
///     Note(Note),
/// }
///
/// #[derive(Entity, Debug, PartialEq)]
/// #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// pub struct Note {
///     id: String,
///     text: String,
/// }
///
/// # #[cfg(feature = "embedded")]
/// async fn run() -> Result<(), Error> {
///     let db = Db::embedded().await?; // or Db::from_env(), or Db::new(client)
///     db.create_table::<App>().await?;
///     let note = Note { id: "n1".into(), text: "Hi".into() };
///     db.create(&note).await?;
///     assert_eq!(db.get(Note::key("n1")).await?, Some(note));
///     Ok(())
/// }
/// # #[cfg(feature = "embedded")]
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(run()).unwrap();
/// ```
#[derive(Clone)]
pub struct Db(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    connection: Connection,
    names: Names,
    clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    scans_without_index: bool,
    endpoint: Option<Arc<str>>,
    #[cfg(feature = "streams")]
    streams: Option<aws_sdk_dynamodbstreams::Client>,
    #[cfg(feature = "embedded")]
    engine: Option<Arc<embedded::Engine>>,
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Db")
            .field("names", &self.0.names)
            .field("transport", &self.0.connection.transport)
            .finish_non_exhaustive()
    }
}

impl Db {
    /// Creates a handle that uses this client, with all that its caller has configured: requests of items are sent by
    /// [`Transport::Sdk`].
    ///
    /// A client with interceptors is refused by every operation on items until [`with_http_only_interceptors`](
    /// Self::with_http_only_interceptors) says that they may be passed by.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let client: aws_sdk_dynamodb::Client = db.client().clone();
    /// let db = Db::new(client);
    /// assert!(db.get(Book::key("fiction", "b1")).await?.is_some());
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn new(client: Client) -> Self {
        Self(Arc::new(Inner {
            connection: Connection::new(client, Transport::Sdk),
            names: Names::new(),
            clock: Arc::new(Timestamp::now),
            scans_without_index: false,
            endpoint: None,
            #[cfg(feature = "streams")]
            streams: None,
            #[cfg(feature = "embedded")]
            engine: None,
        }))
    }

    /// Creates a handle from the AWS configuration of the program. Requests of items are sent by [`Transport::Direct`].
    ///
    /// ```no_run
    /// # async fn run(config: aws_types::SdkConfig) {
    /// // let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
    /// let db = dynamo_core::Db::from_config(&config);
    /// # }
    /// ```
    #[must_use]
    pub fn from_config(config: &aws_types::SdkConfig) -> Self {
        let mut db = Self::new(Client::new(config)).with_transport(Transport::Direct);
        Arc::make_mut(&mut db.0).endpoint = config.endpoint_url().map(Arc::from);
        #[cfg(feature = "streams")]
        let db = db.with_streams(aws_sdk_dynamodbstreams::Client::new(config));
        db
    }

    /// Sets how requests of items reach DynamoDB.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let db = db.with_transport(dynamo_core::Transport::Sdk);
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?, Some(book()));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn with_transport(mut self, transport: Transport) -> Self {
        let inner = Arc::make_mut(&mut self.0);
        inner.connection = inner.connection.by(transport);
        self
    }

    /// Returns how requests of items reach DynamoDB.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.transport(), dynamo_core::Transport::Direct);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn transport(&self) -> Transport {
        self.0.connection.transport
    }

    /// Says that the interceptors of the client look at HTTP requests and answers alone, and not at the SDK's inputs and outputs.
    ///
    /// Requests of items are written and read by this crate: an interceptor that changes the SDK's input, as client-side
    /// encryption does, would have no effect, and items would be stored as they are. So operations on items return
    /// [`Error::Config`] for a client with interceptors, unless this is called; `into_sdk()` always uses them. The direct transport
    /// calls no interceptors, and needs a client without.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let db = Db::new(db.client().clone()).with_http_only_interceptors();
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?, Some(book()));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn with_http_only_interceptors(mut self) -> Self {
        let inner = Arc::make_mut(&mut self.0);
        inner.connection = inner.connection.clone().with_http_interceptors();
        self
    }

    /// Sets the client for streams, which [`tail`](Self::tail) needs.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # async fn run(config: aws_types::SdkConfig) {
    /// let client = aws_sdk_dynamodb::Client::new(&config);
    /// let db = Db::new(client).with_streams(aws_sdk_dynamodbstreams::Client::new(&config));
    /// # }
    /// ```
    #[cfg(feature = "streams")]
    #[must_use]
    pub fn with_streams(mut self, client: aws_sdk_dynamodbstreams::Client) -> Self {
        Arc::make_mut(&mut self.0).streams = Some(client);
        self
    }

    #[cfg(feature = "streams")]
    pub(crate) fn streams(&self) -> Result<&aws_sdk_dynamodbstreams::Client, Error> {
        self.0.streams.as_ref().ok_or_else(|| {
            Error::config("the handle has no client for streams", "`Db::from_config` makes one; or use `with_streams`")
        })
    }

    /// Sets the names of tables.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let db = db.with_names(Names::new().rename::<Library>("library-test"));
    /// assert_eq!(db.table_name::<Library>()?, "library-test");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn with_names(mut self, names: Names) -> Self {
        Arc::make_mut(&mut self.0).names = names;
        self
    }

    /// Sets the clock, from which `created_at`, `updated_at` and expiry get the current time.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let noon: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    /// let db = db.with_clock(move || noon);
    /// assert_eq!(db.now(), noon);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Arc::make_mut(&mut self.0).clock = Arc::new(clock);
        self
    }

    /// Scans a table that lacks the index of a query, and logs a warning each time.
    ///
    /// Meant for development, where tables may be older than the design: a scan reads and charges for the whole table.
    /// Without this, such a query returns [`Error::MissingTable`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let db = if cfg!(debug_assertions) { db.scan_without_index() } else { db };
    /// assert_eq!(db.query(Book::query_by_author("Le Guin")).all().await?.len(), 2); // by the index, since there is one
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn scan_without_index(mut self) -> Self {
        Arc::make_mut(&mut self.0).scans_without_index = true;
        self
    }

    pub(crate) fn scans_without_index(&self) -> bool {
        self.0.scans_without_index
    }

    /// Returns the current time of the handle's clock.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let in_a_minute = db.now().as_millis() as u64 / 1000 + 60;
    /// db.put(&Book { expires: Some(in_a_minute), ..book() }).await?;
    /// assert!(db.get(Book::key("fiction", "b1")).unexpired().await?.is_some());
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.0.clock)()
    }

    /// Returns the address that requests go to in place of AWS's own: that of the embedded engine, or the one of the
    /// configuration; `None` for AWS, and for a client that was given to [`new`](Self::new).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let endpoint = db.endpoint().unwrap();
    /// assert!(endpoint.starts_with("http://127.0.0.1:")); // aws dynamodb list-tables --endpoint-url ..
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn endpoint(&self) -> Option<&str> {
        self.0.endpoint.as_deref()
    }

    /// Sets the SDK's client, which sends requests of items as for [`new`](Self::new); the engine of an embedded database continues
    /// to run.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let client = db.client().clone();
    /// let db = db.with_client(client);
    /// assert_eq!(db.scan::<Book>().count().await?, 2);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn with_client(mut self, client: Client) -> Self {
        Arc::make_mut(&mut self.0).connection = Connection::new(client, Transport::Sdk);
        self
    }

    /// Returns a client whose requests the caller may change before they are sent.
    pub(crate) fn changeable(&self) -> Client {
        changeable(self.client())
    }

    /// Returns the SDK's client.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let tables = db.client().list_tables().send().await.unwrap();
    /// assert_eq!(tables.table_names(), ["library"]);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0.connection.client
    }

    /// Returns the name of `T` in this database.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.table_name::<Library>()?, "library");
    /// # Ok(()) });
    /// ```
    pub fn table_name<T: Table>(&self) -> Result<String, Error> {
        self.name_of(T::LAYOUT).map(Cow::into_owned)
    }

    pub(crate) fn name_of(&self, layout: &'static TableLayout) -> Result<Cow<'_, str>, Error> {
        self.0.names.resolve(layout)
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.0.connection
    }
}
