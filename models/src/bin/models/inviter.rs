//! Hangouts of groups.

use std::error::Error;

use dynamo_core::prelude::*;
use models::inviter::{Group, Hangout, Inviter, User, join_group};

/// A hangout: its id, title, place and time, the groups that see it, and who is invited besides.
type Planned = (&'static str, &'static str, &'static str, u64, &'static [&'static str], &'static [&'static str]);

pub(super) async fn write(db: &Db) -> Result<(), Box<dyn Error>> {
    db.create_table::<Inviter>().await?;
    for (id, name) in [("runners", "Runners"), ("cooks", "Cooks"), ("players", "Chess players")] {
        db.create(&Group { group_id: id.into(), group_name: name.to_owned() }).await?;
    }
    for (id, name) in [("ann", "Ann"), ("bob", "Bob"), ("cid", "Cid"), ("dora", "Dora")] {
        db.create(&User { user_id: id.into(), user_name: name.to_owned() }).await?;
    }
    for (group, user) in [
        ("runners", "ann"),
        ("cooks", "ann"),
        ("cooks", "bob"),
        ("players", "cid"),
        ("players", "bob"),
        ("runners", "dora"),
    ] {
        join_group(db, &group.into(), &user.into()).await?;
    }
    let hangouts: [Planned; 5] = [
        ("run", "A run in the park", "The park", 1_800_000_000, &["runners"], &["bob"]),
        ("soup", "Soup for all", "Ann's kitchen", 1_810_000_000, &["runners", "cooks"], &[]),
        ("cake", "Cake", "The bakery", 1_820_000_000, &["cooks"], &["ann", "dora"]),
        ("open", "Open tournament", "The town hall", 1_830_000_000, &["players", "cooks"], &["ann"]),
        ("dawn", "Sunrise on the hill", "The hill", 1_840_000_000, &["runners", "players"], &["cid", "bob"]),
    ];
    for (id, title, location, start_timestamp, groups, invited) in hangouts {
        let hangout = Hangout {
            hangout_id: id.into(),
            title: title.to_owned(),
            description: Some(format!("Everything about {}", title.to_lowercase())),
            location: Some(location.to_owned()),
            start_timestamp,
            group_ids: groups.iter().map(|group| (*group).into()).collect(),
            invited_user_ids: invited.iter().map(|user| (*user).into()).collect(),
        };
        db.create(&hangout).await?;
    }
    Ok(())
}
