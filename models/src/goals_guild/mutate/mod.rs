//! Mutations, each executed once for a request.

mod chat;
mod follow;
mod group;
mod post;
mod quest;
mod register;

pub use chat::{NewMessage, open_dm, send_message};
pub use follow::{follow_user, unfollow_user};
pub use group::{NewGroup, create_group, join_group, leave_group};
pub use post::{NewActivity, post_activity};
pub use quest::{NewQuest, cancel_quest, create_quest, delete_quest};
pub use register::{NewUser, register_user};
