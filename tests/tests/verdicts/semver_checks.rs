//! Verdicts against cargo-semver-checks. It compares no types, so its levels are lower bounds.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::Level;

use crate::batch::{Base, base_module};
use crate::compiler::Compiler;
use crate::crates::Crates;
use crate::mutants::all_mutants;
use crate::selection::selected;
use crate::specs;

const TOOL: &str = "CARGO_SEMVER_CHECKS";

#[test]
#[ignore = "tests/semver/run.sh starts it, with the tool"]
fn no_verdict_is_lower_than_the_level_of_cargo_semver_checks() {
    let tool = std::env::var_os(TOOL).unwrap_or_else(|| panic!("{TOOL} is the path of the tool"));
    let spec = specs::small();
    let old = Crates::generate(&spec).unwrap();
    let compiler = Compiler::new(std::iter::empty());
    let folder = tempfile::tempdir().unwrap();
    let (old_folder, new_folder) = (folder.path().join("old"), folder.path().join("new"));
    let old_api = api(&compiler, &old_folder, old.clone());
    let (candidates, count) = selected(all_mutants(&spec), 200, usize::MAX);

    let (mut mutants, mut levels, mut faults) = (0, BTreeMap::new(), Vec::new());
    for mutant in candidates {
        if mutants == count {
            break;
        }
        let changed = mutant.apply(&spec);
        let (Ok(forward), Some(new)) = (codegen::diff(&spec, &changed), Crates::generate(&changed))
        else {
            continue;
        };
        if new == old {
            continue;
        }
        mutants += 1;
        let new_api = api(&compiler, &new_folder, new);
        let back = codegen::diff(&changed, &spec).unwrap();
        for (direction, diff, before, after) in [
            ("forward", &forward, &old_api, &new_api),
            ("back", &back, &new_api, &old_api),
        ] {
            let ours = diff.verdict().rust;
            let (theirs, text) = level(&tool, before, after);
            *levels.entry((ours, theirs)).or_insert(0) += 1;
            let name = format!("{} ({direction})", mutant.describe());
            if ours < theirs {
                let fault = format!("{name}: {ours}, but:\n{}\n{text}", diff.to_text());
                println!("{fault}");
                faults.push(fault);
            } else if ours > theirs {
                println!("{name}: {ours}, cargo-semver-checks says {theirs}");
            }
        }
    }
    println!("{mutants} mutants, in both directions:");
    let mut majors = 0;
    for ((ours, theirs), count) in levels {
        if theirs == Level::Major {
            majors += count;
        }
        println!("{count:5} {ours}, cargo-semver-checks says {theirs}");
    }
    if mutants >= 80 {
        assert!(majors > 0, "cargo-semver-checks sees no break");
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// What rustdoc says of crates, as modules of one crate that has the same name for all mutants.
fn api(compiler: &Compiler, folder: &Path, crates: Crates) -> PathBuf {
    let base = Base {
        crates,
        root: "crate::base",
    };
    let files = BTreeMap::from([("base".to_owned(), base_module(&base))]);
    compiler.api(folder, &files)
}

/// The level that the tool requires, with its output.
fn level(tool: &OsStr, before: &Path, after: &Path) -> (Level, String) {
    let output = Command::new(tool)
        .args(["semver-checks", "--color=never", "--release-type=patch"])
        .arg("--baseline-rustdoc")
        .arg(before)
        .arg("--current-rustdoc")
        .arg(after)
        .output()
        .unwrap();
    let text =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let level = [
        ("semver requires new major version", Level::Major),
        ("semver requires new minor version", Level::Minor),
        ("no semver update required", Level::None),
    ]
    .into_iter()
    .find(|(summary, _)| text.contains(summary));
    match level {
        Some((_, level)) => (level, text),
        None => panic!("{text}"),
    }
}
