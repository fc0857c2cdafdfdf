//! Every access pattern of the Discord clone.

use dynamo_core::prelude::*;
use futures_util::TryStreamExt;
use models::discord::*;

use super::{on, second, sorted, ulid, with};

pub(super) const ANN: UserId = UserId::from_ulid(ulid::Ulid(1));
pub(super) const BOB: UserId = UserId::from_ulid(ulid::Ulid(2));
const CID: UserId = UserId::from_ulid(ulid::Ulid(3));
const S1: ServerId = ServerId::from_ulid(ulid::Ulid(11));
const S2: ServerId = ServerId::from_ulid(ulid::Ulid(12));
pub(super) const C1: ChannelId = ChannelId::from_ulid(ulid::Ulid(21));
const C2: ChannelId = ChannelId::from_ulid(ulid::Ulid(22));

pub(super) struct World {
    pub(super) db: Db,
    chat: Chat,
    users: Vec<User>,
    servers: Vec<Server>,
    members: Vec<ServerMembership>,
    pub(super) channels: Vec<Channel>,
    messages: Vec<Message>,
    invites: Vec<Invite>,
    connections: Vec<Connection>,
    reads: Vec<LastRead>,
}

pub(super) fn user(user_id: UserId, name: &str) -> User {
    User {
        user_id,
        email: format!("{name}@example.com"),
        username: name.into(),
        password_hash: "$2a$10$SECRET".parse().unwrap(),
        avatar_url: None,
        created_at: second(1),
        updated_at: second(1),
    }
}

pub(super) fn server(server_id: ServerId, owner_id: UserId) -> Server {
    let name = format!("server {server_id}");
    Server { server_id, name, owner_id, icon_url: None, created_at: second(1), updated_at: second(1) }
}

pub(super) fn channel(server_id: ServerId, channel_id: ChannelId) -> Channel {
    let name = "general".into();
    Channel { channel_id, server_id, name, topic: None, created_at: second(1), updated_at: second(1) }
}

pub(super) fn message(channel_id: ChannelId, user_id: UserId, timestamp: u64, id: u128) -> Message {
    Message {
        timestamp,
        message_id: MessageId::from_ulid(ulid(id)),
        channel_id,
        user_id,
        username: "someone".into(),
        content: format!("message {id}"),
        edited: false,
        edited_at: None,
        reactions: vec![],
        created_at: second(1),
        updated_at: second(1),
    }
}

pub(super) fn invite(code: &str, server_id: ServerId) -> Invite {
    Invite {
        invite_code: code.parse().unwrap(),
        server_id,
        created_by: ANN,
        expires_at: None,
        max_uses: None,
        uses: 0,
        created_at: second(1),
    }
}

pub(super) fn connection(id: &str, channel_id: ChannelId, user_id: UserId, ttl: u64) -> Connection {
    let connection_id = id.into();
    Connection { connection_id, channel_id, server_id: S1, user_id, connected_at: second(1), ttl }
}

fn read(user_id: UserId, channel_id: ChannelId) -> LastRead {
    LastRead {
        user_id,
        channel_id,
        last_read_message_id: MessageId::from_ulid(ulid(100)),
        last_read_timestamp: 5,
        updated_at: second(1),
    }
}

fn member(user_id: UserId, server_id: ServerId) -> ServerMembership {
    ServerMembership { user_id, server_id, role: ServerRole::Member, joined_at: second(1) }
}

impl World {
    pub(super) async fn new() -> Self {
        let db = with::<Discord>().await.with_clock(|| second(1000));
        let world = Self {
            chat: Chat::new(db.clone()),
            db,
            users: vec![user(ANN, "ann"), user(BOB, "bob"), user(CID, "ann2")],
            servers: vec![server(S1, ANN), server(S2, BOB)],
            members: vec![member(ANN, S1), member(ANN, S2), member(BOB, S2)],
            channels: vec![channel(S1, C1), channel(S1, C2), channel(S2, ChannelId::from_ulid(ulid(23)))],
            // Times of different widths, and two messages of one time.
            messages: [(9, 101), (10, 102), (10, 103), (1_735_257_600_000, 104)]
                .into_iter()
                .flat_map(|(at, id)| [message(C1, ANN, at, id), message(C2, BOB, at, id + 100)])
                .collect(),
            invites: vec![invite("abcabcab", S1), invite("abcabcabc", S1), invite("xyzxyzxyz", S2)],
            connections: vec![
                connection("k1", C1, ANN, 4_000_000_000),
                connection("k1", C2, ANN, 4_000_000_000),
                connection("k10", C1, BOB, 4_000_000_000),
                connection("k2", C1, ANN, 1_000),
            ],
            reads: vec![read(ANN, C1), read(BOB, C1), read(ANN, C2)],
        };
        let batch = world.db.batch_write().put_all(&world.users).put_all(&world.servers).put_all(&world.members);
        let batch = batch.put_all(&world.channels).put_all(&world.messages).put_all(&world.invites);
        batch.put_all(&world.connections).put_all(&world.reads).await.unwrap();
        world
    }

