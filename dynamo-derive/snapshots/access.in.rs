#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "TASK#<due_at>", gsi1 = ("STATUS#<status>", "AT#<due_at>"))]
#[access(task(user_id, due_at), get)]
#[access(due_before(user_id, due_at <), descending, limit = 20, about = "Tasks to do soon")]
#[access(first_with(status), index = gsi1, first)]
#[access(everything(user_id), of = Everything)]
pub struct Task {
    user_id: String,
    due_at: Timestamp,
    status: Status,
}
