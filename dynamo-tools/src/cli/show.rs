//! `tables`, `entities`, `patterns`, `export`.

use std::fs;

use super::args::ExportArgs;
use super::file;
use super::text::Output;
use crate::describe::TableDescription;
use crate::error::ToolError;
use crate::export::{Exported, Format};
use crate::spec::key_text;
use crate::tables::Tool;

fn described(tables: &[Exported]) -> Vec<TableDescription> {
    tables.iter().map(|table| TableDescription::new(table.schema, table.spec.clone())).collect()
}

pub(super) fn tables(tables: &[Exported], out: &mut Output<'_>) -> Result<(), ToolError> {
    if out.json {
        let layouts: Vec<_> = tables.iter().map(|table| &table.spec).collect();
        return Ok(out.json(&layouts)?);
    }
    let rows = tables.iter().map(|table| {
        let (spec, layout) = (&table.spec, table.schema.layout);
        let indexes: Vec<_> = spec.indexes.iter().map(|index| index.name.as_str()).collect();
        let entities = table.schema.all_entities().count();
        vec![
            layout.table.to_owned(),
            spec.name.clone(),
            key_text(&spec.key),
            indexes.join(", "),
            entities.to_string(),
            spec.billing.to_string(),
        ]
    });
    Ok(out.rows(&["table", "name", "key", "indexes", "entities", "billing"], &rows.collect::<Vec<_>>())?)
}

pub(super) fn entities(tables: &[Exported], out: &mut Output<'_>) -> Result<(), ToolError> {
    let tables = described(tables);
    if out.json {
        let entities: Vec<_> = tables.iter().flat_map(|table| &table.entities).collect();
        return Ok(out.json(&entities)?);
    }
    let mut rows = Vec::new();
    for table in &tables {
        for entity in &table.entities {
            let keys = entity.key.partition.iter().chain(&entity.key.sort).map(|(_, text)| *text);
            let indexes = entity.indexes.iter().filter(|index| index.key.is_some()).map(|index| index.index);
            let companions: Vec<_> = entity.companions.iter().map(|companion| companion.entity).collect();
            rows.push(vec![
                table.table.to_owned(),
                entity.entity.to_owned(),
                keys.collect::<Vec<_>>().join(" / "),
                indexes.collect::<Vec<_>>().join(", "),
                companions.join(", "),
            ]);
        }
    }
    Ok(out.rows(&["table", "entity", "key", "indexes", "companions"], &rows)?)
}

pub(super) fn patterns(tables: &[Exported], out: &mut Output<'_>) -> Result<(), ToolError> {
    let tables = described(tables);
    let patterns: Vec<_> =
        tables.iter().flat_map(|table| &table.entities).flat_map(|entity| &entity.patterns).collect();
    if out.json {
        return Ok(out.json(&patterns)?);
    }
    let rows = patterns.iter().map(|pattern| {
        let arguments: Vec<_> = pattern.arguments.iter().map(|(field, _)| *field).collect();
        vec![
            format!("{}({})", pattern.pattern, arguments.join(", ")),
            pattern.served_by.to_owned(),
            pattern.condition.clone(),
            pattern.options.clone(),
            pattern.about.clone(),
        ]
    });
    Ok(out.rows(&["pattern", "served by", "key condition", "options", "about"], &rows.collect::<Vec<_>>())?)
}

pub(super) fn export(
    tools: &[Tool],
    tables: &[Exported],
    args: &ExportArgs,
    out: &mut Output<'_>,
) -> Result<(), ToolError> {
    let text = |tools: &[Tool], tables: &[Exported]| match args.format {
        Format::Html => super::page::export(tools, tables, &args.items),
        _ if !args.items.is_empty() => {
            Err(ToolError::usage("only `html` shows items", "leave `--items` out, or export `html`"))
        }
        format => format.export(tables),
    };
    let Some(directory) = &args.out else {
        return Ok(write!(out.out, "{}", text(tools, tables)?)?);
    };
    let unwritable = |error: std::io::Error| file::failed(directory, &error, "name a directory that can be written");
    fs::create_dir_all(directory).map_err(unwritable)?;
    let mut paths = Vec::new();
    for (tool, table) in tools.iter().zip(tables) {
        let text = text(std::slice::from_ref(tool), std::slice::from_ref(table))?;
        let path = directory.join(format!("{}.{}", table.schema.layout.table, args.format.extension()));
        file::write(&path, &text)?;
        if !out.json {
            out.line(path.display())?;
        }
        paths.push(path.display().to_string());
    }
    if out.json { Ok(out.json(&paths)?) } else { Ok(()) }
}
