//! The Discord clone.

use std::cmp::Reverse;
use std::ops::Range;

use dynamo_core::{Db, Error};
use indicatif::ProgressBar;
use models::discord::{
    self, Channel, ChannelAccess, ChannelId, ChatError, Connection, ConnectionId, Invite, InviteCode, LastRead,
    Message, MessageId, PasswordHash, Server, ServerId, ServerMembership, ServerRole, User, UserConnection, UserId,
    all_servers, servers_of, unread_count,
};
use ulid::Ulid;

use crate::probe::Probe;
use crate::write::{at, only, sorted_by, write_all};

/// Users, servers and what is said.
#[derive(Debug, Default)]
pub(crate) struct Chat {
    users: Vec<User>,
    servers: Vec<Server>,
    members: Vec<ServerMembership>,
    channels: Vec<Channel>,
    messages: Vec<Message>,
    invites: Vec<Invite>,
    connections: Vec<Connection>,
    reads: Vec<LastRead>,
}

impl Chat {
    /// Ten users share a server with two channels.
    pub(crate) async fn write(
        db: &Db,
        random: &mut fastrand::Rng,
        users: Range<u32>,
        per_user: u64,
        bar: &ProgressBar,
    ) -> Result<Self, Error> {
        let mut new = Self::default();
        let share = u32::try_from(per_user * 85 / 100).unwrap_or(u32::MAX).max(2);
        let mut id = || Ulid(random.u128(..));
        let hash: PasswordHash = "$argon2id$none".parse().expect("the form of a PHC string");
        new.users = users.map(|n| user(UserId::from_ulid(id()), n, &hash)).collect();
        for (n, users) in (0..).zip(new.users.chunks(10)) {
            let server = server(ServerId::from_ulid(id()), users[0].user_id, n);
            let mut channels =
                [channel(ChannelId::from_ulid(id()), &server, n), channel(ChannelId::from_ulid(id()), &server, n)];
            channels.sort_by_key(|channel| channel.channel_id);
            new.invites.push(invite(&server, n));
            for (m, user) in (0..).zip(users) {
                let (user_id, server_id) = (user.user_id, server.server_id);
                new.members.push(ServerMembership { user_id, server_id, role: ServerRole::Member, joined_at: at(m) });
                for channel in &channels {
                    new.connections.push(connection(&format!("conn-{user_id}"), channel, user_id));
                }
                for k in 0..share {
                    let channel = &channels[usize::try_from(k).unwrap_or_default() % 2];
                    let timestamp = 1_700_000_000_000 + u64::from(k / 4) * 10 + u64::from(m);
                    new.messages.push(message(MessageId::from_ulid(id()), channel, user, timestamp));
                }
                new.reads.push(LastRead {
                    user_id,
                    channel_id: channels[0].channel_id,
                    last_read_message_id: MessageId::from_ulid(Ulid(0)),
                    last_read_timestamp: 1_700_000_000_000 + u64::from(m),
                    updated_at: at(m),
                });
            }
            new.servers.push(server);
            new.channels.extend(channels);
        }
        write_all(db, &new.users, 2, bar).await?;
        write_all(db, &new.servers, 1, bar).await?;
        write_all(db, &new.members, 1, bar).await?;
        write_all(db, &new.channels, 1, bar).await?;
        write_all(db, &new.messages, 1, bar).await?;
        write_all(db, &new.invites, 2, bar).await?;
        write_all(db, &new.connections, 2, bar).await?;
        write_all(db, &new.reads, 1, bar).await?;
        Ok(new)
    }

