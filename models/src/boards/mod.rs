//! Boards that users join, in seven tables of one kind of item each: no type tags, and indexes on plain attributes.

mod board;
mod service;
mod user;

pub use board::{Board, BoardJoinRequest, BoardJoinRequests, BoardMembership, BoardMemberships, BoardRole, Boards};
pub use service::{
    AvailableService, AvailableServices, BoardServicePermission, BoardServicePermissions, BoardServiceSettings,
    BoardServiceSettingsTable, ServiceConfig,
};
pub use user::{UserProfile, UserProfiles};

crate::id::text_ids! {
    /// A user.
    UserId,
    /// A board.
    BoardId,
    /// A service of one board.
    ServiceId,
    /// A kind of service.
    ServiceType,
}
