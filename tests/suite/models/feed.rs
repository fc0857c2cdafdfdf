//! The feed: copies for promoted users, made from the stream, capped and expiring.

use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use models::goals_guild::*;

use super::goals_world::{ANN, BOB, CID, activity, put_raw, user};
use super::{second, ulid, with};

async fn guild() -> Db {
    let db = with::<GgCore>().await.with_clock(|| second(1000));
    for (id, name) in [(ANN, "ann"), (BOB, "bob"), (CID, "cid")] {
        db.create(&user(id, name)).await.unwrap();
    }
    db
}

fn new<E: Entity<Table = GgCore>>(item: &E) -> Change<GgCore> {
    Change::from_images(None, Some(item.to_item().unwrap())).unwrap()
}

async fn posted(db: &Db, activity: &Activity, rules: &FeedRules) -> u64 {
    db.create(activity).await.unwrap();
    fan_out(db, &new(activity), rules).await.unwrap()
}

async fn feed_of(db: &Db, user: UserId) -> Vec<ActivityId> {
    db.query(FeedItem::recent(&user)).page().await.unwrap().items.into_iter().map(|item| item.activity_id).collect()
}

async fn home_of(db: &Db, user: UserId) -> Vec<ActivityId> {
    home_feed(db, user, 50, None).await.unwrap().entries.into_iter().map(|entry| entry.activity_id).collect()
}

fn ids(of: &[(UserId, u32)]) -> Vec<ActivityId> {
    of.iter().map(|(user, n)| activity(*user, *n).activity_id).collect()
}

async fn follow(db: &Db, follower: UserId, followee: UserId) -> Change<GgCore> {
    follow_user(db, &Call::new(follower, format!("{follower}-{followee}")), followee).await.unwrap();
    new(&db.get(Follow::between(&follower, &followee)).await.unwrap().unwrap())
}

#[tokio::test]
async fn only_promoted_users_are_copied_to_feeds() {
    let db = guild().await;
    let rules = FeedRules::default();
    for user in [ANN, CID] {
        follow(&db, user, BOB).await;
    }
    follow(&db, ANN, CID).await;
    assert_eq!(posted(&db, &activity(BOB, 1), &rules).await, 0);
    assert_eq!(posted(&db, &activity(CID, 1), &rules).await, 0);
    assert_eq!(feed_of(&db, ANN).await, []);
    assert_eq!(home_of(&db, ANN).await, ids(&[(CID, 1), (BOB, 1)]));

    // What Bob did last is copied at once.
    let copies = promote(&db, BOB, PromotionReason::Volume, [("posts".to_owned(), 10)], &rules).await.unwrap();
    assert_eq!(copies, 2);
    assert_eq!(home_of(&db, ANN).await, ids(&[(CID, 1), (BOB, 1)]));
    assert_eq!(posted(&db, &activity(BOB, 2), &rules).await, 2);
    assert_eq!(posted(&db, &activity(CID, 2), &rules).await, 0);
    assert_eq!(feed_of(&db, ANN).await, ids(&[(BOB, 2), (BOB, 1)]));
    assert_eq!(feed_of(&db, CID).await, ids(&[(BOB, 2), (BOB, 1)]));
    let all = ids(&[(CID, 2), (BOB, 2), (CID, 1), (BOB, 1)]);
    assert_eq!(home_of(&db, ANN).await, all);
    // A record that comes again copies the same again.
    let again = fan_out(&db, &new(&activity(BOB, 2)), &rules).await.unwrap();
    assert_eq!((again, feed_of(&db, ANN).await.len()), (2, 2));

    // Someone who is no longer followed does not show, and copies of someone who is no longer promoted are not doubled.
    unfollow_user(&db, &Call::new(ANN, "u1"), BOB).await.unwrap();
    assert_eq!(home_of(&db, ANN).await, ids(&[(CID, 2), (CID, 1)]));
    demote(&db, BOB).await.unwrap();
    assert_eq!(home_of(&db, CID).await, ids(&[(BOB, 2), (BOB, 1)]));
    assert_eq!(posted(&db, &activity(BOB, 3), &rules).await, 0);
    demote(&db, ANN).await.unwrap();
    db.delete_table::<GgCore>().await.unwrap();
}

