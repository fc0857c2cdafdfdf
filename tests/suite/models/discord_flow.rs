//! The Discord clone: changes by id, reactions, invites, connections, and what was read.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::future::join_all;
use models::discord::*;

use super::discord_patterns::{ANN, BOB, C1, channel, connection, invite, message, server, user};
use super::{on, second, ulid, with};

const S1: ServerId = ServerId::from_ulid(ulid::Ulid(11));

pub(super) struct World {
    pub(super) db: Db,
    pub(super) chat: Chat,
    pub(super) channel: Channel,
}

impl World {
    /// A server of Ann's with a channel, and nobody else in it.
    pub(super) async fn new() -> Self {
        let db = with::<Discord>().await.with_clock(|| second(1000));
        let channel = channel(S1, C1);
        db.transact().create(&server(S1, ANN)).create(&channel).await.unwrap();
        let world = Self { chat: Chat::new(db.clone()), db, channel };
        world.joins(ANN, ServerRole::Owner).await;
        world
    }

    pub(super) async fn joins(&self, user_id: UserId, role: ServerRole) -> ChannelAccess {
        let member = ServerMembership { user_id, server_id: S1, role, joined_at: second(1) };
        self.db.put(&member).await.unwrap();
        self.access(user_id).await
    }

    pub(super) async fn access(&self, user: UserId) -> ChannelAccess {
        ChannelAccess::check_in(&self.chat, user, S1, C1).await.unwrap()
    }

    pub(super) async fn clear(self) {
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
            .when(User::fields().password_hash.eq("$2a$10$OTHERSECRET".parse::<PasswordHash>().unwrap())).await.unwrap_err();
        let table = Discord::from(user(ANN, "ann"));
        for shown in [format!("{error} {error:?}"), format!("{exists} {exists:?}"), format!("{stale} {stale:?}"), format!("{table:?}")] {
            assert!(!shown.contains("SECRET"), "{shown}");
        }
        assert!(matches!(stale, Error::ConditionFailed(_)));
    }

    async fn members_see_the_channels_and_each_other(w) {
        let ann = user(ANN, "ann");
        w.db.create(&ann).await.unwrap();
        // Who is in the server and has no account any longer.
        w.joins(BOB, ServerRole::Member).await;
        let access = w.access(ANN).await;
        assert_eq!(channels(&w.chat, access.server()).await.unwrap(), [w.channel.clone()]);
        let only = Member { user_id: ANN, username: "ann".into(), role: ServerRole::Owner };
        assert_eq!(members(&w.chat, access.server()).await.unwrap(), [only]);
        assert_eq!(account(&w.chat, "ANN@example.com").await.unwrap(), Some(ann.clone()));
        for nobody in ["bob@example.com", "a#b", ""] {
            assert_eq!(account(&w.chat, nobody).await.unwrap(), None, "{nobody}");
        }
        assert_eq!(account_of(&w.chat, ANN).await, Ok(ann));
        assert_eq!(account_of(&w.chat, BOB).await, Err(ChatError::NoSuchUser(BOB)));
        let listening = connect(&w.chat, &access, "k1").await.unwrap();
        for _ in 0..2 {
            stop_listening(&w.chat, &listening).await.unwrap();
            assert_eq!(w.db.query(Connection::query(&C1)).count().await.unwrap(), 0);
            assert_eq!(w.db.query(UserConnection::query(&ANN)).count().await.unwrap(), 0);
        }
    }

