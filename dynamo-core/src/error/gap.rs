//! Records of a stream that were lost.

use std::fmt;

/// Records of a table's stream that DynamoDB removed before they were read.
///
/// A stream keeps its records for a day. Whoever reads it later than that misses changes, which
/// [`repair`](crate::Db::repair) finds by other means.
///
/// ```no_run
/// # use doc_tables::note::*;
/// # async fn run(db: Db) -> Result<(), Error> {
/// for change in db.tail::<App>(None).await?.next().await? {
///     if let Err(Error::StreamGap(gap)) = &change {
///         eprintln!("records of shard {} are lost", gap.shard());
///         db.repair::<App>().await?;
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamGap {
    table: String,
    shard: String,
    after: Option<String>,
}

impl StreamGap {
    #[cfg(feature = "streams")]
    pub(crate) fn new(table: &str, shard: &str, after: Option<&str>) -> Self {
        Self { table: table.to_owned(), shard: shard.to_owned(), after: after.map(str::to_owned) }
    }

    /// Returns the table's name in DynamoDB.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// for change in db.tail::<Library>(None).await?.next().await? {
    ///     if let Err(Error::StreamGap(gap)) = change { println!("{:?}", gap.table()); }
    /// }
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Returns the shard that the records were in.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// for change in db.tail::<Library>(None).await?.next().await? {
    ///     if let Err(Error::StreamGap(gap)) = change { println!("{:?}", gap.shard()); }
    /// }
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn shard(&self) -> &str {
        &self.shard
    }

    /// Returns the sequence number of the last record that was read before the gap; `None` if none of the shard was.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// for change in db.tail::<Library>(None).await?.next().await? {
    ///     if let Err(Error::StreamGap(gap)) = change { println!("{:?}", gap.after()); }
    /// }
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn after(&self) -> Option<&str> {
        self.after.as_deref()
    }
}

impl fmt::Display for StreamGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the stream of table {} has a gap: records of shard {}", self.table, self.shard)?;
        if let Some(after) = &self.after {
            write!(f, " after {after}")?;
        }
        f.write_str(" may have been removed before they were read\nhelp: a stream keeps a day: run `repair` for what was missed")
    }
}

impl std::error::Error for StreamGap {}
