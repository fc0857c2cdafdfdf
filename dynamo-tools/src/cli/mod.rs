//! The command line.

mod args;
mod cost;
mod data;
mod explain;
mod file;
mod find;
mod lint;
mod live;
mod maintain;
mod page;
mod resume;
mod show;
mod text;
mod transfer;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use dynamo_core::{Db, Names};

use args::{Arguments, Command, Common};
use text::Output;

use crate::error::ToolError;
use crate::export::Exported;
use crate::name::filled;
use crate::spec::TableSpec;
use crate::tables::{Tables, Tool};

/// Runs the command line of a program over its tables, with the arguments and the environment of the process.
///
/// ```no_run
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "NOTE#<id>")]
/// # pub struct Note { id: String }
/// fn main() -> std::process::ExitCode {
///     dynamo_tools::run::<(App,)>()
/// }
/// ```
///
/// Exits with 0, with 1 if `diff`, `plan` or `lint` found something, and with 2 on an error.
#[must_use]
pub fn run<T: Tables>() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let program = Program::new::<T>();
    let code = runtime.block_on(program.execute(std::env::args_os(), &mut std::io::stdout(), &mut std::io::stderr()));
    ExitCode::from(code)
}

/// The command line over some tables, with a database of the caller's where it is not the environment's.
///
/// ```
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "NOTE#<id>")]
/// # pub struct Note { id: String }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let code = dynamo_tools::Program::new::<(App,)>().execute(["app", "tables"], &mut out, &mut err).await;
/// assert_eq!(code, 0);
/// assert!(String::from_utf8_lossy(&out).contains("App"));
/// # }
/// ```
#[derive(Debug)]
pub struct Program {
    tools: Vec<Tool>,
    db: Option<Db>,
}

impl Program {
    /// Creates the command line over these tables.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::Program;
    ///
    /// assert!(format!("{:?}", Program::new::<(App,)>()).contains("Tool(App)"));
    /// ```
    #[must_use]
    pub fn new<T: Tables>() -> Self {
        Self { tools: T::tools(), db: None }
    }

    /// Sets the database, in place of the one that the environment names.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*; example(async |db| {
    /// use dynamo_tools::Program;
    ///
    /// let (mut out, mut err) = (Vec::new(), Vec::new());
    /// let program = Program::new::<(App,)>().with_db(db);
    /// let code = program.execute(["app", "diff"], &mut out, &mut err).await;
    /// assert_eq!(code, 1); // the table does not exist
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn with_db(mut self, db: Db) -> Self {
        self.db = Some(db);
        self
    }

