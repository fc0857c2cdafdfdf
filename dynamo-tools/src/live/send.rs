//! The requests of the steps, and waiting for what they set going.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, ProvideErrorMetadata};
use aws_sdk_dynamodb::operation::update_table::builders::UpdateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, CreateGlobalSecondaryIndexAction, DeleteGlobalSecondaryIndexAction,
    GlobalSecondaryIndexUpdate, KeySchemaElement, KeyType, OnDemandThroughput, PointInTimeRecoverySpecification,
    Projection, ProjectionType, ProvisionedThroughput, ScalarAttributeType, StreamSpecification, StreamViewType, Tag,
    TimeToLiveSpecification, TimeToLiveStatus, UpdateGlobalSecondaryIndexAction,
};
use dynamo_core::Db;
use futures_util::future::{Either, select};

use super::apply::Event;
use super::read::{describe, is_unknown, read};
use super::step::Step;
use crate::error::ToolError;
use crate::spec::{BillingSpec, IndexSpec};
use crate::tables::{Tell, Tool, WalkOptions};

/// How long DynamoDB may refuse another change of the TTL: it allows one an hour.
const TTL_PATIENCE: Duration = Duration::from_mins(75);

/// Carries out one step.
pub(super) async fn take(
    db: &Db,
    tool: &Tool,
    name: &str,
    step: &Step,
    tell: &mut (dyn FnMut(Event<'_>) + Send),
) -> Result<(), ToolError> {
    let client = db.client();
    let update = || client.update_table().table_name(name);
    match step {
        Step::CreateTable(_) => Ok((tool.create)(db.clone()).await?),
        Step::Backfill => backfill(db, tool, tell).await,
        Step::SetBilling { table, indexes } => {
            let live = read(client, name).await?;
            let was = live.as_ref().map(|live| &live.billing);
            let capacity = Capacity::after(table, was).map_err(bug)?;
            let mut request = update()
                .billing_mode(if capacity.provisioned.is_some() {
                    BillingMode::Provisioned
                } else {
                    BillingMode::PayPerRequest
                })
                .set_provisioned_throughput(capacity.provisioned)
                .set_on_demand_throughput(capacity.on_demand);
            for (index, billing) in indexes {
                let was = live.as_ref().and_then(|live| live.index(index)).map(|index| &index.billing);
                let capacity = Capacity::after(billing, was).map_err(bug)?;
                if capacity.provisioned.is_none() && capacity.on_demand.is_none() {
                    continue;
                }
                let change = UpdateGlobalSecondaryIndexAction::builder()
                    .index_name(index)
                    .set_provisioned_throughput(capacity.provisioned)
                    .set_on_demand_throughput(capacity.on_demand);
                let change = GlobalSecondaryIndexUpdate::builder().update(change.build().map_err(bug)?).build();
                request = request.global_secondary_index_updates(change);
            }
            send(request, name).await
        }
        Step::DeleteIndex { name: index } => {
            let change = DeleteGlobalSecondaryIndexAction::builder().index_name(index).build().map_err(bug)?;
            send(
                update().global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().delete(change).build()),
                name,
            )
            .await
        }
        Step::CreateIndex { index, attributes } => {
            let mut request = update();
            for (name, ty) in attributes {
                let definition = AttributeDefinition::builder()
                    .attribute_name(name)
                    .attribute_type(ScalarAttributeType::from(ty.as_str()));
                request = request.attribute_definitions(definition.build().map_err(bug)?);
            }
            let change = create_index(index).map_err(bug)?;
            send(
                request.global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().create(change).build()),
                name,
            )
            .await
        }
        Step::SetStream { view } => {
            let stream = StreamSpecification::builder()
                .stream_enabled(view.is_some())
                .set_stream_view_type(view.as_ref().map(|view| StreamViewType::from(view.as_str())));
            send(update().stream_specification(stream.build().map_err(bug)?), name).await
        }
        Step::DisableTtl { attribute } => ttl(client, name, attribute, false, tell).await,
        Step::EnableTtl { attribute } => ttl(client, name, attribute, true, tell).await,
        Step::SetRecovery(on) => {
            let recovery = PointInTimeRecoverySpecification::builder().point_in_time_recovery_enabled(*on);
            let request = client.update_continuous_backups().table_name(name);
            let sent = request.point_in_time_recovery_specification(recovery.build().map_err(bug)?).send().await;
            sent.map(drop).map_err(|error| ToolError::request("update_continuous_backups", name, &error))
        }
        Step::SetProtection(on) => send(update().deletion_protection_enabled(*on), name).await,
        Step::Tag(tags) => {
            let mut request = client.tag_resource().resource_arn(arn(client, name).await?);
            for (key, value) in tags {
                request = request.tags(Tag::builder().key(key).value(value).build().map_err(bug)?);
            }
            request.send().await.map(drop).map_err(|error| ToolError::request("tag_resource", name, &error))
        }
        Step::Untag(keys) => {
            let request = client.untag_resource().resource_arn(arn(client, name).await?);
            let sent = request.set_tag_keys(Some(keys.clone())).send().await;
            sent.map(drop).map_err(|error| ToolError::request("untag_resource", name, &error))
        }
    }
}