    async fn registering_checks_what_it_is_given(w) {
        let ann = Registration {
            email: "ann@example.com".into(),
            username: "ann".into(),
            password_hash: "$2a$10$SECRET".parse().unwrap(),
            avatar_url: None,
        };
        let user = register(&w.chat, ann.clone()).await.unwrap();
        assert_eq!(w.db.query(User::by_email("ANN@example.com")).first().await.unwrap(), Some(user));
        let again = Registration { email: "Ann@Example.com".into(), ..ann.clone() };
        assert_eq!(register(&w.chat, again).await, Err(ChatError::EmailTaken));
        for email in ["", "ann", "@example.com", "ann@", "a@b@c", "a b@c", "a#b@c", &format!("{}@example.com", "a".repeat(250))] {
            let wrong = register(&w.chat, Registration { email: email.into(), ..ann.clone() }).await;
            assert!(matches!(wrong, Err(ChatError::Input(_))), "{email}: {wrong:?}");
        }
        for username in ["", "  ", &"n".repeat(33)] {
            let wrong = register(&w.chat, Registration { username: username.into(), email: "b@c".into(), ..ann.clone() }).await;
            assert!(matches!(wrong, Err(ChatError::Input(_))), "{username}: {wrong:?}");
        }
        assert_eq!(w.db.scan::<User>().all().await.unwrap().len(), 1);
        assert!(!format!("{ann:?}").contains("SECRET"));
    }

    async fn servers_and_channels_are_made_by_whoever_may(w) {
        let new = NewServer { name: "Gardeners".into(), icon_url: None };
        let server = create_server(&w.chat, BOB, new).await.unwrap();
        assert_eq!(w.db.get(server.key()).await.unwrap(), Some(server.clone()));
        let owner = ServerAccess::check(&w.chat, BOB, server.server_id).await.unwrap();
        assert_eq!(owner.membership().role, ServerRole::Owner);
        let manager = owner.as_manager().unwrap();
        let new = NewChannel { name: "general".into(), topic: Some("Beans".into()) };
        let made = create_channel(&w.chat, &manager, new.clone()).await.unwrap();
        assert_eq!(w.db.query(Channel::of_server(&server.server_id)).all().await.unwrap(), [made]);
        for wrong in [NewChannel { name: " ".into(), ..new.clone() }, NewChannel { topic: Some("x".repeat(1025)), ..new.clone() }] {
            assert!(matches!(create_channel(&w.chat, &manager, wrong).await, Err(ChatError::Input(_))));
        }
        let nameless = create_server(&w.chat, BOB, NewServer::default()).await;
        assert!(matches!(nameless, Err(ChatError::Input(_))));
        // A member invites, and manages nothing.
        let member = w.joins(BOB, ServerRole::Member).await;
        assert_eq!(member.server().as_manager(), Err(ChatError::NotAManager(BOB, S1)));
        let invite = create_invite(&w.chat, member.server(), NewInvite { max_uses: Some(1), expires_at: None }).await.unwrap();
        assert_eq!((invite.created_by, invite.server_id, invite.uses), (BOB, S1, 0));
        use_invite(&w.chat, &invite.invite_code, UserId::from_ulid(ulid(77))).await.unwrap();
        for wrong in [NewInvite { max_uses: Some(0), expires_at: None }, NewInvite { max_uses: None, expires_at: Some(second(1000)) }] {
            assert!(matches!(create_invite(&w.chat, member.server(), wrong).await, Err(ChatError::Input(_))));
        }
        // Whoever is not in it gets no proof, and whoever has left no further one.
        assert_eq!(ServerAccess::check(&w.chat, ANN, server.server_id).await, Err(ChatError::NotAMember(ANN, server.server_id)));
        leave_server(&w.chat, member.server()).await.unwrap();
        leave_server(&w.chat, member.server()).await.unwrap();
        assert_eq!(ServerAccess::check(&w.chat, BOB, S1).await, Err(ChatError::NotAMember(BOB, S1)));
        assert_eq!(leave_server(&w.chat, &owner).await, Err(ChatError::OwnerStays(server.server_id)));
    }

