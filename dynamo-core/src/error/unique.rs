//! Violations of uniqueness constraints.

use std::fmt;

use crate::codec::Item;
use crate::schema::EntitySchema;

/// A violation of a uniqueness constraint: another item holds the value.
///
/// ```no_run
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { User(User), EmailUnique(EmailUnique) }
/// #[derive(Entity)]
/// #[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", unique(email as EmailUnique))]
/// pub struct User {
///     user_id: String,
///     email: String,
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "EMAIL#<email>", sk = "UNIQUE#USER")]
/// pub struct EmailUnique {
///     email: String,
///     user_id: String,
/// }
/// # async fn run(db: Db, user: User) -> Result<(), Error> {
/// match db.create(&user).await {
///     Err(Error::UniqueViolation(violation)) => println!("this {} is in use", violation.fields()), // "this email is in use"
///     other => other?,
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq)]
pub struct UniqueViolation {
    pub(crate) constraint: &'static EntitySchema,
    pub(crate) fields: &'static str,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) holder: Option<Item>,
}

impl UniqueViolation {
    /// Returns the constraint: the name of the lock's entity.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let bob = Reader { reader_id: "bob".into(), ..ann() };
    /// let Err(Error::UniqueViolation(violation)) = db.create(&bob).await else { unreachable!() };
    /// assert_eq!(violation.constraint(), "EmailLock");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn constraint(&self) -> &'static str {
        self.constraint.name
    }

    /// Returns the field, or the fields separated by commas.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let bob = Reader { reader_id: "bob".into(), ..ann() };
    /// let Err(Error::UniqueViolation(violation)) = db.create(&bob).await else { unreachable!() };
    /// assert_eq!(violation.fields(), "email");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn fields(&self) -> &'static str {
        self.fields
    }

    /// Returns the name of the entity whose item was to be written.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let bob = Reader { reader_id: "bob".into(), ..ann() };
    /// let Err(Error::UniqueViolation(violation)) = db.create(&bob).await else { unreachable!() };
    /// assert_eq!(violation.entity(), "Reader");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity.name
    }
}

/// Shows no values, since any of them may be sensitive.
impl fmt::Debug for UniqueViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UniqueViolation(\"{self}\")")
    }
}

impl fmt::Display for UniqueViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entity, constraint) = (self.entity.name, self.constraint.name);
        write!(f, "another item has the `{}` that this `{entity}` was to have (`{constraint}`)", self.fields)
    }
}

impl std::error::Error for UniqueViolation {}
