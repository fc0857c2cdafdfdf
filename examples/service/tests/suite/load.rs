//! Many at once: limits hold, and a server that is killed loses nothing that it acknowledged.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use hyper::{Method, StatusCode};
use models::discord::MessageId;
use serde_json::json;

use crate::client::{Place, Server, User, text};

/// How many write at once.
const WRITERS: usize = 8;

/// How many messages each of them writes, and how many pages it reads.
const EACH: usize = 60;

#[tokio::test]
async fn many_write_and_read_at_once() {
    let server = Arc::new(Server::start(&[]).await);
    let ann = server.user().await;
    let place = server.place(&ann).await;
    let began = Instant::now();
    let writers = (0..WRITERS).map(|writer| {
        let (server, ann, place) = (Arc::clone(&server), ann.clone(), place.clone());
        tokio::spawn(async move {
            let mut times = Vec::new();
            for n in 0..EACH {
                let asked = Instant::now();
                server.post(&place.messages(), &ann, json!({ "content": format!("{writer}/{n}") })).await;
                times.push(asked.elapsed());
                let asked = Instant::now();
                server.get(&format!("{}?limit=20", place.messages()), &ann).await;
                times.push(asked.elapsed());
            }
            times
        })
    });
    let mut times = Vec::new();
    for writer in writers.collect::<Vec<_>>() {
        times.extend(writer.await.unwrap());
    }
    let took = began.elapsed();
    times.sort();
    let all = server.all(&ann, &place).await;
    let contents: std::collections::BTreeSet<_> = all.iter().map(|message| text(&message["content"])).collect();
    assert_eq!((all.len(), contents.len()), (WRITERS * EACH, WRITERS * EACH));
    #[allow(clippy::cast_precision_loss)]
    let rate = times.len() as f64 / took.as_secs_f64();
    let (median, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("{WRITERS} at once: {rate:.0} requests per second, median {median:.1?}, p99 {p99:.1?}");
}

#[tokio::test]
async fn limits_of_bodies_and_rates_hold() {
    let server = Arc::new(Server::start(&["--per-user", "5", "--log-ins", "6"]).await);
    let (ann, bob) = (server.user().await, server.user().await);
    // Four times as many for a moment: the four of setting up are among them.
    let place = server.place(&ann).await;
    let large = Bytes::from(json!({ "content": "x".repeat(20_000) }).to_string());
    let refused = server.send(Method::POST, &place.messages(), Some(&bob), large).await.unwrap();
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", refused.json);
    let began = Instant::now();
    let asking = (0..200).map(|_| {
        let (server, ann) = (Arc::clone(&server), ann.clone());
        tokio::spawn(async move { server.ask(Method::GET, "/api/me", Some(&ann), serde_json::Value::Null).await })
    });
    let (mut served, mut limited) = (0, 0);
    for answer in asking.collect::<Vec<_>>() {
        let answer = answer.await.unwrap();
        match answer.status {
            StatusCode::OK => served += 1,
            StatusCode::TOO_MANY_REQUESTS => {
                assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
                limited += 1;
            }
            other => panic!("{other}: {}", answer.json),
        }
    }
    let most = 20 + 5 * (began.elapsed().as_secs() + 2);
    assert!(served >= 10 && served <= most && limited == 200 - served, "{served} served, {limited} limited");
    // Others are not held back by it.
    assert_eq!(server.ask(Method::GET, "/api/me", Some(&bob), serde_json::Value::Null).await.status, StatusCode::OK);
    // Guessing passwords is slower still: two of the six were for registering, and one comes back every ten seconds.
    let began = Instant::now();
    let guessing = (0..40).map(|n| {
        let server = Arc::clone(&server);
        let guess = json!({ "email": "user0@example.com", "password": format!("guess {n}") });
        tokio::spawn(async move { server.ask(Method::POST, "/api/login", None, guess).await.status.as_u16() })
    });
    let mut guesses = BTreeMap::new();
    for status in guessing.collect::<Vec<_>>() {
        *guesses.entry(status.await.unwrap()).or_insert(0) += 1;
    }
    let most = 6 + began.elapsed().as_secs() / 10;
    assert!(guesses[&401] <= most && guesses[&401] + guesses[&429] == 40, "{guesses:?}");
}

/// Writes until it is told to stop, and gives what was acknowledged, and what was sent without an answer.
async fn write(
    server: Arc<Server>,
    user: User,
    place: Place,
    writer: usize,
    stop: Arc<AtomicBool>,
    written: Arc<AtomicUsize>,
) -> (BTreeMap<String, String>, Vec<(String, String)>) {
    let (mut acknowledged, mut unanswered) = (BTreeMap::new(), Vec::new());
    for n in 0.. {
        if stop.load(Ordering::Relaxed) || !unanswered.is_empty() {
            break;
        }
        let (id, content) = (MessageId::new().to_string(), format!("{writer}/{n}"));
        let body = json!({ "content": content, "messageId": id }).to_string();
        match server.send(Method::POST, &place.messages(), Some(&user), body.into()).await {
            Ok(answer) if answer.status.is_success() => {
                acknowledged.insert(id, content);
                written.fetch_add(1, Ordering::Relaxed);
            }
            Ok(answer) => panic!("{}: {}", answer.status, answer.json),
            Err(_) => unanswered.push((id, content)),
        }
    }
    (acknowledged, unanswered)
}

#[tokio::test]
async fn killed_in_the_middle_of_writes_it_loses_nothing_it_acknowledged() {
    let folder = std::env::temp_dir().join(format!("chat-{}-{}", std::process::id(), MessageId::new()));
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("chat.sqlite");
    let file = file.to_str().unwrap();
    let mut expected: BTreeMap<String, String> = BTreeMap::new();
    let mut server = Arc::new(Server::start(&["--database", file]).await);
    let ann = server.user().await;
    let place = server.place(&ann).await;
    let (mut kills, mut lost_answers) = (0, 0);
    for round in 0..3 {
        let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                tokio::spawn(write(
                    Arc::clone(&server),
                    ann.clone(),
                    place.clone(),
                    round * 10 + writer,
                    Arc::clone(&stop),
                    Arc::clone(&written),
                ))
            })
            .collect();
        // However fast the machine is: in the middle of writes.
        for _ in 0..3000 {
            if written.load(Ordering::Relaxed) >= 40 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let pid = server.process.id().unwrap();
        // As the kernel kills: no handler runs.
        assert!(std::process::Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
        kills += 1;
        let mut again = Vec::new();
        for writer in writers {
            let (acknowledged, unanswered) =
                tokio::time::timeout(Duration::from_secs(30), writer).await.unwrap().unwrap();
            expected.extend(acknowledged);
            again.extend(unanswered);
        }
        stop.store(true, Ordering::Relaxed);
        lost_answers += again.len();
        server = Arc::new(Server::start(&["--database", file]).await);
        // The token is still good, and what was not answered is sent again under its id: it is there once, whichever became of it.
        for (id, content) in again {
            server.post(&place.messages(), &ann, json!({ "content": content, "messageId": id })).await;
            expected.insert(id, content);
        }
        let all = server.all(&ann, &place).await;
        let found: BTreeMap<_, _> = all.iter().map(|m| (text(&m["messageId"]), text(&m["content"]))).collect();
        assert_eq!((all.len(), &found), (expected.len(), &expected), "after kill {kills}");
    }
    assert!(expected.len() > 20 && lost_answers > 0, "{} written, {lost_answers} unanswered", expected.len());
    println!("{} messages, {kills} kills, {lost_answers} unanswered and sent again: all there once", expected.len());
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}
