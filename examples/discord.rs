//! A chat server: invites that run out, messages in pages, reactions, and what was not read yet.

use std::process::ExitCode;

use dynamo_core::prelude::*;
use dynamo_examples::{Outcome, Story, run};
use models::discord::{
    Channel, ChannelId, Connection, Discord, Invite, InviteCode, Message, MessageId, Server, ServerId, User,
    UserConnection, UserId, accessible_channel, accessible_channel_of, connect, create_server, disconnect,
    edit_message, mark_read, react, servers_of, unread_count, use_invite,
};

const ABOUT: &str = "A chat server: invites that run out, messages in pages, reactions, and what was not read yet";

fn main() -> ExitCode {
    run(
        "A chat server",
        ABOUT,
        |names, run| names.fill("stage", run),
        async |db, what| what.of::<Discord>(db).await,
        tell,
    )
}

/// The story.
pub async fn tell(story: &Story) -> Outcome {
    let db = &story.db;
    let [ann, bob, cid] = [UserId::new(), UserId::new(), UserId::new()];
    story.part("Accounts and a server");
    for (id, name) in [(ann, "ann"), (bob, "bob"), (cid, "cid")] {
        story.ask(format!("{name} registers"), db.create(&user(id, name, db)).into_future()).await?;
    }
    let found = story.ask("bob@example.com logs in", db.query(User::by_email("bob@example.com")).into_future()).await?;
    story.tell(format!("{:?}", found.ok_or("nobody")?));
    let server = Server {
        server_id: ServerId::new(),
        name: "Gardeners".to_owned(),
        owner_id: ann,
        icon_url: None,
        created_at: db.now(),
        updated_at: db.now(),
    };
    story.ask("Ann makes a server", create_server(db, &server)).await?;
    let channel = Channel {
        channel_id: ChannelId::new(),
        server_id: server.server_id,
        name: "general".to_owned(),
        topic: None,
        created_at: db.now(),
        updated_at: db.now(),
    };
    story.ask("with a channel", db.create(&channel).into_future()).await?;

    story.part("An invite for one");
    let invite = Invite {
        invite_code: InviteCode::generate(),
        server_id: server.server_id,
        created_by: ann,
        expires_at: None,
        max_uses: Some(1),
        uses: 0,
        created_at: db.now(),
    };
    db.create(&invite).await?;
    story.ask("Bob uses it", use_invite(db, &invite.invite_code, bob)).await?;
    let late = story.ask("Cid uses it too", use_invite(db, &invite.invite_code, cid)).await;
    story.tell(match late {
        Err(error) => format!("refused: {error}"),
        Ok(member) => return Err(format!("used twice: {member:?}").into()),
    });
    for (user, name) in [(bob, "Bob"), (cid, "Cid")] {
        let what = format!("Can {name} see the channel?");
        let seen = story.ask(what, accessible_channel(db, user, channel.channel_id)).await?;
        story.tell(if seen.is_some() { "yes" } else { "no" });
    }
    let link = accessible_channel_of(db, bob, server.server_id, channel.channel_id);
    story.ask("and by a link that names the server, in one request", link).await?;

    messages(story, &channel, ann, bob).await?;
    presence(story, &channel, bob).await?;

    story.part("Servers of Ann");
    for overview in story.ask("with how many channels each has", servers_of(db, ann)).await? {
        story.tell(format!(
            "{}: {} channel, as {:?}",
            overview.server.name, overview.channels, overview.membership.role
        ));
    }
    Ok(())
}

async fn messages(story: &Story, channel: &Channel, ann: UserId, bob: UserId) -> Outcome {
    let db = &story.db;
    story.part("Messages");
    let texts = ["Hello", "Tomatoes?", "Tomatoes.", "Also beans", "Hm"];
    let said: Vec<_> =
        texts.iter().zip(1_735_257_600_000_u64..).map(|(text, at)| message(channel, ann, at, text, db)).collect();
    story.ask("Ann says five things", db.batch_write().put_all(&said).into_future()).await?;
    let newest = db.query(Message::in_channel(&channel.channel_id)).limit(3);
    let page = story.ask("The latest three", newest.into_future()).await?;
    for message in &page.items {
        story.tell(&message.content);
    }
    let next = page.next.as_ref().ok_or("there are more")?;
    let older = db.query(Message::in_channel(&channel.channel_id)).limit(3).after(next);
    for message in story.ask("and the ones before", older.into_future()).await? {
        story.tell(message.content);
    }
    let after = db.query(Message::after(&channel.channel_id, &said[3].timestamp));
    let count = story.ask("After the fourth", after.into_future()).await?.items.len();
    story.tell(format!("{count} message"));

    story.ask("Bob likes the last one", react(db, said[4].message_id, bob, "\u{1f44d}")).await?;
    let edited = story.ask("Ann changes it", edit_message(db, said[4].message_id, ann, "Hm!")).await?;
    let liked = edited.reactions.first().ok_or("it was liked")?;
    story.tell(format!("{} ({} {})", edited.content, liked.emoji, liked.count));
    let other = story.ask("Bob tries to", edit_message(db, said[4].message_id, bob, "Ha")).await;
    story.tell(match other {
        Err(error) => format!("refused: {error}"),
        Ok(_) => return Err("it is not his".into()),
    });

    let unread = story.ask("Bob has not read", unread_count(db, bob, channel)).await?;
    story.tell(format!("{unread} messages"));
    mark_read(db, bob, &said[2]).await?;
    let unread = story.ask("and after the third", unread_count(db, bob, channel)).await?;
    story.tell(format!("{unread} messages"));
    Ok(())
}

async fn presence(story: &Story, channel: &Channel, bob: UserId) -> Outcome {
    let db = &story.db;
    story.part("Who listens");
    story.ask("Bob's browser connects", connect(db, "conn-1".into(), channel, bob)).await?;
    let listening = db.query(Connection::in_channel(&channel.channel_id));
    let listening = story.ask("Who is told of a new message?", listening.into_future()).await?;
    let first = listening.items.first().ok_or("nobody listens")?;
    story.tell(format!("{} connection, until {}", listening.items.len(), first.ttl));
    let mine = db.query(UserConnection::of_user(&bob));
    let mine = story.ask("Connections of Bob", mine.into_future()).await?;
    story.tell(&mine.items.first().ok_or("he has none")?.connection_id);
    let gone = story.ask("It is gone", disconnect(db, &"conn-1".into())).await?;
    story.tell(format!("from {gone} channel"));
    Ok(())
}

fn user(user_id: UserId, name: &str, db: &Db) -> User {
    User {
        user_id,
        email: format!("{name}@example.com"),
        username: name.to_owned(),
        password_hash: "not for anyone's eyes".to_owned(),
        avatar_url: None,
        created_at: db.now(),
        updated_at: db.now(),
    }
}

fn message(channel: &Channel, user_id: UserId, timestamp: u64, content: &str, db: &Db) -> Message {
    Message {
        timestamp,
        message_id: MessageId::new(),
        channel_id: channel.channel_id,
        user_id,
        username: "ann".to_owned(),
        content: content.to_owned(),
        edited: false,
        edited_at: None,
        reactions: vec![],
        created_at: db.now(),
        updated_at: db.now(),
    }
}
