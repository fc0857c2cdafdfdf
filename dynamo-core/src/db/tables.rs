//! Creates tables, and compares them with their declarations.

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableInputBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType as KeyRole, LocalSecondaryIndex,
    OnDemandThroughput, PointInTimeRecoverySpecification, Projection, ProjectionType, ProvisionedThroughput,
    ScalarAttributeType, StreamSpecification, StreamViewType, TableDescription, TableStatus, Tag,
    TimeToLiveSpecification, TimeToLiveStatus,
};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::Db;
use crate::Table;
use crate::error::{Answered, Error, InvalidKind, RequestInfo, classify};
use crate::schema::{Billing, IndexProjection, IndexSchema, KeyAttribute, KeyType, TableLayout};

/// How long a table may take to become active, or to be deleted.
const PATIENCE: Duration = Duration::from_mins(5);

impl Db {
    /// Creates the table as declared, with its billing, stream, tags and deletion protection, waits until it is active,
    /// and turns on its TTL and its point-in-time recovery.
    ///
    /// Accepts an existing table whose keys, indexes and stream are as declared, and returns an error with the
    /// differences otherwise. Billing, tags and deletion protection of an existing table are left alone: `dynamo-tools`
    /// shows and changes them. An engine without backups, such as DynamoDB Local, is one without point-in-time recovery.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.create_table::<Library>().await?; // changes nothing, since it exists
    /// assert_eq!(db.scan::<Book>().count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub async fn create_table<T: Table>(&self) -> Result<(), Error> {
        let name = self.table_name::<T>()?;
        let failed = |operation| TableOperation { operation, table: &name };
        let input = create_input(T::LAYOUT, &name).map_err(bug)?;
        match input.send_with(self.client()).await {
            Ok(_) => {}
            Err(error) if error.code() == Some("ResourceInUseException") => {}
            Err(error) => return Err(failed("create_table").because(&error)),
        }
        let is_active = |table: Option<&TableDescription>| {
            table.is_some_and(|table| table.table_status() == Some(&TableStatus::Active))
        };
        let described = self.wait_until(&name, "did not become active", is_active).await?;
        let differences = described.map(|table| differences(T::LAYOUT, &table)).unwrap_or_default();
        if !differences.is_empty() {
            return Err(Error::invalid(
                InvalidKind::TableDiffers,
                format_args!(
                    "table {name} exists and is not as `{}` declares it: {}",
                    T::LAYOUT.table,
                    differences.join("; ")
                ),
                "change the declaration, migrate the table, or rename one of them",
            ));
        }
        self.turn_on_ttl(T::LAYOUT, &name).await?;
        if T::LAYOUT.settings.point_in_time_recovery { self.turn_on_recovery(&name).await } else { Ok(()) }
    }

    async fn turn_on_recovery(&self, name: &str) -> Result<(), Error> {
        let specification =
            PointInTimeRecoverySpecification::builder().point_in_time_recovery_enabled(true).build().map_err(bug)?;
        let mut tries = 0;
        loop {
            let update = self.client().update_continuous_backups().table_name(name);
            let sent = update.point_in_time_recovery_specification(specification.clone()).send().await;
            let Err(error) = sent else { return Ok(()) };
            match error.code() {
                Some("UnknownOperationException") => {
                    tracing::warn!(table = name, "this engine has no point-in-time recovery");
                    return Ok(());
                }
                // The backups of a new table become available some seconds after the table.
                Some("ContinuousBackupsUnavailableException") if tries < 60 => tries += 1,
                _ => return Err(TableOperation { operation: "update_continuous_backups", table: name }.because(&error)),
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn turn_on_ttl(&self, layout: &TableLayout, name: &str) -> Result<(), Error> {
        let Some(attribute) = layout.ttl else { return Ok(()) };
        let failed = |operation| TableOperation { operation, table: name };
        let now = self.client().describe_time_to_live().table_name(name).send().await;
        let now = now.map_err(|error| failed("describe_time_to_live").because(&error))?;
        let now = now.time_to_live_description();
        let status = now.and_then(|now| now.time_to_live_status());
        if let Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling) = status {
            return match now.and_then(|now| now.attribute_name()) {
                Some(other) if other != attribute => Err(Error::invalid(
                    InvalidKind::TableDiffers,
                    format_args!(
                        "items of table {name} expire by `{other}`, and `{}` declares `{attribute}`",
                        layout.table
                    ),
                    "change the declaration, or turn TTL off first",
                )),
                _ => Ok(()),
            };
        }
        let specification = TimeToLiveSpecification::builder().enabled(true).attribute_name(attribute).build();
        let specification = specification.map_err(bug)?;
        let update = self.client().update_time_to_live().table_name(name).time_to_live_specification(specification);
        update.send().await.map(drop).map_err(|error| failed("update_time_to_live").because(&error))
    }

    /// Deletes the table with all its items, and waits until it is gone. Succeeds if the table does not exist.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete_table::<Library>().await?;
    /// assert!(matches!(db.create(&new_book()).await, Err(Error::MissingTable(_))));
    /// # Ok(()) });
    /// ```
    pub async fn delete_table<T: Table>(&self) -> Result<(), Error> {
        let name = self.table_name::<T>()?;
        match self.client().delete_table().table_name(&name).send().await {
            Ok(_) => {}
            Err(error) if error.code() == Some("ResourceNotFoundException") => return Ok(()),
            Err(error) => return Err(TableOperation { operation: "delete_table", table: &name }.because(&error)),
        }
        self.wait_until(&name, "was not deleted", |table| table.is_none()).await.map(drop)
    }

    /// Asks for a table (`None` if it does not exist) until it is as wanted. The SDK's own waiters sleep 20 seconds
    /// before they look again, and most tables take less.
    async fn wait_until(
        &self,
        name: &str,
        otherwise: &str,
        is_wanted: impl Fn(Option<&TableDescription>) -> bool + Send,
    ) -> Result<Option<TableDescription>, Error> {
        let (began, mut pause) = (Instant::now(), Duration::from_millis(100));
        loop {
            let table = match self.client().describe_table().table_name(name).send().await {
                Ok(described) => described.table,
                Err(error) if error.code() == Some("ResourceNotFoundException") => None,
                Err(error) => return Err(TableOperation { operation: "describe_table", table: name }.because(&error)),
            };
            if is_wanted(table.as_ref()) {
                return Ok(table);
            }
            if began.elapsed() > PATIENCE {
                let status = table.as_ref().and_then(|table| table.table_status());
                let status = status.map_or("not there", TableStatus::as_str);
                let fact =
                    format_args!("table {name} {otherwise} within {} seconds: it is {status}", PATIENCE.as_secs());
                return Err(Error::invalid(InvalidKind::Busy, fact, "try again"));
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(2));
        }
    }
}

struct TableOperation<'a> {
    operation: &'static str,
    table: &'a str,
}