    async fn a_message_is_changed_by_its_author(w) {
        let (ann, bob) = (w.access(ANN).await, w.joins(BOB, ServerRole::Member).await);
        let said = message(C1, ANN, 5, 101);
        w.db.create(&said).await.unwrap();
        let edited = edit_message(&w.chat, &ann, said.message_id, "better").await.unwrap();
        let expected = Message {
            content: "better".into(),
            edited: true,
            edited_at: Some(second(1000)),
            updated_at: second(1000),
            ..said.clone()
        };
        assert_eq!(edited, expected);
        assert_eq!(w.db.query(Message::by_id(&said.message_id)).first().await.unwrap(), Some(expected));
        let other = edit_message(&w.chat, &bob, said.message_id, "worse").await;
        assert_eq!(other, Err(ChatError::NotTheAuthor(BOB, said.message_id)));
        assert!(matches!(edit_message(&w.chat, &ann, said.message_id, " ").await, Err(ChatError::Input(_))));
        let ghost = MessageId::from_ulid(ulid(9));
        assert_eq!(edit_message(&w.chat, &ann, ghost, "x").await, Err(ChatError::NoSuchMessage(ghost)));
        assert_eq!(delete_message(&w.chat, &bob, said.message_id).await, Err(ChatError::NotTheAuthor(BOB, said.message_id)));
        delete_message(&w.chat, &ann, said.message_id).await.unwrap();
        assert_eq!(w.db.query(Message::in_channel(&C1)).page().await.unwrap().items, []);
        assert_eq!(delete_message(&w.chat, &ann, said.message_id).await, Err(ChatError::NoSuchMessage(said.message_id)));
    }

    async fn a_proof_for_one_channel_opens_no_other(w) {
        let ann = w.access(ANN).await;
        let elsewhere = message(ChannelId::from_ulid(ulid(99)), ANN, 5, 101);
        w.db.create(&elsewhere).await.unwrap();
        let (id, none) = (elsewhere.message_id, ChatError::NoSuchMessage(elsewhere.message_id));
        assert_eq!(edit_message(&w.chat, &ann, id, "x").await, Err(none.clone()));
        assert_eq!(delete_message(&w.chat, &ann, id).await, Err(none.clone()));
        assert_eq!(react(&w.chat, &ann, id, "x").await, Err(none.clone()));
        assert_eq!(mark_read(&w.chat, &ann, &elsewhere).await, Err(none));
        assert_eq!(messages(&w.chat, &ann).all().await.unwrap(), []);
        assert_eq!(w.db.get(elsewhere.key()).await.unwrap(), Some(elsewhere));
    }

    async fn a_message_is_found_at_the_time_of_its_creation(w) {
        let ann = w.access(ANN).await;
        assert_eq!(send_message(&w.chat, &ann, "hello").await, Err(ChatError::NoSuchUser(ANN)));
        w.db.create(&user(ANN, "ann")).await.unwrap();
        let said = send_message(&w.chat, &ann, "hello").await.unwrap();
        assert_eq!((said.username.as_str(), said.user_id), ("ann", ANN));
        assert_eq!((said.created_at, said.timestamp), (second(1000), u64::try_from(second(1000).as_millis()).unwrap()));
        assert_eq!(w.db.query(Message::from(&C1, &said.timestamp)).page().await.unwrap().items, [said.clone()]);
        assert_eq!(w.db.query(Message::after(&C1, &said.timestamp)).page().await.unwrap().items, []);
        for wrong in ["", " \n", &"x".repeat(4001)] {
            assert!(matches!(send_message(&w.chat, &ann, wrong).await, Err(ChatError::Input(_))));
        }
    }

    async fn a_message_that_is_sent_again_under_its_id_is_there_once(w) {
        let (ann, bob) = (w.access(ANN).await, w.joins(BOB, ServerRole::Member).await);
        w.db.batch_write().put_all(&[user(ANN, "ann"), user(BOB, "bob")]).await.unwrap();
        let millis = u64::try_from(second(1000).as_millis()).unwrap();
        let id_at = |at: u64| MessageId::from_ulid(ulid::Ulid::from_parts(at, 7));
        let id = id_at(millis - 60_000);
        let (first, is_new) = send_message_once(&w.chat, &ann, id, "hello").await.unwrap();
        assert!(is_new && first.timestamp == millis - 60_000);
        let (again, is_new) = send_message_once(&w.chat, &ann, id, "hello again").await.unwrap();
        assert_eq!((&again, is_new), (&first, false));
        assert_eq!(send_message_once(&w.chat, &bob, id, "hello").await, Err(ChatError::MessageIdTaken(id)));
        // Nobody writes into the past or into the future.
        for at in [millis - 300_001, millis + 300_001] {
            let wrong = send_message_once(&w.chat, &ann, id_at(at), "hello").await;
            assert!(matches!(wrong, Err(ChatError::Input(_))), "{wrong:?}");
        }
        assert_eq!(messages(&w.chat, &ann).all().await.unwrap(), [first]);
    }

