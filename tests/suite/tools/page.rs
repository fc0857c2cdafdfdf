//! The page as a file, and what page and studio hide.

use dynamo_core::Names;
use dynamo_core::prelude::*;
use dynamo_tools::{Exported, Format, Program};
use models::discord::Discord;
use models::inviter::Inviter;
use serde_json::{Value, json};

use super::exports::schemas;
use super::raw;
use super::studio::serve;

/// The document inside of a page.
fn document(html: &str) -> Value {
    let (_, rest) = html.split_once("<script type=\"application/json\" id=\"document\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_page_is_one_file_with_everything_in_it() {
    let all: Vec<_> = schemas().into_iter().map(Exported::new).collect();
    let html = Format::Html.export(&all).unwrap();
    for outside in ["src=", "@import", "url(http", "href=\"http"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.contains("default-src 'none'; script-src 'sha256-"));
    let document = document(&html);
    let tables = document["tables"].as_array().unwrap();
    assert_eq!(tables.len(), schemas().len());
    for (table, schema) in tables.iter().zip(schemas()) {
        let entities = schema.all_entities().count();
        assert_eq!(table["entities"].as_array().unwrap().len(), entities, "{}", table["table"]);
        assert_eq!(table["places"].as_array().unwrap().len(), entities);
        let items = table["items"].as_array().unwrap();
        for entity in schema.all_entities() {
            assert!(items.iter().any(|item| item["entity"] == entity.name), "{} has no item", entity.name);
        }
        // Every pattern has an example, and only items that it reads answer it.
        for read in table["reads"].as_array().unwrap() {
            let answers = read["answers"].as_array().unwrap();
            assert!(!answers.is_empty(), "nothing answers {}", read["pattern"]);
            for at in answers {
                let entity = &items[usize::try_from(at.as_u64().unwrap()).unwrap()]["entity"];
                assert!(read["of"].as_array().unwrap().contains(entity), "{entity} answers {}", read["pattern"]);
            }
        }
    }
}

#[tokio::test]
async fn given_items_are_shown_and_secrets_are_not() {
    let evil = "</script><script>alert(1)</script>";
    let hangout = json!({"PK": {"S": "EVENT#e"}, "SK": {"S": "METADATA"}, "hangoutId": {"S": "e"}, "title": {"S": evil},
        "startTimestamp": {"N": "1"}, "groupIds": {"L": []}, "invitedUserIds": {"L": []}});
    let user = dynamo_tools::sample::item(models::discord::User::SCHEMA);
    let file = std::env::temp_dir().join(raw::unique("items.jsonl"));
    std::fs::write(&file, format!("{hangout}\n\n{}\n", json!(user))).unwrap();
    let path = file.to_str().unwrap();
    let program = Program::new::<(Inviter, Discord)>();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = program.execute(["app", "export", "html", "--items", path], &mut out, &mut err).await;
    let (html, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
    assert_eq!(code, 0, "{err}");
    assert!(!html.contains("<script>alert(1)"));
    let tables = document(&html)["tables"].clone();
    assert_eq!(tables[0]["items"][0]["item"]["title"]["S"], evil);
    assert_eq!((&tables[0]["made_up"], tables[0]["items"].as_array().unwrap().len()), (&json!(false), 1));
    let shown = &tables[1]["items"][0];
    assert_eq!((&shown["entity"], &shown["item"]["passwordHash"]), (&json!("User"), &json!({"HIDDEN": true})));
    // Pointers are told from locks.
    let roles = tables[1]["roles"].as_array().unwrap();
    assert!(roles.iter().any(|role| role["companion"] == "EmailLock" && role["role"] == "lock"), "{roles:?}");

    for (line, text) in [("{}", "none of the tables' items"), ("[1]", "not an item in DynamoDB's JSON")] {
        std::fs::write(&file, line).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        assert_eq!(program.execute(["app", "export", "html", "--items", path], &mut out, &mut err).await, 2);
        let err = String::from_utf8(err).unwrap();
        assert!(err.contains("line 1 of") && err.contains(text), "{err}");
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(program.execute(["app", "export", "markdown", "--items", path], &mut out, &mut err).await, 2);
    std::fs::remove_file(&file).unwrap();
}

#[derive(Table)]
#[table(name = "vault", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_owner, name = "ByOwner", pk = "GSI1PK", projection = "KEYS_ONLY")]
pub(crate) enum Vault {
    Secret(Secret),
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Vault, pk = "SECRET#<id>", sk = "PIN#<pin>", by_owner = ("OWNER#<owner>"))]
pub(crate) struct Secret {
    pub(crate) id: String,
    #[entity(sensitive)]
    pub(crate) pin: String,
    pub(crate) owner: String,
    pub(crate) note: String,
    #[entity(version)]
    pub(crate) version: u64,
}

/// Sensitive fields, and keys that are made from them, are hidden until somebody asks; a part of an item is not edited.
#[tokio::test]
async fn secrets_are_shown_when_asked_for_and_parts_are_not_edited() {
    let name = raw::unique("vault");
    let db = raw::db().await.with_names(Names::new().rename::<Vault>(&name));
    db.create_table::<Vault>().await.unwrap();
    let secret = Secret { id: "s1".into(), pin: "4711".into(), owner: "ann".into(), note: "n".into(), version: 0 };
    db.create(&secret).await.unwrap();
    let mut odd = secret.to_item().unwrap();
    odd.insert("SK".to_owned(), aws_sdk_dynamodb::types::AttributeValue::S("PIN#0815".into()));
    odd.insert("pin".to_owned(), aws_sdk_dynamodb::types::AttributeValue::N("815".into()));
    odd.insert("type".to_owned(), aws_sdk_dynamodb::types::AttributeValue::S("Other".into()));
    db.client().put_item().table_name(&name).set_item(Some(odd)).send().await.unwrap();
    let program = Program::new::<(Vault,)>().with_db(db.clone());
    serve(&program, &db, &["--write"], async |studio| {
        for index in [json!(null), json!("by_owner")] {
            let page = studio.ask("read", &json!({"table": "Vault", "index": index, "limit": 1})).await;
            assert!(!page.body.contains("4711") && !page.body.contains("815"), "{}", page.body);
            // Where the next page begins is a secret too.
            assert!(page.json()["next"].is_u64());
        }
        let page = studio.ask("read", &json!({"table": "Vault"})).await.json();
        assert!(page["items"].as_array().unwrap().iter().all(|item| item["key"].is_null() && item["hidden"] == true));
        let open = studio.ask("read", &json!({"table": "Vault", "reveal": true})).await.json();
        let open = open["items"].as_array().unwrap();
        let own = open.iter().find(|item| item["entity"] == "Secret").unwrap();
        assert_eq!(own["item"]["pin"]["S"], "4711");
        assert!(open.iter().any(|item| item["entity"].is_null() && item["error"].is_string()));

        let mut change =
            json!({"table": "Vault", "key": own["key"], "set": {"note": {"S": "new"}}, "index": "by_owner"});
        let refused = studio.ask("preview", &change).await;
        assert!(refused.status == 409 && refused.body.contains("holds a part of it"), "{}", refused.body);
        change["index"] = Value::Null;
        let shown = studio.ask("preview", &change).await;
        assert!(shown.status == 200 && !shown.body.contains("4711"), "{}", shown.body);
        // Somebody else was faster: the version is another, and nothing is lost.
        let theirs = Secret { note: "theirs".into(), ..db.get(Secret::key("s1", "4711")).await.unwrap().unwrap() };
        db.put(&theirs).await.unwrap();
        change["stamp"] = shown.json()["stamp"].clone();
        assert_eq!(studio.ask("apply", &change).await.status, 409);
        change["stamp"] = studio.ask("preview", &change).await.json()["stamp"].clone();
        assert_eq!(studio.ask("apply", &change).await.status, 200);
        let written = db.get(Secret::key("s1", "4711")).await.unwrap().unwrap();
        assert_eq!((written.note.as_str(), written.version), ("new", theirs.version + 2));
        // What writes set themselves is left to them.
        change["set"] = json!({"version": {"N": "1"}});
        assert_eq!(studio.ask("preview", &change).await.status, 409);
    })
    .await;
    raw::remove(&db, &name).await;
}
