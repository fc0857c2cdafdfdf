//! The integration tests of the workspace; see `suite`.
