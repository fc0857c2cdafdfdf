pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "library", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_book, name = "ByBook", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Library {
    Member(Member),
    Loan(Loan),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Library, pk = "MEMBER#<member_id>", sk = "PROFILE")]
#[access(profile(member_id), get, about = "A member's profile")]
pub struct Member {
    pub member_id: String,
    pub name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Library,
    pk = "MEMBER#<member_id>",
    sk = "LOAN#<due>#<book_id>",
    by_book = ("BOOK#<book_id>", "LOAN#<due>"),
)]
#[access(of_member(member_id), about = "What a member has borrowed, what is due first at the top")]
#[access(due_before(member_id, due <), about = "What a member should have returned by then")]
#[access(last_of_book(book_id), index = by_book, descending, first, about = "The latest loan of a book")]
pub struct Loan {
    pub member_id: String,
    pub book_id: String,
    pub due: Timestamp,
    pub title: String,
}
