//! Reads what a live table is like.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{
    BillingMode, IndexStatus, KeySchemaElement, KeyType, OnDemandThroughput, Projection, ProjectionType,
    ProvisionedThroughputDescription, TableDescription, TimeToLiveStatus,
};

use crate::error::ToolError;
use crate::spec::{BillingSpec, IndexSpec, KeyPart, TableSpec};

/// Reads a table; `None` if it does not exist.
///
/// Asks for keys, indexes, TTL, backups and tags. What an engine does not know (DynamoDB Local has no backups) is left
/// open.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*; example(async |db| {
/// use dynamo_tools::live::read;
///
/// db.create_table::<App>().await?;
/// assert_eq!(read(db.client(), "app").await?.unwrap().indexes[0].name, "GSI1");
/// assert!(read(db.client(), "other").await?.is_none());
/// # Ok(()) });
/// ```
pub async fn read(client: &Client, name: &str) -> Result<Option<TableSpec>, ToolError> {
    let Some(table) = describe(client, name).await? else { return Ok(None) };
    let mut spec = of_description(name, &table);
    let ttl = client.describe_time_to_live().table_name(name).send().await;
    let ttl = ttl.map_err(|error| ToolError::request("describe_time_to_live", name, &error))?;
    if let Some(ttl) = ttl.time_to_live_description()
        && let Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling) = ttl.time_to_live_status()
    {
        spec.ttl = ttl.attribute_name().map(str::to_owned);
    }
    spec.point_in_time_recovery = recovery(client, name).await?;
    spec.tags = match table.table_arn() {
        Some(arn) => tags(client, name, arn).await?,
        None => None,
    };
    Ok(Some(spec))
}

pub(super) async fn describe(client: &Client, name: &str) -> Result<Option<TableDescription>, ToolError> {
    match client.describe_table().table_name(name).send().await {
        Ok(described) => Ok(described.table),
        Err(error) if error.code() == Some("ResourceNotFoundException") => Ok(None),
        Err(error) => Err(ToolError::request("describe_table", name, &error)),
    }
}

/// Whether an engine does not have an operation at all.
pub(super) fn is_unknown(code: Option<&str>) -> bool {
    code == Some("UnknownOperationException")
}

async fn recovery(client: &Client, name: &str) -> Result<Option<bool>, ToolError> {
    match client.describe_continuous_backups().table_name(name).send().await {
        Ok(backups) => {
            let recovery =
                backups.continuous_backups_description().and_then(|is| is.point_in_time_recovery_description());
            Ok(recovery.and_then(|is| is.point_in_time_recovery_status()).map(|status| status.as_str() == "ENABLED"))
        }
        Err(error) if is_unknown(error.code()) => Ok(None),
        Err(error) => Err(ToolError::request("describe_continuous_backups", name, &error)),
    }
}

async fn tags(client: &Client, name: &str, arn: &str) -> Result<Option<BTreeMap<String, String>>, ToolError> {
    let (mut tags, mut next) = (BTreeMap::new(), None);
    loop {
        let page = client.list_tags_of_resource().resource_arn(arn).set_next_token(next.take()).send().await;
        let page = match page {
            Ok(page) => page,
            Err(error) if is_unknown(error.code()) => return Ok(None),
            Err(error) => return Err(ToolError::request("list_tags_of_resource", name, &error)),
        };
        // Those that begin with `aws:` are AWS's own.
        let own = page.tags().iter().filter(|tag| !tag.key().starts_with("aws:"));
        tags.extend(own.map(|tag| (tag.key().to_owned(), tag.value().to_owned())));
        next = page.next_token;
        if next.is_none() {
            return Ok(Some(tags));
        }
    }
}

