//! A chat server: invites that run out, messages in pages, reactions, what was not read yet, and what a change of the stream does.

use std::process::ExitCode;

use dynamo_core::prelude::*;
use dynamo_core::stream::Tail;
use dynamo_examples::{Outcome, Story, run};
use models::discord::{
    ChannelAccess, Chat, ChatError, Connection, ConnectionId, Delivery, Discord, Message, MessageId, NewChannel,
    NewInvite, NewServer, Registration, ServerAccess, ServerId, UserConnection, account, connect, create_channel,
    create_invite, create_server, deliver, disconnect, edit_message, leave_server, mark_read, messages, on_change,
    react, register, rename_in_messages, rename_user, servers_of, unread_count, use_invite,
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
    let chat = &Chat::new(story.db.clone());
    story.part("Accounts and a server");
    let mut users = Vec::new();
    for name in ["ann", "bob", "cid"] {
        users.push(story.ask(format!("{name} registers"), register(chat, registration(name)?)).await?.user_id);
    }
    let [ann, bob, cid] = users[..] else { return Err("there are three".into()) };
    let again = story.ask("another ann registers", register(chat, registration("ann")?)).await;
    story.tell(refused(again)?);
    let found = story.ask("bob@example.com logs in", account(chat, "bob@example.com")).await?;
    story.tell(format!("{:?}", found.ok_or("nobody")?));
    let new = NewServer { name: "Gardeners".to_owned(), icon_url: None };
    let server = story.ask("Ann makes a server", create_server(chat, ann, new)).await?.server_id;
    let owner = story.ask("and shows that she is in it", ServerAccess::check(chat, ann, server)).await?;
    let new = NewChannel { name: "general".to_owned(), topic: None };
    let channel = story.ask("with a channel", create_channel(chat, &owner.as_manager()?, new)).await?;

    story.part("An invite for one");
    let invite = create_invite(chat, &owner, NewInvite { max_uses: Some(1), expires_at: None });
    let code = story.ask("Ann makes it", invite).await?.invite_code;
    story.ask("Bob uses it", use_invite(chat, &code, bob)).await?;
    let late = story.ask("Cid uses it too", use_invite(chat, &code, cid)).await;
    story.tell(refused(late)?);
    for (user, name) in [(bob, "Bob"), (cid, "Cid")] {
        let what = format!("Can {name} see the channel?");
        let seen = story.ask(what, ChannelAccess::check(chat, user, channel.channel_id)).await;
        story.tell(if seen.is_ok() { "yes" } else { "no" });
    }
    let link = |user| ChannelAccess::check_in(chat, user, server, channel.channel_id);
    let bob_in = story.ask("Bob comes by a link that names the server, in one request", link(bob)).await?;
    let ann_in = link(ann).await?;

    say(story, &ann_in, &bob_in).await?;
    presence(story, &bob_in).await?;
    stream(story, &ann_in, &bob_in, server).await?;

    story.part("Servers of Ann");
    for overview in story.ask("with how many channels each has", servers_of(chat, ann)).await? {
        story.tell(format!(
            "{}: {} channel, as {:?}",
            overview.server.name, overview.channels, overview.membership.role
        ));
    }
    Ok(())
}

async fn say(story: &Story, ann: &ChannelAccess, bob: &ChannelAccess) -> Outcome {
    let (db, chat) = (&story.db, &Chat::new(story.db.clone()));
    story.part("Messages");
    let texts = ["Hello", "Tomatoes?", "Tomatoes.", "Also beans", "Hm"];
    let said: Vec<_> = texts.iter().zip(1_735_257_600_000_u64..).map(|(text, at)| said(ann, at, text, db)).collect();
    story.ask("Ann said five things", db.batch_write().put_all(&said).into_future()).await?;
    let page = story.ask("The latest three", messages(chat, bob).limit(3).page().into_future()).await?;
    for message in &page.items {
        story.tell(&message.content);
    }
    let next = page.next.as_ref().ok_or("there are more")?;
    let older = messages(chat, bob).limit(3).after(next);
    for message in story.ask("and the ones before", older.page().into_future()).await? {
        story.tell(message.content);
    }
    let after = db.query(Message::after(&bob.channel_id(), &said[3].timestamp));
    let count = story.ask("After the fourth", after.count().into_future()).await?;
    story.tell(format!("{count} message"));

    story.ask("Bob likes the last one", react(chat, bob, said[4].message_id, "\u{1f44d}")).await?;
    let edited = story.ask("Ann changes it", edit_message(chat, ann, said[4].message_id, "Hm!")).await?;
    let liked = edited.reactions.first().ok_or("it was liked")?;
    story.tell(format!("{} ({} {})", edited.content, liked.emoji, liked.count));
    let other = story.ask("Bob tries to", edit_message(chat, bob, said[4].message_id, "Ha")).await;
    story.tell(refused(other)?);

    let unread = story.ask("Bob has not read", unread_count(chat, bob)).await?;
    story.tell(format!("{unread} messages"));
    mark_read(chat, bob, &said[2]).await?;
    let unread = story.ask("and after the third", unread_count(chat, bob)).await?;
    story.tell(format!("{unread} messages"));
    story.ask("Ann takes another name", rename_user(chat, ann.user_id(), "anna")).await?;
    let renamed = story.ask("which her old messages get too", rename_in_messages(chat, ann.user_id())).await?;
    story.tell(format!("{renamed} messages"));
    Ok(())
}

