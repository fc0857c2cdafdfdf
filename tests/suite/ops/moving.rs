//! A key that moves while there is data: the new key begins as a pointer, then it is the record, then the old one is gone.
//! Programs of neighbouring steps write at once.

use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::Names;
use dynamo_core::prelude::*;
use futures_util::future::join_all;

use super::engine::empty;

/// A program: its table, and accounts under the old key and the new one, as far as it knows them.
macro_rules! program {
    ($module:ident, $table:ident { $($variant:ident),* }, $($(#[$option:meta])* $entity:ident;)*) => {
        mod $module {
            use dynamo_core::prelude::*;

            #[derive(Table, Debug)]
            #[table(name = "moving", pk = "PK", sk = "SK", type_attribute = "type")]
            pub(super) enum $table {
                $($variant($variant)),*
            }

            $(
                #[derive(Entity, Debug, Clone, PartialEq)]
                $(#[$option])*
                pub(super) struct $entity {
                    pub(super) id: String,
                    pub(super) name: String,
                }
            )*
        }
    };
}

program! { old, Old { Account },
    #[entity(table = Old, pk = "ACCOUNT#<id>", sk = "META")] Account;
}
program! { both, Both { Account, User },
    #[entity(table = Both, pk = "ACCOUNT#<id>", sk = "META", pointers(User))] Account;
    #[entity(table = Both, pk = "USER#<id>", sk = "ACCOUNT", pointer_of(Account))] User;
}
program! { turned, Turned { Account, User },
    #[entity(table = Turned, pk = "ACCOUNT#<id>", sk = "META", pointer_of(User))] Account;
    #[entity(table = Turned, pk = "USER#<id>", sk = "ACCOUNT", pointers(Account))] User;
}
program! { new, New { Account, User },
    #[entity(table = New, pk = "ACCOUNT#<id>", sk = "META")] Account;
    #[entity(table = New, pk = "USER#<id>", sk = "ACCOUNT")] User;
}

async fn databases() -> Vec<Db> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let name = format!("moving-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let names = Names::new().rename::<old::Old>(name.clone()).rename::<both::Both>(name.clone());
        let names = names.rename::<turned::Turned>(name.clone()).rename::<new::New>(name);
        let db = empty(transport).await.with_names(names);
        db.create_table::<old::Old>().await.unwrap();
        all.push(db);
    }
    all
}

fn id(n: usize) -> String {
    format!("a{n:02}")
}

#[tokio::test]
async fn a_key_moves_with_its_data() {
    for db in databases().await {
        let accounts = (0..8).map(|n| old::Account { id: id(n), name: "first".into() });
        db.batch_write().put_all(&accounts.collect::<Vec<_>>()).await.unwrap();

        // Old programs and those that write both keys, at once, on the same accounts.
        let by_old = async |n| {
            db.update(old::Account::key(id(n))).set(old::Account::fields().name, format!("old{n}")).await.unwrap();
        };
        let by_both = async |n| {
            db.update(both::Account::key(id(n))).set(both::Account::fields().name, format!("both{n}")).await.unwrap();
        };
        join_all((0..8).map(async |n| tokio::join!(by_old(n), by_both(n)))).await;
        // The last old program has stopped.
        db.repair::<both::Both>().await.unwrap();
        assert!(db.verify::<both::Both>().await.unwrap().is_clean());
        for n in 0..8 {
            let (account, user) = (db.get(both::Account::key(id(n))).await, db.get(both::User::key(id(n))).await);
            assert_eq!(account.unwrap().unwrap().name, user.unwrap().unwrap().name);
        }

        // Those that write both keys, and those whose record is under the new one, at once.
        let by_turned = async |n| {
            db.update(turned::User::key(id(n))).set(turned::User::fields().name, format!("turned{n}")).await.unwrap();
        };
        join_all((0..8).map(async |n| tokio::join!(by_both(n), by_turned(n)))).await;
        db.create(&turned::User { id: id(8), name: "late".into() }).await.unwrap();
        db.delete(both::Account::key(id(7))).await.unwrap();
        assert_eq!(db.get(both::Account::key(id(8))).await.unwrap().unwrap().name, "late");
        assert_eq!(db.get(turned::User::key(id(7))).await.unwrap(), None);
        db.repair::<turned::Turned>().await.unwrap();
        assert!(db.verify::<turned::Turned>().await.unwrap().is_clean());
        assert!(db.verify::<both::Both>().await.unwrap().is_clean(), "either program finds what it expects");

        // Only the new key is left: the old items are records that nobody writes any more.
        for account in db.scan::<new::Account>().all().await.unwrap() {
            db.delete(account.key()).await.unwrap();
        }
        let mut users = db.scan::<new::User>().all().await.unwrap();
        users.sort_by(|a, b| a.id.cmp(&b.id));
        let ids: Vec<_> = users.iter().map(|user| user.id.clone()).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6, 8].map(id));
        assert!(
            users[..7].iter().all(|user| user.name.starts_with("both") || user.name.starts_with("turned")),
            "{users:?}"
        );
        db.delete_table::<new::New>().await.unwrap();
    }
}
