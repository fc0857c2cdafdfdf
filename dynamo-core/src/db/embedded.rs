//! `Db::embedded`.

use std::path::Path;
use std::sync::Arc;

use dynoxide::Database;
use tokio::sync::oneshot;

use super::Db;
use crate::error::Error;

/// An engine in this process; it stops when the last handle is dropped.
pub(super) struct Engine {
    _stop: oneshot::Sender<()>,
}

impl Db {
    /// Starts a database in the memory of this process, without any set-up; it is gone when the last handle is dropped.
    ///
    /// Meant for examples, tests and development. The SDK's client talks to it as it talks to AWS, over HTTP on the
    /// loopback interface.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let db = Db::embedded().await?;
    /// db.create_table::<Library>().await?;
    /// db.create(&new_book()).await?;
    /// assert_eq!(db.scan::<Book>().count().await?, 1);
    /// # Ok(()) });
    /// ```
    pub async fn embedded() -> Result<Self, Error> {
        Self::serve(Database::memory()).await
    }

    /// Opens a database in a file, which outlives the process.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// # let folder = std::env::temp_dir().join(format!("library-{}", std::process::id())); std::fs::create_dir_all(&folder).unwrap();
    /// # let path = folder.join("library.db");
    /// // let path = "library.db";
    /// Db::embedded_at(&path).await?.create_table::<Library>().await?;
    /// let again = Db::embedded_at(&path).await?;
    /// assert_eq!(again.scan::<Book>().count().await?, 0); // the table is still there
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok(()) });
    /// ```
    pub async fn embedded_at(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref().to_string_lossy().into_owned();
        Self::serve(Database::new(&path)).await
    }

    async fn serve(engine: dynoxide::Result<Database>) -> Result<Self, Error> {
        let engine = engine.map_err(|error| unusable(&error))?;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.map_err(|error| unusable(&error))?;
        let address = listener.local_addr().map_err(|error| unusable(&error))?;
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async {
            // An error says that the sender is gone, which is what this waits for.
            let _ = stopped.await;
        };
        tokio::spawn(async move {
            if let Err(error) = dynoxide::server::serve_with_shutdown(listener, engine, stopped).await {
                tracing::error!(%error, "the embedded engine stopped");
            }
        });
        let endpoint = format!("http://{address}");
        let mut db = Self::at_endpoint(&endpoint)?;
        Arc::make_mut(&mut db.0).engine = Some(Arc::new(Engine { _stop: stop }));
        Ok(db)
    }
}

fn unusable(error: &dyn std::fmt::Display) -> Error {
    Error::config(
        format_args!("the embedded engine cannot start: {error}"),
        "a file must be in a directory that exists, and not be another database's",
    )
}