async fn presence(story: &Story, bob: &ChannelAccess) -> Outcome {
    let (db, chat) = (&story.db, &Chat::new(story.db.clone()));
    story.part("Who listens");
    story.ask("Bob's browser connects", connect(chat, bob, "conn-1")).await?;
    let listening = db.query(Connection::in_channel(&bob.channel_id()));
    let listening = story.ask("Who is told of a new message?", listening.all().into_future()).await?;
    let first = listening.first().ok_or("nobody listens")?;
    story.tell(format!("{} connection, until {}", listening.len(), first.ttl));
    let mine = db.query(UserConnection::of_user(&bob.user_id()));
    let mine = story.ask("Connections of Bob", mine.all().into_future()).await?;
    story.tell(&mine.first().ok_or("he has none")?.connection_id);
    let gone = story.ask("It is gone", disconnect(chat, &"conn-1".into())).await?;
    story.tell(format!("from {gone} channel"));
    Ok(())
}

async fn stream(story: &Story, ann: &ChannelAccess, bob: &ChannelAccess, server: ServerId) -> Outcome {
    let (db, chat) = (&story.db, &Chat::new(story.db.clone()));
    story.part("What a change of the stream does");
    connect(chat, ann, "ann-1").await?;
    connect(chat, bob, "bob-1").await?;
    connect(chat, bob, "bob-closed").await?;
    let mut tail = db.tail::<Discord>(None).await?;
    while !tail.next().await?.is_empty() {}

    let said = story.ask("Ann says something", models::discord::send_message(chat, ann, "Peas")).await?;
    story.ask("The change goes to those who listen", tell_changes(story, &mut tail)).await?;
    story.ask("Bob likes it", react(chat, bob, said.message_id, "\u{1f44d}")).await?;
    story.ask("which is told too", tell_changes(story, &mut tail)).await?;
    story.ask("Bob leaves the server", leave_server(chat, bob.server())).await?;
    story.ask("and hears of that, and of nothing after it", tell_changes(story, &mut tail)).await?;
    let listed = db.query(UserConnection::of_user(&bob.user_id())).count().await?;
    story.tell(format!("{listed} connections of Bob listen in {server}"));
    Ok(())
}

/// Delivers what changed since the last time, and shows who got it. One browser has gone without a word.
async fn tell_changes(story: &Story, tail: &mut Tail<Discord>) -> Outcome {
    for change in tail.next().await? {
        for notice in on_change(&change?) {
            let json = serde_json::to_string(&notice.event)?;
            let send = |to: ConnectionId| {
                let is_gone = to.as_ref() == "bob-closed";
                if !is_gone {
                    story.tell(format!("{to} gets {json}"));
                }
                std::future::ready(Ok::<_, ChatError>(if is_gone { Delivery::Gone } else { Delivery::Sent }))
            };
            let delivered = deliver(&story.db, &notice, send).await?;
            if delivered.dropped > 0 {
                story.tell(format!("{} connection was gone, and is forgotten", delivered.dropped));
            }
        }
    }
    Ok(())
}

fn refused<T: std::fmt::Debug>(answer: Result<T, ChatError>) -> Result<String, String> {
    match answer {
        Err(error) => Ok(format!("refused: {error}")),
        Ok(done) => Err(format!("it was done: {done:?}")),
    }
}

#[allow(clippy::result_large_err)] // It names two ids.
fn registration(name: &str) -> Result<Registration, ChatError> {
    Ok(Registration {
        email: format!("{name}@example.com"),
        username: name.to_owned(),
        password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$bm90Zm9yYW55b25lc2V5ZXM".parse()?,
        avatar_url: None,
    })
}

fn said(by: &ChannelAccess, timestamp: u64, content: &str, db: &Db) -> Message {
    Message {
        timestamp,
        message_id: MessageId::new(),
        channel_id: by.channel_id(),
        user_id: by.user_id(),
        username: "ann".to_owned(),
        content: content.to_owned(),
        edited: false,
        edited_at: None,
        reactions: vec![],
        created_at: db.now(),
        updated_at: db.now(),
    }
}
