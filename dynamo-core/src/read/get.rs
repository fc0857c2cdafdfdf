//! Reads one item by its key.

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;

use super::attributes::projection;
use super::expiry::is_expired;
use crate::codec::{JsonReader, item_to_json};
use crate::companion::{Id, id_text, key_item};
use crate::db::Db;
use crate::entity::Unreadable;
use crate::error::{Error, RequestInfo};
use crate::expr::Placeholders;
use crate::schema::EntitySchema;
use crate::wire::{About, ItemSink, Meter, Operation, Request, RequestJson, Running, run};

/// A read of one item.
#[derive(Clone)]
pub(crate) struct GetRequest {
    pub(crate) db: Db,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) key: Result<(String, Option<String>), Error>,
    pub(crate) consistent: bool,
    pub(crate) unexpired: bool,
    /// Whether a softly deleted item is read too.
    pub(crate) deleted: bool,
    /// The attributes to read; `None` for the whole item.
    pub(crate) attributes: Option<Vec<&'static str>>,
}

impl GetRequest {
    /// Builds the SDK's own request.
    pub(crate) fn to_sdk(&self) -> Result<GetItemFluentBuilder, Error> {
        let table = self.db.name_of(self.schema.layout)?;
        self.request(&table, &self.id()?, &Meter::new(false)).into_sdk(&self.db.changeable())
    }

    fn id(&self) -> Result<Id, Error> {
        let (pk, sk) = self.key.clone()?;
        Ok((self.schema.layout.id, pk, sk))
    }

    fn request(&self, table: &str, id: &Id, meter: &Meter) -> Request {
        let mut placeholders = Placeholders::default();
        // Whether it has expired is told by one more attribute.
        let expiry = self.schema.layout.ttl.filter(|_| self.unexpired);
        let attributes =
            self.attributes.as_ref().map(|names| projection(names.iter().chain(&expiry), &mut placeholders));
        let mut json = RequestJson::with_capacity(256);
        json.text("TableName", Some(table));
        json.item("Key", Some(&key_item(self.schema.layout, id)));
        json.flag("ConsistentRead", self.consistent);
        json.text("ProjectionExpression", attributes.as_deref());
        json.placeholders(placeholders.names(), placeholders.values());
        Request::new(Operation::GetItem, table, json.end(meter))
    }

    /// Reads the item into `sink`.
    pub(crate) fn start(self, sink: Box<dyn ItemSink>, metered: bool) -> Running<Box<dyn ItemSink>> {
        let about = About::entity("get", self.schema);
        run(about, metered, move |meter| async move { self.get(sink, &meter).await })
    }

    async fn get(self, mut sink: Box<dyn ItemSink>, meter: &Meter) -> Result<Box<dyn ItemSink>, Error> {
        single_gets::note(self.schema);
        let (table, id) = (self.db.name_of(self.schema.layout)?, self.id()?);
        let asked = || RequestInfo::new("get", &table).entity(self.schema).key(id_text(&id));
        let (request, connection) = (self.request(&table, &id, meter), self.db.connection());
        if !self.unexpired {
            connection.get(request, &asked, &mut *sink, meter).await?;
            return Ok(sink);
        }
        let answer = connection.read_items(request, &asked, meter).await?;
        if let Some(item) = answer.item.filter(|item| !is_expired(&self.db, self.schema.layout, item)) {
            let json = item_to_json(&item);
            let read = JsonReader::new(&json).map_err(Unreadable::Json).and_then(|mut json| sink.read(&mut json));
            read.map_err(Unreadable::into_error)?;
        }
        Ok(sink)
    }
}

/// Warns in debug builds alone.
#[cfg(not(debug_assertions))]
mod single_gets {
    pub(super) fn note(_: &'static crate::schema::EntitySchema) {}
}

/// Warns of a task that gets items one by one where a query or a batch would do.
#[cfg(debug_assertions)]
mod single_gets {
    use std::collections::HashMap;
    use std::sync::{LazyLock, Mutex, PoisonError};
    use std::time::{Duration, Instant};

    use crate::schema::EntitySchema;

    /// The number of gets within `SPAN` that causes a warning.
    const MANY: u32 = 10;
    const SPAN: Duration = Duration::from_secs(1);
    const KEPT: usize = 1024;

    type Gets = HashMap<(tokio::task::Id, &'static str), (Instant, u32)>;

    static GETS: LazyLock<Mutex<Gets>> = LazyLock::new(Mutex::default);

    /// Counts a get of the current task.
    pub(super) fn note(schema: &'static EntitySchema) {
        let Some(task) = tokio::task::try_id() else { return };
        let now = Instant::now();
        let mut gets = GETS.lock().unwrap_or_else(PoisonError::into_inner);
        if gets.len() >= KEPT {
            gets.retain(|_, (since, _)| now.duration_since(*since) < SPAN);
        }
        let (since, count) = gets.entry((task, schema.id)).or_insert((now, 0));
        if now.duration_since(*since) >= SPAN {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        if *count == MANY {
            tracing::warn!(
                entity = schema.name,
                gets = MANY,
                "one task gets `{}` item by item: use a query over pointers that have what the list shows, or `batch_get`",
                schema.name,
            );
        }
    }
}