#[tokio::test]
async fn whoever_follows_a_promoted_user_catches_up() {
    let db = guild().await;
    let rules = FeedRules { recent: 2, ..FeedRules::default() };
    for n in 1..=3 {
        db.create(&activity(BOB, n)).await.unwrap();
    }
    for (user, reason) in [(ANN, PromotionReason::Volume), (CID, PromotionReason::Followers)] {
        promote(&db, BOB, reason, [], &rules).await.unwrap();
        let edge = follow(&db, user, BOB).await;
        assert_eq!(fan_out(&db, &edge, &rules).await.unwrap(), 2);
        assert_eq!(feed_of(&db, user).await, ids(&[(BOB, 3), (BOB, 2)]));
    }
    // Edges of both kinds are served.
    assert_eq!(posted(&db, &activity(BOB, 4), &rules).await, 2);
    for user in [ANN, CID] {
        assert_eq!(home_of(&db, user).await[0], activity(BOB, 4).activity_id);
    }
    // What is not new is not copied.
    let item = || Some(activity(BOB, 4).to_item().unwrap());
    let changed = Change::from_images(item(), item()).unwrap();
    assert_eq!(fan_out(&db, &changed, &rules).await.unwrap(), 0);
    db.delete_table::<GgCore>().await.unwrap();
}

#[tokio::test]
async fn feeds_are_capped_and_expire() {
    let db = guild().await;
    let rules = FeedRules { cap: 5, trim_every: 3, keep: Duration::from_mins(1), recent: 50 };
    let db = db.with_clock(|| second(10));
    follow(&db, ANN, BOB).await;
    promote(&db, BOB, PromotionReason::Volume, [], &rules).await.unwrap();
    for n in 1..=20 {
        posted(&db, &activity(BOB, n), &rules).await;
        // The cap, and what came since the last trimming, which comes by chance: the same in every run.
        assert!(feed_of(&db, ANN).await.len() <= 15, "{n}");
    }
    trim_feed(&db, ANN, rules.cap).await.unwrap();
    assert_eq!(feed_of(&db, ANN).await, ids(&[(BOB, 20), (BOB, 19), (BOB, 18), (BOB, 17), (BOB, 16)]));
    assert_eq!(trim_feed(&db, ANN, rules.cap).await.unwrap(), 0);
    let copy = db.query(FeedItem::recent(&ANN)).page().await.unwrap().items.remove(0);
    assert_eq!(copy.ttl, copy.created_at.second_after(Duration::from_mins(1)));
    // Copies that have expired do not count, whether or not DynamoDB has deleted them.
    let oldest = activity(BOB, 16).created_at;
    let later = oldest.as_millis() + 60_000 + 1;
    let db = db.with_clock(move || Timestamp::from_millis(later).unwrap());
    assert_eq!(feed_of(&db, ANN).await.len(), 4);
    // A page that the copies fill is made of them; one that they do not is made of the activities.
    let titles = async |limit| home_feed(&db, ANN, limit, None).await.unwrap().entries.len();
    assert_eq!((titles(4).await, titles(50).await), (4, 20));
    db.delete_table::<GgCore>().await.unwrap();
}

/// Page by page, over copies and activities, with several at one time: each once, in order.
#[tokio::test]
async fn a_feed_goes_on_where_a_page_ended() {
    let db = guild().await;
    let rules = FeedRules::default();
    follow(&db, ANN, BOB).await;
    follow(&db, ANN, CID).await;
    let media = Media { s3_key: "k".into(), content_type: "image/png".into(), width: 2, height: 1 };
    for n in 1..=12 {
        // Three at one time, by both.
        for actor in [BOB, CID] {
            let activity = Activity { created_at: second(n / 3), ..activity(actor, n) };
            posted(&db, &Activity { media: Some(media.clone()), tags: vec!["sport".into()], ..activity }, &rules).await;
        }
    }
    let walk = async |limit: usize| {
        let (mut all, mut after, mut pages) = (Vec::new(), None::<FeedCursor>, 0);
        loop {
            let page = home_feed(&db, ANN, limit, after.as_ref()).await.unwrap();
            assert!(page.entries.len() == limit || page.next.is_none());
            all.extend(page.entries);
            pages += 1;
            match page.next {
                // As a client gives it back.
                Some(next) => after = Some(next.to_string().parse().unwrap()),
                None => break (all, pages),
            }
        }
    };
    let (all, _) = walk(50).await;
    assert_eq!(all.len(), 24);
    assert!(all.iter().all(|entry| entry.media == Some(media.clone()) && entry.tags == ["sport"]));
    assert!(all.is_sorted_by_key(|entry| std::cmp::Reverse((entry.created_at, entry.activity_id))));
    for (limit, pages) in [(1, 24), (5, 5), (24, 1), (25, 1)] {
        assert_eq!(walk(limit).await, (all.clone(), pages), "{limit}");
    }
    // Of whom it reads the copies makes no difference, nor since when.
    promote(&db, BOB, PromotionReason::Volume, [], &FeedRules { recent: 3, ..rules.clone() }).await.unwrap();
    for limit in [1, 5, 25] {
        assert_eq!(walk(limit).await.0, all, "{limit}");
    }
    for n in 20..=24 {
        posted(&db, &Activity { created_at: second(1000 + n), ..activity(BOB, n) }, &rules).await;
    }
    let (more, _) = walk(2).await;
    assert_eq!((more.len(), &more[5..]), (29, &all[..]));
    // A cursor is one user's.
    let next = home_feed(&db, ANN, 1, None).await.unwrap().next.unwrap();
    assert!(matches!(home_feed(&db, BOB, 1, Some(&next)).await, Err(GuildError::Input(_))));
    for wrong in ["", "x", "2050-01-01T00:00:00.000Z99x", "2050-01-01T00:00:00.000Z01u", "äääääääääääääääääääääääää"]
    {
        assert!(wrong.parse::<FeedCursor>().is_err(), "{wrong}");
    }
    db.delete_table::<GgCore>().await.unwrap();
}

