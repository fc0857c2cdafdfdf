//! Rules about billing and tags, which DynamoDB has limits for.

use syn::LitInt;

use crate::attr::table::{OnDemand, Provisioned, TableAttr, TableIndex};
use crate::errors::Errors;
use crate::model::Table;

/// The settings that a table gives, by their names.
pub(super) fn given(attr: &TableAttr) -> Vec<&'static str> {
    let given = [
        ("provisioned", attr.provisioned.is_some()),
        ("on_demand", attr.on_demand.is_some()),
        ("point_in_time_recovery", attr.point_in_time_recovery.is_present()),
        ("deletion_protection", attr.deletion_protection.is_present()),
        ("boundary", attr.boundary.is_some()),
        ("tags", !attr.tags.0.is_empty()),
        ("allow", !attr.allow.0.is_empty()),
    ];
    given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
}

pub(super) fn table(table: &Table, errors: &mut Errors) {
    check_billing(table, errors);
    check_tags(table, errors);
    if let Some(boundary) =
        table.attr.boundary.as_ref().filter(|text| syn::parse_str::<syn::Ident>(&text.0.value()).is_err())
    {
        let fact = format!("`{}` is not the name of a field", boundary.0.value());
        errors.at(&boundary.0, fact, "write `boundary = \"tenant_id\"`");
    }
    table.attr.allow.check_reasons(errors);
}

fn check_billing(table: &Table, errors: &mut Errors) {
    let attr = &table.attr;
    check_capacity(&format!("table `{}`", table.ident), attr.provisioned.as_ref(), attr.on_demand.as_ref(), errors);
    for TableIndex { ident, options, .. } in &table.indexes {
        let (provisioned, on_demand) = (options.provisioned.as_ref(), options.on_demand.as_ref());
        check_capacity(&format!("index `{ident}`"), provisioned, on_demand, errors);
        if provisioned.is_none() && on_demand.is_none() {
            continue;
        }
        if options.local {
            let fact = format!("index `{ident}` is local, and shares the capacity of its table");
            errors.at(ident, fact, "leave `provisioned(..)` and `on_demand(..)` out");
        } else if table.attr.extends.is_some() {
            let fact = format!("index `{ident}` is of a table that takes over the settings of another");
            errors.at(ident, fact, "leave `provisioned(..)` and `on_demand(..)` out");
        } else if provisioned.is_some() != attr.provisioned.is_some() {
            let fact = format!("index `{ident}` and table `{}` are billed in different ways", table.ident);
            errors.at(ident, fact, "give both `provisioned(..)`, or neither: DynamoDB has one mode for a table");
        }
    }
}

/// One way, and numbers that DynamoDB takes.
fn check_capacity(what: &str, provisioned: Option<&Provisioned>, on_demand: Option<&OnDemand>, errors: &mut Errors) {
    if let (Some(provisioned), Some(_)) = (provisioned, on_demand) {
        let fact = format!("{what} is billed in two ways");
        errors.at(&provisioned.reads, fact, "give `provisioned(..)` or `on_demand(..)`");
    }
    let provisioned = provisioned.iter().flat_map(|capacity| [&capacity.reads, &capacity.writes]);
    let maxima = on_demand.iter().flat_map(|most| [&most.max_reads, &most.max_writes]).flatten();
    for units in provisioned.chain(maxima) {
        if !is_capacity(units) {
            errors.at(units, format!("`{units}` is not a number of units a second"), "DynamoDB takes 1 and more");
        }
    }
}

fn is_capacity(units: &LitInt) -> bool {
    units.suffix().is_empty() && units.base10_parse::<i64>().is_ok_and(|units| units > 0)
}

fn check_tags(table: &Table, errors: &mut Errors) {
    let tags = &table.attr.tags;
    tags.check("tags", errors);
    if let Some(over) = tags.0.get(50) {
        errors.at(&over.name, format!("table `{}` has {} tags", table.ident, tags.0.len()), "DynamoDB takes 50");
    }
    for tag in &tags.0 {
        let name = tag.name.value();
        if name.to_ascii_lowercase().starts_with("aws:") {
            errors.at(&tag.name, format!("tag {name:?} begins with \"aws:\""), "AWS keeps that prefix: use another");
        }
        if name.chars().count() > 128 || tag.text.value().chars().count() > 256 {
            errors.at(
                &tag.name,
                format!("tag {name:?} is too long"),
                "DynamoDB takes names of 128 characters and values of 256",
            );
        }
    }
}
