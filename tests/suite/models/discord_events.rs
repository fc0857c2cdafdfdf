//! What a change of the Discord table means to those who listen, from the table's own stream.

use std::cell::RefCell;
use std::future::ready;

use dynamo_core::prelude::*;
use dynamo_core::stream::{Change, Tail};
use models::discord::*;

use super::discord_flow::World;
use super::discord_patterns::{ANN, BOB, C1, connection, message, user};
use super::{on, second, ulid};

/// The events of everything that happened since the last call, with who gets them.
async fn events(tail: &mut Tail<Discord>) -> Vec<Notice> {
    let mut notices = Vec::new();
    loop {
        let changes = tail.next().await.unwrap();
        if changes.is_empty() {
            return notices;
        }
        notices.extend(changes.into_iter().flat_map(|change| on_change(&change.unwrap())));
    }
}

fn to_channel(event: Event) -> Notice {
    Notice { event, audience: Audience::Channel(C1) }
}

async fn follow(db: &Db) -> Tail<Discord> {
    let mut tail = db.tail::<Discord>(None).await.unwrap();
    events(&mut tail).await;
    tail
}

on! { World::new:
    async fn a_message_is_sent_changed_liked_and_deleted(w) {
        w.db.create(&user(ANN, "ann")).await.unwrap();
        let (ann, mut tail) = (w.access(ANN).await, follow(&w.db).await);
        let said = send_message(&w.chat, &ann, "hello").await.unwrap();
        assert_eq!(events(&mut tail).await, [to_channel(Event::MessageSent { message: said.clone() })]);
        let edited = edit_message(&w.chat, &ann, said.message_id, "hi").await.unwrap();
        assert_eq!(events(&mut tail).await, [to_channel(Event::MessageChanged { message: edited })]);
        let reactions = react(&w.chat, &ann, said.message_id, "x").await.unwrap();
        let (channel_id, message_id) = (C1, said.message_id);
        assert_eq!(events(&mut tail).await, [to_channel(Event::MessageReacted { channel_id, message_id, reactions })]);
        rename_user(&w.chat, ANN, "anna").await.unwrap();
        // A new name is no event until it reaches the messages.
        assert_eq!(events(&mut tail).await, []);
        rename_in_messages(&w.chat, ANN).await.unwrap();
        let renamed = events(&mut tail).await;
        assert!(matches!(&renamed[..], [Notice { event: Event::MessageChanged { message }, .. }] if message.username == "anna"));
        mark_read(&w.chat, &ann, &said).await.unwrap();
        assert_eq!(events(&mut tail).await, [to_channel(Event::Read { channel_id, user_id: ANN, message_id })]);
        delete_message(&w.chat, &ann, said.message_id).await.unwrap();
        assert_eq!(events(&mut tail).await, [to_channel(Event::MessageDeleted { channel_id, message_id })]);
    }

    async fn a_server_changes(w) {
        let (server_id, mut tail) = (w.channel.server_id, follow(&w.db).await);
        let to_server = |event| Notice { event, audience: Audience::Server(server_id) };
        let bob = w.joins(BOB, ServerRole::Member).await;
        let membership = bob.server().membership().clone();
        assert_eq!(events(&mut tail).await, [to_server(Event::MemberJoined { membership: membership.clone() })]);
        let admin = ServerMembership { role: ServerRole::Admin, ..membership };
        w.db.put(&admin).await.unwrap();
        assert_eq!(events(&mut tail).await, [to_server(Event::MemberChanged { membership: admin.clone() })]);
        // Nothing that anyone could see.
        w.db.put(&ServerMembership { joined_at: second(2), ..admin }).await.unwrap();
        w.db.update(Server::by_id(&server_id)).set(Server::fields().updated_at, second(7)).await.unwrap();
        assert_eq!(events(&mut tail).await, []);
        leave_server(&w.chat, bob.server()).await.unwrap();
        assert_eq!(events(&mut tail).await, [to_server(Event::MemberLeft { server_id, user_id: BOB })]);
        let manager = ServerAccess::check(&w.chat, ANN, server_id).await.unwrap().as_manager().unwrap();
        let channel = create_channel(&w.chat, &manager, NewChannel { name: "beans".into(), topic: None }).await.unwrap();
        let channel_id = channel.channel_id;
        assert_eq!(events(&mut tail).await, [to_server(Event::ChannelCreated { channel: channel.clone() })]);
        let key = channel.key().unwrap();
        let channel = w.db.update(&key).set(Channel::fields().name, "peas").returning_new().await.unwrap();
        assert_eq!(events(&mut tail).await, [to_server(Event::ChannelChanged { channel })]);
        w.db.delete(&key).await.unwrap();
        let deleted = Event::ChannelDeleted { server_id, channel_id };
        let both = [to_server(deleted.clone()), Notice { event: deleted, audience: Audience::Channel(channel_id) }];
        assert_eq!(events(&mut tail).await, both);
        let update = w.db.update(Server::by_id(&server_id)).set(Server::fields().name, "Gardeners");
        let server = update.returning_new().await.unwrap();
        assert_eq!(events(&mut tail).await, [to_server(Event::ServerChanged { server })]);
    }

    async fn an_invite_that_is_used_shows_nothing_but_the_member(w) {
        let access = w.access(ANN).await;
        let mut tail = follow(&w.db).await;
        let invite = create_invite(&w.chat, access.server(), NewInvite::default()).await.unwrap();
        assert_eq!(events(&mut tail).await, []);
        let membership = use_invite(&w.chat, &invite.invite_code, BOB).await.unwrap();
        let [notice] = &events(&mut tail).await[..] else { panic!("one event") };
        assert_eq!(notice.event, Event::MemberJoined { membership });
    }

    async fn every_connection_that_listens_gets_an_event_once(w) {
        let other = Channel { channel_id: ChannelId::from_ulid(ulid(22)), ..w.channel.clone() };
        w.db.create(&other).await.unwrap();
        for channel in [C1, other.channel_id] {
            let access = ChannelAccess::check_in(&w.chat, ANN, w.channel.server_id, channel).await.unwrap();
            connect(&w.chat, &access, "k1").await.unwrap();
        }
        let bob = w.joins(BOB, ServerRole::Member).await;
        connect(&w.chat, &bob, "k2").await.unwrap();
        // One that has expired.
        w.db.create(&connection("k3", C1, BOB, 1_000)).await.unwrap();
        let got = RefCell::new(Vec::new());
        let send = |to: ConnectionId| {
            got.borrow_mut().push(to.0);
            ready(Ok::<_, ChatError>(Delivery::Sent))
        };
        let event = Event::MessageSent { message: message(C1, ANN, 1, 1) };
        let in_server = Notice { event: event.clone(), audience: Audience::Server(w.channel.server_id) };
        assert_eq!(deliver(&w.db, &in_server, send).await, Ok(Delivered { sent: 2, dropped: 0 }));
        assert_eq!(super::sorted(got.take()), ["k1", "k2"]);
        let in_other = Notice { event, audience: Audience::Channel(other.channel_id) };
        assert_eq!(deliver(&w.db, &in_other, send).await, Ok(Delivered { sent: 1, dropped: 0 }));
        assert_eq!(got.take(), ["k1"]);
    }

    async fn a_connection_that_is_gone_is_forgotten_and_one_that_fails_holds_back_no_other(w) {
        let (ann, bob) = (w.access(ANN).await, w.joins(BOB, ServerRole::Member).await);
        connect(&w.chat, &ann, "fails").await.unwrap();
        connect(&w.chat, &ann, "other").await.unwrap();
        connect(&w.chat, &bob, "stale").await.unwrap();
        connect(&w.chat, &bob, "works").await.unwrap();
        let got = RefCell::new(Vec::new());
        let send = |to: ConnectionId| {
            ready(match to.as_ref() {
                "fails" => Err(ChatError::Busy),
                "stale" => Ok(Delivery::Gone),
                "other" => Ok(Delivery::Elsewhere),
                name => {
                    got.borrow_mut().push(name.to_owned());
                    Ok(Delivery::Sent)
                }
            })
        };
        let notice = to_channel(Event::MessageSent { message: message(C1, ANN, 1, 1) });
        assert_eq!(deliver(&w.db, &notice, send).await, Err(ChatError::Busy));
        assert_eq!(got.take(), ["works"]);
        let left = w.db.query(Connection::query(&C1)).all().await.unwrap();
        let left: Vec<_> = left.iter().map(|connection| connection.connection_id.as_ref()).collect();
        assert_eq!(left, ["fails", "other", "works"]);
        let of_bob = w.db.query(UserConnection::of_user(&BOB)).all().await.unwrap();
        assert_eq!(of_bob.len(), 1);
    }

    async fn who_leaves_is_told_and_listens_no_longer(w) {
        let (ann, bob) = (w.access(ANN).await, w.joins(BOB, ServerRole::Member).await);
        connect(&w.chat, &ann, "k1").await.unwrap();
        connect(&w.chat, &bob, "k2").await.unwrap();
        // In another server.
        let elsewhere = Connection { server_id: ServerId::from_ulid(ulid(98)), ..connection("k2", ChannelId::from_ulid(ulid(99)), BOB, 4_000_000_000) };
        w.db.create(&elsewhere).await.unwrap();
        let mut tail = follow(&w.db).await;
        leave_server(&w.chat, bob.server()).await.unwrap();
        let [left] = &events(&mut tail).await[..] else { panic!("one event") };
        let all = |_| ready(Ok::<_, ChatError>(Delivery::Sent));
        assert_eq!(deliver(&w.db, left, all).await, Ok(Delivered { sent: 2, dropped: 0 }));
        assert_eq!(deliver(&w.db, left, all).await, Ok(Delivered { sent: 1, dropped: 0 }));
        assert_eq!(w.db.query(UserConnection::of_user(&BOB)).all().await.unwrap().len(), 1);
        assert_eq!(events(&mut tail).await, [to_channel(Event::Disconnected { channel_id: C1, user_id: BOB })]);
        // The same record again, late: who has come back goes on listening.
        let bob = w.joins(BOB, ServerRole::Member).await;
        connect(&w.chat, &bob, "k3").await.unwrap();
        assert_eq!(deliver(&w.db, left, all).await, Ok(Delivered { sent: 2, dropped: 0 }));
        assert_eq!(deliver(&w.db, left, all).await, Ok(Delivered { sent: 2, dropped: 0 }));
    }

    async fn nobody_listens_to_a_deleted_channel(w) {
        connect(&w.chat, &w.access(ANN).await, "k1").await.unwrap();
        let mut tail = follow(&w.db).await;
        w.db.delete(w.channel.key()).await.unwrap();
        let all = |_| ready(Ok::<_, ChatError>(Delivery::Sent));
        let mut sent = 0;
        for notice in events(&mut tail).await {
            sent += deliver(&w.db, &notice, all).await.unwrap().sent;
        }
        assert_eq!(sent, 1);
        assert_eq!(w.db.query(Connection::query(&C1)).all().await.unwrap(), []);
        assert_eq!(w.db.query(UserConnection::of_user(&ANN)).all().await.unwrap(), []);
    }
}

#[test]
fn an_event_is_json_with_its_type() {
    let said = message(C1, ANN, 5, 1);
    let change = Change::<Discord>::from_images(None, Some(said.to_item().unwrap())).unwrap();
    let [notice] = &on_change(&change)[..] else { panic!("one event") };
    let json = serde_json::to_value(&notice.event).unwrap();
    assert_eq!(json["type"], "messageSent");
    assert_eq!(json["message"]["messageId"], said.message_id.to_string());
    assert_eq!(json["message"]["timestamp"], 5);
    let left = Event::MemberLeft { server_id: ServerId::from_ulid(ulid(1)), user_id: ANN };
    let expected = serde_json::json!({ "type": "memberLeft", "serverId": ServerId::from_ulid(ulid(1)).to_string(), "userId": ANN.to_string() });
    assert_eq!(serde_json::to_value(left).unwrap(), expected);
    // A user is none of the listeners' business, and neither is a hash.
    let user = user(ANN, "ann").to_item().unwrap();
    assert_eq!(on_change(&Change::from_images(None, Some(user)).unwrap()), []);
}
