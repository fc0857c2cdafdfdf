//! Every access pattern of the boards app, over seven tables.

use dynamo_core::prelude::*;
use models::boards::*;

use super::{database, on, second, sorted};

pub(super) struct World {
    pub(super) db: Db,
    users: Vec<UserProfile>,
    boards: Vec<Board>,
    members: Vec<BoardMembership>,
    requests: Vec<BoardJoinRequest>,
    services: Vec<AvailableService>,
    settings: Vec<BoardServiceSettings>,
    permissions: Vec<BoardServicePermission>,
}

pub(super) fn user(id: &str) -> UserProfile {
    let (user_id, email, user_name) = (id.into(), format!("{id}@example.com"), format!("name of {id}"));
    UserProfile { user_id, email, user_name, created_at: second(1) }
}

pub(super) fn board(id: &str, owner: &str) -> Board {
    let (board_id, board_name, owner_id) = (id.into(), format!("board {id}"), owner.into());
    Board { board_id, board_name, owner_id, enabled_services: vec![], created_at: second(1) }
}

fn member(board: &str, user: &str, role: BoardRole) -> BoardMembership {
    BoardMembership { board_id: board.into(), user_id: user.into(), role, joined_at: second(1) }
}

fn request(board: &str, user: &str) -> BoardJoinRequest {
    let (board_id, user_id) = (board.into(), user.into());
    BoardJoinRequest { board_id, user_id, answer: None, expires_at: 4_000_000_000, created_at: second(1) }
}

pub(super) fn settings(board: &str, service: &str, kind: &str) -> BoardServiceSettings {
    BoardServiceSettings {
        board_id: board.into(),
        service_id: service.into(),
        service_type: kind.into(),
        is_default: false,
        config: ServiceConfig::default(),
    }
}

fn permission(board: &str, service: &str, user: &str) -> BoardServicePermission {
    BoardServicePermission {
        board_id: board.into(),
        user_id: user.into(),
        service_id: service.into(),
        granted_at: second(1),
        granted_by: "u1".into(),
    }
}

fn service(kind: &str) -> AvailableService {
    AvailableService { service_type: kind.into(), display_name: kind.into(), description: String::new() }
}

impl World {
    /// With ids that begin like others: `b1` and `b10`, `trades` and `trades2`.
    async fn new() -> Self {
        let db = database().await;
        create_tables(&db).await.unwrap();
        let (boards, users) = (["b1", "b10", "b2"], ["u1", "u10", "u2"]);
        let each = || boards.into_iter().flat_map(move |board| users.map(|user| (board, user)));
        let world = Self {
            db,
            users: users.map(user).into(),
            boards: vec![board("b1", "u1"), board("b10", "u1"), board("b2", "u10")],
            members: each().map(|(board, user)| member(board, user, BoardRole::Member)).collect(),
            requests: each().map(|(board, user)| request(board, user)).collect(),
            services: ["approveJoin", "approveJoin2", "trades"].map(service).into(),
            settings: boards
                .into_iter()
                .flat_map(|board| {
                    ["trades", "trades2", "approveJoin"].map(|kind| settings(board, &format!("{board}-{kind}"), kind))
                })
                .chain([settings("b1", "b1-trades-b", "trades")])
                .collect(),
            permissions: each()
                .flat_map(|(board, user)| ["s1", "s10"].map(|service| permission(board, service, user)))
                .collect(),
        };
        let batch = world.db.batch_write().put_all(&world.users).put_all(&world.boards).put_all(&world.members);
        let batch = batch.put_all(&world.requests).put_all(&world.services).put_all(&world.settings);
        batch.put_all(&world.permissions).await.unwrap();
        world
    }

    async fn clear(self) {
        delete_tables(&self.db).await.unwrap();
    }
}

/// Those that fulfil a condition.
fn only<T: Clone>(items: &[T], keep: impl Fn(&T) -> bool) -> Vec<T> {
    items.iter().filter(|item| keep(item)).cloned().collect()
}

