//! What boards can do, how each is set up, and who may use it.

use dynamo_core::prelude::*;

use super::{BoardId, ServiceConfig, ServiceId, ServiceType, UserId};

/// The table of kinds of services.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "AvailableServices", pk = "PK", sk = "SK")]
pub enum AvailableServices {
    /// A kind of service.
    AvailableService(AvailableService),
}

/// A kind of service.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = AvailableServices, pk = "SERVICETYPE#<service_type>", sk = "META", rename_all = "camelCase", load(items = 50, creates = 0.01))]
#[access(by_type(service_type), get, rate = 50, about = "One kind of service")]
pub struct AvailableService {
    /// The kind.
    pub service_type: ServiceType,
    /// The name.
    pub display_name: String,
    /// What it does.
    pub description: String,
}

/// The table of settings, with a stream: [`on_change`](super::on_change) completes what a removed service leaves behind.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "BoardServiceSettings", pk = "PK", sk = "SK", stream)]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
pub enum BoardServiceSettingsTable {
    /// The settings of one service.
    BoardServiceSettings(BoardServiceSettings),
    /// The lock on the id of a service.
    ServiceIdLock(ServiceIdLock),
}

/// A service of a board.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = BoardServiceSettingsTable,
    pk = "BOARD#<board_id>",
    sk = "SERVICE#<service_id>",
    gsi1 = ("BOARD#<board_id>", "SERVICETYPE#<service_type>#<service_id>"),
    gsi2 = ("SERVICE#<service_id>", "BOARD#<board_id>"),
    unique(service_id as ServiceIdLock),
    rename_all = "camelCase",
)]
#[access(by_id(board_id, service_id), get, rate = 100, about = "One service of a board")]
#[access(of_board(board_id), index = gsi1, rate = 60, items = 6, about = "Services of a board, by kind")]
#[access(of_type(board_id, service_type), index = gsi1, rate = 20, items = 2, about = "Services of a board that are of one kind")]
#[access(by_service(service_id), index = gsi2, first, rate = 50, about = "The board and the settings of a service")]
#[entity(allow("mutable-index-key" = "a service keeps its kind"), load(items = 150_000, creates = 0.2, updates = 0.7, deletes = 0.1))]
pub struct BoardServiceSettings {
    /// The board.
    pub board_id: BoardId,
    /// The service.
    pub service_id: ServiceId,
    /// Its kind.
    pub service_type: ServiceType,
    /// Whether the board has had it from the beginning.
    pub is_default: bool,
    /// How it is set up.
    pub config: ServiceConfig,
}

/// The lock of a service's id.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = BoardServiceSettingsTable, pk = "SERVICE#<service_id>", sk = "LOCK", rename_all = "camelCase")]
pub struct ServiceIdLock {
    /// The service.
    pub service_id: ServiceId,
    /// Its board.
    pub board_id: BoardId,
}

/// The table of permissions.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "BoardServicePermissions", pk = "PK", sk = "SK")]
pub enum BoardServicePermissions {
    /// A permission.
    BoardServicePermission(BoardServicePermission),
}

/// A user may use a service of a board.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = BoardServicePermissions,
    pk = "BOARD#<board_id>#SERVICE#<service_id>",
    sk = "USER#<user_id>",
    rename_all = "camelCase",
    load(items = 1_000_000, creates = 1.5, deletes = 0.5),
)]
#[access(of_service(board_id, service_id), rate = 10, items = 20, about = "Who may use a service of a board")]
#[access(by_id(board_id, service_id, user_id), get, rate = 200, about = "Whether a user may use a service")]
pub struct BoardServicePermission {
    /// The board.
    pub board_id: BoardId,
    /// The user.
    pub user_id: UserId,
    /// The service.
    pub service_id: ServiceId,
    /// The time at which it was granted.
    pub granted_at: Timestamp,
    /// By whose leave.
    pub granted_by: UserId,
}
