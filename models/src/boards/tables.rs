//! What the seven tables are called.

use std::collections::BTreeMap;

use dynamo_core::prelude::*;
use dynamo_core::{Error, Names};

use super::{
    AvailableServices, BoardJoinRequests, BoardMemberships, BoardServicePermissions, BoardServiceSettingsTable, Boards,
    UserProfiles,
};

macro_rules! tables {
    ($($(#[$doc:meta])* $field:ident: $table:ident = $variable:literal;)*) => {
        /// What the tables are called. A table that nothing is said of is called as it is declared.
        ///
        /// ```
        /// use models::boards::{BoardMemberships, Boards, TableNames};
        ///
        /// let configured = TableNames { boards: Some("prod-boards".into()), ..TableNames::default() };
        /// assert_eq!(configured.to_names().name::<Boards>()?, "prod-boards");
        ///
        /// // A variable for one table comes before the configuration, those of older deployments come after it.
        /// let variables = [("DYNAMODB_TABLE_BOARDS", "mine"), ("BOARD_MEMBERSHIPS_TABLE", "old-members"), ("BOARDS_TABLE", "old")];
        /// let names = configured.with_variables(variables.map(|(name, value)| (name.to_owned(), value.to_owned()))).to_names();
        /// assert_eq!(names.name::<Boards>()?, "mine");
        /// assert_eq!(names.name::<BoardMemberships>()?, "old-members");
        /// # Ok::<(), dynamo_core::Error>(())
        /// ```
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct TableNames {
            $($(#[$doc])* pub $field: Option<String>,)*
        }

        impl TableNames {
            /// The same with what these variables say: `DYNAMODB_TABLE_BOARDS` and so on override what is configured,
            /// `BOARDS_TABLE` and so on count where nothing is. Empty ones say nothing.
            #[must_use]
            pub fn with_variables(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
                let variables: BTreeMap<_, _> = variables.into_iter().filter(|(_, value)| !value.is_empty()).collect();
                $(
                    if let Some(name) = variables.get(&Names::variable::<$table>()) {
                        self.$field = Some(name.clone());
                    } else if self.$field.is_none() {
                        self.$field = variables.get($variable).cloned();
                    }
                )*
                self
            }

            /// The same with what the environment says.
            #[must_use]
            pub fn with_env(self) -> Self {
                let text = |text: std::ffi::OsString| text.into_string().ok();
                self.with_variables(std::env::vars_os().filter_map(|(name, value)| Some((text(name)?, text(value)?))))
            }

            /// For [`Db::with_names`].
            #[must_use]
            pub fn to_names(&self) -> Names {
                let names = Names::new();
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