on! { World::new:
    async fn profile_by_id(w) {
        assert_eq!(w.db.get(UserProfile::by_id(&"u1".into())).await.unwrap(), Some(w.users[0].clone()));
    }

    async fn profile_by_name(w) {
        assert_eq!(w.db.query(UserProfile::by_name("name of u1")).first().await.unwrap(), Some(w.users[0].clone()));
        assert_eq!(w.db.query(UserProfile::by_name("name of u")).first().await.unwrap(), None);
        // The locks are in the table, and not in the index.
        let locks = w.db.scan::<UserNameLock>().page().await.unwrap().items;
        assert_eq!(locks.len(), 3);
    }

    async fn board_by_id(w) {
        assert_eq!(w.db.get(Board::by_id(&"b1".into())).await.unwrap(), Some(w.boards[0].clone()));
    }

    async fn boards_of_an_owner(w) {
        assert_eq!(sorted(w.db.query(Board::by_owner(&"u1".into())).page().await.unwrap()), w.boards[..2]);
        assert_eq!(w.db.query(Board::by_owner(&"u10".into())).page().await.unwrap().items, w.boards[2..]);
    }

    async fn board_by_name(w) {
        assert_eq!(w.db.query(Board::by_name("board b1")).first().await.unwrap(), Some(w.boards[0].clone()));
        assert_eq!(w.db.query(Board::by_name("b1")).first().await.unwrap(), None);
    }

    async fn members_of_a_board(w) {
        let of_board = only(&w.members, |member| member.board_id == "b1".into());
        assert_eq!(sorted(w.db.query(BoardMembership::of_board(&"b1".into())).page().await.unwrap()), sorted(of_board));
    }

    async fn boards_of_a_user(w) {
        let of_user = only(&w.members, |member| member.user_id == "u1".into());
        assert_eq!(sorted(w.db.query(BoardMembership::of_user(&"u1".into())).page().await.unwrap()), sorted(of_user));
    }

    async fn one_membership(w) {
        assert_eq!(w.db.get(BoardMembership::by_id(&"b1".into(), &"u10".into())).await.unwrap(), Some(w.members[1].clone()));
    }

    async fn requests_of_a_board(w) {
        let of_board = only(&w.requests, |request| request.board_id == "b1".into());
        assert_eq!(sorted(w.db.query(BoardJoinRequest::of_board(&"b1".into())).page().await.unwrap()), sorted(of_board));
    }

    async fn requests_of_a_user(w) {
        let of_user = only(&w.requests, |request| request.user_id == "u1".into());
        assert_eq!(sorted(w.db.query(BoardJoinRequest::of_user(&"u1".into())).page().await.unwrap()), sorted(of_user));
    }

    async fn one_request(w) {
        assert_eq!(w.db.get(BoardJoinRequest::by_id(&"b10".into(), &"u1".into())).await.unwrap(), Some(w.requests[3].clone()));
    }

    async fn one_kind_of_service(w) {
        assert_eq!(w.db.get(AvailableService::by_type(&"approveJoin".into())).await.unwrap(), Some(w.services[0].clone()));
    }

    async fn services_of_a_board(w) {
        let of_board = only(&w.settings, |settings| settings.board_id == "b1".into());
        assert_eq!(of_board.len(), 4);
        assert_eq!(sorted(w.db.query(BoardServiceSettings::of_board(&"b1".into())).page().await.unwrap()), sorted(of_board));
    }

    async fn one_service_of_a_board(w) {
        assert_eq!(w.db.get(BoardServiceSettings::by_id(&"b1".into(), &"b1-trades".into())).await.unwrap(), Some(w.settings[0].clone()));
    }

    async fn services_of_one_kind(w) {
        let trades = only(&w.settings, |settings| {
            settings.board_id == "b1".into() && settings.service_type == "trades".into()
        });
        assert_eq!(trades.len(), 2);
        // Not those of `trades2`.
        assert_eq!(w.db.query(BoardServiceSettings::of_type(&"b1".into(), &"trades".into())).page().await.unwrap().items, trades);
    }

    async fn a_service_by_its_id(w) {
        let found = w.db.query(BoardServiceSettings::by_service(&"b10-trades".into())).first().await.unwrap().unwrap();
        assert_eq!(found.board_id, "b10".into());
    }

    async fn who_may_use_a_service(w) {
        let of_service = only(&w.permissions, |p| p.board_id == "b1".into() && p.service_id == "s1".into());
        assert_eq!(of_service.len(), 3);
        let found = w.db.query(BoardServicePermission::of_service(&"b1".into(), &"s1".into())).page().await.unwrap();
        assert_eq!(sorted(found), sorted(of_service));
    }

    async fn whether_a_user_may_use_a_service(w) {
        assert!(w.db.get(BoardServicePermission::by_id(&"b1".into(), &"s1".into(), &"u10".into())).await.unwrap().is_some());
        assert!(w.db.get(BoardServicePermission::by_id(&"b1".into(), &"s1".into(), &"u3".into())).await.unwrap().is_none());
    }
}
