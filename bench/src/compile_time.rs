//! CPU time of `cargo check` per derived entity: 50 structs of 8 fields and 3 indexes, against serde's two derives on the
//! same structs, both less the plain structs.
//!
//! `cargo run --profile bench -p dynamo-bench --bin compile_time`

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

const ENTITIES: usize = 50;
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
        ("plain", source("", false)),
        ("serde", source("serde::Serialize, serde::Deserialize", false)),
        ("derive", source("Entity", true)),
    ];
    let folders = variants.iter().map(|(name, source)| create(name, source)).collect::<io::Result<Vec<_>>>()?;
    let mut best = [f64::INFINITY; 3];
    for round in 0..=ROUNDS {
        for (folder, best) in folders.iter().zip(&mut best) {
            let seconds = check(folder)?;
            // The first round builds the dependencies.
            if round > 0 {
                *best = best.min(seconds);
            }
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

/// The structs, with a derive.
fn source(derive: &str, entities: bool) -> String {
    let mut out = String::from("#![allow(dead_code, unused_imports)]\nuse dynamo_core::prelude::*;\n");
    for n in 0..ENTITIES {
        if !derive.is_empty() {
            let _ = writeln!(out, "#[derive({derive})]");
        }
        if entities {
            let _ = writeln!(
                out,
                "#[entity(table = App, pk = \"E{n}#<owner>\", sk = \"ITEM#<id>\", gsi1 = (\"OWNER{n}#<owner>\", \"AT#<created>\"), \
                 gsi2 = sparse(\"NICK{n}#<nick>\", \"ITEM#<id>\"), gsi3 = (\"STATUS{n}#<status>\", \"AT#<created>#<id>\"), \
                 rename_all = \"camelCase\")]",
            );
        }
        let _ = writeln!(
            out,
            "pub struct E{n} {{ pub id: String, pub owner: String, pub nick: Option<String>, pub status: String, \
             pub tags: Vec<String>, pub count: u64, pub done: bool, pub created: String }}",
        );
    }
    if entities {
        out.push_str(
            "#[derive(Table)]\n#[table(name = \"app\", pk = \"PK\", sk = \"SK\", type_attribute = \"type\")]\n",
        );
        for n in 1..4 {
            let _ = writeln!(out, "#[index(gsi{n}, name = \"GSI{n}\", pk = \"GSI{n}PK\", sk = \"GSI{n}SK\")]");
        }
        let variants: Vec<_> = (0..ENTITIES).map(|n| format!("E{n}(E{n})")).collect();
        let _ = writeln!(out, "pub enum App {{ {} }}", variants.join(", "));
    }
    out
}

/// A crate below the target folder.
fn create(name: &str, source: &str) -> io::Result<PathBuf> {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = bench.join("../target/compile-time").join(name);
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), source)?;
    let core = fs::canonicalize(bench.join("../dynamo-core"))?;
    let manifest = format!(
        "[package]\nname = \"{name}_entities\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         dynamo-core = {{ path = \"{}\", default-features = false }}\nserde = {{ version = \"1\", features = [\"derive\"] }}\n",
        core.display(),
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(bench.join("../Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(folder)
}

/// CPU seconds of a check of this crate alone.
fn check(folder: &Path) -> io::Result<f64> {
    let source = folder.join("src/lib.rs");
    fs::write(&source, fs::read(&source)?)?;
    let before = children_seconds()?;
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["check", "--quiet", "--target-dir", "../target"])
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(folder)
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(children_seconds()? - before)
}

/// User and system time of the processes that were waited for, from the kernel, in hundredths.
fn children_seconds() -> io::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    Ok((ticks(13) + ticks(14)) / 100.0)
}
