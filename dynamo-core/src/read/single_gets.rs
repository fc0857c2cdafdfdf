//! Warns, in debug builds, of a task that gets items one by one where a query or a batch would do.

#[cfg(not(debug_assertions))]
pub(super) fn note(_: &'static crate::schema::EntitySchema) {}

#[cfg(debug_assertions)]
pub(super) use watch::note;

#[cfg(debug_assertions)]
mod watch {
    use std::collections::HashMap;
    use std::sync::{LazyLock, Mutex, PoisonError};
    use std::time::{Duration, Instant};

    use crate::schema::EntitySchema;

    /// The number of gets within `SPAN` that causes a warning.
    const MANY: u32 = 10;
    const SPAN: Duration = Duration::from_secs(1);
    const KEPT: usize = 1024;

    type Gets = HashMap<(tokio::task::Id, &'static str), (Instant, u32)>;

    static GETS: LazyLock<Mutex<Gets>> = LazyLock::new(Mutex::default);

    /// Counts a get of the current task.
    pub(crate) fn note(schema: &'static EntitySchema) {
        let Some(task) = tokio::task::try_id() else { return };
        let now = Instant::now();
        let mut gets = GETS.lock().unwrap_or_else(PoisonError::into_inner);
        if gets.len() >= KEPT {
            gets.retain(|_, (since, _)| now.duration_since(*since) < SPAN);
        }
        let (since, count) = gets.entry((task, schema.id)).or_insert((now, 0));
        if now.duration_since(*since) >= SPAN {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        if *count == MANY {
            tracing::warn!(
                entity = schema.name,
                gets = MANY,
                "one task gets `{}` item by item: use a query over pointers that have what the list shows, or `batch_get`",
                schema.name,
            );
        }
    }
}
