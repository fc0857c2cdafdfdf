//! Locks: an item for each value that only one may have.

use std::fmt;

use super::companion::{Companion, Companions, Kind, is_in_key, key_from_texts, of_today};
use crate::schema::EntitySchema;
use crate::{Entity, Error};

impl Companions<'_> {
    /// A lock, unless one of the fields is absent: it has the fields of its owner by their names.
    pub fn lock<O: Entity, L: Entity>(
        &mut self,
        fields: &'static str,
        texts: &[(&'static str, Option<String>)],
    ) -> Result<(), Error> {
        if texts.iter().any(|(_, text)| text.is_none()) {
            return Ok(());
        }
        let text_of = |field: &str| texts.iter().find(|(name, _)| *name == field)?.1.clone();
        let key = key_from_texts::<L>(&text_of)?;
        let mut item = key.to_item();
        for field in L::SCHEMA.fields {
            if let (Some(attribute), Some(value)) = (field.attribute, self.value::<O>(field.field, field.ty)) {
                item.insert(attribute.to_owned(), value);
            }
        }
        of_today::<L>(&mut item);
        // Read and written, so that it is the item that `L` would be.
        let item = L::from_item(item)?.to_item()?;
        let of_owner = L::SCHEMA.fields.iter().filter(|field| is_in_key(O::SCHEMA, field.field));
        let owner = of_owner.filter_map(|field| Some((field.attribute?, item.get(field.attribute?)?.clone())));
        let kind = Kind::Lock { fields, owner: owner.collect() };
        self.push(Companion::new(kind, &key, item));
        Ok(())
    }
}

/// A value that another item has, and that only one may have.
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
///     Err(Error::Taken(taken)) => println!("{} is taken", taken.fields()), // "email is taken"
///     other => other?,
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq)]
pub struct Taken {
    pub(crate) constraint: &'static EntitySchema,
    pub(crate) fields: &'static str,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) holder: Option<crate::Item>,
}

impl Taken {
    /// The constraint: the name of the lock's entity.
    #[must_use]
    pub fn constraint(&self) -> &'static str {
        self.constraint.name
    }

    /// The field, or the fields with commas between them.
    #[must_use]
    pub fn fields(&self) -> &'static str {
        self.fields
    }

    /// The entity whose item was to be written.
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.entity.name
    }

    /// The lock that is there: it tells who has the value.
    pub fn holder<L: Entity>(&self) -> Result<Option<L>, Error> {
        self.holder.clone().map(L::from_item).transpose()
    }
}

/// Without values, one of which may be sensitive.
impl fmt::Debug for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Taken(\"{self}\")")
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entity, constraint) = (self.entity.name, self.constraint.name);
        write!(f, "another item has the `{}` that this `{entity}` was to have (`{constraint}`)", self.fields)
    }
}

impl std::error::Error for Taken {}
