//! The Discord clone: changes by id, reactions, invites, connections, and what was read.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::future::join_all;
use models::discord::*;

use super::discord_patterns::{ANN, BOB, C1, channel, connection, invite, message, server, user};
use super::{on, second, ulid, with};

const S1: ServerId = ServerId(ulid::Ulid(11));

struct World {
    db: Db,
    channel: Channel,
}

impl World {
    async fn new() -> Self {
        let db = with::<Discord>().await.with_clock(|| second(1000));
        let channel = channel(S1, C1);
        create_server(&db, &server(S1, ANN)).await.unwrap();
        db.create(&channel).await.unwrap();
        Self { db, channel }
    }

    async fn clear(self) {
        assert!(self.db.verify::<Discord>().await.unwrap().is_clean());
        self.db.delete_table::<Discord>().await.unwrap();
    }
}

on! { World::new:
    async fn an_address_is_registered_once_and_a_hash_never_shown(w) {
        w.db.create(&user(ANN, "ann")).await.unwrap();
        let error = w.db.create(&User { user_id: BOB, ..user(ANN, "ann") }).await.unwrap_err();
        assert_eq!(error.unique_violation().unwrap().fields(), "email");
        let exists = w.db.create(&user(ANN, "ann")).await.unwrap_err();
        let stale = w.db.update(User::by_id(&ANN)).set(User::fields().username, "x")
            .when(User::fields().password_hash.eq("$2a$10$OTHERSECRET")).await.unwrap_err();
        let table = Discord::from(user(ANN, "ann"));
        for shown in [format!("{error} {error:?}"), format!("{exists} {exists:?}"), format!("{stale} {stale:?}"), format!("{table:?}")] {
            assert!(!shown.contains("SECRET"), "{shown}");
        }
        assert!(matches!(stale, Error::ConditionFailed(_)));
    }

    async fn a_message_is_changed_by_its_author(w) {
        let said = message(C1, ANN, 5, 101);
        w.db.create(&said).await.unwrap();
        let edited = edit_message(&w.db, said.message_id, ANN, "better").await.unwrap();
        let expected = Message {
            content: "better".into(),
            edited: true,
            edited_at: Some(second(1000)),
            updated_at: second(1000),
            ..said.clone()
        };
        assert_eq!(edited, expected);
        assert_eq!(w.db.query(Message::by_id(&said.message_id)).await.unwrap(), Some(expected));
        let other = edit_message(&w.db, said.message_id, BOB, "worse").await;
        assert_eq!(other, Err(ChatError::NotTheAuthor(BOB, said.message_id)));
        let ghost = MessageId(ulid(9));
        assert_eq!(edit_message(&w.db, ghost, ANN, "x").await, Err(ChatError::NoSuchMessage(ghost)));
        assert_eq!(delete_message(&w.db, said.message_id, BOB).await, Err(ChatError::NotTheAuthor(BOB, said.message_id)));
        delete_message(&w.db, said.message_id, ANN).await.unwrap();
        assert_eq!(w.db.query(Message::in_channel(&C1)).await.unwrap().items, []);
        assert_eq!(delete_message(&w.db, said.message_id, ANN).await, Err(ChatError::NoSuchMessage(said.message_id)));
    }

    async fn a_message_is_found_at_the_time_of_its_creation(w) {
        let ann = user(ANN, "ann");
        let said = send_message(&w.db, &w.channel, &ann, "hello").await.unwrap();
        assert_eq!((said.created_at, said.timestamp), (second(1000), u64::try_from(second(1000).as_millis()).unwrap()));
        assert_eq!(w.db.query(Message::from(&C1, &said.timestamp)).await.unwrap().items, [said.clone()]);
        assert_eq!(w.db.query(Message::after(&C1, &said.timestamp)).await.unwrap().items, []);
    }

    async fn reactions_of_many_are_all_kept(w) {
        let said = message(C1, ANN, 5, 101);
        w.db.create(&said).await.unwrap();
        let users: Vec<_> = (1..=8).map(|n| UserId(ulid(n))).collect();
        let all = join_all(users.iter().map(|user| react(&w.db, said.message_id, *user, "\u{1f44d}"))).await;
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        for _ in 0..2 {
            react(&w.db, said.message_id, users[0], "\u{1f44e}").await.unwrap();
        }
        let reactions = w.db.get(said.key()).await.unwrap().unwrap().reactions;
        let counts: Vec<_> = reactions.iter().map(|r| (r.emoji.as_str(), r.count, r.user_ids.len())).collect();
        assert_eq!(counts, [("\u{1f44d}", 8, 8), ("\u{1f44e}", 1, 1)]);
        let left = unreact(&w.db, said.message_id, users[0], "\u{1f44e}").await.unwrap();
        assert_eq!(left.len(), 1);
        unreact(&w.db, said.message_id, users[0], "\u{1f44d}").await.unwrap();
        assert_eq!(w.db.get(said.key()).await.unwrap().unwrap().reactions[0].count, 7);
    }

    async fn an_invite_is_used_as_often_as_it_can_be(w) {
        let limited = Invite { max_uses: Some(3), ..invite("abc", S1) };
        let expired = Invite { expires_at: Some(second(1000)), ..invite("old", S1) };
        let open = Invite { expires_at: Some(second(1001)), ..invite("new", S1) };
        w.db.batch_write().put_all(&[limited.clone(), expired, open, invite("any", S1)]).await.unwrap();
        // A code leads to one server.
        let stolen = w.db.create(&invite("abc", ServerId(ulid(1)))).await.unwrap_err();
        assert_eq!(stolen.unique_violation().unwrap().fields(), "invite_code");
        let users: Vec<_> = (20..30).map(|n| UserId(ulid(n))).collect();
        let code = InviteCode::from("abc");
        let used = join_all(users.iter().map(|user| use_invite(&w.db, &code, *user))).await;
        assert_eq!(used.iter().filter(|used| used.is_ok()).count(), 3, "{used:?}");
        assert!(used.iter().filter_map(|used| used.as_ref().err()).all(|error| *error == ChatError::InviteUsedUp(code.clone())));
        assert_eq!(w.db.get(limited.key()).await.unwrap().unwrap().uses, 3);
        assert_eq!(w.db.query(ServerMembership::of_server(&S1)).count().await.unwrap(), 4);
        assert_eq!(use_invite(&w.db, &"old".into(), BOB).await, Err(ChatError::InviteExpired("old".into())));
        assert_eq!(use_invite(&w.db, &"none".into(), BOB).await, Err(ChatError::NoSuchInvite("none".into())));
        for code in ["new", "any"] {
            use_invite(&w.db, &code.into(), BOB).await.unwrap();
            // Coming again uses nothing up.
            assert_eq!(use_invite(&w.db, &code.into(), BOB).await, Err(ChatError::AlreadyMember(BOB)));
            assert_eq!(w.db.query(Invite::by_code(&code.into())).await.unwrap().unwrap().uses, 1);
            w.db.delete(ServerMembership::by_id(&BOB, &S1)).await.unwrap();
        }
    }

    async fn a_connection_goes_from_everywhere(w) {
        let other = Channel { channel_id: ChannelId(ulid(22)), ..w.channel.clone() };
        for channel in [&w.channel, &other] {
            let made = connect(&w.db, "k1".into(), channel, ANN).await.unwrap();
            assert_eq!(made.ttl, second(1000 + 24 * 3600).second_after(std::time::Duration::ZERO));
        }
        w.db.create(&connection("k10", C1, ANN, 4_000_000_000)).await.unwrap();
        assert_eq!(w.db.query(UserConnection::of_user(&ANN)).await.unwrap().items.len(), 3);
        // The list's entry expires with its connection.
        let ttl = w.db.query(UserConnection::of_user(&ANN)).await.unwrap().items[0].ttl;
        assert_eq!(ttl, w.db.query(Connection::by_id(&"k1".into())).await.unwrap().items[0].ttl);
        assert_eq!(disconnect(&w.db, &"k1".into()).await.unwrap(), 2);
        assert_eq!(disconnect(&w.db, &"k1".into()).await.unwrap(), 0);
        let left: Vec<_> = w.db.query(UserConnection::of_user(&ANN)).await.unwrap().items.into_iter().map(|c| c.connection_id.0).collect();
        assert_eq!(left, ["k10"]);
    }

    async fn what_was_not_read_is_counted(w) {
        let said = [(9, 101), (10, 102), (10, 103), (11, 104)].map(|(at, id)| message(C1, BOB, at, id));
        w.db.batch_write().put_all(&said).await.unwrap();
        let unread = async || unread_count(&w.db, ANN, &w.channel).await.unwrap();
        assert_eq!(unread().await, 4);
        for (message, left) in said.iter().zip([3, 2, 1, 0]) {
            mark_read(&w.db, ANN, message).await.unwrap();
            assert_eq!(unread().await, left);
        }
        // Looking at an older one does not make the others unread.
        for older in &said[..3] {
            mark_read(&w.db, ANN, older).await.unwrap();
        }
        assert_eq!(unread().await, 0);
        assert_eq!(unread_count(&w.db, BOB, &w.channel).await.unwrap(), 4);
    }
}

#[test]
fn codes_are_random_letters_and_digits() {
    let codes: std::collections::HashSet<_> = (0..100).map(|_| InviteCode::generate().0).collect();
    assert_eq!(codes.len(), 100);
    assert!(codes.iter().all(|code| code.len() == 10 && code.chars().all(|c| c.is_ascii_alphanumeric())));
}

#[test]
fn the_stage_is_in_the_tables_name() {
    let names = dynamo_core::Names::new().fill("stage", "prod");
    assert_eq!(names.name::<Discord>().unwrap(), "discord-clone-prod-DiscordTable");
    assert!(dynamo_core::Names::new().name::<Discord>().is_err());
}
