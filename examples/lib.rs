//! Example programs: `cargo run --example quickstart`.
