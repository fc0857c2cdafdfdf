//! The source of generated crates: structs, entities, and programs that use them.

use std::fmt::Write as _;

/// What entities import.
pub const PRELUDE: &str = "use dynamo_core::prelude::*;\n";

/// serde's two derives.
pub const SERDE: &str = "#[derive(serde::Serialize, serde::Deserialize)]\n";

const ALLOW: &str = "#![allow(dead_code, unused_imports)]\n";

const STRUCT: &str = "pub struct E{n} { pub id: String, pub owner: String, pub nick: Option<String>, pub status: String, \
                      pub tags: Vec<String>, pub count: u64, pub done: bool, pub created: String }\n";

const ENTITY: &str = r#"#[derive(Entity)]
#[entity(table = App, pk = "E{n}#<owner>", sk = "ITEM#<id>", gsi1 = ("OWNER{n}#<owner>", "AT#<created>"),
    gsi2 = sparse("NICK{n}#<nick>", "ITEM#<id>"), gsi3 = ("STATUS{n}#<status>", "AT#<created>#<id>"),
    rename_all = "camelCase")]
"#;

const TABLE: &str = "#[derive(Table)]\n#[table(name = \"app\", pk = \"PK\", sk = \"SK\", type_attribute = \"type\")]\n";

const INDEX: &str = "#[index(gsi{n}, name = \"GSI{n}\", pk = \"GSI{n}PK\", sk = \"GSI{n}SK\")]\n";

const MAIN: &str = r#"
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let endpoint = std::env::args().nth(1).ok_or("which endpoint?")?;
    let tls = Provider::Rustls(CryptoMode::Ring);
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("bench", "bench", None, None, "bench"))
        .endpoint_url(endpoint)
        .http_client(aws_smithy_http_client::Builder::new().tls_provider(tls).build_https())
        .build();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(Client::from_conf(config)))
}
"#;

const VALUE: &str = r#"E{n} {
        id: "i".to_owned(),
        owner: "o".to_owned(),
        nick: Some("n".to_owned()),
        status: "open".to_owned(),
        tags: vec!["a".to_owned(), "b".to_owned()],
        count: {n},
        done: false,
        created: "2026-01-01".to_owned(),
    }"#;

const CORE_CALLS: &str = r#"
async fn use_e{n}(db: &Db) -> Outcome {
    let value = {value};
    db.put(&value).await?;
    let found = db.get(E{n}::key(&value.owner, &value.id)).await?.ok_or("no item")?;
    let page = db.query(E{n}::query(&found.owner)).page().await?;
    if page.items.is_empty() { Err("no items".into()) } else { Ok(()) }
}
"#;

const SDK_CALLS: &str = r#"
async fn use_e{n}(client: &Client) -> Outcome {
    let value = {value};
    let mut item: HashMap<String, AttributeValue> = serde_dynamo::to_item(&value)?;
    item.insert("PK".to_owned(), AttributeValue::S(format!("E{n}#{}", value.owner)));
    item.insert("SK".to_owned(), AttributeValue::S(format!("ITEM#{}", value.id)));
    item.insert("type".to_owned(), AttributeValue::S("E{n}".to_owned()));
    item.insert("GSI1PK".to_owned(), AttributeValue::S(format!("OWNER{n}#{}", value.owner)));
    item.insert("GSI1SK".to_owned(), AttributeValue::S(format!("AT#{}", value.created)));
    if let Some(nick) = &value.nick {
        item.insert("GSI2PK".to_owned(), AttributeValue::S(format!("NICK{n}#{nick}")));
        item.insert("GSI2SK".to_owned(), AttributeValue::S(format!("ITEM#{}", value.id)));
    }
    item.insert("GSI3PK".to_owned(), AttributeValue::S(format!("STATUS{n}#{}", value.status)));
    item.insert("GSI3SK".to_owned(), AttributeValue::S(format!("AT#{}#{}", value.created, value.id)));
    client.put_item().table_name("app").set_item(Some(item)).send().await?;

    let get = client.get_item().table_name("app");
    let get = get.key("PK", AttributeValue::S(format!("E{n}#{}", value.owner)));
    let get = get.key("SK", AttributeValue::S(format!("ITEM#{}", value.id)));
    let found: E{n} = serde_dynamo::from_item(get.send().await?.item.ok_or("no item")?)?;

    let query = client.query().table_name("app").key_condition_expression("PK = :pk AND begins_with(SK, :sk)");
    let query = query.expression_attribute_values(":pk", AttributeValue::S(format!("E{n}#{}", found.owner)));
    let query = query.expression_attribute_values(":sk", AttributeValue::S("ITEM#".to_owned()));
    let items: Vec<E{n}> = serde_dynamo::from_items(query.send().await?.items.unwrap_or_default())?;
    if items.is_empty() { Err("no items".into()) } else { Ok(()) }
}
"#;

/// Returns a crate of structs, with what they import and their attributes.
#[must_use]
pub fn structs(count: usize, import: &str, attributes: &str) -> String {
    let template = [attributes, STRUCT].concat();
    let structs: String = (0..count).map(|n| numbered(&template, n)).collect();
    [ALLOW, import, &structs].concat()
}

/// Returns a crate of entities and their table.
#[must_use]
pub fn entities(count: usize) -> String {
    let mut out = structs(count, PRELUDE, ENTITY) + TABLE;
    for n in 1..4 {
        out.push_str(&numbered(INDEX, n));
    }
    let variants: Vec<_> = (0..count).map(|n| format!("E{n}(E{n})")).collect();
    let _ = writeln!(out, "pub enum App {{ {} }}", variants.join(", "));
    out
}

/// Returns a program of `count` entities that puts, gets and queries one of each of the first `used` by `dynamo-core`.
#[must_use]
pub fn core_program(count: usize, used: usize) -> String {
    entities(count)
        + MAIN
        + &calls(used, CORE_CALLS, "let handle = &Db::new(client).with_transport(dynamo_core::Transport::Direct);")
}

/// Returns the same program by the SDK and `serde_dynamo`, with hand-written keys.
#[must_use]
pub fn sdk_program(count: usize) -> String {
    let attributes = [SERDE, "#[serde(rename_all = \"camelCase\")]\n"].concat();
    let structs = structs(count, "use std::collections::HashMap;\n", &attributes);
    structs + MAIN + &calls(count, SDK_CALLS, "let handle = &client;")
}

/// Returns a function for each entity, and one that calls all of them with a handle.
fn calls(count: usize, template: &str, handle: &str) -> String {
    let template = template.replace("{value}", VALUE);
    let mut out: String = (0..count).map(|n| numbered(&template, n)).collect();
    let _ = writeln!(out, "async fn run(client: Client) -> Outcome {{\n    {handle}");
    for n in 0..count {
        let _ = writeln!(out, "    use_e{n}(handle).await?;");
    }
    out.push_str("    Ok(())\n}\n");
    out
}

fn numbered(template: &str, n: usize) -> String {
    template.replace("{n}", &n.to_string())
}
