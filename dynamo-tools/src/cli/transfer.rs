//! `dump`, `load` and `seed`: items as JSON lines.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use dynamo_core::{Db, Item};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::args::TransferArgs;
use super::file::{self, beside};
use super::live::bar;
use super::text::Output;
use crate::error::ToolError;
use crate::tables::Tool;
use crate::value::{from_json, to_json};

/// How many items one request writes.
const BATCH: usize = 25;

/// How far an interrupted run had come.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Progress {
    /// `dump`, `load` or `seed`.
    #[serde(default)]
    command: String,
    /// DynamoDB's name of the table.
    table: String,
    /// The bytes of the file that are done.
    bytes: u64,
    /// The lines that are done.
    #[serde(default)]
    lines: u64,
    /// The items that are done.
    items: u64,
    /// Of those, the items that were there before.
    #[serde(default)]
    existing: u64,
    /// Where the table is read on.
    start: Option<Value>,
}

impl Progress {
    fn path(file: &Path) -> PathBuf {
        beside(file, ".progress")
    }

    /// Where to begin: an interrupted run is continued only if that is asked for, and lost only if it is removed.
    fn begin(command: &str, file: &Path, table: &str, resume: bool) -> Result<Self, ToolError> {
        let path = Self::path(file);
        let Some(text) = file::read(&path)? else {
            return Ok(Self { command: command.to_owned(), table: table.to_owned(), ..Self::default() });
        };
        let progress: Self = serde_json::from_str(&text).map_err(|error| {
            let fact = format!("{} does not say how far a run came: {error}", path.display());
            ToolError::usage(fact, "remove it, and begin again")
        })?;
        if !resume {
            let fact = format!("an earlier run stopped after {} items ({})", progress.items, path.display());
            return Err(ToolError::usage(fact, "continue it with `--resume`, or remove that file"));
        }
        if (progress.command.as_str(), progress.table.as_str()) != (command, table) {
            let Self { command: earlier, table: other, .. } = progress;
            let fact = format!("the earlier run was `{earlier}` of table {other}, not `{command}` of {table}");
            return Err(ToolError::usage(fact, "name that table, or remove the file"));
        }
        Ok(progress)
    }

    fn save(&self, file: &Path) -> Result<(), ToolError> {
        file::write(&Self::path(file), &serde_json::to_string(self)?)
    }

    fn end(file: &Path) -> Result<(), ToolError> {
        file::remove(&Self::path(file))
    }
}

fn one(tools: &[Tool]) -> Result<&Tool, ToolError> {
    match tools {
        [tool] => Ok(tool),
        _ => Err(ToolError::usage(
            format!("a file is of one table, and there are {}", tools.len()),
            "name it with `--table`",
        )),
    }
}

/// Opens a file that an earlier run has written or read so many bytes of.
fn open(options: &OpenOptions, path: &Path, done: u64) -> Result<File, ToolError> {
    let open = || {
        let file = options.open(path)?;
        let length = file.metadata()?.len();
        Ok((file, length))
    };
    let (mut file, length) = open().map_err(|error| file::failed(path, &error, "name a file of JSON lines"))?;
    if length < done {
        let fact = format!("{} has {length} bytes, and the earlier run had come to {done}", path.display());
        let progress = Progress::path(path);
        return Err(ToolError::usage(fact, format!("remove {}, and begin again", progress.display())));
    }
    file.seek(SeekFrom::Start(done))?;
    Ok(file)
}

/// Writes all items of a table to a file, a line for each.
pub(super) async fn dump(db: &Db, tools: &[Tool], args: &TransferArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let name = (one(tools)?.name)(db)?;
    let is_new = !Progress::path(&args.file).exists();
    let mut progress = Progress::begin("dump", &args.file, &name, args.resume)?;
    if is_new && args.file.exists() {
        return Err(ToolError::usage(format!("{} exists", args.file.display()), "name another file, or remove it"));
    }
    // A table that cannot be read leaves no file.
    let mut page = scan(db, &name, progress.start.as_ref().and_then(from_json)).await?;
    progress.save(&args.file)?;
    let mut file = open(OpenOptions::new().create(true).write(true).truncate(false), &args.file, progress.bytes)?;
    // What was written after the last saved page is written again.
    file.set_len(progress.bytes)?;
    let bar = bar();
    loop {
        let mut lines = Vec::new();
        for item in page.items() {
            serde_json::to_writer(&mut lines, &to_json(item))?;
            lines.push(b'\n');
        }
        file.write_all(&lines)?;
        file.sync_data()?;
        progress.bytes += lines.len() as u64;
        progress.items += page.items().len() as u64;
        progress.start = page.last_evaluated_key.as_ref().map(|key| json!(to_json(key)));
        bar.set_message(format!("{} items", progress.items));
        bar.tick();
        if page.last_evaluated_key.is_none() {
            break;
        }
        progress.save(&args.file)?;
        page = scan(db, &name, page.last_evaluated_key).await?;
    }
    bar.finish_and_clear();
    Progress::end(&args.file)?;
    done("dumped", &name, progress.items, 0, out)
}

async fn scan(
    db: &Db,
    name: &str,
    start: Option<Item>,
) -> Result<aws_sdk_dynamodb::operation::scan::ScanOutput, ToolError> {
    let page = db.client().scan().table_name(name).consistent_read(true).set_exclusive_start_key(start).send().await;
    page.map_err(|error| ToolError::request("scan", name, &error))
}

