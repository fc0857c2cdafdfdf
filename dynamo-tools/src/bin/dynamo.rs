//! The command line without tables: `dynamo explain E-10` prints the page of a compile error.

fn main() -> std::process::ExitCode {
    dynamo_tools::run::<()>()
}
