use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    User(User),
    UserCard(UserCard),
    EmailUnique(EmailUnique),
    Follow(Follow),
    Followers(Followers),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "PROFILE", unique(email as EmailUnique), pointers(UserCard))]
pub struct User {
    pub id: String,
    pub email: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "USERS", sk = "CARD#<id>", pointer_of(User))]
pub struct UserCard {
    pub id: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "EMAIL#<email>", sk = "UNIQUE")]
pub struct EmailUnique {
    pub email: String,
    pub id: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "FOLLOWS#<other>", counted(count in Followers(id = other)))]
pub struct Follow {
    pub id: String,
    pub other: String,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "FOLLOWERS")]
pub struct Followers {
    pub id: String,
    pub count: u64,
}

pub async fn run(db: Db, user: User, card: UserCard) -> Result<(), Error> {
    db.put(&card).await?;
    let _ = (user, card);
    Ok(())
}

fn main() {}

// fixed, line 48: db.put(&user).await?;
