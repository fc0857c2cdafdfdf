//! `dump`, `load` and `seed`: items as JSON lines.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use dynamo_core::{Db, Item};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::args::TransferArgs;
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
    /// DynamoDB's name of the table.
    table: String,
    /// The bytes of the file that are done.
    bytes: u64,
    /// The items that are done.
    items: u64,
    /// Where the table is read on.
    start: Option<Value>,
}

impl Progress {
    fn path(file: &Path) -> PathBuf {
        let mut name = file.as_os_str().to_owned();
        name.push(".progress");
        name.into()
    }

    /// Where to begin: an interrupted run is continued only if that is asked for, and lost only if it is removed.
    fn begin(file: &Path, table: &str, resume: bool) -> Result<Self, ToolError> {
        let path = Self::path(file);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self { table: table.to_owned(), ..Self::default() });
            }
            Err(error) => return Err(error.into()),
        };
        let progress: Self = serde_json::from_str(&text)?;
        if !resume {
            let fact = format!("an earlier run stopped after {} items ({})", progress.items, path.display());
            return Err(ToolError::usage(fact, "continue it with `--resume`, or remove that file"));
        }
        if progress.table != table {
            let fact = format!("the earlier run was of table {}, not of {table}", progress.table);
            return Err(ToolError::usage(fact, "name that table, or remove the file"));
        }
        Ok(progress)
    }

    /// Written whole or not at all.
    fn save(&self, file: &Path) -> Result<(), ToolError> {
        let path = Self::path(file);
        let mut new = path.clone().into_os_string();
        new.push(".new");
        fs::write(&new, serde_json::to_string(self)?)?;
        Ok(fs::rename(&new, &path)?)
    }

    fn end(file: &Path) -> Result<(), ToolError> {
        match fs::remove_file(Self::path(file)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
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

/// Writes all items of a table to a file, a line for each.
pub(super) async fn dump(db: &Db, tools: &[Tool], args: &TransferArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let name = (one(tools)?.name)(db)?;
    let mut progress = Progress::begin(&args.file, &name, args.resume)?;
    if progress.items == 0 && progress.start.is_none() && args.file.exists() {
        return Err(ToolError::usage(format!("{} exists", args.file.display()), "name another file, or remove it"));
    }
    let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(&args.file)?;
    // What was written after the last saved page is written again.
    file.set_len(progress.bytes)?;
    file.seek(SeekFrom::End(0))?;
    let mut start = progress.start.as_ref().and_then(from_json);
    let bar = bar();
    loop {
        let page = db.client().scan().table_name(&name).consistent_read(true).set_exclusive_start_key(start.take());
        let page = page.send().await.map_err(|error| ToolError::request("scan", &name, &error))?;
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
        start = page.last_evaluated_key;
        if start.is_none() {
            break;
        }
        progress.save(&args.file)?;
    }
    bar.finish_and_clear();
    Progress::end(&args.file)?;
    done("dumped", &name, progress.items, 0, out)
}

/// Reads the next items of a file; each must be one of the table's.
fn read(tool: &Tool, path: &Path, lines: &mut BufReader<File>, at: &mut u64) -> Result<(Vec<Item>, u64), ToolError> {
    let (mut items, mut bytes) = (Vec::new(), 0);
    while items.len() < BATCH {
        let mut line = String::new();
        let length = lines.read_line(&mut line)?;
        if length == 0 {
            break;
        }
        bytes += length as u64;
        *at += 1;
        if line.trim().is_empty() {
            continue;
        }
        let place = format!("line {} of {}", *at, path.display());
        let json: Value = serde_json::from_str(&line)
            .map_err(|error| ToolError::usage(format!("{place} is not JSON: {error}"), "nothing of it was written"))?;
        let item = from_json(&json).ok_or_else(|| {
            ToolError::usage(format!("{place} is not an item in DynamoDB's JSON"), "write it as `dump` does")
        })?;
        if let Err(error) = (tool.check)(item.clone()) {
            return Err(ToolError::usage(
                format!("{place} is none of the table's items: {error}"),
                "correct or remove it",
            ));
        }
        items.push(item);
    }
    Ok((items, bytes))
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
    let mut progress = Progress::begin(&args.file, &name, args.resume)?;
    let mut file = File::open(&args.file)
        .map_err(|error| ToolError::usage(format!("{}: {error}", args.file.display()), "name a file of JSON lines"))?;
    file.seek(SeekFrom::Start(progress.bytes))?;
    let (mut lines, mut at, mut there) = (BufReader::new(file), progress.items, 0);
    let bar = bar();
    loop {
        let (items, bytes) = read(tool, &args.file, &mut lines, &mut at)?;
        if items.is_empty() {
            break;
        }
        let count = items.len() as u64;
        if seeds {
            for item in items {
                there += u64::from(!create(db, tool, &name, item).await?);
            }
        } else {
            put(db, &name, items).await?;
        }
        progress.bytes += bytes;
        progress.items += count;
        progress.save(&args.file)?;
        bar.set_message(format!("{} items", progress.items));
        bar.tick();
    }
    bar.finish_and_clear();
    Progress::end(&args.file)?;
    done(if seeds { "seeded" } else { "loaded" }, &name, progress.items, there, out)
}

fn done(what: &str, table: &str, items: u64, there: u64, out: &mut Output<'_>) -> Result<(), ToolError> {
    if out.json {
        return Ok(out.json(&json!({"table": table, what: items - there, "existing": there}))?);
    }
    let kept = if there > 0 { format!(", {there} were there") } else { String::new() };
    Ok(out.line(format_args!("{} items of table {table} {what}{kept}", items - there))?)
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