/// What is done in a promoted group is copied to all members, whomever they follow.
#[tokio::test]
async fn a_promoted_group_is_copied_to_its_members() {
    let db = guild().await;
    let rules = FeedRules::default();
    let new_group = NewGroup { name: "Runners".into(), description: String::new(), tags: vec![], is_persistent: true };
    let group = create_group(&db, &Call::new(ANN, "g"), new_group).await.unwrap().value;
    join_group(&db, &Call::new(BOB, "j"), group).await.unwrap();
    let in_group =
        |actor, n| Activity { object_type: ObjectType::Group, object_id: group.to_string(), ..activity(actor, n) };
    assert_eq!(posted(&db, &in_group(BOB, 1), &rules).await, 0);
    let promotion_rules = PromotionRules { members: 2, ..PromotionRules::default() };
    let promotion = propose_group_promotion(&db, group, &promotion_rules).await.unwrap().unwrap();
    assert_eq!((promotion.fanout_enabled, promotion.thresholds["size"]), (true, 2));
    db.put(&promotion).await.unwrap();
    assert_eq!(propose_group_promotion(&db, group, &promotion_rules).await.unwrap(), None);
    assert_eq!(posted(&db, &in_group(BOB, 2), &rules).await, 1);
    assert_eq!(posted(&db, &activity(BOB, 3), &rules).await, 0, "not in the group");
    assert_eq!(posted(&db, &in_group(CID, 1), &rules).await, 0, "of one who is not in the group");
    assert_eq!(home_of(&db, ANN).await, ids(&[(BOB, 2)]));
    assert_eq!(home_of(&db, BOB).await, []);
    // Following as well does not show it twice.
    follow(&db, ANN, BOB).await;
    assert_eq!(home_of(&db, ANN).await, ids(&[(BOB, 3), (BOB, 2), (BOB, 1)]));
    promote(&db, BOB, PromotionReason::Volume, [], &rules).await.unwrap();
    assert_eq!(home_of(&db, ANN).await, ids(&[(BOB, 3), (BOB, 2), (BOB, 1)]));
    unfollow_user(&db, &Call::new(ANN, "u"), BOB).await.unwrap();
    // The promotion has copied what he did in the group before that, too.
    assert_eq!(home_of(&db, ANN).await, ids(&[(BOB, 2), (BOB, 1)]));
    // Whoever leaves no longer reads it.
    leave_group(&db, &Call::new(BOB, "l"), group).await.unwrap();
    let few = propose_group_promotion(&db, group, &PromotionRules { members: 9, ..promotion_rules }).await.unwrap();
    assert_eq!(few.map(|promotion| promotion.fanout_enabled), Some(false));
    db.delete_table::<GgCore>().await.unwrap();
}

#[tokio::test]
async fn promotions_are_proposed_from_what_is_counted() {
    let db = guild().await;
    let rules =
        PromotionRules { followers: 2, volume: 4, window: Duration::from_secs(100), ..PromotionRules::default() };
    let propose = async |rules: &PromotionRules| propose_promotion(&db, BOB, rules).await.unwrap();
    assert_eq!(propose(&rules).await, None);
    follow(&db, ANN, BOB).await;
    assert_eq!(propose(&rules).await, None);
    // Three within the window, and one before it.
    for (n, at) in [(1, 899), (2, 900), (3, 950), (4, 1000)] {
        db.create(&Activity { created_at: second(at), ..activity(BOB, n) }).await.unwrap();
    }
    assert_eq!(propose(&rules).await, None);
    let longer = PromotionRules { window: Duration::from_secs(101), ..rules.clone() };
    let volume = propose(&longer).await.unwrap();
    assert_eq!((volume.reason, volume.thresholds), (PromotionReason::Volume, [("volume".to_owned(), 4)].into()));
    follow(&db, CID, BOB).await;
    let followers = propose(&longer).await.unwrap();
    assert_eq!(
        (followers.reason, &followers.thresholds),
        (PromotionReason::Followers, &[("followers".to_owned(), 2)].into())
    );
    db.put(&followers).await.unwrap();
    assert_eq!(propose(&longer).await, None, "it is promoted");
    // One less is not a reason to end it; half is.
    unfollow_user(&db, &Call::new(CID, "u"), BOB).await.unwrap();
    assert_eq!(propose(&PromotionRules { volume: 7, ..rules.clone() }).await, None);
    let ended = propose(&PromotionRules { followers: 4, volume: 8, ..rules.clone() }).await.unwrap();
    assert_eq!((ended.fanout_enabled, ended.reason), (false, PromotionReason::Followers));
    db.delete_table::<GgCore>().await.unwrap();
}