    /// Every pattern.
    pub(crate) async fn ask(&self, probe: &mut Probe<'_>) -> Result<(), Error> {
        let (db, chat) = (probe.db, &discord::Chat::new(probe.db.clone()));
        for user in probe.some(&self.users) {
            let me = user.user_id;
            probe.ordered("discord User::by_id", vec![user.clone()], db.get(User::by_id(&me))).await?;
            probe
                .ordered("discord User::by_email", vec![user.clone()], db.query(User::by_email(&user.email)).first())
                .await?;
            let mine = only(&self.members, |member| member.user_id == me);
            let counted = async {
                Ok(servers_of(chat, me).await.iter().flatten().map(|o| (o.server.server_id, o.channels)).collect())
            };
            probe.listed("servers_of", mine.iter().map(|m| (m.server_id, 2)).collect(), counted).await?;
            probe.ordered("ServerMembership::of_user", mine, db.query(ServerMembership::of_user(&me)).page()).await?;
            let mut mine = only(&self.connections, |connection| connection.user_id == me);
            mine.sort_by_key(|connection| connection.channel_id);
            let first = mine[0].connection_id.clone();
            let listed = mine.iter().map(|connection| {
                let Connection { user_id, connection_id, channel_id, ttl, .. } = connection.clone();
                UserConnection { user_id, connection_id, channel_id, ttl }
            });
            let listed = listed.collect();
            probe.ordered("UserConnection::of_user", listed, db.query(UserConnection::of_user(&me)).page()).await?;
            let found = async {
                let found = db.query(Connection::by_id(&first)).page().await?;
                Ok(sorted_by(found.items, |connection| connection.channel_id))
            };
            probe.listed("Connection::by_id", mine, found).await?;
        }
        for server in probe.some(&self.servers) {
            let id = server.server_id;
            probe.ordered("Server::by_id", vec![server.clone()], db.get(Server::by_id(&id))).await?;
            let members = sorted_by(only(&self.members, |member| member.server_id == id), |member| member.user_id);
            probe
                .ordered(
                    "ServerMembership::by_id",
                    vec![members[0].clone()],
                    db.get(ServerMembership::by_id(&members[0].user_id, &id)),
                )
                .await?;
            probe
                .ordered("ServerMembership::of_server", members, db.query(ServerMembership::of_server(&id)).page())
                .await?;
            let channels = only(&self.channels, |channel| channel.server_id == id);
            probe.ordered("Channel::of_server", channels, db.query(Channel::of_server(&id)).page()).await?;
            let invites = only(&self.invites, |invite| invite.server_id == id);
            let by_code = db.query(Invite::by_code(&invites[0].invite_code)).first();
            probe.ordered("Invite::by_code", vec![invites[0].clone()], by_code).await?;
            probe.ordered("Invite::of_server", invites, db.query(Invite::of_server(&id)).page()).await?;
        }
        for channel in probe.some(&self.channels) {
            self.ask_channel(probe, &channel).await?;
        }
        for read in probe.some(&self.reads) {
            let key = LastRead::by_id(&read.user_id, &read.channel_id);
            probe.ordered("LastRead::by_id", vec![read.clone()], db.get(key)).await?;
            let unread = only(&self.messages, |message| {
                message.channel_id == read.channel_id && message.timestamp >= read.last_read_timestamp
            });
            let unread = u64::try_from(unread.len()).unwrap_or_default();
            let access = ChannelAccess::check(chat, read.user_id, read.channel_id).await;
            let count = async {
                let Ok(access) = access else { return Ok(vec![]) };
                Ok(unread_count(chat, &access).await.ok().into_iter().collect())
            };
            probe.listed("unread_count", vec![unread], count).await?;
        }
        for user in probe.some(&self.users) {
            let mine = only(&self.messages, |message| message.user_id == user.user_id);
            let mine = sorted_by(mine, |message| Reverse((message.timestamp, message.message_id)));
            let latest = mine.into_iter().take(50).collect();
            let by_author = db.query(Message::by_author(&user.user_id)).limit(50).page();
            probe.ordered("Message::by_author", latest, by_author).await?;
        }
        for message in probe.some(&self.messages) {
            let by_id = db.query(Message::by_id(&message.message_id)).first();
            probe.ordered("Message::by_id", vec![message.clone()], by_id).await?;
        }
        // Later there are those of the others too.
        let ours = sorted_by(self.servers.clone(), |server| server.server_id);
        let found = async {
            let all = only(&all_servers(db).await?, |server| self.servers.contains(server));
            Ok(sorted_by(all, |server| server.server_id))
        };
        probe.listed("all_servers", ours, found).await?;
        probe.grows_by_design();
        Ok(())
    }

