//! Items of the club, as most tests want them.

use dynamo_core::Timestamp;

use super::club::{Draft, Event, Follow, Guest, Member, Page, Spot};

pub(crate) fn draft(id: &str) -> Draft {
    Draft { draft_id: id.into(), title: id.to_uppercase(), starts_at: 7, expires: None, deleted_at: None }
}

pub(crate) fn event(id: &str, groups: &[&str], guests: &[&str]) -> Event {
    Event {
        event_id: id.into(),
        title: "Picnic".into(),
        notes: None,
        starts_at: 1_000,
        spot: Spot { city: "Ulm".into(), street: None },
        group_ids: groups.iter().map(ToString::to_string).collect(),
        guests: guests.iter().map(|user| Guest { user_id: (*user).into(), role: "guest".into() }).collect(),
        host_id: None,
        is_open: false,
        views: 0,
    }
}

pub(crate) fn member(id: &str, mail: &str) -> Member {
    Member {
        member_id: id.into(),
        mail: mail.into(),
        nickname: None,
        org: "o".into(),
        badge: id.bytes().map(u32::from).sum(),
        bio: String::new(),
    }
}

pub(crate) fn follow(follower: &str, followee: &str) -> Follow {
    Follow { follower: follower.into(), followee: followee.into(), note: None }
}

pub(crate) fn page(id: &str) -> Page {
    let open = Timestamp::default();
    Page { page_id: id.into(), text: "a".into(), version: 0, created_at: open, updated_at: None }
}