impl TableOperation<'_> {
    fn because<E>(self, error: &SdkError<E, HttpResponse>) -> Error
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        classify(RequestInfo::new(self.operation, self.table), error, Answered::default())
    }
}

type Built<T> = Result<T, aws_smithy_types::error::operation::BuildError>;

#[allow(clippy::needless_pass_by_value)] // As `map_err` hands it over.
fn bug(error: aws_smithy_types::error::operation::BuildError) -> Error {
    Error::invalid(InvalidKind::Internal, error, "this is a bug in dynamo-core")
}

/// Builds the SDK's request that creates the table.
fn create_input(layout: &TableLayout, name: &str) -> Built<CreateTableInputBuilder> {
    let mut input = CreateTableInput::builder()
        .table_name(name)
        .deletion_protection_enabled(layout.settings.deletion_protection)
        .set_key_schema(Some(key_schema(std::slice::from_ref(&layout.pk), layout.sk.as_slice())?));
    let billing = Billed::new(layout.settings.billing)?;
    input = input
        .billing_mode(if billing.provisioned.is_some() { BillingMode::Provisioned } else { BillingMode::PayPerRequest })
        .set_provisioned_throughput(billing.provisioned)
        .set_on_demand_throughput(billing.on_demand);
    for (key, value) in layout.settings.tags {
        input = input.tags(Tag::builder().key(*key).value(*value).build()?);
    }
    for (name, ty) in attributes(layout) {
        input = input
            .attribute_definitions(AttributeDefinition::builder().attribute_name(name).attribute_type(ty).build()?);
    }
    for index in layout.indexes {
        let (keys, projection) = (key_schema(index.pk, index.sk)?, projection(index));
        if index.local {
            let index = LocalSecondaryIndex::builder().index_name(index.name).set_key_schema(Some(keys));
            input = input.local_secondary_indexes(index.projection(projection).build()?);
        } else {
            let billing = Billed::new(index.billing.unwrap_or(layout.settings.billing))?;
            let index = GlobalSecondaryIndex::builder().index_name(index.name).set_key_schema(Some(keys));
            let index = index
                .projection(projection)
                .set_provisioned_throughput(billing.provisioned)
                .set_on_demand_throughput(billing.on_demand);
            input = input.global_secondary_indexes(index.build()?);
        }
    }
    if layout.stream {
        let stream = StreamSpecification::builder().stream_enabled(true);
        input = input.stream_specification(stream.stream_view_type(StreamViewType::NewAndOldImages).build()?);
    }
    Ok(input)
}

/// The capacity of a table or of a global index.
struct Billed {
    provisioned: Option<ProvisionedThroughput>,
    on_demand: Option<OnDemandThroughput>,
}

