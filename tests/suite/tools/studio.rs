//! The studio, as browsers, other pages and other machines ask it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dynamo_core::Names;
use dynamo_core::prelude::*;
use dynamo_tools::Program;
use models::inviter::{Hangout, Inviter};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::raw;

/// What a program prints, while it runs.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) struct Studio {
    address: String,
    token: String,
    pub(super) db: Db,
}

pub(super) struct Answer {
    pub(super) status: u16,
    head: String,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }
}

impl Studio {
    /// Sends these lines and this body.
    async fn send(&self, first: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = tokio::net::TcpStream::connect(&self.address).await.unwrap();
        let headers: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let text =
            format!("{first} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Asks as the page does.
    pub(super) async fn ask(&self, path: &str, question: &Value) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let origin = format!("http://{}", self.address);
        let headers = [
            ("Host", self.address.as_str()),
            ("Origin", &origin),
            ("Sec-Fetch-Site", "same-origin"),
            ("Authorization", &bearer),
            ("Content-Type", "application/json"),
        ];
        self.send(&format!("POST /api/{path}"), &headers, &question.to_string()).await
    }

    async fn item(&self, hangout: &str) -> Value {
        let key = json!({"PK": {"S": format!("EVENT#{hangout}")}, "SK": {"S": "METADATA"}});
        self.ask("item", &json!({"table": "Inviter", "key": key})).await.json()
    }
}

fn hangout(id: &str, title: &str, groups: &[&str]) -> Hangout {
    Hangout {
        hangout_id: id.into(),
        title: title.to_owned(),
        description: None,
        location: None,
        start_timestamp: 7,
        group_ids: groups.iter().map(|group| (*group).into()).collect(),
        invited_user_ids: [].into(),
    }
}

/// Runs a studio over a table of its own for as long as `test` takes.
async fn with_studio(arguments: &[&str], test: impl AsyncFnOnce(&Studio)) {
    let db = raw::db().await.with_names(Names::new().rename::<Inviter>(raw::unique("studio")));
    db.create_table::<Inviter>().await.unwrap();
    db.create(&hangout("soup", "Soup", &["cooks", "runners"])).await.unwrap();
    serve(&Program::new::<(Inviter,)>().with_db(db.clone()), &db, arguments, test).await;
    raw::remove(&db, &db.table_name::<Inviter>().unwrap()).await;
}

/// Runs a studio for as long as `test` takes.
pub(super) async fn serve(program: &Program, db: &Db, arguments: &[&str], test: impl AsyncFnOnce(&Studio)) {
    let (mut out, mut err) = (Printed::default(), Printed::default());
    let (printed, failed) = (out.clone(), err.clone());
    let line: Vec<_> = ["app", "studio", "--json"].iter().chain(arguments).copied().collect();
    let serving = Box::pin(program.execute(line, &mut out, &mut err));
    let testing = Box::pin(async {
        let text = loop {
            let text = String::from_utf8(printed.0.lock().unwrap().clone()).unwrap();
            if text.contains('}') {
                break text;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        let url = serde_json::from_str::<Value>(&text).unwrap()["url"].as_str().unwrap().to_owned();
        let (address, token) = url.strip_prefix("http://").unwrap().split_once("/?token=").unwrap();
        test(&Studio { address: address.to_owned(), token: token.to_owned(), db: db.clone() }).await;
    });
    tokio::select! {
        code = serving => panic!("it ended with {code}: {}", String::from_utf8_lossy(&failed.0.lock().unwrap())),
        () = testing => {}
    }
}

#[tokio::test]
async fn strangers_get_nothing() {
    with_studio(&[], async |studio| {
        let (own, token) = (studio.address.as_str(), studio.token.as_str());
        let port = own.rsplit(':').next().unwrap();
        let page = format!("GET /?token={token}");
        let bearer = format!("Bearer {token}");
        let good = studio.send(&page, &[("Host", own)], "").await;
        assert_eq!(good.status, 200, "{}", good.body);
        for policy in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(good.head.contains(policy), "{policy}: {}", good.head);
        }
        let local = format!("localhost:{port}");
        assert_eq!(studio.send(&page, &[("Host", &local)], "").await.status, 200);
        // A name that was made to resolve to this machine (DNS rebinding), with everything else right.
        let evil = format!("evil.example:{port}");
        for host in [evil.as_str(), "evil.example", "127.0.0.1", &format!("127.0.0.1.evil.example:{port}"), ""] {
            let answer = studio.send(&page, &[("Host", host), ("Authorization", &bearer)], "").await;
            assert_eq!(answer.status, 421, "{host}");
            assert!(!answer.body.contains(token));
        }
        // A page of somebody else, with the token, by a form or by a script.
        let json = [("Content-Type", "application/json"), ("Authorization", &bearer)];
        let body = json!({"table": "Inviter"}).to_string();
        for (name, value) in [
            ("Origin", "http://evil.example"),
            ("Origin", "null"),
            ("Origin", &format!("http://evil.example:{port}")),
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"),
        ] {
            let headers = [&[("Host", own), (name, value)][..], &json].concat();
            assert_eq!(studio.send("POST /api/read", &headers, &body).await.status, 403, "{name}: {value}");
        }
        // Without the token, or with another; in the query, where a form could put it, the interface does not take it.
        for (first, given) in [
            ("GET /", None),
            ("GET /?token=", None),
            ("GET /page.js", None),
            (&format!("GET /?token={token}x"), None),
            (&format!("POST /api/read?token={token}"), None),
            ("POST /api/read", Some("Bearer ")),
            ("POST /api/read", Some("Bearer x")),
            ("POST /api/document", None),
            ("POST /api/verify", None),
        ] {
            let mut headers = vec![("Host", own), ("Content-Type", "application/json")];
            headers.extend(given.map(|given| ("Authorization", given)));
            let answer = studio.send(first, &headers, &body).await;
            assert_eq!(answer.status, 401, "{first} {given:?}");
        }
        // A form cannot send JSON.
        let headers = [("Host", own), ("Authorization", &bearer), ("Content-Type", "text/plain")];
        assert_eq!(studio.send("POST /api/read", &headers, &body).await.status, 415);
        assert_eq!(studio.ask("read", &json!({"table": "Inviter"})).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn other_machines_are_let_in_only_if_that_is_said() {
    let program = Program::new::<(Inviter,)>().with_db(raw::db().await);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = program.execute(["app", "studio", "--address", "0.0.0.0:0"], &mut out, &mut err).await;
    let err = String::from_utf8(err).unwrap();
    assert!(code == 2 && err.contains("other machines") && err.contains("`--public`"), "{err}");
}

/// What an item holds is data: it stays JSON, and no page is made of it.
#[tokio::test]
async fn hostile_items_are_data() {
    with_studio(&[], async |studio| {
        let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
        studio.db.create(&hangout("evil", evil, &[])).await.unwrap();
        let answer = studio.ask("read", &json!({"table": "Inviter"})).await;
        assert!(answer.head.contains("content-type: application/json") && answer.head.contains("nosniff"));
        let items = answer.json()["items"].as_array().unwrap().clone();
        assert!(items.iter().any(|item| item["item"]["title"]["S"] == evil));
        let page = studio.send(&format!("GET /?token={}", studio.token), &[("Host", &studio.address)], "").await;
        assert!(!page.body.contains("alert(1)"));
        // Questions that make no sense are answered, and nothing breaks.
        for question in [
            json!({"table": "Nope"}),
            json!({"table": "Inviter", "index": "nope"}),
            json!({"table": "Inviter", "pattern": "Hangout::nope"}),
            json!({"table": "Inviter", "pattern": "Hangout::by_id", "arguments": ["a#b"]}),
            json!({"table": "Inviter", "partition": []}),
            json!({"table": "Inviter", "key": ["a"]}),
            json!({"table": "Inviter", "after": 99}),
            json!({"table": "Inviter", "dance": true}),
            json!([]),
        ] {
            let answer = studio.ask("read", &question).await;
            assert!((400..500).contains(&answer.status), "{question}: {}", answer.status);
            assert!(!answer.json()["error"].as_str().unwrap().is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn items_are_read_by_partition_pattern_and_key() {
    with_studio(&[], async |studio| {
        for at in 0..7 {
            studio.db.create(&hangout(&format!("h{at}"), "Many", &["many"])).await.unwrap();
        }
        let question = json!({"table": "Inviter", "partition": ["GROUP#many"], "limit": 5});
        let first = studio.ask("read", &question).await.json();
        assert_eq!(first["items"].as_array().unwrap().len(), 5);
        assert_eq!(first["items"][0]["entity"], "HangoutPointer");
        let sent = &first["sent"];
        assert_eq!(sent["requests"][0]["Query"]["KeyConditionExpression"], "#p0 = :p0");
        assert!(sent["units"].as_f64().unwrap() > 0.0 && sent["millis"].as_f64().unwrap() > 0.0, "{sent}");
        let next = json!({"table": "Inviter", "partition": ["GROUP#many"], "limit": 5, "after": first["next"]});
        let second = studio.ask("read", &next).await.json();
        assert_eq!((second["items"].as_array().unwrap().len(), &second["next"]), (2, &Value::Null));

        let upcoming = json!({"table": "Inviter", "pattern": "HangoutPointer::upcoming", "arguments": ["many", "6"]});
        let upcoming = studio.ask("read", &upcoming).await.json();
        assert_eq!(upcoming["items"].as_array().unwrap().len(), 7);
        assert_eq!(upcoming["sent"]["requests"][0]["Query"]["IndexName"], "EntityTimeIndex");
        let key = studio.ask("read", &json!({"table": "Inviter", "key": ["EVENT#soup", "METADATA"]})).await.json();
        assert_eq!(key["items"][0]["item"]["title"]["S"], "Soup");

        // What is derived from it, and back.
        let item = studio.item("soup").await;
        let companions = item["companions"].as_array().unwrap();
        assert_eq!(companions.len(), 2);
        assert!(companions.iter().all(|companion| companion["state"] == "there" && companion["role"] == "pointer"));
        let pointer = studio.ask("item", &json!({"table": "Inviter", "key": companions[0]["key"]})).await.json();
        assert_eq!(pointer["records"][0]["key"]["PK"]["S"], "EVENT#soup");

        // What nobody declared, what cannot be read, and what has drifted.
        let name = studio.db.table_name::<Inviter>().unwrap();
        let put = |title: Value| {
            let item = json!({"PK": {"S": "EVENT#odd"}, "SK": {"S": "METADATA"}, "hangoutId": {"S": "odd"}, "title": title,
                "startTimestamp": {"N": "1"}, "groupIds": {"L": []}, "invitedUserIds": {"L": []}, "colour": {"S": "red"}});
            json!({"TableName": name, "Item": item}).to_string()
        };
        raw::send(&studio.db, "PutItem", &put(json!({"S": "Odd"}))).await;
        assert_eq!(studio.item("odd").await["item"]["unknown"], json!(["colour"]));
        raw::send(&studio.db, "PutItem", &put(json!({"N": "1"}))).await;
        let error = studio.item("odd").await["item"]["error"].as_str().unwrap().to_owned();
        assert!(error.contains("title"), "{error}");
        let gone = json!({"TableName": name, "Key": companions[0]["key"]}).to_string();
        raw::send(&studio.db, "DeleteItem", &gone).await;
        assert!(studio.item("soup").await["companions"].as_array().unwrap().iter().any(|known| known["state"] == "missing"));
        let drift = studio.ask("verify", &json!({"table": "Inviter"})).await.json();
        let text = drift["drift"].to_string();
        assert!(text.contains("is missing") && text.contains("HANGOUT#soup"), "{text}");
    })
    .await;
}

fn change(set: &Value) -> Value {
    json!({"table": "Inviter", "key": {"PK": {"S": "EVENT#soup"}, "SK": {"S": "METADATA"}}, "set": set})
}

#[tokio::test]
async fn a_read_only_studio_changes_nothing() {
    with_studio(&[], async |studio| {
        let change = change(&json!({"title": {"S": "Stew"}}));
        for path in ["preview", "apply"] {
            let answer = studio.ask(path, &change).await;
            assert!(answer.status == 409 && answer.body.contains("`--write`"), "{}", answer.body);
        }
        assert_eq!(studio.item("soup").await["item"]["item"]["title"]["S"], "Soup");
    })
    .await;
}

#[tokio::test]
async fn changes_are_shown_and_carry_everything_with_them() {
    with_studio(&["--write"], async |studio| {
        let name = studio.db.table_name::<Inviter>().unwrap();
        let item = json!({"PK": {"S": "EVENT#soup"}, "SK": {"S": "METADATA"}, "hangoutId": {"S": "soup"}, "title": {"S": "Soup"},
            "startTimestamp": {"N": "7"}, "groupIds": {"L": [{"S": "cooks"}, {"S": "runners"}]}, "invitedUserIds": {"L": []},
            "colour": {"S": "red"}});
        raw::send(&studio.db, "PutItem", &json!({"TableName": name, "Item": item}).to_string()).await;

        let set = json!({"title": {"S": "Stew"}, "groupIds": {"L": [{"S": "cooks"}]}, "invitedUserIds": {"L": [{"S": "ann"}]}});
        let mut wanted = change(&set);
        let shown = studio.ask("preview", &wanted).await.json();
        assert_eq!((&shown["before"]["item"]["title"]["S"], &shown["after"]["item"]["title"]["S"]), (&json!("Soup"), &json!("Stew")));
        let others: Vec<_> = shown["others"].as_array().unwrap().iter().map(|other| (other["entity"].as_str().unwrap(), other["change"].as_str().unwrap())).collect();
        assert!(others.contains(&("HangoutPointer", "put")) && others.contains(&("HangoutPointer", "delete")), "{others:?}");
        assert!(others.contains(&("InvitedPointer", "put")) && others.len() == 3, "{others:?}");
        // Nothing was written yet, and nothing is without the preview's stamp.
        assert_eq!(studio.item("soup").await["item"]["item"]["title"]["S"], "Soup");
        assert_eq!(studio.ask("apply", &wanted).await.status, 409);
        wanted["stamp"] = shown["stamp"].clone();
        let applied = studio.ask("apply", &wanted).await;
        assert_eq!(applied.status, 200, "{}", applied.body);
        let item = studio.item("soup").await;
        assert_eq!((&item["item"]["item"]["title"]["S"], &item["item"]["item"]["colour"]["S"]), (&json!("Stew"), &json!("red")));
        assert!(studio.db.verify::<Inviter>().await.unwrap().is_clean());
        // The same preview again: the item is another by now.
        assert_eq!(studio.ask("apply", &wanted).await.status, 409);

        // What is refused, with the reason.
        let through = json!({"table": "Inviter", "key": {"PK": {"S": "GROUP#cooks"}, "SK": {"S": "HANGOUT#soup"}}, "set": {"title": {"S": "x"}}});
        for (change, text) in [
            (change(&json!({"title": {"N": "1"}})), "title"),
            (change(&json!({"colour": {"S": "blue"}})), "no field"),
            (change(&json!({"hangoutId": {"S": "other"}})), "another key"),
            (change(&json!({"title": "plain"})), "not DynamoDB's JSON"),
            (through, "written with its record alone"),
        ] {
            let answer = studio.ask("preview", &change).await;
            assert!(answer.status >= 400 && answer.body.contains(text), "{change}: {}", answer.body);
        }

        let mut delete = change(&json!({}));
        delete["delete"] = json!(true);
        let shown = studio.ask("preview", &delete).await.json();
        assert_eq!((&shown["after"], shown["others"].as_array().unwrap().len()), (&Value::Null, 2));
        delete["stamp"] = shown["stamp"].clone();
        assert_eq!(studio.ask("apply", &delete).await.status, 200);
        assert_eq!(studio.item("soup").await["item"], Value::Null);
        assert!(studio.db.verify::<Inviter>().await.unwrap().is_clean());
    })
    .await;
}