    async fn a_new_name_reaches_old_messages_when_asked(w) {
        let ann = w.access(ANN).await;
        w.db.batch_write().put_all(&[user(ANN, "ann"), user(BOB, "bob")]).await.unwrap();
        let old: Vec<_> = (1..=30).map(|n| message(ChannelId::from_ulid(ulid(u128::from(n % 3))), ANN, n, n.into())).collect();
        let other = message(C1, BOB, 5, 500);
        w.db.batch_write().put_all(&old).put(&other).await.unwrap();
        assert_eq!(rename_user(&w.chat, ANN, "anna").await.unwrap().username, "anna");
        assert_eq!(send_message(&w.chat, &ann, "hello").await.unwrap().username, "anna");
        assert_eq!(w.db.get(old[0].key()).await.unwrap().unwrap().username, "someone");
        assert_eq!(rename_in_messages(&w.chat, ANN).await.unwrap(), 30);
        let all = w.db.query(Message::by_author(&ANN)).all().await.unwrap();
        assert_eq!((all.len(), all.iter().filter(|message| message.username == "anna").count()), (31, 31));
        assert_eq!(w.db.get(other.key()).await.unwrap(), Some(other));
        // Again, there is nothing to do.
        assert_eq!(rename_in_messages(&w.chat, ANN).await.unwrap(), 0);
        let ghost = UserId::from_ulid(ulid(9));
        assert_eq!(rename_in_messages(&w.chat, ghost).await, Err(ChatError::NoSuchUser(ghost)));
        assert_eq!(rename_user(&w.chat, ghost, "x").await, Err(ChatError::NoSuchUser(ghost)));
        assert!(matches!(rename_user(&w.chat, ANN, "").await, Err(ChatError::Input(_))));
    }

    async fn messages_without_the_index_of_authors_are_renamed_after_a_backfill(w) {
        w.db.create(&user(ANN, "anna")).await.unwrap();
        // As a program wrote it that knows the document alone.
        let old = message(C1, ANN, 5, 101);
        let mut item = old.to_item().unwrap();
        item.retain(|name, _| !name.starts_with("gsi2"));
        let table = w.db.table_name::<Discord>().unwrap();
        w.db.client().put_item().table_name(table).set_item(Some(item)).send().await.unwrap();
        assert_eq!(rename_in_messages(&w.chat, ANN).await.unwrap(), 0);
        assert_eq!(w.db.backfill::<Discord>().await.unwrap().written, 1);
        assert_eq!(rename_in_messages(&w.chat, ANN).await.unwrap(), 1);
        assert_eq!(w.db.get(old.key()).await.unwrap().unwrap().username, "anna");
    }

    async fn two_new_names_at_once_end_as_one(w) {
        w.db.create(&user(ANN, "ann")).await.unwrap();
        let said: Vec<_> = (1..=20).map(|n| message(C1, ANN, n, n.into())).collect();
        w.db.batch_write().put_all(&said).await.unwrap();
        let rename = async |name: &str| {
            rename_user(&w.chat, ANN, name).await.unwrap();
            rename_in_messages(&w.chat, ANN).await.unwrap();
        };
        tokio::join!(rename("anna"), rename("anne"), rename("annie"));
        let name = w.db.get(User::by_id(&ANN)).await.unwrap().unwrap().username;
        let all = w.db.query(Message::query(&C1)).all().await.unwrap();
        assert!(all.iter().all(|message| message.username == name), "{all:?}");
    }