impl Billed {
    fn new(billing: Billing) -> Built<Self> {
        let units = |units: u64| i64::try_from(units).unwrap_or(i64::MAX);
        let (mut provisioned, mut on_demand) = (None, None);
        match billing {
            Billing::Provisioned { reads, writes } => {
                let capacity = ProvisionedThroughput::builder().read_capacity_units(units(reads));
                provisioned = Some(capacity.write_capacity_units(units(writes)).build()?);
            }
            Billing::OnDemand { max_reads: None, max_writes: None } => {}
            Billing::OnDemand { max_reads, max_writes } => {
                let most = OnDemandThroughput::builder().set_max_read_request_units(max_reads.map(units));
                on_demand = Some(most.set_max_write_request_units(max_writes.map(units)).build());
            }
        }
        Ok(Self { provisioned, on_demand })
    }
}

fn key_schema(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Built<Vec<KeySchemaElement>> {
    let partition = partition.iter().map(|attribute| (attribute, KeyRole::Hash));
    let keys = partition.chain(sort.iter().map(|attribute| (attribute, KeyRole::Range)));
    keys.map(|(attribute, role)| KeySchemaElement::builder().attribute_name(attribute.name.text).key_type(role).build())
        .collect()
}

fn projection(index: &IndexSchema) -> Projection {
    let projection = Projection::builder();
    match index.projection {
        IndexProjection::All => projection.projection_type(ProjectionType::All),
        IndexProjection::KeysOnly => projection.projection_type(ProjectionType::KeysOnly),
        IndexProjection::Include(names) => projection
            .projection_type(ProjectionType::Include)
            .set_non_key_attributes(Some(names.iter().map(|name| (*name).to_owned()).collect())),
    }
    .build()
}

/// Returns every key attribute of the table and its indexes once.
fn attributes(layout: &TableLayout) -> Vec<(&'static str, ScalarAttributeType)> {
    let of_table = [Some(layout.pk), layout.sk].into_iter().flatten();
    let of_indexes = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk)).copied();
    let mut attributes: Vec<(&str, ScalarAttributeType)> = Vec::new();
    for attribute in of_table.chain(of_indexes) {
        if !attributes.iter().any(|(name, _)| *name == attribute.name.text) {
            let ty = match attribute.key_type {
                KeyType::S => ScalarAttributeType::S,
                KeyType::N => ScalarAttributeType::N,
                KeyType::B => ScalarAttributeType::B,
            };
            attributes.push((attribute.name.text, ty));
        }
    }
    attributes
}

/// Returns where a table differs from its declaration.
fn differences(layout: &TableLayout, table: &TableDescription) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, declared: String, actual: String| {
        if declared != actual {
            found.push(format!("{what} is declared as {declared} and is {actual}"));
        }
    };
    let declared = |attributes: &[KeyAttribute], sort: &[KeyAttribute]| {
        let keys = attributes.iter().chain(sort).map(|attribute| attribute.name.text);
        keys.collect::<Vec<_>>().join(", ")
    };
    let actual = |keys: &[KeySchemaElement]| {
        let partition = keys.iter().filter(|key| key.key_type == KeyRole::Hash);
        let sort = keys.iter().filter(|key| key.key_type != KeyRole::Hash);
        partition.chain(sort).map(|key| key.attribute_name.as_str()).collect::<Vec<_>>().join(", ")
    };
    compare("the key", declared(&[layout.pk], layout.sk.as_slice()), actual(table.key_schema()));
    for (name, ty) in attributes(layout) {
        let is = table.attribute_definitions().iter().find(|definition| definition.attribute_name == name);
        let is = is.map_or("not there", |definition| definition.attribute_type.as_str());
        compare(&format!("attribute `{name}`"), ty.as_str().to_owned(), is.to_owned());
    }
    for index in layout.indexes {
        let global =
            table.global_secondary_indexes().iter().map(|is| (is.index_name(), is.key_schema(), is.projection()));
        let local =
            table.local_secondary_indexes().iter().map(|is| (is.index_name(), is.key_schema(), is.projection()));
        let is = if index.local { local.collect::<Vec<_>>() } else { global.collect() };
        let Some((_, keys, holds)) = is.into_iter().find(|(name, ..)| *name == Some(index.name)) else {
            compare(&format!("index {}", index.name), declared(index.pk, index.sk), "not there".to_owned());
            continue;
        };
        compare(&format!("the key of index {}", index.name), declared(index.pk, index.sk), actual(keys));
        let text = |projection: &Projection| {
            let kind = projection.projection_type().map_or("", ProjectionType::as_str);
            let mut names = projection.non_key_attributes().to_vec();
            names.sort();
            format!("{kind} {}", names.join(", ")).trim().to_owned()
        };
        let holds = holds.map(text).unwrap_or_default();
        compare(&format!("what index {} holds", index.name), text(&projection(index)), holds);
    }
    let stream = table.stream_specification().is_some_and(|stream| stream.stream_enabled);
    if layout.stream {
        compare("the stream", "on".to_owned(), if stream { "on" } else { "off" }.to_owned());
    }
    found
}