fn of_description(name: &str, table: &TableDescription) -> TableSpec {
    let mode = table.billing_mode_summary().and_then(|summary| summary.billing_mode());
    let provisioned = table.provisioned_throughput();
    // A table that was always provisioned has no summary; one on demand has capacity 0.
    let is_provisioned = match mode {
        Some(mode) => *mode == BillingMode::Provisioned,
        None => provisioned.is_some_and(|units| units.read_capacity_units().unwrap_or(0) > 0),
    };
    let local = table.local_secondary_indexes().iter().map(|index| IndexSpec {
        name: index.index_name().unwrap_or_default().to_owned(),
        local: true,
        key: key(index.key_schema()),
        projection: projection(index.projection()),
        include: include(index.projection()),
        billing: billing(is_provisioned, provisioned, table.on_demand_throughput()),
    });
    let is_leaving = |status: Option<&str>| status == Some("DELETING");
    let global = table.global_secondary_indexes().iter();
    let global = global.filter(|index| !is_leaving(index.index_status().map(IndexStatus::as_str)));
    let global = global.map(|index| IndexSpec {
        name: index.index_name().unwrap_or_default().to_owned(),
        local: false,
        key: key(index.key_schema()),
        projection: projection(index.projection()),
        include: include(index.projection()),
        billing: {
            // An engine that does not keep the capacity of indexes reports none of them.
            let own = index.provisioned_throughput().filter(|units| units.read_capacity_units().unwrap_or(0) > 0);
            billing(is_provisioned, own.or(provisioned), index.on_demand_throughput())
        },
    });
    let mut indexes: Vec<_> = global.chain(local).collect();
    indexes.sort_by(|a, b| a.name.cmp(&b.name));
    let stream = table.stream_specification().filter(|stream| stream.stream_enabled());
    let definitions = table.attribute_definitions().iter();
    TableSpec {
        name: name.to_owned(),
        key: key(table.key_schema()),
        attributes: definitions
            .map(|is| (is.attribute_name().to_owned(), is.attribute_type().as_str().to_owned()))
            .collect(),
        indexes,
        billing: billing(is_provisioned, provisioned, table.on_demand_throughput()),
        ttl: None,
        stream: stream.and_then(|stream| stream.stream_view_type()).map(|view| view.as_str().to_owned()),
        point_in_time_recovery: None,
        deletion_protection: table.deletion_protection_enabled().unwrap_or(false),
        tags: None,
    }
}

fn key(elements: &[KeySchemaElement]) -> Vec<KeyPart> {
    let part = |element: &KeySchemaElement| KeyPart {
        attribute: element.attribute_name().to_owned(),
        sort: *element.key_type() == KeyType::Range,
    };
    let mut key: Vec<_> = elements.iter().map(part).collect();
    key.sort_by_key(|part| part.sort);
    key
}

fn projection(projection: Option<&Projection>) -> String {
    projection.and_then(Projection::projection_type).map_or("ALL", ProjectionType::as_str).to_owned()
}

fn include(projection: Option<&Projection>) -> Vec<String> {
    let mut names = projection.map(|projection| projection.non_key_attributes().to_vec()).unwrap_or_default();
    names.sort();
    names
}

fn billing(
    is_provisioned: bool,
    provisioned: Option<&ProvisionedThroughputDescription>,
    on_demand: Option<&OnDemandThroughput>,
) -> BillingSpec {
    // -1 is DynamoDB's word for no limit.
    let units = |units: Option<i64>| units.and_then(|units| u64::try_from(units).ok()).filter(|units| *units > 0);
    if is_provisioned {
        let reads = units(provisioned.and_then(ProvisionedThroughputDescription::read_capacity_units)).unwrap_or(1);
        let writes = units(provisioned.and_then(ProvisionedThroughputDescription::write_capacity_units)).unwrap_or(1);
        return BillingSpec::Provisioned { reads, writes };
    }
    BillingSpec::OnDemand {
        max_reads: units(on_demand.and_then(OnDemandThroughput::max_read_request_units)),
        max_writes: units(on_demand.and_then(OnDemandThroughput::max_write_request_units)),
    }
}