    async fn reactions_of_many_are_all_kept(w) {
        let said = message(C1, ANN, 5, 101);
        w.db.create(&said).await.unwrap();
        let mut users = Vec::new();
        for n in 1..=8 {
            users.push(w.joins(UserId::from_ulid(ulid(n)), ServerRole::Member).await);
        }
        let all = join_all(users.iter().map(|user| react(&w.chat, user, said.message_id, "\u{1f44d}"))).await;
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        for _ in 0..2 {
            react(&w.chat, &users[0], said.message_id, "\u{1f44e}").await.unwrap();
        }
        let reactions = w.db.get(said.key()).await.unwrap().unwrap().reactions;
        let counts: Vec<_> = reactions.iter().map(|r| (r.emoji.as_str(), r.count, r.user_ids.len())).collect();
        assert_eq!(counts, [("\u{1f44d}", 8, 8), ("\u{1f44e}", 1, 1)]);
        let left = unreact(&w.chat, &users[0], said.message_id, "\u{1f44e}").await.unwrap();
        assert_eq!(left.len(), 1);
        unreact(&w.chat, &users[0], said.message_id, "\u{1f44d}").await.unwrap();
        assert_eq!(w.db.get(said.key()).await.unwrap().unwrap().reactions[0].count, 7);
        // One more kind than there may be.
        for n in 0..19 {
            react(&w.chat, &users[0], said.message_id, &n.to_string()).await.unwrap();
        }
        assert!(matches!(react(&w.chat, &users[0], said.message_id, "20").await, Err(ChatError::Input(_))));
        assert!(matches!(react(&w.chat, &users[0], said.message_id, &"x".repeat(17)).await, Err(ChatError::Input(_))));
    }

    async fn an_invite_is_used_as_often_as_it_can_be(w) {
        let limited = Invite { max_uses: Some(3), ..invite("abcabcab", S1) };
        let expired = Invite { expires_at: Some(second(1000)), ..invite("oldoldold", S1) };
        let open = Invite { expires_at: Some(second(1001)), ..invite("newnewnew", S1) };
        w.db.batch_write().put_all(&[limited.clone(), expired, open, invite("anyanyany", S1)]).await.unwrap();
        // A code leads to one server.
        let stolen = w.db.create(&invite("abcabcab", ServerId::from_ulid(ulid(1)))).await.unwrap_err();
        assert_eq!(stolen.unique_violation().unwrap().fields(), "invite_code");
        let users: Vec<_> = (20..30).map(|n| UserId::from_ulid(ulid(n))).collect();
        let abc = code("abcabcab");
        let used = join_all(users.iter().map(|user| use_invite(&w.chat, &abc, *user))).await;
        assert_eq!(used.iter().filter(|used| used.is_ok()).count(), 3, "{used:?}");
        assert!(used.iter().filter_map(|used| used.as_ref().err()).all(|error| *error == ChatError::InviteUsedUp(abc.clone())));
        assert_eq!(w.db.get(limited.key()).await.unwrap().unwrap().uses, 3);
        assert_eq!(w.db.query(ServerMembership::of_server(&S1)).count().await.unwrap(), 4);
        assert_eq!(use_invite(&w.chat, &code("oldoldold"), BOB).await, Err(ChatError::InviteExpired(code("oldoldold"))));
        assert_eq!(use_invite(&w.chat, &code("nonenone"), BOB).await, Err(ChatError::NoSuchInvite(code("nonenone"))));
        for code in ["newnewnew", "anyanyany"].map(code) {
            use_invite(&w.chat, &code, BOB).await.unwrap();
            // Coming again uses nothing up.
            assert_eq!(use_invite(&w.chat, &code, BOB).await, Err(ChatError::AlreadyMember(BOB)));
            assert_eq!(w.db.query(Invite::by_code(&code)).first().await.unwrap().unwrap().uses, 1);
            w.db.delete(ServerMembership::by_id(&BOB, &S1)).await.unwrap();
        }
    }

