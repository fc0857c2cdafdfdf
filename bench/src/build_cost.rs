//! Cost of building a program with the crate: 50 entities of 8 fields and 3 indexes, each used by one put, one get and one
//! query, against the same program with the SDK and `serde_dynamo`; then the same with 50 more entities that are never used.
//!
//! CPU time is that of the program's own crate, with its dependencies built before. `--no-release` skips the release builds.
//!
//! `cargo run -p dynamo-bench --bin build_cost`

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;
use std::{env, fs};

use dynamo_bench::generated::source::{core_program, sdk_program};
use dynamo_bench::generated::{Crate, ENTITIES, core_dependency};

const ROUNDS: usize = 3;

const SHARED: &str = r#"aws-credential-types = { version = "1", features = ["hardcoded-credentials"] }
aws-sdk-dynamodb = { version = "1", default-features = false, features = ["rt-tokio"] }
aws-smithy-http-client = { version = "1", default-features = false, features = ["rustls-ring"] }
tokio = { version = "1", default-features = false, features = ["rt", "time"] }
"#;

const SERDE: &str = r#"serde = { version = "1", features = ["derive"] }
serde_dynamo = { version = "4", features = ["aws-sdk-dynamodb+1"] }
"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => report(true),
        ["--no-release"] => report(false),
        _ => Err(io::Error::other("the only option is --no-release")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn report(with_release: bool) -> io::Result<()> {
    let [core, sdk, unused] = &programs()?;
    let title = format!("{ENTITIES} used entities");
    println!("{title:<34} {:>12} {:>19} {:>7}", "dynamo-core", "SDK + serde_dynamo", "ratio");

    let [core_seconds, sdk_seconds, unused_seconds] = cpu_seconds([core, sdk, unused], &["build"], ROUNDS)?;
    row("debug build, CPU seconds", 1, core_seconds, sdk_seconds);

    let (core_lines, sdk_lines, unused_lines) = (llvm_lines(core)?, llvm_lines(sdk)?, llvm_lines(unused)?);
    let entities = float(ENTITIES);
    row("debug build, LLVM lines an entity", 0, core_lines / entities, sdk_lines / entities);

    if with_release {
        let [core_seconds, sdk_seconds] = cpu_seconds([core, sdk], &["build", "--release"], 1)?;
        row("release build, CPU seconds", 1, core_seconds, sdk_seconds);
        row("release binary, stripped, MB", 1, megabytes(core)?, megabytes(sdk)?);
    }

    println!("\n{ENTITIES} more, in the table and never used");
    println!("{:<34} {:>12.1}", "debug build, CPU seconds", unused_seconds - core_seconds);
    println!("{:<34} {:>12.0}", "debug build, LLVM lines", unused_lines - core_lines);
    Ok(())
}

/// Creates the program by `dynamo-core`, the same by the SDK, and the first with as many unused entities.
fn programs() -> io::Result<[Crate; 3]> {
    let core = core_dependency(&["endpoint"])? + SHARED;
    let create = |name, source, dependencies: &str| Crate::create("build-cost", name, "main.rs", source, dependencies);
    Ok([
        create("core", core_program(ENTITIES, ENTITIES), &core)?,
        create("sdk", sdk_program(ENTITIES), &[SERDE, SHARED].concat())?,
        create("unused", core_program(2 * ENTITIES, ENTITIES), &core)?,
    ])
}

/// Returns the CPU seconds of a build of each crate, the best of these rounds.
fn cpu_seconds<const N: usize>(crates: [&Crate; N], arguments: &[&str], rounds: usize) -> io::Result<[f64; N]> {
    for each in crates {
        each.prepare(arguments)?;
    }
    let mut best = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (each, best) in crates.iter().zip(&mut best) {
            *best = best.min(each.cargo(arguments)?);
        }
    }
    Ok(best)
}

/// Counts the lines of LLVM that a crate is compiled to before any optimization, as `cargo llvm-lines` does: instructions
/// in functions, without labels, and without debug information, which adds variables of its own.
fn llvm_lines(each: &Crate) -> io::Result<f64> {
    let file = each.path("lines.ll");
    let emit = format!("--emit=llvm-ir={}", file.display());
    each.cargo(&["rustc", "--", &emit, "-Ccodegen-units=1", "-Cdebuginfo=0", "-Cno-prepopulate-passes"])?;
    let (mut count, mut inside) = (0, false);
    for line in BufReader::new(File::open(&file)?).lines() {
        let line = line?;
        if line.starts_with("define ") {
            inside = true;
        } else if line == "}" {
            inside = false;
        } else if inside && line.starts_with("  ") && !line.starts_with("   ") {
            count += 1;
        }
    }
    // Hundreds of megabytes.
    fs::remove_file(file)?;
    Ok(float(count))
}

/// Returns the size of the release build's program.
fn megabytes(each: &Crate) -> io::Result<f64> {
    let bytes = fs::metadata(each.release_program())?.len();
    #[allow(clippy::cast_precision_loss)] // Far below 2^52.
    Ok(bytes as f64 / 1e6)
}

/// Prints a figure of both programs and their ratio.
fn row(name: &str, digits: usize, core: f64, sdk: f64) {
    println!("{name:<34} {core:>12.digits$} {sdk:>19.digits$} {:>7.2}", core / sdk);
}

#[allow(clippy::cast_precision_loss)] // Far below 2^52.
fn float(count: usize) -> f64 {
    count as f64
}
