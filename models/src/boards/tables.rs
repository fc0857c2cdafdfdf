//! What the seven tables are called.

use dynamo_core::prelude::*;
use dynamo_core::{Error, Names};

use super::{
    AvailableServices, BoardJoinRequests, BoardMemberships, BoardServicePermissions, BoardServiceSettingsTable, Boards,
    UserProfiles,
};

macro_rules! tables {
    ($($(#[$doc:meta])* $field:ident: $table:ident = $variable:literal;)*) => {
        /// What the tables are called, as configured. A table that nothing is said of is called as it is declared.
        ///
        /// ```
        /// use models::boards::{Boards, TableNames};
        ///
        /// let names = TableNames { boards: Some("prod-boards".into()), ..TableNames::default() };
        /// assert_eq!(names.to_names().name::<Boards>()?, "prod-boards");
        ///
        /// // Where the configuration says nothing, the variables of older deployments count.
        /// let older = [("BOARDS_TABLE".to_owned(), "old-boards".to_owned())];
        /// assert_eq!(TableNames::default().or_variables(older.clone()).to_names().name::<Boards>()?, "old-boards");
        /// assert_eq!(names.or_variables(older).to_names().name::<Boards>()?, "prod-boards");
        /// # Ok::<(), dynamo_core::Error>(())
        /// ```
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct TableNames {
            $($(#[$doc])* pub $field: Option<String>,)*
        }

        impl TableNames {
            /// What is not configured is taken from these variables: `USER_PROFILES_TABLE`, `BOARDS_TABLE` and so on.
            #[must_use]
            pub fn or_variables(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
                for (name, value) in variables {
                    match name.as_str() {
                        $($variable if self.$field.is_none() => self.$field = Some(value),)*
                        _ => {}
                    }
                }
                self
            }

            /// For [`Db::names`]. Where nothing is said here, [`Names::from_env`] looks at the environment.
            #[must_use]
            pub fn to_names(&self) -> Names {
                let names = Names::from_env();
                $(let names = match &self.$field {
                    Some(name) => names.rename::<$table>(name),
                    None => names,
                };)*
                names
            }
        }

        /// Creates all seven.
        pub async fn create_tables(db: &Db) -> Result<(), Error> {
            $(db.create_table::<$table>().await?;)*
            Ok(())
        }

        /// Deletes all seven, with everything in them.
        pub async fn delete_tables(db: &Db) -> Result<(), Error> {
            $(db.delete_table::<$table>().await?;)*
            Ok(())
        }
    };
}

tables! {
    /// Users.
    user_profiles: UserProfiles = "USER_PROFILES_TABLE";
    /// Boards.
    boards: Boards = "BOARDS_TABLE";
    /// Members.
    board_memberships: BoardMemberships = "BOARD_MEMBERSHIPS_TABLE";
    /// Requests to join.
    board_join_requests: BoardJoinRequests = "BOARD_JOIN_REQUESTS_TABLE";
    /// The catalogue of services.
    available_services: AvailableServices = "AVAILABLE_SERVICES_TABLE";
    /// Services of boards.
    board_service_settings: BoardServiceSettingsTable = "BOARD_SERVICE_SETTINGS_TABLE";
    /// Who may use them.
    board_service_permissions: BoardServicePermissions = "BOARD_SERVICE_PERMISSIONS_TABLE";
}
