//! CPU time of `cargo check` per derived entity: 50 structs of 8 fields and 3 indexes, against serde's two derives on the
//! same structs, both less the plain structs.
//!
//! `cargo run --release -p dynamo-bench --bin compile_time`

use std::io;
use std::process::ExitCode;

use dynamo_bench::generated::source::{PRELUDE, SERDE, entities, structs};
use dynamo_bench::generated::{Crate, ENTITIES, core_dependency};

const ROUNDS: usize = 5;

fn main() -> ExitCode {
    match report() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn report() -> io::Result<()> {
    let variants = [
        ("plain", structs(ENTITIES, PRELUDE, "")),
        ("serde", structs(ENTITIES, PRELUDE, SERDE)),
        ("derive", entities(ENTITIES)),
    ];
    let dependencies = core_dependency(&[])? + "serde = { version = \"1\", features = [\"derive\"] }\n";
    let create = |(name, source)| Crate::create("compile-time", name, "lib.rs", source, &dependencies);
    let crates = variants.into_iter().map(create).collect::<io::Result<Vec<_>>>()?;
    for each in &crates {
        each.prepare(&["check"])?;
    }
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        for (each, best) in crates.iter().zip(&mut best) {
            *best = best.min(each.cargo(&["check"])?);
        }
    }
    let [plain, serde, derive] = best;
    #[allow(clippy::cast_precision_loss)] // Fifty.
    let each = |seconds: f64| (seconds - plain) * 1000.0 / ENTITIES as f64;
    println!("{:<34} {:>10}", "cargo check, CPU per entity", "ms");
    println!("{:<34} {:>10.1}", "serde's two derives", each(serde));
    println!("{:<34} {:>10.1}", "Entity and Table", each(derive));
    println!("{:<34} {:>10.2}", "ratio", each(derive) / each(serde));
    Ok(())
}
