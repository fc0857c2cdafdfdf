//! Reads one item by its key.

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;

use super::expiry::is_expired;
use super::single_gets;
use super::telling::projection;
use crate::client::{About, ItemSink, Meter, Running, run};
use crate::codec::{JsonReader, item_to_json};
use crate::companion::{Id, id_text, key_item};
use crate::db::Db;
use crate::entity::Unreadable;
use crate::error::{Error, Request};
use crate::expr::Placeholders;
use crate::schema::EntitySchema;

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
        Ok(self.builder(&table, &self.id()?))
    }

    fn id(&self) -> Result<Id, Error> {
        let (pk, sk) = self.key.clone()?;
        Ok((self.schema.layout.id, pk, sk))
    }

    fn builder(&self, table: &str, id: &Id) -> GetItemFluentBuilder {
        let builder = self.db.client().get_item().table_name(table).set_key(Some(key_item(self.schema.layout, id)));
        let mut placeholders = Placeholders::default();
        // Whether it has expired is told by one more attribute.
        let expiry = self.schema.layout.ttl.filter(|_| self.unexpired);
        let attributes =
            self.attributes.as_ref().map(|names| projection(names.iter().chain(&expiry), &mut placeholders));
        builder
            .set_consistent_read(self.consistent.then_some(true))
            .set_projection_expression(attributes)
            .set_expression_attribute_names(placeholders.names())
    }

    /// Reads the item into `sink`.
    pub(crate) fn start(self, sink: Box<dyn ItemSink>, metered: bool) -> Running<Box<dyn ItemSink>> {
        let about = About::entity("get", self.schema);
        run(about, metered, move |meter| async move { self.get(sink, &meter).await })
    }

    async fn get(self, mut sink: Box<dyn ItemSink>, meter: &Meter) -> Result<Box<dyn ItemSink>, Error> {
        single_gets::note(self.schema);
        let (table, id) = (self.db.name_of(self.schema.layout)?, self.id()?);
        let asked = || Request::new("get", &table).entity(self.schema).key(id_text(&id));
        let (builder, connection) = (self.builder(&table, &id), self.db.connection());
        if !self.unexpired {
            connection.get(builder, &asked, &mut *sink, meter).await?;
            return Ok(sink);
        }
        let item = connection.get_item(builder, &asked, meter).await?;
        if let Some(item) = item.filter(|item| !is_expired(&self.db, self.schema.layout, item)) {
            let json = item_to_json(&item);
            let read = JsonReader::new(&json).map_err(Unreadable::Json).and_then(|mut json| sink.read(&mut json));
            read.map_err(Unreadable::into_error)?;
        }
        Ok(sink)
    }
}
