//! What can go wrong.

use std::fmt::Display;

/// An error of a tool.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// Arguments that make no sense together, or name something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] dynamo_core::Error),
    /// DynamoDB rejected a request.
    #[error("{0}")]
    Request(String),
    /// A file or the output failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// JSON that is none, or another's.
    #[error("JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl ToolError {
    pub(crate) fn usage(fact: impl Display, help: impl Display) -> Self {
        Self::Usage(format!("{fact}\nhelp: {help}"))
    }

    /// An answer of DynamoDB to `operation` on `table`.
    pub(crate) fn request<E, R>(operation: &str, table: &str, error: &aws_sdk_dynamodb::error::SdkError<E, R>) -> Self
    where
        E: aws_sdk_dynamodb::error::ProvideErrorMetadata,
    {
        use aws_sdk_dynamodb::error::ProvideErrorMetadata as _;
        let code = error.code().unwrap_or("no answer");
        let message = error.message().unwrap_or("the request did not reach DynamoDB");
        let help = match code {
            "ResourceNotFoundException" => "\nhelp: the table does not exist there: `create` makes it",
            "no answer" => "\nhelp: look at `--endpoint`, the region and the credentials",
            _ => "",
        };
        Self::Request(format!("{operation} of table {table} failed: {message} ({code}){help}"))
    }

    /// The fact, and what to do about it.
    pub(crate) fn told(&self) -> (String, Option<String>) {
        let text = self.to_string();
        if let Some((fact, help)) = text.split_once("\nhelp: ") {
            // What a program does about it in its code, the command line has an option for.
            let placeholder = fact.split_once("nothing fills `{").and_then(|(_, rest)| rest.split_once("}`"));
            let help = match placeholder {
                Some((name, _)) => {
                    format!("give `--fill {name}=..`, or set DYNAMODB_{}", name.to_uppercase())
                }
                None => help.to_owned(),
            };
            return (fact.to_owned(), Some(help));
        }
        let help = match self {
            Self::Db(dynamo_core::Error::MissingTable(_)) => {
                Some("`create` makes tables, and `apply` indexes".to_owned())
            }
            _ => None,
        };
        (text.trim_end().to_owned(), help)
    }

    /// Whether the reader of the output has gone, which is no failure.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        match self {
            Self::Io(error) => error.kind() == std::io::ErrorKind::BrokenPipe,
            Self::Json(error) => error.io_error_kind() == Some(std::io::ErrorKind::BrokenPipe),
            _ => false,
        }
    }
}
