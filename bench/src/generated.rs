//! Crates that are generated below the target folder, and what it costs to build them.

pub mod source;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// How many entities a generated crate has.
pub const ENTITIES: usize = 50;

/// A generated crate: a folder of its own, and a target folder that it shares with the others of its benchmark.
#[derive(Debug)]
pub struct Crate {
    name: &'static str,
    folder: PathBuf,
    file: &'static str,
    source: String,
}

impl Crate {
    /// Creates the crate `name` of a benchmark, with one source file and these lines after its `[dependencies]`.
    pub fn create(
        benchmark: &str,
        name: &'static str,
        file: &'static str,
        source: String,
        dependencies: &str,
    ) -> io::Result<Self> {
        let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = bench.join("../target").join(benchmark).join(name);
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{name}_entities\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
             [profile.release]\nstrip = true\n[dependencies]\n{dependencies}",
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::copy(bench.join("../Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Self { name, folder: fs::canonicalize(folder)?, file, source })
    }

    /// Runs cargo on the crate without its source, so that only its dependencies are built.
    pub fn prepare(&self, arguments: &[&str]) -> io::Result<()> {
        self.write("fn main() {}\n")?;
        self.run(arguments)
    }

    /// Returns the CPU seconds of a run of cargo after its source was written again.
    pub fn cargo(&self, arguments: &[&str]) -> io::Result<f64> {
        self.write(&self.source)?;
        let before = children_seconds()?;
        self.run(arguments)?;
        Ok(children_seconds()? - before)
    }

    /// Returns the path of a file in the crate's folder.
    #[must_use]
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Returns the path of the release build's program.
    #[must_use]
    pub fn release_program(&self) -> PathBuf {
        self.folder.join("../target/release").join(format!("{}_entities", self.name))
    }

    fn write(&self, source: &str) -> io::Result<()> {
        fs::write(self.folder.join("src").join(self.file), source)
    }

    fn run(&self, arguments: &[&str]) -> io::Result<()> {
        let [command, rest @ ..] = arguments else { return Err(io::Error::other("no command for cargo")) };
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args([command, "--quiet", "--target-dir", "../target"])
            .args(rest)
            .env("CARGO_INCREMENTAL", "0")
            .current_dir(&self.folder)
            .output()?;
        if output.status.success() {
            Ok(())
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }
}

/// Returns the dependency on `dynamo-core`, with these features, as a line of a manifest.
pub fn core_dependency(features: &[&str]) -> io::Result<String> {
    let core = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../dynamo-core"))?;
    Ok(format!(
        "dynamo-core = {{ path = \"{}\", default-features = false, features = {features:?} }}\n",
        core.display(),
    ))
}

/// Returns the user and system time of the processes that were waited for, from the kernel, in hundredths.
fn children_seconds() -> io::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    Ok((ticks(13) + ticks(14)) / 100.0)
}
