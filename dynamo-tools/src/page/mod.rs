//! The page: a document of all that the declarations say, and the assets that show it.
//!
//! `export html` puts the document into the page; the studio serves both, and the items of a live table.

mod answers;
mod assets;
mod document;
mod samples;

pub(crate) use assets::html;
#[cfg(feature = "studio")]
pub(crate) use assets::{script, served, style};
#[cfg(feature = "studio")]
pub(crate) use document::Live;
pub(crate) use document::{Document, Given};