    async fn ask_channel(&self, probe: &mut Probe<'_>, channel: &Channel) -> Result<(), Error> {
        let (db, id, chat) = (probe.db, channel.channel_id, &discord::Chat::new(probe.db.clone()));
        probe.ordered("Channel::by_id", vec![channel.clone()], db.query(Channel::by_id(&id)).first()).await?;
        let said = sorted_by(only(&self.messages, |m| m.channel_id == id), |m| (m.timestamp, m.message_id));
        let latest: Vec<_> = said.iter().rev().take(50).cloned().collect();
        probe.ordered("Message::in_channel", latest, db.query(Message::in_channel(&id)).limit(50).page()).await?;
        let time = said[said.len() / 2].timestamp;
        let after = only(&said, |message| message.timestamp > time);
        probe.ordered("Message::after", after, db.query(Message::after(&id, &time)).page()).await?;
        let from = only(&said, |message| message.timestamp >= time);
        probe.ordered("Message::from", from, db.query(Message::from(&id, &time)).page()).await?;
        let listening = only(&self.connections, |connection| connection.channel_id == id);
        let listening = sorted_by(listening, |connection| connection.connection_id.clone());
        let in_channel = db.query(Connection::in_channel(&id)).page();
        probe.ordered("Connection::in_channel", listening, in_channel).await?;
        let reads = sorted_by(only(&self.reads, |read| read.channel_id == id), |read| read.user_id);
        probe.ordered("LastRead::in_channel", reads, db.query(LastRead::in_channel(&id)).page()).await?;
        let member = only(&self.members, |member| member.server_id == channel.server_id)[0].user_id;
        let seen = |access: Result<ChannelAccess, ChatError>| access.iter().map(|a| a.channel().clone()).collect();
        let check = async { Ok(seen(ChannelAccess::check(chat, member, id).await)) };
        probe.listed("ChannelAccess::check", vec![channel.clone()], check).await?;
        let check_in = async { Ok(seen(ChannelAccess::check_in(chat, member, channel.server_id, id).await)) };
        probe.listed("ChannelAccess::check_in", vec![channel.clone()], check_in).await
    }
}

fn user(user_id: UserId, n: u32, hash: &PasswordHash) -> User {
    User {
        user_id,
        email: format!("user{n}@example.com"),
        username: format!("user{n}"),
        password_hash: hash.clone(),
        avatar_url: None,
        created_at: at(n),
        updated_at: at(n),
    }
}

fn server(server_id: ServerId, owner_id: UserId, n: u32) -> Server {
    Server { server_id, name: format!("server {n}"), owner_id, icon_url: None, created_at: at(n), updated_at: at(n) }
}

fn channel(channel_id: ChannelId, server: &Server, n: u32) -> Channel {
    let (server_id, name) = (server.server_id, "general".to_owned());
    Channel { channel_id, server_id, name, topic: None, created_at: at(n), updated_at: at(n) }
}

fn invite(server: &Server, n: u32) -> Invite {
    Invite {
        invite_code: InviteCode::generate(),
        server_id: server.server_id,
        created_by: server.owner_id,
        expires_at: None,
        max_uses: None,
        uses: 0,
        created_at: at(n),
    }
}

fn connection(id: &str, channel: &Channel, user_id: UserId) -> Connection {
    Connection {
        connection_id: ConnectionId(id.to_owned()),
        channel_id: channel.channel_id,
        server_id: channel.server_id,
        user_id,
        connected_at: at(0),
        ttl: u64::from(u32::MAX),
    }
}

fn message(message_id: MessageId, channel: &Channel, user: &User, timestamp: u64) -> Message {
    Message {
        timestamp,
        message_id,
        channel_id: channel.channel_id,
        user_id: user.user_id,
        username: user.username.clone(),
        content: "hello".to_owned(),
        edited: false,
        edited_at: None,
        reactions: vec![],
        created_at: at(0),
        updated_at: at(0),
    }
}
