//! How far a walk through tables has come, in a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use dynamo_core::Cursor;
use dynamo_core::maintain::Progress;
use serde::{Deserialize, Serialize};

use super::file;
use crate::error::ToolError;

/// What `--resume` keeps: one command, and how far it is with each table.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Saved {
    command: String,
    /// By DynamoDB's names.
    tables: BTreeMap<String, Walked>,
}

/// How far a command is with a table.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Walked {
    pub(super) checked: u64,
    pub(super) found: u64,
    pub(super) written: u64,
    /// Where to go on; `None` at the end.
    pub(super) next: Option<Cursor>,
}

impl Walked {
    /// What an earlier run had done, and what this one has.
    pub(super) fn and(&self, progress: &Progress) -> Self {
        Self {
            checked: self.checked + progress.checked,
            found: self.found + progress.found,
            written: self.written + progress.written,
            next: progress.next.clone(),
        }
    }
}

/// The file of `--resume`; without one, nothing is kept.
#[derive(Debug, Clone)]
pub(super) struct Resume {
    path: Option<PathBuf>,
    saved: Arc<Mutex<Saved>>,
    /// Why the file could not be written: a walk cannot be stopped by those who watch it.
    failed: Arc<Mutex<Option<ToolError>>>,
}

impl Resume {
    /// Reads how far an interrupted run of this command has come.
    pub(super) fn begin(path: Option<&Path>, command: &str) -> Result<Self, ToolError> {
        let fresh = Saved { command: command.to_owned(), tables: BTreeMap::new() };
        let saved = match path.map(file::read).transpose()?.flatten().zip(path) {
            None => fresh,
            Some((text, path)) => {
                let saved: Saved = serde_json::from_str(&text).map_err(|error| {
                    let fact = format!("{} is not a file of `--resume`: {error}", path.display());
                    ToolError::usage(fact, "give another file, or remove it")
                })?;
                if saved.command != command {
                    let fact = format!("{} is of `{}`, not of `{command}`", path.display(), saved.command);
                    return Err(ToolError::usage(fact, "give another file, or remove it"));
                }
                saved
            }
        };
        let resume = Self {
            path: path.map(Path::to_path_buf),
            saved: Arc::new(Mutex::new(saved)),
            failed: Arc::new(Mutex::new(None)),
        };
        // A file that cannot be written is refused before anything is done.
        resume.save()?;
        Ok(resume)
    }

    /// How far an earlier run had come with a table.
    pub(super) fn of(&self, table: &str) -> Option<Walked> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).tables.get(table).cloned()
    }

    /// Keeps how far the walk is.
    pub(super) fn keep(&self, table: &str, walked: Walked) {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).tables.insert(table.to_owned(), walked);
        if let Err(error) = self.save() {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    fn save(&self) -> Result<(), ToolError> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = serde_json::to_string_pretty(&*self.saved.lock().unwrap_or_else(PoisonError::into_inner))?;
        file::write(path, &text)
    }

    /// Returns whether all that was done could be kept.
    pub(super) fn check(&self) -> Result<(), ToolError> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// All is done.
    pub(super) fn end(self) -> Result<(), ToolError> {
        self.path.as_deref().map_or(Ok(()), file::remove)
    }
}
