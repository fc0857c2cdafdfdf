//! The tools over schemas: exports, plans, lints, costs, the command line.

mod commands;
mod costs;
mod errors;
mod exports;
mod hostile;
mod ledger;
mod lint_cases;
mod lints;
mod page;
mod plans;
mod raw;
mod showcase;
mod studio;
mod write_costs;
