pub use std::time::Duration;

pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires")]
pub enum Shop {
    Basket(Basket),
    Article(Article),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "BASKET#<basket_id>", sk = "BASKET")]
pub struct Basket {
    pub basket_id: String,
    pub items: Vec<String>,
    #[entity(ttl)]
    pub expires: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "ARTICLE#<article_id>", sk = "ARTICLE")]
pub struct Article {
    pub article_id: String,
    pub title: String,
    #[entity(created_at)]
    pub created_at: Timestamp,
    #[entity(updated_at)]
    pub updated_at: Timestamp,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

/// An article whose managed fields are not set.
#[must_use]
pub fn article(article_id: &str) -> Article {
    Article {
        article_id: article_id.into(),
        title: "Tea".into(),
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
        deleted_at: None,
    }
}
