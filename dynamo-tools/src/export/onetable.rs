//! A schema of OneTable, format 1.1.
//!
//! What its templates cannot say (folded and escaped text, buckets of time, shards) is left to the program that uses it: such a
//! key is an attribute without a template.

use dynamo_core::schema::{
    AttributeType, EntitySchema, FieldSchema, Format, IndexProjection, KeyKind, KeySpec, Part, Role,
};
use serde_json::{Map, Value, json};

use super::{Exported, pretty};
use crate::error::ToolError;
use crate::keys::{fields, places};

pub(super) fn export(table: &Exported) -> Result<String, ToolError> {
    let (layout, schema) = (table.schema.layout, table.schema);
    let mut primary = Map::from_iter([("hash".to_owned(), json!(layout.pk.name.text))]);
    primary.extend(layout.sk.map(|sk| ("sort".to_owned(), json!(sk.name.text))));
    let mut indexes = Map::from_iter([("primary".to_owned(), Value::Object(primary))]);
    for index in layout.indexes {
        let project = match index.projection {
            IndexProjection::All => json!("all"),
            IndexProjection::KeysOnly => json!("keys"),
            IndexProjection::Include(names) => json!(names),
        };
        let mut out = Map::from_iter([("project".to_owned(), project)]);
        // OneTable has one attribute for each side of a key.
        out.extend(index.pk.first().map(|key| ("hash".to_owned(), json!(key.name.text))));
        out.extend(index.sk.first().map(|key| ("sort".to_owned(), json!(key.name.text))));
        out.extend(index.local.then(|| ("type".to_owned(), json!("local"))));
        indexes.insert(index.ident.to_owned(), Value::Object(out));
    }
    let models: Map<_, _> = schema.all_entities().map(|entity| (entity.tag.to_owned(), model(entity))).collect();
    let mut params = Map::from_iter([
        ("isoDates".to_owned(), json!(true)),
        ("timestamps".to_owned(), json!(false)),
        ("nulls".to_owned(), json!(layout.none == dynamo_core::schema::NoneAs::Null)),
    ]);
    params.extend(layout.type_attribute.map(|tag| ("typeField".to_owned(), json!(tag.text))));
    pretty(&json!({
        "format": "onetable:1.1.0",
        "version": "0.0.1",
        "indexes": indexes,
        "models": models,
        "params": params,
    }))
}

fn model(entity: &EntitySchema) -> Value {
    let mut out = Map::new();
    let parts: Vec<_> = places(entity)
        .iter()
        .flat_map(|(_, sides)| sides.all().flat_map(|(_, spec)| fields(spec)).collect::<Vec<_>>())
        .collect();
    for field in entity.fields {
        let name = property(field);
        let mut about = Map::from_iter([("type".to_owned(), json!(type_name(field.ty)))]);
        let in_primary = |spec: &KeySpec| fields(spec).iter().any(|part| part.field == field.field);
        let is_key = in_primary(&entity.pk) || entity.sk.as_ref().is_some_and(in_primary);
        if (!field.optional && !field.skippable) || is_key {
            about.insert("required".to_owned(), json!(true));
        }
        if let Some(KeyKind::Closed(texts)) = parts.iter().find(|part| part.field == field.field).map(|part| part.kind)
        {
            about.insert("enum".to_owned(), json!(texts));
        }
        if field.role == Role::Ttl {
            about.insert("ttl".to_owned(), json!(true));
        }
        out.insert(name, Value::Object(about));
    }
    for (_, sides) in places(entity) {
        for (attribute, spec) in sides.all() {
            let name = attribute.name.text;
            if let KeySpec::Field(_) = spec {
                continue;
            }
            let mut about = Map::from_iter([("type".to_owned(), json!("string"))]);
            if let Some(template) = template(entity, spec) {
                about.insert("value".to_owned(), json!(template));
            }
            out.entry(name).or_insert(Value::Object(about));
        }
    }
    Value::Object(out)
}

/// What OneTable calls a field: its attribute.
fn property(field: &FieldSchema) -> String {
    field.attribute.unwrap_or(field.field).to_owned()
}

/// `USER#${userId}`; `None` where OneTable has no words for the key.
fn template(entity: &EntitySchema, spec: &KeySpec) -> Option<String> {
    let mut text = String::new();
    for part in spec.parts().iter() {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Field(part) if part.is_shard() => return None,
            Part::Field(part) => {
                let field = entity.fields.iter().find(|field| field.field == part.field)?;
                let name = property(field);
                let shown = match part.format {
                    Format::Plain | Format::Unordered | Format::Bare => format!("${{{name}}}"),
                    Format::Padded(width) => format!("${{{name}:{width}:0}}"),
                    Format::Escaped | Format::Folded(_) | Format::FoldedEscaped(_) | Format::Bucket(_) => return None,
                };
                text.push_str(&shown);
            }
        }
    }
    Some(text)
}

fn type_name(ty: AttributeType) -> &'static str {
    match ty {
        AttributeType::S => "string",
        AttributeType::N => "number",
        AttributeType::B => "binary",
        AttributeType::Bool => "boolean",
        AttributeType::L => "array",
        AttributeType::Set => "set",
        AttributeType::M | AttributeType::Any | AttributeType::Null => "object",
    }
}
