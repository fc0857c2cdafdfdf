#[derive(KeyField)]
pub struct UserId(pub String);