/// The mutation, the stream, and the handler, as they run together.
#[tokio::test]
async fn the_stream_carries_an_activity_to_the_feed() {
    let db = guild().await;
    let rules = FeedRules::default();
    let mut tail = db.tail::<GgCore>(None).await.unwrap();
    follow(&db, ANN, BOB).await;
    // Not empty, and nor are the tags: the streams of DynamoDB Local lose empty maps and lists.
    promote(&db, BOB, PromotionReason::Followers, [("followers".to_owned(), 1)], &rules).await.unwrap();
    let new = NewActivity {
        verb: Verb::goal_update(),
        object_type: ObjectType::Goal,
        object_id: "g1".into(),
        preview_text: "half way".into(),
        media: None,
        tags: vec!["running".into()],
    };
    let posted = post_activity(&db, &Call::new(BOB, "p1"), new).await.unwrap();
    // The edge and the promotion come first, and are not what brings the activity.
    for _ in 0..50 {
        for change in tail.next().await.unwrap() {
            let change = change.unwrap();
            if matches!(change.new, Some(GgCore::Activity(_))) {
                assert_eq!(fan_out(&db, &change, &rules).await.unwrap(), 1);
            }
        }
        if !feed_of(&db, ANN).await.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(feed_of(&db, ANN).await, [posted.value.id]);
    assert_eq!(home_of(&db, ANN).await, [posted.value.id]);
    db.delete_table::<GgCore>().await.unwrap();
}

/// Followers by the hundred: more than one batch, page and transaction.
#[tokio::test]
async fn many_followers_are_served_in_batches() {
    let db = guild().await;
    // Edges alone: what goes with them is tested elsewhere, and takes a transaction each.
    let edges: Vec<_> = (100..400)
        .map(|n| Follow {
            follower_id: UserId::from_ulid(ulid(n)),
            followee_id: BOB,
            spread: false,
            created_at: second(1),
        })
        .map(|edge| edge.to_item().unwrap())
        .collect();
    put_raw(&db, &edges).await;
    promote(&db, BOB, PromotionReason::Followers, [], &FeedRules::default()).await.unwrap();
    assert_eq!(posted(&db, &activity(BOB, 1), &FeedRules::default()).await, 300);
    for n in [100, 250, 399] {
        assert_eq!(feed_of(&db, UserId::from_ulid(ulid(n))).await, ids(&[(BOB, 1)]));
    }
    db.delete_table::<GgCore>().await.unwrap();
}

/// A promotion that is written by itself, as it is in the document: the stream's handler makes the copies.
#[tokio::test]
async fn a_promotion_brings_the_latest() {
    let db = guild().await;
    let rules = FeedRules { recent: 2, ..FeedRules::default() };
    follow(&db, ANN, BOB).await;
    for n in 1..=3 {
        db.create(&activity(BOB, n)).await.unwrap();
    }
    let (reason, thresholds) = (PromotionReason::Volume, std::collections::BTreeMap::new());
    let off = Promotion { user_id: BOB, fanout_enabled: false, reason, thresholds, updated_at: second(1) };
    let on = Promotion { fanout_enabled: true, ..off.clone() };
    db.put(&on).await.unwrap();
    // Nothing of him goes missing before.
    assert_eq!(home_of(&db, ANN).await, ids(&[(BOB, 3), (BOB, 2), (BOB, 1)]));
    let image = |promotion: &Promotion| Some(promotion.to_item().unwrap());
    let promoted = Change::from_images(image(&off), image(&on)).unwrap();
    assert_eq!(fan_out(&db, &promoted, &rules).await.unwrap(), 2);
    assert_eq!(feed_of(&db, ANN).await, ids(&[(BOB, 3), (BOB, 2)]));
    for (old, new) in [(&on, &on), (&on, &off), (&off, &off)] {
        let change = Change::from_images(image(old), image(new)).unwrap();
        assert_eq!(fan_out(&db, &change, &rules).await.unwrap(), 0);
    }
    db.delete_table::<GgCore>().await.unwrap();
}
