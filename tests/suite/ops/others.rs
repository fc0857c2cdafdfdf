//! Enums that grow: one variant keeps the texts that the enum does not know.

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug)]
#[table(name = "desk", pk = "PK", sk = "SK")]
#[index(by_state, name = "ByState", pk = "StatePK", sk = "StateSK")]
pub(crate) enum Desk {
    Ticket(Ticket),
    Strict(Strict),
}

#[derive(KeyField, Debug, Clone, PartialEq)]
#[key_field(rename_all = "lowercase")]
pub(crate) enum State {
    Open,
    Done,
    #[entity(other)]
    Other(String),
}

#[derive(Attribute, Debug, Clone, PartialEq)]
pub(crate) enum Mood {
    Glad,
    #[entity(other)]
    Unknown(Box<str>),
}

#[derive(Attribute, Debug, Clone, PartialEq)]
pub(crate) enum Known {
    Yes,
    No,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "TICKET#<id>", sk = "STATE#<first>", by_state = ("STATE#<state>", "TICKET#<id>"))]
pub(crate) struct Ticket {
    pub(crate) id: String,
    pub(crate) first: State,
    pub(crate) state: State,
    pub(crate) mood: Mood,
    pub(crate) moods: Vec<Mood>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "STRICT#<id>", sk = "META", by_state = none)]
pub(crate) struct Strict {
    pub(crate) id: String,
    pub(crate) known: Known,
}

fn other(text: &str) -> State {
    State::Other(text.into())
}

fn ticket(id: &str, state: State) -> Ticket {
    Ticket { id: id.into(), first: State::Open, state, mood: Mood::Glad, moods: vec![Mood::Glad] }
}

on! {
    async fn unknown_texts_are_read_and_written_back(db: Desk) {
        let mut item = ticket("t1", State::Open).to_item().unwrap();
        item.insert("state".into(), AttributeValue::S("on hold".into()));
        item.insert("StatePK".into(), AttributeValue::S("STATE#on hold".into()));
        item.insert("mood".into(), AttributeValue::S("sly".into()));
        item.insert("moods".into(), AttributeValue::L(vec![AttributeValue::S("shy".into()), AttributeValue::S("Glad".into())]));
        put_raw::<Desk>(&db, item.clone()).await;
        let read = db.get(Ticket::key("t1", State::Open)).await.unwrap().unwrap();
        assert_eq!((&read.state, &read.mood), (&other("on hold"), &Mood::Unknown("sly".into())));
        assert_eq!(read.moods, [Mood::Unknown("shy".into()), Mood::Glad]);
        db.put(&read).await.unwrap();
        assert_eq!(stored::<Desk>(&db).await["TICKET#t1 / STATE#open"], item);
    }

    async fn they_stand_in_keys_and_conditions(db: Desk) {
        for (id, state) in [("t1", State::Open), ("t2", other("on hold")), ("t3", State::Done), ("t4", other("on hold"))] {
            db.create(&ticket(id, state)).await.unwrap();
        }
        let of = async |state: State| {
            let found = db.query(Ticket::query_by_state(state)).all().await.unwrap();
            found.into_iter().map(|ticket| ticket.id).collect::<Vec<_>>()
        };
        assert_eq!(of(other("on hold")).await, ["t2", "t4"]);
        assert_eq!(of(State::Done).await, ["t3"]);
        let state = Ticket::fields().state;
        let moved = db.update(Ticket::key("t2", State::Open)).set(state, other("lost")).when(state.eq(other("on hold")));
        assert_eq!(moved.returning_new().await.unwrap().state, other("lost"));
        assert_eq!(of(other("lost")).await, ["t2"]);
        let again = db.update(Ticket::key("t2", State::Open)).set(state, State::Done).when(state.eq(State::Open)).await;
        assert!(matches!(again, Err(Error::ConditionFailed(_))), "{again:?}");
        // A known text is the known variant, however it was made.
        db.create(&Ticket { first: other("open"), ..ticket("t5", other("done")) }).await.unwrap();
        let t5 = db.get(Ticket::key("t5", State::Open)).await.unwrap().unwrap();
        assert_eq!((t5.first, t5.state), (State::Open, State::Done));
        // In the sort key of the table, and back.
        let odd = Ticket { first: other("draft"), ..ticket("t6", State::Open) };
        db.create(&odd).await.unwrap();
        assert_eq!(db.query(Ticket::query("t6").first(other("draft"))).all().await.unwrap(), [odd]);
        let fields = Ticket::parse_key("TICKET#t6", "STATE#draft").unwrap();
        assert_eq!(fields.1, other("draft"));
    }

    async fn a_text_that_would_be_another_key_is_refused(db: Desk) {
        for state in ["a#b", ""] {
            let refused = db.create(&ticket("t1", other(state))).await;
            assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
        }
    }

    async fn without_such_a_variant_the_error_names_the_enum(db: Desk) {
        let mut item = Strict { id: "s".into(), known: Known::Yes }.to_item().unwrap();
        item.insert("known".into(), AttributeValue::S("Maybe".into()));
        put_raw::<Desk>(&db, item).await;
        let error = db.get(Strict::key("s")).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "`Strict` STRICT#s / META cannot be read: `known`: \"Maybe\" is no text of `Known`, which has \"Yes\", \"No\"\n\
             help: add a variant, or one that keeps every text that `Known` does not know: `#[entity(other)] Other(String)`"
        );
    }
}
