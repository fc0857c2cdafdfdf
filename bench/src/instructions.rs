//! Instructions per operation, by `valgrind --tool=callgrind`, as ratios to the hand-written code of the same run.
//!
//! `cargo run --release -p dynamo-bench --bin instructions`

use std::process::{Command, ExitCode};

use dynamo_bench::cases::{CASES, Case, SETUPS};

const FEW: usize = 20;
const MANY: usize = 220;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, position, n] = &arguments[..] {
        return run_one(position, n);
    }
    match report() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn all() -> impl Iterator<Item = &'static Case> {
    SETUPS.iter().chain(CASES)
}

/// The child: under valgrind.
fn run_one(position: &str, n: &str) -> ExitCode {
    let case = position.parse().ok().and_then(|position| all().nth(position));
    match (case, n.parse()) {
        (Some(case), Ok(n)) => {
            (case.run)(n);
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

fn report() -> Result<(), String> {
    let setups = [per_operation(0)?, per_operation(1)?];
    println!("{:<32} {:<26} {:>12} {:>7}", "work", "who", "instructions", "ratio");
    let mut base = 0.0;
    let mut work = "";
    for (position, case) in CASES.iter().enumerate() {
        let setup = SETUPS.iter().position(|setup| setup.work == case.work).map_or(0.0, |at| setups[at]);
        let instructions = per_operation(position + SETUPS.len())? - setup;
        if case.work != work {
            work = case.work;
            base = instructions;
        }
        println!("{:<32} {:<26} {instructions:>12.0} {:>7.2}", case.work, case.who, instructions / base);
    }
    Ok(())
}

fn per_operation(position: usize) -> Result<f64, String> {
    let (few, many) = (count(position, FEW)?, count(position, MANY)?);
    #[allow(clippy::cast_precision_loss)] // Counts are far below 2^52.
    Ok((many - few) as f64 / (MANY - FEW) as f64)
}

fn count(position: usize, n: usize) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([position.to_string(), n.to_string()])
        .output()
        .map_err(|error| format!("valgrind is needed: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines()
        .find_map(|line| line.split("Collected : ").nth(1))
        .and_then(|digits| digits.trim().parse().ok())
        .ok_or_else(|| format!("valgrind said:\n{text}"))
}
