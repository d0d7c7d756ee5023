//! Compares `NAME.txt` of each crate with what rustdoc's JSON says of it: `public-api-texts JSON-FOLDER TEXT-FOLDER [--write]`.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use public_api::Builder;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (json, texts, write) = match arguments.as_slice() {
        [json, texts] => (json, texts, false),
        [json, texts, option] if option == "--write" => (json, texts, true),
        _ => return Err("expected: JSON-FOLDER TEXT-FOLDER [--write]".into()),
    };
    let mut is_same = true;
    for entry in fs::read_dir(texts)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let json = Path::new(json).join(name.replace('-', "_") + ".json");
        let (old, new) = (fs::read_to_string(&path)?, public_api(&json)?);
        if old == new {
            continue;
        }
        is_same = false;
        println!("{name}");
        print_missing('-', &old, &new);
        print_missing('+', &new, &old);
        if write {
            fs::write(&path, new)?;
        }
    }
    if is_same || write {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!(
        "the public API differs from the texts: run `tests/public-api/run.sh --write` and review the diff"
    );
    Ok(ExitCode::FAILURE)
}

/// A line for each item. Of derived traits there is the `impl` alone: their methods say no more.
fn public_api(json: &Path) -> Result<String, Box<dyn Error>> {
    let lines = |omit_derived| {
        let api = Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .omit_auto_derived_impls(omit_derived)
            .build()?;
        Ok::<Vec<String>, Box<dyn Error>>(api.items().map(ToString::to_string).collect())
    };
    let own: HashSet<String> = lines(true)?.into_iter().collect();
    let all = lines(false)?;
    let shown = all
        .iter()
        .filter(|line| line.starts_with("impl") || own.contains(*line));
    Ok(shown.map(|line| format!("{line}\n")).collect())
}

fn print_missing(sign: char, lines: &str, others: &str) {
    let others: HashSet<&str> = others.lines().collect();
    for line in lines.lines().filter(|line| !others.contains(line)) {
        println!("{sign} {line}");
    }
}
