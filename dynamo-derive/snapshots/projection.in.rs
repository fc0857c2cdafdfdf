#[derive(Projection)]
#[projection(of = Note, index = by_size)]
pub struct NoteTitle {
    pub id: String,
    pub title: String,
}
