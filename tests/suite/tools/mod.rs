//! The tools over schemas: exports, plans, lints, costs, the command line.

mod commands;
mod costs;
mod exports;
mod lints;
mod page;
mod plans;
mod raw;
mod showcase;
mod studio;