/// Reads the next items of a file; each must be one of the table's. Returns how many bytes they take.
fn read(tool: &Tool, path: &Path, file: &mut BufReader<File>, lines: &mut u64) -> Result<(Vec<Item>, u64), ToolError> {
    let (mut items, mut bytes, mut keys) = (Vec::new(), 0, HashSet::new());
    while items.len() < BATCH {
        let mut line = Vec::new();
        let length = file.read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        let place = format!("line {} of {}", *lines + 1, path.display());
        if !line.trim_ascii().is_empty() {
            let json: Value = serde_json::from_slice(&line).map_err(|error| {
                ToolError::usage(format!("{place} is not JSON: {error}"), "correct or remove it, then `--resume`")
            })?;
            let item = from_json(&json).ok_or_else(|| {
                ToolError::usage(format!("{place} is not an item in DynamoDB's JSON"), "write it as `dump` does")
            })?;
            (tool.check)(item.clone()).map_err(|error| {
                let fact = format!("{place} is none of the table's items: {error}");
                ToolError::usage(fact, "correct or remove it, then `--resume`")
            })?;
            // A request has each key once: the same key again waits for the next one.
            if !keys.insert(key(tool, &item)) {
                let back = i64::try_from(length).unwrap_or(i64::MAX);
                file.seek_relative(-back)?;
                break;
            }
            items.push(item);
        }
        *lines += 1;
        bytes += length as u64;
    }
    Ok((items, bytes))
}

/// The primary key of an item, as a text.
fn key(tool: &Tool, item: &Item) -> String {
    let layout = tool.schema.layout;
    let keys = [Some(layout.pk), layout.sk].into_iter().flatten();
    keys.map(|key| format!("{:?}", item.get(key.name.text))).collect::<Vec<_>>().join("/")
}

/// Writes the items of a file to a table: over what is there, or, for a seed, only what is not there.
pub(super) async fn load(
    db: &Db,
    tools: &[Tool],
    args: &TransferArgs,
    seeds: bool,
    out: &mut Output<'_>,
) -> Result<(), ToolError> {
    let tool = one(tools)?;
    let name = (tool.name)(db)?;
    let command = if seeds { "seed" } else { "load" };
    let mut progress = Progress::begin(command, &args.file, &name, args.resume)?;
    let file = open(OpenOptions::new().read(true), &args.file, progress.bytes)?;
    let length = file.metadata()?.len();
    let (mut file, bar) = (BufReader::new(file), bar());
    loop {
        let first = progress.lines + 1;
        let (items, bytes) = read(tool, &args.file, &mut file, &mut progress.lines)?;
        if items.is_empty() {
            break;
        }
        progress.items += items.len() as u64;
        let written =
            if seeds { create_all(db, tool, &name, items).await } else { put(db, &name, items).await.map(|()| 0) };
        progress.existing += written.map_err(|error| {
            let lines = match progress.lines {
                last if last == first => format!("line {first}"),
                last => format!("lines {first} to {last}"),
            };
            let place = format!("{lines} of {}", args.file.display());
            ToolError::Request(format!("{place} could not be written: {error}"))
        })?;
        progress.bytes += bytes;
        progress.save(&args.file)?;
        let percent = (progress.bytes * 100).checked_div(length).unwrap_or(100);
        bar.set_message(format!("{} items, {percent} %", progress.items));
        bar.tick();
    }
    bar.finish_and_clear();
    Progress::end(&args.file)?;
    done(if seeds { "seeded" } else { "loaded" }, &name, progress.items, progress.existing, out)
}

fn done(what: &str, table: &str, items: u64, there: u64, out: &mut Output<'_>) -> Result<(), ToolError> {
    if out.json {
        return Ok(out.json(&json!({"table": table, what: items - there, "existing": there}))?);
    }
    let kept = if there > 0 { format!(", {there} were there") } else { String::new() };
    Ok(out.line(format_args!("{} items of table {table} {what}{kept}", items - there))?)
}

/// Writes the items that are not there. Returns how many are.
async fn create_all(db: &Db, tool: &Tool, name: &str, items: Vec<Item>) -> Result<u64, ToolError> {
    let mut there = 0;
    for item in items {
        there += u64::from(!create(db, tool, name, item).await?);
    }
    Ok(there)
}

/// Returns whether the item was not there.
async fn create(db: &Db, tool: &Tool, name: &str, item: Item) -> Result<bool, ToolError> {
    let request = db.client().put_item().table_name(name).set_item(Some(item));
    let request = request.condition_expression("attribute_not_exists(#pk)");
    match request.expression_attribute_names("#pk", tool.schema.layout.pk.name.text).send().await {
        Ok(_) => Ok(true),
        Err(error) if error.code() == Some("ConditionalCheckFailedException") => Ok(false),
        Err(error) => Err(ToolError::request("put_item", name, &error)),
    }
}

/// Writes a batch, and what DynamoDB left of it, until nothing is left.
async fn put(db: &Db, name: &str, items: Vec<Item>) -> Result<(), ToolError> {
    let request = |item: Item| {
        let put = PutRequest::builder().set_item(Some(item)).build();
        put.map(|put| WriteRequest::builder().put_request(put).build())
            .map_err(|error| ToolError::Request(error.to_string()))
    };
    let mut left: Vec<_> = items.into_iter().map(request).collect::<Result<_, _>>()?;
    let mut pause = Duration::from_millis(50);
    while !left.is_empty() {
        let sent = db.client().batch_write_item().request_items(name, std::mem::take(&mut left)).send().await;
        let sent = sent.map_err(|error| ToolError::request("batch_write_item", name, &error))?;
        left = sent.unprocessed_items.and_then(|mut left| left.remove(name)).unwrap_or_default();
        if !left.is_empty() {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }
    Ok(())
}
