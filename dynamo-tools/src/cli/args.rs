//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::export::Format;

/// The tables of this program: their declarations, and what they are like in DynamoDB.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 110, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Only this table, by the name of its enum or by DynamoDB's; may be repeated.
    #[arg(long, short, global = true, value_name = "TABLE")]
    pub(crate) table: Vec<String>,
    /// Fills a placeholder in the names of tables.
    #[arg(long, global = true, value_name = "NAME=TEXT", value_parser = pair)]
    pub(crate) fill: Vec<(String, String)>,
    /// A plain HTTP endpoint, such as DynamoDB Local's, in place of AWS.
    #[arg(long, global = true, env = "DYNAMODB_ENDPOINT", value_name = "URL")]
    pub(crate) endpoint: Option<String>,
    /// Prints JSON, for programs.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// DynamoDB reads at least one item.
fn limit(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|limit| *limit > 0).ok_or_else(|| "a number from 1 on is wanted".to_owned())
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a name and a text are wanted, as in `stage=dev`")?;
    Ok((name.to_owned(), value.to_owned()))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists the tables.
    Tables,
    /// Lists the entities with their keys.
    Entities,
    /// Lists the access patterns with the keys that serve them.
    Patterns,
    /// Writes the declarations in another format.
    Export(ExportArgs),
    /// Creates the tables that do not exist.
    Create,
    /// Shows what has to change for live tables to be as declared, step by step. Exit code 1 if anything has.
    Plan(PlanArgs),
    /// Carries out a plan: a saved one, or one that it makes and shows first.
    Apply(ApplyArgs),
    /// Shows where live tables differ from their declarations. Exit code 1 if they do.
    Diff,
    /// Finds what will cost more or scale less than it has to. Exit code 1 if anything is found that is not allowed.
    Lint(LintArgs),
    /// Shows what each access pattern, each write and each table costs.
    Cost(CostArgs),
    /// Shows what one call of an access pattern costs, and why; or the page of a compile error.
    Explain(ExplainArgs),
    /// Gets the item of an access pattern.
    Get(QueryArgs),
    /// Reads the items of an access pattern.
    Query(QueryArgs),
    /// Compares pointers, locks and counters with their records. Exit code 1 if any differs.
    Verify(WalkArgs),
    /// Corrects what `verify` finds.
    Repair(WalkArgs),
    /// Upgrades items of older schema versions, and adds the keys of new indexes.
    Backfill(WalkArgs),
    /// Writes the items of a file that the table does not have.
    Seed(TransferArgs),
    /// Writes all items of a table to a file, a line of JSON for each.
    Dump(TransferArgs),
    /// Writes the items of a file to a table, over what is there.
    Load(TransferArgs),
    /// Serves a page over the live tables on this machine: items by partition, by access pattern and by key.
    #[cfg(feature = "studio")]
    Studio(StudioArgs),
    /// Writes a script for the completion of commands in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Writes the manual page.
    Man,
}

impl Command {
    /// Whether it says nothing without tables.
    pub(crate) fn needs_tables(&self) -> bool {
        let is_page = matches!(self, Self::Lint(LintArgs { explain: Some(_), .. }));
        !is_page && !matches!(self, Self::Explain(_) | Self::Completions { .. } | Self::Man)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The format.
    pub(crate) format: Format,
    /// A file for each table in this directory, in place of the output.
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) out: Option<PathBuf>,
    /// Items that `html` shows in place of made up ones, as `dump` writes them; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) items: Vec<PathBuf>,
}

#[cfg(feature = "studio")]
#[derive(Debug, Args)]
pub(crate) struct StudioArgs {
    /// Where to listen; port 0 takes any that is free.
    #[arg(long, default_value = "127.0.0.1:0", value_name = "ADDRESS")]
    pub(crate) address: std::net::SocketAddr,
    /// Allows changes of items.
    #[arg(long)]
    pub(crate) write: bool,
    /// Allows an address that other machines reach.
    #[arg(long)]
    pub(crate) public: bool,
    /// Another name that browsers reach it by, as in `studio.example.com:8080`; may be repeated.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// Also deletes indexes, streams, restore points, tags and protection that the declarations do not have.
    #[arg(long)]
    pub(crate) destructive: bool,
    /// Saves the plan of one table, to be applied later.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    /// A saved plan.
    #[arg(conflicts_with = "destructive")]
    pub(crate) plan: Option<PathBuf>,
    /// Also deletes indexes, streams, restore points, tags and protection that the declarations do not have.
    #[arg(long)]
    pub(crate) destructive: bool,
    /// Asks nothing.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    /// Prints SARIF, for code hosts.
    #[arg(long, conflicts_with = "json")]
    pub(crate) sarif: bool,
    /// Also shows what is allowed, with the reasons.
    #[arg(long)]
    pub(crate) allowed: bool,
    /// Prints the page of a rule.
    #[arg(long, value_name = "RULE")]
    pub(crate) explain: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CostArgs {
    /// Prices of another region or day, in the form of the included file.
    #[arg(long, value_name = "FILE")]
    pub(crate) prices: Option<PathBuf>,
    /// Items whose sizes are measured, as `dump` writes them.
    #[arg(long, value_name = "FILE")]
    pub(crate) samples: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The access pattern, as in `Goal::of_user`; the code of a compile error, as in `E-10`; or the first line of its message.
    pub(crate) pattern: String,
    /// How many items match.
    #[arg(long)]
    pub(crate) items: Option<u64>,
    /// As a consistent read.
    #[arg(long)]
    pub(crate) consistent: bool,
    /// Prices of another region or day, in the form of the included file.
    #[arg(long, value_name = "FILE")]
    pub(crate) prices: Option<PathBuf>,
    /// Items whose sizes are measured, as `dump` writes them.
    #[arg(long, value_name = "FILE")]
    pub(crate) samples: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct QueryArgs {
    /// The access pattern, as in `Goal::of_user`.
    pub(crate) pattern: String,
    /// Its arguments, in their order; a range is `from..to`.
    pub(crate) arguments: Vec<String>,
    /// At most so many items.
    #[arg(long, value_parser = limit)]
    pub(crate) limit: Option<usize>,
    /// The page after this one: the `next` of the page before.
    #[arg(long, value_name = "CURSOR")]
    pub(crate) after: Option<String>,
    /// How the items are shown.
    #[arg(long = "as", value_enum, default_value = "table")]
    pub(crate) view: View,
    /// Shows the values of sensitive fields.
    #[arg(long)]
    pub(crate) reveal: bool,
}

/// How items are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// A row for each.
    Table,
    /// JSON.
    Json,
    /// Comma-separated values.
    Csv,
}

#[derive(Debug, Args)]
pub(crate) struct WalkArgs {
    /// At most so many items a second.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rate: Option<u32>,
    /// Saves in this file how far it has come, and goes on from there if the file exists; removed at the end.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TransferArgs {
    /// The file: an item in DynamoDB's JSON on each line.
    pub(crate) file: PathBuf,
    /// Continues a run that was interrupted.
    #[arg(long)]
    pub(crate) resume: bool,
}
