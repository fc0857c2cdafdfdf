//! The boards app.

use std::ops::Range;

use dynamo_core::{Db, Error, Names};
use indicatif::ProgressBar;
use models::boards::{
    AvailableService, AvailableServices, Board, BoardId, BoardJoinRequest, BoardJoinRequests, BoardMembership,
    BoardMemberships, BoardRole, BoardServicePermission, BoardServicePermissions, BoardServiceSettings,
    BoardServiceSettingsTable, Boards, ServiceConfig, ServiceId, ServiceType, UserId, UserProfile, UserProfiles,
};

use crate::probe::Probe;
use crate::write::{at, only, sorted_by, write_all};

/// Users and boards.
#[derive(Debug, Default)]
pub(crate) struct BoardsWorld {
    users: Vec<UserProfile>,
    boards: Vec<Board>,
    members: Vec<BoardMembership>,
    requests: Vec<BoardJoinRequest>,
    services: Vec<AvailableService>,
    settings: Vec<BoardServiceSettings>,
    permissions: Vec<BoardServicePermission>,
}

/// What the tables are called.
pub(crate) fn names(names: Names, stage: &str) -> Names {
    let name = |table: &str| format!("{table}-{stage}");
    names
        .rename::<UserProfiles>(name("users"))
        .rename::<Boards>(name("boards"))
        .rename::<BoardMemberships>(name("memberships"))
        .rename::<BoardJoinRequests>(name("requests"))
        .rename::<AvailableServices>(name("services"))
        .rename::<BoardServiceSettingsTable>(name("settings"))
        .rename::<BoardServicePermissions>(name("permissions"))
}

impl BoardsWorld {
    /// Each user has a board, in which others are, or want to be.
    pub(crate) async fn write(
        db: &Db,
        random: &mut fastrand::Rng,
        users: Range<u32>,
        per_user: u64,
        bar: &ProgressBar,
    ) -> Result<Self, Error> {
        let mut new = Self::default();
        let share = |percent: u64| u32::try_from(per_user * percent / 100).unwrap_or(u32::MAX).max(2);
        for n in users.clone() {
            let user_id = UserId(format!("u{n}"));
            let user_name = format!("user {n}");
            let email = format!("user{n}@example.com");
            new.users.push(UserProfile { user_id: user_id.clone(), email, user_name, created_at: at(n) });
            let kinds = ["trades", "trades2", "approveJoin"].map(ServiceType::from);
            let board_id = BoardId(format!("b{n}"));
            new.boards.push(Board {
                board_id: board_id.clone(),
                board_name: format!("board {n}"),
                owner_id: user_id.clone(),
                enabled_services: kinds.to_vec(),
                created_at: at(n),
            });
            for k in 0..share(25) {
                let service_id = ServiceId(format!("s{n}-{k}"));
                new.settings.push(BoardServiceSettings {
                    board_id: board_id.clone(),
                    service_id,
                    service_type: kinds[random.usize(..kinds.len())].clone(),
                    is_default: false,
                    config: ServiceConfig::default(),
                });
            }
            let others = (0..share(35)).map(|k| UserId(format!("u{}", users.start + (n + k) % users.len_u32())));
            let mut others: Vec<_> = others.collect();
            others.sort();
            others.dedup();
            for other in &others {
                let (board_id, user_id) = (board_id.clone(), other.clone());
                new.members.push(BoardMembership { board_id, user_id, role: BoardRole::Member, joined_at: at(n) });
                new.requests.push(BoardJoinRequest {
                    board_id: BoardId(format!("b{n}")),
                    user_id: other.clone(),
                    answer: None,
                    expires_at: u64::from(u32::MAX),
                    created_at: at(n),
                });
            }
            for other in others.iter().take(5) {
                new.permissions.push(BoardServicePermission {
                    board_id: board_id.clone(),
                    user_id: other.clone(),
                    service_id: ServiceId(format!("s{n}-0")),
                    granted_at: at(n),
                    granted_by: user_id.clone(),
                });
            }
        }
        let service = |kind: &str| AvailableService {
            service_type: kind.into(),
            display_name: kind.to_owned(),
            description: String::new(),
        };
        // The same for all.
        new.services = ["trades", "trades2", "approveJoin"].map(service).into();
        write_all(db, &new.users, 2, bar).await?;
        write_all(db, &new.boards, 2, bar).await?;
        write_all(db, &new.members, 1, bar).await?;
        write_all(db, &new.requests, 1, bar).await?;
        write_all(db, &new.services, 1, bar).await?;
        write_all(db, &new.settings, 2, bar).await?;
        write_all(db, &new.permissions, 1, bar).await?;
        Ok(new)
    }

