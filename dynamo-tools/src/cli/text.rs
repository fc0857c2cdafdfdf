//! Tables of text, for people.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};

/// Where a command writes, and how.
pub(crate) struct Output<'a> {
    pub(crate) out: &'a mut (dyn Write + Send),
    /// Whether the reader is a person in front of a terminal that has colours.
    pub(crate) colours: bool,
    /// Whether the reader is a program.
    pub(crate) json: bool,
}

impl Output<'_> {
    pub(crate) fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.styled(text, Style::new().bold())?;
        writeln!(self.out)
    }

    pub(crate) fn styled(&mut self, text: &str, style: Style) -> io::Result<()> {
        if self.colours { write!(self.out, "{style}{text}{style:#}") } else { write!(self.out, "{text}") }
    }

    /// Text in a colour.
    pub(crate) fn coloured(&mut self, text: &str, colour: AnsiColor) -> io::Result<()> {
        self.styled(text, Style::new().fg_color(Some(colour.into())))
    }

    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        writeln!(self.out)
    }

    /// Rows below a heading, in columns.
    pub(crate) fn rows(&mut self, heads: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
        let width = |at: usize| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count());
            cells.chain(heads.get(at).map(|head| head.len())).max().unwrap_or(0)
        };
        let line = |cells: &[String]| {
            let padded = cells.iter().enumerate().map(|(at, cell)| format!("{cell:<0$}", width(at)));
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let heads: Vec<_> = heads.iter().map(|head| (*head).to_owned()).collect();
        self.heading(&line(&heads))?;
        rows.iter().try_for_each(|row| writeln!(self.out, "{}", line(row)))
    }
}
