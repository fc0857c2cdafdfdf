//! The core of the write builders: a plain write, and the handle that executes it.

use crate::db::Db;
use crate::entity::EntityCode;
use crate::error::{Error, InvalidKind};
use crate::expr::Node;
use crate::schema::TableSchema;
use crate::wire::{About, IntoSdk, Meter, Running, run};
use crate::write::{Presence, Returns, Write, Written, execute_one};

#[derive(Clone)]
pub(super) struct WriteOp {
    pub(super) db: Db,
    pub(super) write: Result<Write, Error>,
    pub(super) about: About,
}

impl WriteOp {
    /// Puts an item. `counted` is the table of an entity that has counters.
    pub(super) fn put(
        db: &Db,
        code: &'static EntityCode,
        counted: Option<&TableSchema>,
        operation: &'static str,
        json: Result<Vec<u8>, Error>,
        presence: Presence,
    ) -> Self {
        let mut write = Write::put(db, code, operation, json, presence);
        if let Some(table) = counted {
            write = write.and_then(|write| write.expecting(table));
        }
        Self { db: db.clone(), write, about: About::entity(operation, code.schema) }
    }

    pub(super) fn edit(&mut self, edit: impl FnOnce(&mut Write)) {
        if let Ok(write) = &mut self.write {
            edit(write);
        }
    }

    pub(super) fn when(&mut self, condition: Node) {
        self.edit(|write| write.when(condition));
    }

    pub(super) fn returning(mut self, returns: Returns) -> Self {
        self.edit(|write| write.returns = returns);
        self
    }

    pub(super) fn start(self, metered: bool) -> Running<Written> {
        let Self { db, write, about } = self;
        run(about, metered, move |meter| async move { execute_one(&db, write?, &meter).await })
    }

    /// Builds the SDK's own request for the item alone.
    pub(super) fn into_sdk<B: IntoSdk>(self) -> Result<B, Error> {
        let write = self.write?;
        let request = write.alone()?.to_request(write.returns, false, &Meter::new(false));
        let request = request.ok_or_else(|| {
            Error::invalid(InvalidKind::NotOneRequest, "a check is no request", "give it to a transaction")
        })?;
        request.into_sdk(&self.db.changeable())
    }
}
