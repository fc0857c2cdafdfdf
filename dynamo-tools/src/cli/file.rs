//! Files that a command writes: whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::ToolError;

/// The path with something after its name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// An error that names the file.
pub(super) fn failed(path: &Path, error: &std::io::Error, help: &str) -> ToolError {
    ToolError::usage(format!("{}: {error}", path.display()), help)
}

/// Reads a file; `None` if it does not exist.
pub(super) fn read(path: &Path) -> Result<Option<String>, ToolError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, &error, "give a file that can be read")),
    }
}

/// Reads a file that has to be there.
pub(super) fn wanted(path: &Path, help: &str) -> Result<String, ToolError> {
    fs::read_to_string(path).map_err(|error| failed(path, &error, help))
}

/// Replaces a file: whoever reads it finds what was there, or all of `text`, even after a crash.
pub(super) fn write(path: &Path, text: &str) -> Result<(), ToolError> {
    let new = beside(path, ".new");
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    });
    written.map_err(|error| failed(path, &error, "give a file that can be written"))
}

/// Removes a file, if it is there.
pub(super) fn remove(path: &Path) -> Result<(), ToolError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(path, &error, "remove it by hand")),
        _ => Ok(()),
    }
}
