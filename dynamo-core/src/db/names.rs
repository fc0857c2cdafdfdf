//! Resolves the names of tables: the only place that does.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::entity::Table;
use crate::error::Error;
use crate::schema::TableLayout;

/// The names of tables at run time.
///
/// A table has the name that its declaration gives, with placeholders filled in, unless it is renamed:
///
/// ```
/// use dynamo_core::Names;
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app-{stage}", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String }
///
/// assert_eq!(Names::new().fill("stage", "dev").name::<App>()?, "app-dev");
/// assert_eq!(Names::new().rename::<App>("notes").name::<App>()?, "notes");
/// assert!(Names::new().name::<App>().is_err());
/// # Ok::<(), Error>(())
/// ```
///
/// [`Names::from_env`] also reads the environment: `DYNAMODB_TABLE_APP_STAGE` renames the table that is declared as
/// `app-{stage}`, and `DYNAMODB_STAGE` fills `{stage}`. [`rename`](Self::rename) and [`fill`](Self::fill) each take
/// precedence over their variable.
#[derive(Debug, Clone, Default)]
pub struct Names {
    renamed: BTreeMap<&'static str, String>,
    filled: BTreeMap<String, String>,
    /// The variables at the time of construction.
    environment: BTreeMap<String, String>,
}

impl Names {
    /// Creates the names that the declarations give.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Names::new().name::<Library>()?, "library");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the names that the declarations and the environment give.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// // DYNAMODB_STAGE=prod fills `{stage}` in every name
    /// assert_eq!(Names::from_env().name::<Library>()?, "library");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn from_env() -> Self {
        Self::from_variables(
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
        )
    }

    /// Creates the names that the declarations and these variables give.
    ///
    /// ```
    /// # use dynamo_core::{Names, prelude::*};
    /// # #[derive(Table)]
    /// # #[table(name = "app-{stage}", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// let stage = ("DYNAMODB_STAGE".to_owned(), "prod".to_owned());
    /// assert_eq!(Names::from_variables([stage.clone()]).name::<App>()?, "app-prod");
    /// assert_eq!(Names::from_variables([stage.clone()]).fill("stage", "dev").name::<App>()?, "app-dev");
    ///
    /// let renamed = (Names::variable::<App>(), "notes".to_owned());
    /// assert_eq!(Names::from_variables([stage, renamed]).name::<App>()?, "notes");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn from_variables(variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let ours = variables.into_iter().filter(|(name, _)| name.starts_with("DYNAMODB_"));
        Self { environment: ours.collect(), ..Self::default() }
    }

    /// Fills a placeholder in the names of all tables.
    ///
    /// ```
    /// # use dynamo_core::{Names, prelude::*};
    /// # #[derive(Table)]
    /// # #[table(name = "app-{stage}", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// // #[table(name = "app-{stage}", ..)]
    /// assert_eq!(Names::new().fill("stage", "prod").name::<App>()?, "app-prod");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn fill(mut self, placeholder: impl Into<String>, text: impl Into<String>) -> Self {
        self.filled.insert(placeholder.into(), text.into());
        self
    }

    /// Renames a table, and every table that extends it.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Names::new().rename::<Library>("books").name::<Library>()?, "books");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn rename<T: Table>(mut self, name: impl Into<String>) -> Self {
        self.renamed.insert(T::LAYOUT.name, name.into());
        self
    }

    /// Returns the name of `T`.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Names::new().name::<Library>()?, "library");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn name<T: Table>(&self) -> Result<String, Error> {
        self.resolve(T::LAYOUT).map(Cow::into_owned)
    }

    /// Returns the environment variable that renames `T`.
    ///
    /// ```
    /// # use dynamo_core::{Names, prelude::*};
    /// # #[derive(Table)]
    /// # #[table(name = "app-{stage}", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// assert_eq!(Names::variable::<App>(), "DYNAMODB_TABLE_APP_STAGE");
    /// ```
    #[must_use]
    pub fn variable<T: Table>() -> String {
        variable("DYNAMODB_TABLE_", T::LAYOUT.name)
    }

    pub(crate) fn resolve(&self, layout: &'static TableLayout) -> Result<Cow<'_, str>, Error> {
        if let Some(name) = self.renamed.get(layout.name) {
            return Ok(Cow::Borrowed(name));
        }
        let from_environment = |prefix: &str, name: &str| {
            if self.environment.is_empty() { None } else { self.environment.get(&variable(prefix, name)) }
        };
        if let Some(name) = from_environment("DYNAMODB_TABLE_", layout.name) {
            return Ok(Cow::Borrowed(name));
        }
        if !layout.name.contains('{') {
            return Ok(Cow::Borrowed(layout.name));
        }
        let mut name = String::new();
        let mut rest = layout.name;
        while let Some((before, inside)) = rest.split_once('{') {
            let (placeholder, after) = inside.split_once('}').unwrap_or((inside, ""));
            let filled = self.filled.get(placeholder).or_else(|| from_environment("DYNAMODB_", placeholder));
            let Some(filled) = filled else {
                return Err(Error::config(
                    format_args!(
                        "the name of table `{}` is \"{}\", and nothing fills `{{{placeholder}}}`",
                        layout.table, layout.name
                    ),
                    format_args!(
                        "`.with_names(Names::new().fill(\"{placeholder}\", \"..\"))`, or set {} and use `Names::from_env()`",
                        variable("DYNAMODB_", placeholder)
                    ),
                ));
            };
            name.push_str(before);
            name.push_str(filled);
            rest = after;
        }
        name.push_str(rest);
        Ok(Cow::Owned(name))
    }
}

/// Returns the variable of a name: `app-{stage}` becomes `APP_STAGE`, after the prefix.
fn variable(prefix: &str, name: &str) -> String {
    let mut variable = prefix.to_owned();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if variable.len() > prefix.len() {
            variable.push('_');
        }
        variable.push_str(&word.to_ascii_uppercase());
    }
    variable
}