    /// Runs a command, and returns its exit code. The first argument is the program's name.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*; example(async |db| {
    /// use dynamo_tools::Program;
    ///
    /// let (mut out, mut err) = (Vec::new(), Vec::new());
    /// let code = Program::new::<(App,)>().execute(["app", "export", "mermaid"], &mut out, &mut err).await;
    /// assert_eq!(code, 0);
    /// assert!(String::from_utf8_lossy(&out).contains("Note"));
    /// # Ok(()) });
    /// ```
    pub async fn execute<A>(&self, args: A, out: &mut (dyn Write + Send), err: &mut (dyn Write + Send)) -> u8
    where
        A: IntoIterator<Item: Into<OsString> + Clone>,
    {
        let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        let name = args.first().map(std::path::PathBuf::from);
        let name = name.and_then(|path| path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        let command = Arguments::command().name(name.unwrap_or_else(|| "tables".to_owned()));
        let parsed =
            command.clone().try_get_matches_from(args).and_then(|matches| Arguments::from_arg_matches(&matches));
        let arguments = match parsed {
            Ok(arguments) => arguments,
            Err(error) => {
                let is_help = !error.use_stderr();
                let text = if is_help && std::io::stdout().is_terminal() {
                    error.render().ansi().to_string()
                } else {
                    error.render().to_string()
                };
                let to: &mut (dyn Write + Send) = if is_help { out } else { err };
                _ = to.write_all(text.as_bytes());
                return if is_help { 0 } else { 2 };
            }
        };
        let json = arguments.common.json;
        match self.command(arguments, command, out).await.and_then(|code| Ok(out.flush().map(|()| code)?)) {
            Ok(code) => code,
            // Who reads no further has what they want.
            Err(error) if error.is_broken_pipe() => 0,
            Err(error) => {
                let (fact, help) = error.told();
                _ = match (json, help) {
                    (true, help) => writeln!(err, "{}", serde_json::json!({"error": fact, "help": help})),
                    (false, Some(help)) => writeln!(err, "error: {fact}\nhelp: {help}"),
                    (false, None) => writeln!(err, "error: {fact}"),
                };
                2
            }
        }
    }

    async fn command(
        &self,
        arguments: Arguments,
        mut command: clap::Command,
        out: &mut (dyn Write + Send),
    ) -> Result<u8, ToolError> {
        let Arguments { common, command: asked } = arguments;
        if self.tools.is_empty() && asked.needs_tables() {
            return Err(ToolError::usage(
                "this program knows no tables",
                "write one that does: `fn main() -> ExitCode { dynamo_tools::run::<(App,)>() }`",
            ));
        }
        let tools = self.selected(&common)?;
        let exported: Vec<_> = tools.iter().map(|tool| exported(tool, &common)).collect();
        let colours = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let mut output = Output { out, colours: colours && !common.json, json: common.json };
        let out = &mut output;
        let found = |found: bool| u8::from(found);
        match asked {
            Command::Tables => show::tables(&exported, out).map(|()| 0),
            Command::Entities => show::entities(&exported, out).map(|()| 0),
            Command::Patterns => show::patterns(&exported, out).map(|()| 0),
            Command::Export(args) => show::export(&tools, &exported, &args, out).map(|()| 0),
            Command::Create => live::create(&self.db(&common).await?, &tools, out).await.map(|()| 0),
            Command::Plan(args) => live::plan(&self.db(&common).await?, &tools, &args, out).await.map(found),
            Command::Apply(args) => live::apply(&self.db(&common).await?, &tools, &args, out).await.map(|()| 0),
            Command::Diff => live::diff(&self.db(&common).await?, &tools, out).await.map(found),
            Command::Lint(args) => {
                let schemas: Vec<_> = tools.iter().map(|tool| tool.schema).collect();
                lint::lint(&schemas, &args, out).map(found)
            }
            Command::Cost(args) => cost::cost(&tools, &args, out).map(|()| 0),
            Command::Explain(args) => explain::explain(&tools, &args, out).map(|()| 0),
            Command::Get(args) => data::query(&self.db(&common).await?, &tools, &args, true, out).await.map(|()| 0),
            Command::Query(args) => data::query(&self.db(&common).await?, &tools, &args, false, out).await.map(|()| 0),
            Command::Verify(args) => {
                maintain::verify(&self.db(&common).await?, &tools, &args, false, out).await.map(found)
            }
            Command::Repair(args) => {
                maintain::verify(&self.db(&common).await?, &tools, &args, true, out).await.map(found)
            }
            Command::Backfill(args) => {
                maintain::backfill(&self.db(&common).await?, &tools, &args, out).await.map(|()| 0)
            }
            Command::Seed(args) => transfer::load(&self.db(&common).await?, &tools, &args, true, out).await.map(|()| 0),
            Command::Dump(args) => transfer::dump(&self.db(&common).await?, &tools, &args, out).await.map(|()| 0),
            Command::Load(args) => {
                transfer::load(&self.db(&common).await?, &tools, &args, false, out).await.map(|()| 0)
            }
            #[cfg(feature = "studio")]
            Command::Studio(args) => page::studio(self.db(&common).await?, tools, &args, out).await.map(|()| 0),
            Command::Completions { shell } => {
                let name = command.get_name().to_owned();
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut command, name, &mut script);
                Ok(out.out.write_all(&script).map(|()| 0)?)
            }
            Command::Man => Ok(clap_mangen::Man::new(command).render(&mut out.out).map(|()| 0)?),
        }
    }

    /// The tables that are asked for.
    fn selected(&self, common: &Common) -> Result<Vec<Tool>, ToolError> {
        if common.table.is_empty() {
            return Ok(self.tools.clone());
        }
        let find = |name: &String| {
            let is_it = |tool: &&Tool| [tool.schema.layout.table, tool.schema.layout.name].contains(&name.as_str());
            self.tools.iter().find(is_it).copied().ok_or_else(|| {
                let names: Vec<_> = self.tools.iter().map(|tool| tool.schema.layout.table).collect();
                ToolError::usage(format!("there is no table `{name}`"), format!("there are {}", names.join(", ")))
            })
        };
        common.table.iter().map(find).collect()
    }

    async fn db(&self, common: &Common) -> Result<Db, ToolError> {
        if let Some(db) = &self.db {
            return Ok(db.clone());
        }
        let names = common.fill.iter().fold(Names::from_env(), |names, (name, text)| names.fill(name, text));
        let db = match &common.endpoint {
            Some(endpoint) => Db::at_endpoint(endpoint)?,
            None => Db::from_env().await?,
        };
        Ok(db.with_names(names))
    }
}

fn exported(tool: &Tool, common: &Common) -> Exported {
    let mut spec = TableSpec::declared(tool.schema.layout);
    let fill = |name: &str| {
        let given = common.fill.iter().find(|(placeholder, _)| placeholder == name);
        given.map_or_else(|| format!("{{{name}}}"), |(_, text)| text.clone())
    };
    spec.name = filled(&spec.name, fill);
    Exported { schema: tool.schema, spec }
}
