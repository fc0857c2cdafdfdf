//! Mutations, each executed once for a request.

mod follow;
mod group;
mod post;
mod quest;
mod register;

pub use follow::{follow_user, unfollow_user};
pub use group::{create_group, join_group, leave_group};
pub use post::{NewActivity, post_activity, send_message};
pub use quest::{NewQuest, cancel_quest, create_quest, delete_quest};
pub use register::{NewUser, register_user};
