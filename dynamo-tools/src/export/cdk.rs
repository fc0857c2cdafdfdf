//! A stack of the CDK in TypeScript, with `TableV2`.

use std::fmt::Write;

use super::Exported;
use crate::name::{Piece, camel, pascal, pieces, placeholders};
use crate::spec::{BillingSpec, IndexSpec, KeyPart, TableSpec};

pub(super) fn export(tables: &[Exported]) -> String {
    let parameters = placeholders(tables.iter().map(|table| table.spec.name.as_str()));
    let optional = if parameters.is_empty() { "?" } else { "" };
    let mut out = "import { Stack, StackProps } from 'aws-cdk-lib';\n\
                   import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';\n\
                   import { Construct } from 'constructs';\n\n"
        .to_owned();
    let props = if parameters.is_empty() { "StackProps" } else { "TablesProps" };
    if !parameters.is_empty() {
        out += "export interface TablesProps extends StackProps {\n";
        for name in &parameters {
            _ = writeln!(out, "  readonly {}: string;", camel(name));
        }
        out += "}\n\n";
    }
    out += "export class TablesStack extends Stack {\n";
    for table in tables {
        _ = writeln!(out, "  readonly {}: dynamodb.TableV2;", camel(table.schema.layout.table));
    }
    _ = writeln!(out, "\n  constructor(scope: Construct, id: string, props{optional}: {props}) {{");
    out += "    super(scope, id, props);\n";
    for table in tables {
        let name = table.schema.layout.table;
        _ = writeln!(out, "    this.{} = new dynamodb.TableV2(this, {}, {{", camel(name), quoted(&pascal(name)));
        let mut writer = Writer { out: &mut out, indent: 3 };
        writer.table(&table.spec);
        out += "    });\n";
    }
    out += "  }\n}\n";
    out
}

struct Writer<'a> {
    out: &'a mut String,
    indent: usize,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn table(&mut self, spec: &TableSpec) {
        self.line(&format!("tableName: {},", table_name(&spec.name)));
        self.key(spec, &spec.key);
        self.line(&format!("billing: {},", billing(&spec.billing)));
        if let Some(ttl) = &spec.ttl {
            self.line(&format!("timeToLiveAttribute: {},", quoted(ttl)));
        }
        if let Some(view) = &spec.stream {
            self.line(&format!("dynamoStream: dynamodb.StreamViewType.{view},"));
        }
        if spec.point_in_time_recovery == Some(true) {
            self.line("pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },");
        }
        if spec.deletion_protection {
            self.line("deletionProtection: true,");
        }
        if let Some(tags) = spec.tags.as_ref().filter(|tags| !tags.is_empty()) {
            let tag =
                |(key, value): (&String, &String)| format!("{{ key: {}, value: {} }}", quoted(key), quoted(value));
            self.line(&format!("tags: [{}],", tags.iter().map(tag).collect::<Vec<_>>().join(", ")));
        }
        for (name, local) in [("globalSecondaryIndexes", false), ("localSecondaryIndexes", true)] {
            let indexes: Vec<_> = spec.indexes_of(local).collect();
            if indexes.is_empty() {
                continue;
            }
            self.line(&format!("{name}: ["));
            self.indent += 1;
            for index in indexes {
                self.index(spec, index);
            }
            self.indent -= 1;
            self.line("],");
        }
    }

    /// One attribute is `partitionKey`, several are `partitionKeys`.
    fn key(&mut self, spec: &TableSpec, key: &[KeyPart]) {
        for (name, sort) in [("partitionKey", false), ("sortKey", true)] {
            let side: Vec<_> = key.iter().filter(|part| part.sort == sort).map(|part| attribute(spec, part)).collect();
            match side.as_slice() {
                [] => {}
                [one] => self.line(&format!("{name}: {one},")),
                several => self.line(&format!("{name}s: [{}],", several.join(", "))),
            }
        }
    }

    fn index(&mut self, spec: &TableSpec, index: &IndexSpec) {
        self.line("{");
        self.indent += 1;
        self.line(&format!("indexName: {},", quoted(&index.name)));
        let key: Vec<_> = index.key.iter().filter(|part| part.sort || !index.local).cloned().collect();
        self.key(spec, &key);
        self.line(&format!("projectionType: dynamodb.ProjectionType.{},", index.projection));
        if !index.include.is_empty() {
            let names: Vec<_> = index.include.iter().map(|name| quoted(name)).collect();
            self.line(&format!("nonKeyAttributes: [{}],", names.join(", ")));
        }
        self.capacity(index);
        self.indent -= 1;
        self.line("},");
    }

    /// Billing is the table's, and capacity each index's own.
    fn capacity(&mut self, index: &IndexSpec) {
        match index.billing {
            _ if index.local => {}
            BillingSpec::Provisioned { reads, writes } => {
                self.line(&format!("readCapacity: {},", fixed(reads)));
                self.line(&format!("writeCapacity: {},", scaled(writes)));
            }
            BillingSpec::OnDemand { max_reads, max_writes } => {
                for (name, units) in [("maxReadRequestUnits", max_reads), ("maxWriteRequestUnits", max_writes)] {
                    if let Some(units) = units {
                        self.line(&format!("{name}: {units},"));
                    }
                }
            }
        }
    }
}

fn attribute(spec: &TableSpec, part: &KeyPart) -> String {
    let ty = match spec.attributes.get(&part.attribute).map(String::as_str) {
        Some("N") => "NUMBER",
        Some("B") => "BINARY",
        _ => "STRING",
    };
    format!("{{ name: {}, type: dynamodb.AttributeType.{ty} }}", quoted(&part.attribute))
}

fn billing(billing: &BillingSpec) -> String {
    match billing {
        BillingSpec::Provisioned { reads, writes } => format!(
            "dynamodb.Billing.provisioned({{ readCapacity: {}, writeCapacity: {} }})",
            fixed(*reads),
            scaled(*writes)
        ),
        BillingSpec::OnDemand { max_reads, max_writes } => {
            let most = [("maxReadRequestUnits", max_reads), ("maxWriteRequestUnits", max_writes)];
            let most = most.into_iter().filter_map(|(name, units)| units.map(|units| format!("{name}: {units}")));
            let most: Vec<_> = most.collect();
            let most = if most.is_empty() { String::new() } else { format!("{{ {} }}", most.join(", ")) };
            format!("dynamodb.Billing.onDemand({most})")
        }
    }
}

fn fixed(units: u64) -> String {
    format!("dynamodb.Capacity.fixed({units})")
}

/// `TableV2` takes no fixed capacity for writes: it scales between equal bounds.
fn scaled(units: u64) -> String {
    format!("dynamodb.Capacity.autoscaled({{ minCapacity: {units}, maxCapacity: {units} }})")
}

fn table_name(name: &str) -> String {
    if !name.contains('{') {
        return quoted(name);
    }
    let text = |piece| match piece {
        Piece::Text(text) => text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${"),
        Piece::Placeholder(name) => format!("${{props.{}}}", camel(name)),
    };
    format!("`{}`", pieces(name).into_iter().map(text).collect::<String>())
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