    pub(super) async fn clear(self) {
        self.db.delete_table::<Discord>().await.unwrap();
    }

    fn in_channel(&self, channel: ChannelId) -> Vec<Message> {
        self.messages.iter().filter(|message| message.channel_id == channel).cloned().collect()
    }
}

on! { World::new:
    async fn user_by_id(w) {
        assert_eq!(w.db.get(User::by_id(&ANN)).await.unwrap(), Some(w.users[0].clone()));
    }

    async fn user_by_email(w) {
        // The lock on the address is no user, and `ann2` is another.
        assert_eq!(w.db.query(User::by_email("ann@example.com")).first().await.unwrap(), Some(w.users[0].clone()));
        assert_eq!(w.db.query(User::by_email("Ann@Example.com")).first().await.unwrap(), Some(w.users[0].clone()));
        assert_eq!(w.db.query(User::by_email("ann")).first().await.unwrap(), None);
    }

    async fn server_by_id(w) {
        assert_eq!(w.db.get(Server::by_id(&S1)).await.unwrap(), Some(w.servers[0].clone()));
    }

    async fn servers_of_a_user(w) {
        // Profile, connections and read positions are in the partition too.
        assert_eq!(w.db.query(ServerMembership::of_user(&ANN)).page().await.unwrap().items, w.members[..2]);
        let overviews = servers_of(&w.chat, ANN).await.unwrap();
        let seen: Vec<_> = overviews.iter().map(|o| (o.server.clone(), o.membership.server_id, o.channels)).collect();
        assert_eq!(seen, [(w.servers[0].clone(), S1, 2), (w.servers[1].clone(), S2, 1)]);
    }

    async fn members_of_a_server(w) {
        assert_eq!(w.db.query(ServerMembership::of_server(&S2)).page().await.unwrap().items, w.members[1..]);
        assert_eq!(w.db.query(ServerMembership::of_server(&S1)).page().await.unwrap().items, w.members[..1]);
    }

    async fn channels_of_a_server(w) {
        assert_eq!(w.db.query(Channel::of_server(&S1)).page().await.unwrap().items, w.channels[..2]);
    }

    async fn channel_by_id(w) {
        // Everyone who has read in it has the same partition of the index.
        assert_eq!(w.db.query(Channel::by_id(&C1)).first().await.unwrap(), Some(w.channels[0].clone()));
        let all = w.db.query(Channel::partition_gsi1(&C1)).page().await.unwrap();
        assert_eq!(all.items.len(), 3);
    }

    async fn messages_descending(w) {
        let mut expected = w.in_channel(C1);
        expected.reverse();
        let mut found = Vec::new();
        let mut cursor = None;
        loop {
            let query = w.db.query(Message::in_channel(&C1)).limit(2);
            let page = query.after(&cursor).page().await.unwrap();
            assert!(page.items.len() <= 2);
            found.extend(page.items);
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, expected);
    }

    async fn messages_after_a_time(w) {
        let all = w.in_channel(C1);
        assert_eq!(w.db.query(Message::after(&C1, &10)).page().await.unwrap().items, all[3..]);
        assert_eq!(w.db.query(Message::after(&C1, &9)).page().await.unwrap().items, all[1..]);
        assert_eq!(w.db.query(Message::after(&C1, &1_735_257_600_000)).page().await.unwrap().items, []);
        // In pages, too.
        let first = w.db.query(Message::after(&C1, &9)).limit(1).page().await.unwrap();
        let rest = w.db.query(Message::after(&C1, &9)).after(&first.next.unwrap()).page().await.unwrap();
        assert_eq!([first.items, rest.items].concat(), all[1..]);
    }

    async fn messages_from_a_time_on(w) {
        let all = w.in_channel(C1);
        assert_eq!(w.db.query(Message::from(&C1, &10)).page().await.unwrap().items, all[1..]);
        assert_eq!(w.db.query(Message::from(&C1, &11)).page().await.unwrap().items, all[3..]);
    }

    async fn message_by_id(w) {
        assert_eq!(w.db.query(Message::by_id(&MessageId::from_ulid(ulid(103)))).first().await.unwrap(), Some(w.in_channel(C1)[2].clone()));
        assert_eq!(w.db.query(Message::by_id(&MessageId::from_ulid(ulid(999)))).first().await.unwrap(), None);
    }

    async fn messages_by_author(w) {
        let mut expected = w.in_channel(C1);
        expected.reverse();
        assert_eq!(w.db.query(Message::by_author(&ANN)).all().await.unwrap(), expected);
        assert_eq!(w.db.query(Message::by_author(&CID)).all().await.unwrap(), []);
    }

    async fn invite_by_code(w) {
        assert_eq!(w.db.query(Invite::by_code(&"abcabcab".parse::<InviteCode>().unwrap())).first().await.unwrap(), Some(w.invites[0].clone()));
        assert_eq!(w.db.query(Invite::by_code(&"abcabcabcabc".parse::<InviteCode>().unwrap())).first().await.unwrap(), None);
    }

    async fn invites_of_a_server(w) {
        assert_eq!(w.db.query(Invite::of_server(&S1)).page().await.unwrap().items, w.invites[..2]);
    }

    async fn connections_in_a_channel(w) {
        let listening = w.db.query(Connection::in_channel(&C1)).page().await.unwrap();
        // One has expired, whether or not it was deleted.
        assert_eq!(sorted(listening), sorted([w.connections[0].clone(), w.connections[2].clone()]));
        let all: Vec<_> = w.db.query(Connection::query(&C1)).stream().try_collect().await.unwrap();
        assert_eq!(all.len(), 3);
    }

    async fn connection_by_id(w) {
        let found = w.db.query(Connection::by_id(&"k1".into())).page().await.unwrap();
        assert_eq!(sorted(found), sorted(w.connections[..2].to_vec()));
    }

    async fn connections_of_a_user(w) {
        let found = w.db.query(UserConnection::of_user(&ANN)).page().await.unwrap().items;
        let found: Vec<_> = found.into_iter().map(|c| (c.connection_id.0, c.channel_id)).collect();
        assert_eq!(found, [("k1".to_owned(), C1), ("k1".to_owned(), C2)]);
    }

    async fn how_far_a_user_has_read(w) {
        assert_eq!(w.db.get(LastRead::by_id(&ANN, &C2)).await.unwrap(), Some(w.reads[2].clone()));
        assert_eq!(w.db.get(LastRead::by_id(&CID, &C2)).await.unwrap(), None);
    }

    async fn how_far_everyone_has_read(w) {
        assert_eq!(w.db.query(LastRead::in_channel(&C1)).page().await.unwrap().items, w.reads[..2]);
    }

    async fn whether_a_user_is_in_a_server(w) {
        assert!(w.db.get(ServerMembership::by_id(&ANN, &S2)).await.unwrap().is_some());
        assert!(w.db.get(ServerMembership::by_id(&BOB, &S1)).await.unwrap().is_none());
    }

    async fn all_servers_there_are(w) {
        assert_eq!(sorted(all_servers(&w.db).await.unwrap()), sorted(w.servers.clone()));
    }

    async fn whether_a_user_can_access_a_channel(w) {
        let access = ChannelAccess::check(&w.chat, ANN, C1).await.unwrap();
        assert_eq!((access.channel(), access.user_id()), (&w.channels[0], ANN));
        assert_eq!(ChannelAccess::check(&w.chat, BOB, C1).await, Err(ChatError::NotAMember(BOB, S1)));
        let ghost = ChannelId::from_ulid(ulid(99));
        assert_eq!(ChannelAccess::check(&w.chat, ANN, ghost).await, Err(ChatError::NoSuchChannel(ghost)));
        assert_eq!(ChannelAccess::check_in(&w.chat, ANN, S1, C1).await, Ok(access));
        assert_eq!(ChannelAccess::check_in(&w.chat, BOB, S1, C1).await, Err(ChatError::NotAMember(BOB, S1)));
        // A channel of another server, in which the user is.
        assert_eq!(ChannelAccess::check_in(&w.chat, ANN, S2, C1).await, Err(ChatError::NoSuchChannel(C1)));
    }
}