/// Upgrades the items, and tells how many.
async fn backfill(db: &Db, tool: &Tool, tell: &mut (dyn FnMut(Event<'_>) + Send)) -> Result<(), ToolError> {
    let began = Instant::now();
    let (checked, written) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (seen, done) = (checked.clone(), written.clone());
    let progress: Tell = Box::new(move |so_far| {
        seen.store(so_far.checked, Ordering::Relaxed);
        done.store(so_far.written, Ordering::Relaxed);
    });
    let mut walk = (tool.backfill)(db.clone(), WalkOptions { progress: Some(progress), ..WalkOptions::default() });
    loop {
        let pause = Box::pin(tokio::time::sleep(Duration::from_millis(200)));
        match select(walk, pause).await {
            Either::Left((upgraded, _)) => return Ok(upgraded.map(drop)?),
            Either::Right(((), still)) => walk = still,
        }
        let (checked, written) = (checked.load(Ordering::Relaxed), written.load(Ordering::Relaxed));
        tell(Event::Waiting { what: &format!("{checked} items checked, {written} written"), since: began.elapsed() });
    }
}

async fn send(request: UpdateTableFluentBuilder, name: &str) -> Result<(), ToolError> {
    request.send().await.map(drop).map_err(|error| ToolError::request("update_table", name, &error))
}

#[allow(clippy::needless_pass_by_value)] // As `map_err` hands it over.
fn bug(error: BuildError) -> ToolError {
    ToolError::Request(format!("{error}\nhelp: this is a bug in dynamo-tools"))
}

async fn arn(client: &Client, name: &str) -> Result<String, ToolError> {
    let table = describe(client, name).await?;
    let arn = table.and_then(|table| table.table_arn);
    arn.ok_or_else(|| ToolError::usage(format!("table {name} does not exist"), "make a new plan"))
}

/// The capacity of a table or of an index.
struct Capacity {
    provisioned: Option<ProvisionedThroughput>,
    on_demand: Option<OnDemandThroughput>,
}

impl Capacity {
    fn new(billing: &BillingSpec) -> Result<Self, BuildError> {
        let units = |units: u64| i64::try_from(units).unwrap_or(i64::MAX);
        match *billing {
            BillingSpec::Provisioned { reads, writes } => {
                let capacity = ProvisionedThroughput::builder().read_capacity_units(units(reads));
                let provisioned = capacity.write_capacity_units(units(writes)).build()?;
                Ok(Self { provisioned: Some(provisioned), on_demand: None })
            }
            BillingSpec::OnDemand { max_reads, max_writes } => {
                let most = OnDemandThroughput::builder()
                    .set_max_read_request_units(max_reads.map(units))
                    .set_max_write_request_units(max_writes.map(units));
                let is_limited = max_reads.is_some() || max_writes.is_some();
                Ok(Self { provisioned: None, on_demand: is_limited.then(|| most.build()) })
            }
        }
    }

    /// The same for what was billed in another way: a limit that goes has to be taken away.
    fn after(billing: &BillingSpec, was: Option<&BillingSpec>) -> Result<Self, BuildError> {
        let mut capacity = Self::new(billing)?;
        if let (
            BillingSpec::OnDemand { max_reads, max_writes },
            Some(BillingSpec::OnDemand { max_reads: read_limit, max_writes: write_limit }),
        ) = (billing, was)
        {
            // DynamoDB's word for no limit.
            let mut most = capacity.on_demand.take().unwrap_or_else(|| OnDemandThroughput::builder().build());
            if max_reads.is_none() && read_limit.is_some() {
                most.max_read_request_units = Some(-1);
            }
            if max_writes.is_none() && write_limit.is_some() {
                most.max_write_request_units = Some(-1);
            }
            let says_something = most.max_read_request_units.is_some() || most.max_write_request_units.is_some();
            capacity.on_demand = says_something.then_some(most);
        }
        Ok(capacity)
    }
}

fn create_index(index: &IndexSpec) -> Result<CreateGlobalSecondaryIndexAction, BuildError> {
    let mut change = CreateGlobalSecondaryIndexAction::builder().index_name(&index.name);
    for part in &index.key {
        let role = if part.sort { KeyType::Range } else { KeyType::Hash };
        change = change.key_schema(KeySchemaElement::builder().attribute_name(&part.attribute).key_type(role).build()?);
    }
    let include = (!index.include.is_empty()).then(|| index.include.clone());
    let projection = Projection::builder()
        .projection_type(ProjectionType::from(index.projection.as_str()))
        .set_non_key_attributes(include);
    change = change.projection(projection.build());
    let capacity = Capacity::new(&index.billing)?;
    change = change.set_provisioned_throughput(capacity.provisioned).set_on_demand_throughput(capacity.on_demand);
    change.build()
}

/// Turns TTL on or off. DynamoDB takes one change an hour: another one waits for that.
async fn ttl(
    client: &Client,
    name: &str,
    attribute: &str,
    enabled: bool,
    tell: &mut (dyn FnMut(Event<'_>) + Send),
) -> Result<(), ToolError> {
    let began = Instant::now();
    loop {
        let specification = TimeToLiveSpecification::builder().enabled(enabled).attribute_name(attribute);
        let request = client.update_time_to_live().table_name(name);
        let sent = request.time_to_live_specification(specification.build().map_err(bug)?).send().await;
        let Err(error) = sent else { return Ok(()) };
        let is_early = error.code() == Some("ValidationException")
            && error.message().is_some_and(|message| message.contains("multiple times within a fixed interval"));
        if !is_early || began.elapsed() > TTL_PATIENCE {
            return Err(ToolError::request("update_time_to_live", name, &error));
        }
        tell(Event::Waiting { what: "DynamoDB takes one change of the TTL an hour", since: began.elapsed() });
        tokio::time::sleep(Duration::from_secs(30)).await;
    }
}

/// Waits until nothing of the table is being made, changed or deleted.
pub(super) async fn settle(
    client: &Client,
    name: &str,
    tell: &mut (dyn FnMut(Event<'_>) + Send),
) -> Result<(), ToolError> {
    let began = Instant::now();
    let mut pause = Duration::from_millis(100);
    loop {
        let Some(what) = unsettled(client, name).await? else { return Ok(()) };
        tell(Event::Waiting { what: &what, since: began.elapsed() });
        tokio::time::sleep(pause).await;
        pause = (pause * 3 / 2).min(Duration::from_secs(5));
    }
}

/// What of a table is not at rest.
async fn unsettled(client: &Client, name: &str) -> Result<Option<String>, ToolError> {
    let Some(table) = describe(client, name).await? else { return Ok(None) };
    let status = table.table_status().map_or("ACTIVE", |status| status.as_str());
    match status {
        "ACTIVE" => {}
        "CREATING" | "UPDATING" | "DELETING" => return Ok(Some(format!("table {name} is {status}"))),
        // Archived, or without its key: no waiting helps.
        _ => return Err(ToolError::usage(format!("table {name} is {status}"), "make it active first")),
    }
    for index in table.global_secondary_indexes() {
        let status = index.index_status().map_or("ACTIVE", |status| status.as_str());
        if status != "ACTIVE" {
            let items = index.item_count().filter(|items| *items > 0);
            let items = items.map_or_else(String::new, |items| format!(", {items} items so far"));
            return Ok(Some(format!("index {} is {status}{items}", index.index_name().unwrap_or_default())));
        }
    }
    match client.describe_time_to_live().table_name(name).send().await {
        Ok(ttl) => {
            let status = ttl.time_to_live_description().and_then(|ttl| ttl.time_to_live_status());
            let status =
                status.map(TimeToLiveStatus::as_str).filter(|status| ["ENABLING", "DISABLING"].contains(status));
            Ok(status.map(|status| format!("TTL of table {name} is {status}")))
        }
        Err(error) if is_unknown(error.code()) => Ok(None),
        Err(error) => Err(ToolError::request("describe_time_to_live", name, &error)),
    }
}
