//! Boards with a door.

use std::error::Error;

use dynamo_core::prelude::*;
use models::boards::{
    Board, BoardServiceSettings, ServiceConfig, UserId, UserProfile, approve, approve_join, ask_to_join, catalogue,
    create_board, create_tables, enable_service, grant, seed_services,
};

pub(super) async fn write(db: &Db) -> Result<(), Box<dyn Error>> {
    create_tables(db).await?;
    seed_services(db, &catalogue()).await?;
    let people = ["ann", "bob", "cid", "dora"];
    for name in people {
        let (user_id, email) = (name.into(), format!("{name}@example.com"));
        db.create(&UserProfile { user_id, email, user_name: name.to_owned(), created_at: db.now() }).await?;
    }
    for (id, name, owner) in [("b1", "Gardening", "ann"), ("b2", "Cycling", "bob")] {
        let owner_id = UserId::from(owner);
        let board = Board {
            board_id: id.into(),
            board_name: name.to_owned(),
            owner_id: owner_id.clone(),
            enabled_services: vec![],
            created_at: db.now(),
        };
        create_board(db, &board).await?;
        let config = ServiceConfig {
            ttl_days: Some(3),
            ask_question: Some(true),
            question_text: Some("What do you grow?".to_owned()),
            ..ServiceConfig::default()
        };
        let service = BoardServiceSettings {
            board_id: id.into(),
            service_id: format!("{id}-door").as_str().into(),
            service_type: approve_join(),
            is_default: false,
            config,
        };
        enable_service(db, &service, &owner_id).await?;
        for (at, name) in people.iter().filter(|name| **name != owner).enumerate() {
            ask_to_join(db, &id.into(), &(*name).into(), Some("Tomatoes".to_owned())).await?;
            // One of them still waits.
            if at < 2 {
                approve(db, &id.into(), &(*name).into(), &owner_id).await?;
            }
        }
        grant(
            db,
            &id.into(),
            &service.service_id,
            &people.iter().find(|name| **name != owner).copied().unwrap_or(owner).into(),
            &owner_id,
        )
        .await?;
    }
    Ok(())
}
