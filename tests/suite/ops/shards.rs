//! Partitions that are spread over several.

use std::collections::BTreeSet;

use dynamo_core::prelude::*;

use super::engine::both;
use super::model::Follower;

fn followers(user: &str, count: u64) -> Vec<Follower> {
    let follower =
        |at| Follower { user: user.into(), follower: format!("f{at:03}"), mood: "glad".into(), at: 1000 - at };
    (0..count).map(follower).collect()
}

both! {
    async fn a_sharded_partition_is_read_as_one(db) {
        let (ann, bob) = (followers("ann", 50), followers("bob", 3));
        db.batch_write().put_all(&ann).put_all(&bob).await.unwrap();
        let partitions: BTreeSet<_> = ann.iter().map(|item| item.key().unwrap().pk().to_owned()).collect();
        assert_eq!(partitions.len(), 4, "{partitions:?}");
        // A key is known without asking, and gives its fields back.
        let key = Follower::key("ann", "f007").unwrap();
        assert_eq!(key.fields().unwrap(), ("ann".to_owned(), "f007".to_owned()));
        assert_eq!(key, ann[7].key().unwrap());
        assert_eq!(db.get(key).await.unwrap().as_ref(), Some(&ann[7]));
        // In the order of the sort key, whatever the shard.
        assert_eq!(db.query(Follower::query("ann")).page().await.unwrap().items, ann);
        assert_eq!(db.query(Follower::query("ann").follower("f010".."f020")).page().await.unwrap().items, ann[10..20]);
        assert_eq!(db.query(Follower::query("ann")).count().await.unwrap(), 50);
        assert_eq!(db.query(Follower::query("ann")).descending().first().await.unwrap().as_ref(), ann.last());
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let query = db.query(Follower::query("ann")).limit(7).after(&cursor);
            let page = query.page().await.unwrap();
            found.extend(page.items);
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, ann);
        assert_eq!(db.query(Follower::query("bob")).page().await.unwrap().items, bob);
    }

    async fn a_sharded_index_stays_in_step(db) {
        let all = followers("ann", 20);
        db.batch_write().put_all(&all).await.unwrap();
        let times = |page: Page<Follower>| page.into_iter().map(|item| item.at).collect::<Vec<_>>();
        assert_eq!(times(db.query(Follower::query_gsi1("glad")).page().await.unwrap()), (981..=1000).collect::<Vec<_>>());
        assert_eq!(times(db.query(Follower::since_when("glad", &998)).page().await.unwrap()), [998, 999, 1000]);
        let f = Follower::fields;
        db.update(Follower::key("ann", "f003")).set(f().mood, "sad").set(f().at, 5).await.unwrap();
        let raw = db.get(Follower::key("ann", "f003")).into_sdk().unwrap().send().await.unwrap().item.unwrap();
        let now = db.query(Follower::query_gsi1("sad")).first().await.unwrap().unwrap();
        assert_eq!(raw, now.to_item().unwrap());
        assert_eq!(db.query(Follower::query_gsi1("glad")).count().await.unwrap(), 19);
    }
}
