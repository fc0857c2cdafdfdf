//! Hangouts of groups: one record each, pointers for every list, and names that follow.

use std::process::ExitCode;
use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_examples::{Outcome, Story, run};
use models::inviter::{
    Group, GroupId, GroupMembership, Hangout, HangoutPointer, Inviter, User, UserId, agenda, join_group, on_change,
    rename_group,
};
use models::worker::{StreamWorkers, Worker, WorkerRules};

const ABOUT: &str = "Hangouts of groups: one record each, pointers for every list, and names that follow";

fn main() -> ExitCode {
    run(
        "Hangouts",
        ABOUT,
        |names, run| {
            names.rename::<Inviter>(format!("InviterTable-{run}")).rename::<StreamWorkers>(format!("workers-{run}"))
        },
        async |db, what| {
            what.of::<StreamWorkers>(db).await?;
            what.of::<Inviter>(db).await
        },
        tell,
    )
}

/// The story.
pub async fn tell(story: &Story) -> Outcome {
    let db = &story.db;
    let (ann, bob) = (UserId::from("ann"), UserId::from("bob"));
    let (runners, cooks) = (GroupId::from("runners"), GroupId::from("cooks"));
    story.part("Groups");
    for (id, name) in [(&runners, "Runners"), (&cooks, "Cooks")] {
        db.create(&Group { group_id: id.clone(), group_name: name.to_owned() }).await?;
    }
    for (id, name) in [(&ann, "Ann"), (&bob, "Bob")] {
        db.create(&User { user_id: id.clone(), user_name: name.to_owned() }).await?;
    }
    for (group, user) in [(&runners, &ann), (&cooks, &ann), (&cooks, &bob)] {
        story.ask(format!("{user} joins the {group}"), join_group(db, group, user)).await?;
    }
    show_groups(story, &ann).await?;

    story.part("Hangouts");
    let hangouts = [
        hangout("run", "A run in the park", 1_800_000_000, [&runners].into(), [&bob].into()),
        hangout("soup", "Soup for all", 1_700_000_000, [&runners, &cooks].into(), [].into()),
        hangout("cake", "Cake", 1_900_000_000, [&cooks].into(), [&ann].into()),
    ];
    for hangout in &hangouts {
        story.ask(format!("New: {}", hangout.title), db.create(hangout).into_future()).await?;
    }
    let feed = story
        .ask("The feed of the cooks: pointers alone", db.query(HangoutPointer::feed(&cooks)).all().into_future())
        .await?;
    for pointer in feed {
        story.tell(pointer.title);
    }
    show_agenda(story, &ann).await?;

    story.part("A change reaches every list");
    let fields = Hangout::fields();
    let soup =
        db.update(hangouts[1].key()).set(fields.title, "Stew for all").set(fields.start_timestamp, 1_850_000_000);
    story.ask("The soup becomes a stew, and is later", soup.into_future()).await?;
    show_agenda(story, &ann).await?;
    let moved =
        Hangout { group_ids: [runners.clone()].into(), ..db.get(hangouts[1].key()).await?.ok_or("it is gone")? };
    story.ask("The cooks are busy", db.replace(&moved).into_future()).await?;
    let feed = story.ask("The feed of the cooks", db.query(HangoutPointer::feed(&cooks)).all().into_future()).await?;
    story.tell(format!("{} hangout", feed.len()));
    let full = story.ask("All about one of them", db.get(Hangout::by_id(&"cake".into())).into_future()).await?;
    story.tell(full.and_then(|hangout| hangout.description).unwrap_or_default());

    story.part("Names follow");
    let renamed = story.ask("The cooks are bakers now", rename_group(db, &cooks, "Bakers")).await?;
    story.tell(format!("{renamed} memberships"));
    show_groups(story, &ann).await?;
    changes(story, &cooks).await?;
    let report = story.ask("Is anything out of step?", db.verify::<Inviter>().into_future()).await?;
    if !report.is_clean() {
        return Err(format!("out of step: {:?}", report.drift()).into());
    }
    story.tell("nothing");
    Ok(())
}

/// Another program renames the group, and does not know of the memberships: the worker of the stream does the rest.
async fn changes(story: &Story, cooks: &GroupId) -> Outcome {
    story.part("What the stream does");
    let db = &story.db;
    let rename = db.update(Group::by_id(cooks)).set(Group::fields().group_name, "Pastry cooks");
    story.ask("The group's record alone is renamed", rename.into_future()).await?;
    let worker = Worker::new("names", WorkerRules::default());
    let mut follower = worker.follow::<Inviter>(db).await?;
    let stale = GroupMembership::fields().group_name.ne("Pastry cooks");
    for _ in 0..50 {
        follower.step(async |change| on_change(db, change).await.map(drop)).await?;
        let members = db.query(GroupMembership::of_group(cooks)).consistent().filter(stale.clone());
        if members.first().await?.is_none() {
            story.tell("the worker has passed the name on to every membership");
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err("the stream brought nothing".into())
}

async fn show_groups(story: &Story, user: &UserId) -> Outcome {
    let groups = story.db.query(GroupMembership::of_user(user));
    for member in story.ask(format!("Groups of {user}"), groups.all().into_future()).await? {
        story.tell(member.group_name);
    }
    Ok(())
}

async fn show_agenda(story: &Story, user: &UserId) -> Outcome {
    let what = format!("All that {user} is asked to, in order: a query for each group and one for {user}");
    for entry in story.ask(what, agenda(&story.db, user, 0, 10)).await? {
        let through = entry.group_id.map_or_else(|| "invited".to_owned(), |group| format!("through the {group}"));
        story.tell(format!("{} {} ({through})", entry.start_timestamp, entry.title));
    }
    Ok(())
}

fn hangout(id: &str, title: &str, start_timestamp: u64, groups: Vec<&GroupId>, invited: Vec<&UserId>) -> Hangout {
    Hangout {
        hangout_id: id.into(),
        title: title.to_owned(),
        description: Some(format!("Everything about {title}")),
        location: Some("The park".to_owned()),
        start_timestamp,
        group_ids: groups.into_iter().cloned().collect(),
        invited_user_ids: invited.into_iter().cloned().collect(),
    }
}
