pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "work", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_state, name = "ByState", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Work {
    Task(Task),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Work,
    pk = "TASK#<task_id>",
    sk = "TASK",
    by_state = ("STATE#<state>", "<priority:02>#<task_id>"),
)]
pub struct Task {
    pub task_id: String,
    pub title: String,
    pub note: Option<String>,
    pub state: State,
    pub priority: u8,
    pub effort: u32,
    pub steps: Vec<String>,
    #[entity(version)]
    pub version: u64,
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
pub enum State {
    Open,
    Done,
}

/// A task of middle priority.
#[must_use]
pub fn task(task_id: &str) -> Task {
    Task {
        task_id: task_id.into(),
        title: "Paint the fence".into(),
        note: None,
        state: State::Open,
        priority: 5,
        effort: 3,
        steps: Vec::new(),
        version: 0,
    }
}
