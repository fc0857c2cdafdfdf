//! Writes the passing twin of every compile-fail case, and the list of modules that compiles all twins as one crate.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

mod fixed;

fn main() {
    let cases = env::current_dir().unwrap();
    let out = env::var("OUT_DIR").unwrap();
    let mut modules = String::new();
    for topic in sorted(&cases).into_iter().filter(|name| cases.join(name).is_dir()) {
        println!("cargo::rerun-if-changed={topic}");
        let folder = Path::new(&out).join(&topic);
        fs::create_dir_all(&folder).unwrap();
        for name in sorted(&cases.join(&topic)) {
            // The others are expected messages.
            let Some(module) = name.strip_suffix(".rs") else { continue };
            let case = fs::read_to_string(cases.join(&topic).join(&name)).unwrap();
            let twin = fixed::fixed(&case).unwrap_or_else(|error| panic!("tests/ui/{topic}/{name} {error}"));
            let path = folder.join(&name);
            fs::write(&path, twin).unwrap();
            writeln!(modules, "#[path = \"{}\"]\nmod {topic}_{module};", path.display()).unwrap();
        }
    }
    fs::write(Path::new(&out).join("twins.rs"), modules).unwrap();
}

fn sorted(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
