//! A chat server.

use std::error::Error;

use dynamo_core::prelude::*;
use models::discord::{
    ChannelAccess, Chat, Discord, NewChannel, NewInvite, NewServer, Registration, ServerAccess, connect,
    create_channel, create_invite, create_server, mark_read, react, register, send_message, use_invite,
};

const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$bm90Zm9yYW55b25lc2V5ZXM";

pub(super) async fn write(db: &Db) -> Result<(), Box<dyn Error>> {
    db.create_table::<Discord>().await?;
    let chat = &Chat::new(db.clone());
    let mut users = Vec::new();
    for name in ["ann", "bob", "cid", "dora"] {
        let new = Registration {
            email: format!("{name}@example.com"),
            username: name.to_owned(),
            password_hash: HASH.parse()?,
            avatar_url: None,
        };
        users.push(register(chat, new).await?.user_id);
    }
    for (owner, name, channels) in [(0, "Gardeners", ["general", "harvest"]), (1, "Runners", ["general", "routes"])] {
        let server =
            create_server(chat, users[owner], NewServer { name: name.to_owned(), icon_url: None }).await?.server_id;
        let access = ServerAccess::check(chat, users[owner], server).await?;
        let code = create_invite(chat, &access, NewInvite { max_uses: Some(10), expires_at: None }).await?.invite_code;
        for user in users.iter().filter(|user| **user != users[owner]) {
            use_invite(chat, &code, *user).await?;
        }
        for name in channels {
            let new = NewChannel { name: name.to_owned(), topic: Some(format!("All about {name}")) };
            let channel = create_channel(chat, &access.as_manager()?, new).await?.channel_id;
            let mut last = None;
            for (user, text) in [
                (0, "Hello"),
                (1, "Has anyone grown tomatoes?"),
                (2, "Two plants, on the balcony"),
                (3, "They want water"),
            ] {
                let access = ChannelAccess::check_in(chat, users[user], server, channel).await?;
                last = Some((send_message(chat, &access, text).await?, access));
            }
            if let Some((message, access)) = last {
                react(chat, &access, message.message_id, "\u{1f44d}").await?;
                mark_read(chat, &access, &message).await?;
                connect(chat, &access, format!("browser-of-dora-in-{name}")).await?;
            }
        }
    }
    Ok(())
}