    async fn a_connection_goes_from_everywhere(w) {
        let other = Channel { channel_id: ChannelId::from_ulid(ulid(22)), ..w.channel.clone() };
        w.db.create(&other).await.unwrap();
        for channel in [C1, other.channel_id] {
            let access = ChannelAccess::check_in(&w.chat, ANN, S1, channel).await.unwrap();
            let made = connect(&w.chat, &access, "k1").await.unwrap();
            assert_eq!(made.ttl, second(1000 + 24 * 3600).second_after(std::time::Duration::ZERO));
        }
        w.db.create(&connection("k10", C1, ANN, 4_000_000_000)).await.unwrap();
        assert_eq!(w.db.query(UserConnection::of_user(&ANN)).page().await.unwrap().items.len(), 3);
        // The list's entry expires with its connection.
        let ttl = w.db.query(UserConnection::of_user(&ANN)).page().await.unwrap().items[0].ttl;
        assert_eq!(ttl, w.db.query(Connection::by_id(&"k1".into())).page().await.unwrap().items[0].ttl);
        assert_eq!(disconnect(&w.chat, &"k1".into()).await.unwrap(), 2);
        assert_eq!(disconnect(&w.chat, &"k1".into()).await.unwrap(), 0);
        let left: Vec<_> = w.db.query(UserConnection::of_user(&ANN)).page().await.unwrap().items.into_iter().map(|c| c.connection_id.0).collect();
        assert_eq!(left, ["k10"]);
        // A proof from before leaving does not listen after it.
        let bob = w.joins(BOB, ServerRole::Member).await;
        leave_server(&w.chat, bob.server()).await.unwrap();
        assert_eq!(connect(&w.chat, &bob, "k2").await, Err(ChatError::NotAMember(BOB, S1)));
    }

    async fn what_was_not_read_is_counted(w) {
        let said = [(9, 101), (10, 102), (10, 103), (11, 104)].map(|(at, id)| message(C1, BOB, at, id));
        w.db.batch_write().put_all(&said).await.unwrap();
        let (ann, bob) = (w.access(ANN).await, w.joins(BOB, ServerRole::Member).await);
        let unread = async || unread_count(&w.chat, &ann).await.unwrap();
        assert_eq!(unread().await, 4);
        for (message, left) in said.iter().zip([3, 2, 1, 0]) {
            mark_read(&w.chat, &ann, message).await.unwrap();
            assert_eq!(unread().await, left);
        }
        // Looking at an older one does not make the others unread.
        for older in &said[..3] {
            mark_read(&w.chat, &ann, older).await.unwrap();
        }
        assert_eq!(unread().await, 0);
        assert_eq!(unread_count(&w.chat, &bob).await.unwrap(), 4);
    }
}

fn code(text: &str) -> InviteCode {
    text.parse().unwrap()
}

#[test]
fn codes_and_hashes_are_what_the_document_says() {
    for wrong in ["", "abcdefg", "abcdefghijklm", "abc-defgh", "abcdefg\u{e9}", "abc#defgh"] {
        assert!(wrong.parse::<InviteCode>().is_err(), "{wrong}");
    }
    assert_eq!(code("abc123xyz").as_str(), "abc123xyz");
    for wrong in ["", "secret", "$", "$argon2id", "$argon2id$", "$argon2id$a b", "argon2id$v=19$x", "$2a$10$#"] {
        assert!(wrong.parse::<PasswordHash>().is_err(), "{wrong}");
    }
    let hash: PasswordHash = "$2a$10$HASHEDPASSWORD".parse().unwrap();
    assert_eq!((hash.as_str(), format!("{hash:?}").as_str()), ("$2a$10$HASHEDPASSWORD", "PasswordHash(2a)"));
}

#[test]
fn codes_are_random_letters_and_digits() {
    let codes: std::collections::HashSet<_> = (0..100).map(|_| InviteCode::generate().to_string()).collect();
    assert_eq!(codes.len(), 100);
    assert!(codes.iter().all(|code| code.len() == 10 && code.chars().all(|c| c.is_ascii_alphanumeric())));
}

#[test]
fn the_stage_is_in_the_tables_name() {
    let names = dynamo_core::Names::new().fill("stage", "prod");
    assert_eq!(names.name::<Discord>().unwrap(), "discord-clone-prod-DiscordTable");
    assert!(dynamo_core::Names::new().name::<Discord>().is_err());
}
