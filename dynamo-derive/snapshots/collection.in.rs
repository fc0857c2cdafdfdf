#[derive(Collection)]
#[collection(index = gsi1)]
pub enum Written {
    Note(Note),
    Draft(Draft),
}
