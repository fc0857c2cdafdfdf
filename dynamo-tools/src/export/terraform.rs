//! Terraform's `aws_dynamodb_table`.

use super::Exported;
use super::hcl::{Block, map, quoted};
use crate::name::{Piece, pieces, placeholders, snake};
use crate::spec::{BillingSpec, IndexSpec, TableSpec};

/// The first provider whose indexes have `key_schema`.
const PROVIDER: &str = ">= 6.37";

pub(super) fn export(tables: &[Exported]) -> String {
    let provider = format!("{{\n  source  = \"hashicorp/aws\"\n  version = \"{PROVIDER}\"\n}}");
    let mut blocks = vec![Block::new("terraform").block(Block::new("required_providers").raw("aws", provider))];
    for name in placeholders(tables.iter().map(|table| table.spec.name.as_str())) {
        blocks.push(Block::new(format!("variable \"{}\"", snake(name))).raw("type", "string"));
    }
    blocks.extend(tables.iter().map(|table| resource(&snake(table.schema.layout.table), &table.spec)));
    let mut out = String::new();
    for (at, block) in blocks.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        block.write(&mut out, 0);
    }
    out
}

fn resource(name: &str, spec: &TableSpec) -> Block {
    let mut block = Block::new(format!("resource \"aws_dynamodb_table\" \"{name}\""))
        .raw("name", table_name(&spec.name))
        .text("billing_mode", spec.billing.mode());
    block = capacity(block, &spec.billing);
    for part in &spec.key {
        block = block.text(if part.sort { "range_key" } else { "hash_key" }, &part.attribute);
    }
    if let Some(view) = &spec.stream {
        block = block.raw("stream_enabled", "true").text("stream_view_type", view);
    }
    if spec.deletion_protection {
        block = block.raw("deletion_protection_enabled", "true");
    }
    if let Some(tags) = spec.tags.as_ref().filter(|tags| !tags.is_empty()) {
        block = block.raw("tags", map(tags.iter()));
    }
    // Of keys alone: any other attribute would be planned anew for ever.
    for (name, ty) in &spec.attributes {
        block = block.block(Block::new("attribute").text("name", name).text("type", ty));
    }
    for index in &spec.indexes {
        block = block.block(if index.local { local(index) } else { global(index) });
    }
    if let Some(attribute) = &spec.ttl {
        block = block.block(Block::new("ttl").text("attribute_name", attribute).raw("enabled", "true"));
    }
    if spec.point_in_time_recovery == Some(true) {
        block = block.block(Block::new("point_in_time_recovery").raw("enabled", "true"));
    }
    on_demand(block, &spec.billing)
}

fn table_name(name: &str) -> String {
    let text = |piece| match piece {
        Piece::Text(text) => quoted(text).trim_matches('"').to_owned(),
        Piece::Placeholder(name) => format!("${{var.{}}}", snake(name)),
    };
    format!("\"{}\"", pieces(name).into_iter().map(text).collect::<String>())
}

fn capacity(block: Block, billing: &BillingSpec) -> Block {
    match billing {
        BillingSpec::Provisioned { reads, writes } => {
            block.raw("read_capacity", reads.to_string()).raw("write_capacity", writes.to_string())
        }
        BillingSpec::OnDemand { .. } => block,
    }
}

fn on_demand(block: Block, billing: &BillingSpec) -> Block {
    let BillingSpec::OnDemand { max_reads, max_writes } = billing else { return block };
    let mut most = Block::new("on_demand_throughput");
    if let Some(units) = max_reads {
        most = most.raw("max_read_request_units", units.to_string());
    }
    if let Some(units) = max_writes {
        most = most.raw("max_write_request_units", units.to_string());
    }
    if max_reads.is_some() || max_writes.is_some() { block.block(most) } else { block }
}

fn projection(block: Block, index: &IndexSpec) -> Block {
    let block = block.text("projection_type", &index.projection);
    if index.include.is_empty() {
        return block;
    }
    let names: Vec<_> = index.include.iter().map(|name| quoted(name)).collect();
    block.raw("non_key_attributes", format!("[{}]", names.join(", ")))
}

fn global(index: &IndexSpec) -> Block {
    let block = Block::new("global_secondary_index").text("name", &index.name);
    let mut block = capacity(projection(block, index), &index.billing);
    for part in &index.key {
        let key = Block::new("key_schema").text("attribute_name", &part.attribute).text("key_type", part.role());
        block = block.block(key);
    }
    on_demand(block, &index.billing)
}

fn local(index: &IndexSpec) -> Block {
    let block = Block::new("local_secondary_index").text("name", &index.name);
    let sort = index.key.iter().filter(|part| part.sort);
    projection(sort.fold(block, |block, part| block.text("range_key", &part.attribute)), index)
}
