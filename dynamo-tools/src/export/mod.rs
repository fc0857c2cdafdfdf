//! Exports: one file for each format.

mod cdk;
mod cloudformation;
mod create_table;
mod description;
mod global_table;
mod hcl;
mod html;
mod json_schema;
mod markdown;
mod mermaid;
mod onetable;
mod terraform;
mod workbench;

use clap::ValueEnum;
use dynamo_core::schema::TableSchema;

use crate::error::ToolError;
use crate::name::placeholders;
use crate::spec::TableSpec;

/// A format that tables are exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
pub enum Format {
    /// All that the declarations say, for programs.
    Json,
    /// The request of the AWS command line: `aws dynamodb create-table --cli-input-json`.
    CreateTable,
    /// A CloudFormation template with `AWS::DynamoDB::Table`.
    Cloudformation,
    /// A CloudFormation template with `AWS::DynamoDB::GlobalTable`.
    GlobalTable,
    /// Terraform's `aws_dynamodb_table`.
    Terraform,
    /// A stack of the CDK in TypeScript, with `TableV2`.
    Cdk,
    /// A model of NoSQL Workbench, with sample data.
    Workbench,
    /// A schema of OneTable.
    Onetable,
    /// A JSON Schema of the items.
    JsonSchema,
    /// Tables, entities and access patterns for people.
    Markdown,
    /// A diagram of entities and their companions.
    Mermaid,
    /// A page for people in one file: partitions, indexes, access patterns, entities, a diagram, findings.
    Html,
}

/// A table that is exported: its declaration, and the form that DynamoDB keeps, whose name may have been changed.
#[derive(Debug, Clone)]
pub struct Exported {
    /// The declaration.
    pub schema: &'static TableSchema,
    /// The table that is to exist.
    pub spec: TableSpec,
}

impl Exported {
    /// Exports the table as it is declared.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::{Exported, Format};
    ///
    /// let mut table = Exported::new(App::SCHEMA);
    /// table.spec.name = "app-test".to_owned();
    /// assert!(Format::Terraform.export(&[table])?.contains("app-test"));
    /// # Ok::<(), dynamo_tools::ToolError>(())
    /// ```
    #[must_use]
    pub fn new(schema: &'static TableSchema) -> Self {
        Self { schema, spec: TableSpec::declared(schema.layout) }
    }
}

impl Format {
    /// Returns the extension of files in this format.
    ///
    /// ```
    /// use dynamo_tools::Format;
    ///
    /// assert_eq!(format!("app.{}", Format::Terraform.extension()), "app.tf");
    /// ```
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json => "schema.json",
            Self::CreateTable => "create-table.json",
            Self::Cloudformation => "cloudformation.json",
            Self::GlobalTable => "global-table.json",
            Self::Terraform => "tf",
            Self::Cdk => "ts",
            Self::Workbench => "workbench.json",
            Self::Onetable => "onetable.json",
            Self::JsonSchema => "items.json",
            Self::Markdown => "md",
            Self::Mermaid => "mmd",
            Self::Html => "html",
        }
    }

    /// Exports tables in this format.
    ///
    /// ```
    /// use dynamo_core::prelude::*;
    /// use dynamo_tools::{Exported, Format};
    ///
    /// #[derive(Table)]
    /// #[table(name = "app", pk = "PK")]
    /// pub enum App {
    ///     Note(Note),
    /// }
    ///
    /// #[derive(Entity)]
    /// #[entity(table = App, pk = "NOTE#<id>")]
    /// pub struct Note {
    ///     id: String,
    /// }
    ///
    /// let template = Format::Cloudformation.export(&[Exported::new(App::SCHEMA)])?;
    /// assert!(template.contains("AWS::DynamoDB::Table"));
    /// # Ok::<(), dynamo_tools::ToolError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the format takes one table and there are several, or if it needs names without placeholders.
    pub fn export(self, tables: &[Exported]) -> Result<String, ToolError> {
        match self {
            Self::Json => description::export(tables),
            Self::CreateTable => create_table::export(self.one(tables, true)?),
            Self::Cloudformation => cloudformation::export(tables),
            Self::GlobalTable => global_table::export(tables),
            Self::Terraform => Ok(terraform::export(tables)),
            Self::Cdk => Ok(cdk::export(tables)),
            Self::Workbench => workbench::export(tables),
            Self::Onetable => onetable::export(self.one(tables, false)?),
            Self::JsonSchema => json_schema::export(self.one(tables, false)?),
            Self::Markdown => Ok(markdown::export(tables)),
            Self::Mermaid => Ok(mermaid::export(tables)),
            Self::Html => html::export(tables),
        }
    }

    /// The one table that some formats are of.
    fn one(self, tables: &[Exported], named: bool) -> Result<&Exported, ToolError> {
        let [table] = tables else {
            return Err(ToolError::usage(
                format!("{self:?} takes one table, and there are {}", tables.len()),
                "name it with `--table`",
            ));
        };
        if let (true, [first, ..]) = (named, placeholders([table.spec.name.as_str()]).as_slice()) {
            return Err(ToolError::usage(
                format!("the name \"{}\" is not filled", table.spec.name),
                format!("give `--fill {first}=..`"),
            ));
        }
        Ok(table)
    }
}

/// JSON as files have it: indented, with a line end.
fn pretty(value: &impl serde::Serialize) -> Result<String, ToolError> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