    /// Every pattern.
    pub(crate) async fn ask(&self, probe: &mut Probe<'_>) -> Result<(), Error> {
        let db = probe.db;
        for user in probe.some(&self.users) {
            let me = &user.user_id;
            probe.ordered("UserProfile::by_id", vec![user.clone()], db.get(UserProfile::by_id(me))).await?;
            let by_name = db.query(UserProfile::by_name(&user.user_name)).first();
            probe.ordered("UserProfile::by_name", vec![user.clone()], by_name).await?;
            let owned = only(&self.boards, |board| board.owner_id == *me);
            probe.ordered("Board::by_owner", owned, db.query(Board::by_owner(me)).page()).await?;
            // Indexes without a sort key have no order.
            let mine = sorted_by(only(&self.members, |m| m.user_id == *me), |m| m.board_id.clone());
            let found = async {
                let found = db.query(BoardMembership::of_user(me)).all().await?;
                Ok(sorted_by(found, |m| m.board_id.clone()))
            };
            probe.listed("BoardMembership::of_user", mine, found).await?;
            let mine = sorted_by(only(&self.requests, |r| r.user_id == *me), |r| r.board_id.clone());
            let found = async {
                let found = db.query(BoardJoinRequest::of_user(me)).all().await?;
                Ok(sorted_by(found, |r| r.board_id.clone()))
            };
            probe.listed("BoardJoinRequest::of_user", mine, found).await?;
        }
        for board in probe.some(&self.boards) {
            let id = &board.board_id;
            probe.ordered("Board::by_id", vec![board.clone()], db.get(Board::by_id(id))).await?;
            probe
                .ordered("Board::by_name", vec![board.clone()], db.query(Board::by_name(&board.board_name)).first())
                .await?;
            let members = sorted_by(only(&self.members, |m| m.board_id == *id), |m| m.user_id.clone());
            probe
                .ordered(
                    "BoardMembership::by_id",
                    vec![members[0].clone()],
                    db.get(BoardMembership::by_id(id, &members[0].user_id)),
                )
                .await?;
            probe.ordered("BoardMembership::of_board", members, db.query(BoardMembership::of_board(id)).page()).await?;
            let requests = sorted_by(only(&self.requests, |r| r.board_id == *id), |r| r.user_id.clone());
            probe
                .ordered(
                    "BoardJoinRequest::by_id",
                    vec![requests[0].clone()],
                    db.get(BoardJoinRequest::by_id(id, &requests[0].user_id)),
                )
                .await?;
            let open = db.query(BoardJoinRequest::of_board(id)).page();
            probe.ordered("BoardJoinRequest::of_board", requests, open).await?;
            let settings = only(&self.settings, |s| s.board_id == *id);
            let settings = sorted_by(settings, |s| (s.service_type.clone(), s.service_id.clone()));
            let first = settings[0].clone();
            probe
                .ordered(
                    "BoardServiceSettings::by_id",
                    vec![first.clone()],
                    db.get(BoardServiceSettings::by_id(id, &first.service_id)),
                )
                .await?;
            let by_service = db.query(BoardServiceSettings::by_service(&first.service_id)).first();
            probe.ordered("BoardServiceSettings::by_service", vec![first], by_service).await?;
            let trades = only(&settings, |s| s.service_type == ServiceType::from("trades"));
            let of_type = db.query(BoardServiceSettings::of_type(id, &"trades".into())).page();
            probe.ordered("BoardServiceSettings::of_type", trades, of_type).await?;
            probe
                .ordered(
                    "BoardServiceSettings::of_board",
                    settings,
                    db.query(BoardServiceSettings::of_board(id)).page(),
                )
                .await?;
        }
        for permission in probe.some(&self.permissions) {
            let (board, service) = (&permission.board_id, &permission.service_id);
            probe
                .ordered(
                    "BoardServicePermission::by_id",
                    vec![permission.clone()],
                    db.get(BoardServicePermission::by_id(board, service, &permission.user_id)),
                )
                .await?;
            let all = only(&self.permissions, |p| p.board_id == *board && p.service_id == *service);
            let all = sorted_by(all, |p| p.user_id.clone());
            let of_service = db.query(BoardServicePermission::of_service(board, service)).page();
            probe.ordered("BoardServicePermission::of_service", all, of_service).await?;
        }
        for service in probe.some(&self.services) {
            let key = AvailableService::by_type(&service.service_type);
            probe.ordered("AvailableService::by_type", vec![service.clone()], db.get(key)).await?;
        }
        Ok(())
    }
}

trait Length {
    fn len_u32(&self) -> u32;
}

impl Length for Range<u32> {
    fn len_u32(&self) -> u32 {
        (self.end - self.start).max(1)
    }
}
