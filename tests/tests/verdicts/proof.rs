//! Verdicts against witnesses.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use codegen::{Diff, Level, Sources};

use crate::batch::{Base, Part, base_module, parts};
use crate::compiler::Compiler;
use crate::crates::Crates;
use crate::mutants::{Mutant, all_mutants, mutants_of};
use crate::selection::selected;
use crate::specs;

/// Mutants of one run of the compiler.
const BATCH: usize = 150;

/// Major levels of the Rust API that no program shows by failing to compile, with the reason.
const WITHOUT_WITNESS: [(&str, &str); 0] = [];

/// How many mutants of the described APIs `MUTANTS=all` has: their facts are of the same kinds as
/// those of the small spec, and each takes much longer.
const MAX_DESCRIBED: usize = 200;

struct Case {
    name: String,
    forward: Diff,
    back: Diff,
    parts: BTreeMap<Part, String>,
    errors: BTreeMap<Part, String>,
}

/// What contradicts a verdict.
#[derive(Default)]
struct Report {
    mutants: usize,
    broken: usize,
    faults: Vec<String>,
}

fn prove(spec: &Sources, root: &'static str, candidates: &[Mutant], count: usize) -> Report {
    let crates = Crates::generate(spec).unwrap();
    let compiler = Compiler::new(match root {
        "" => crates.0.keys().cloned().collect::<Vec<_>>().into_iter(),
        _ => Vec::new().into_iter(),
    });
    let base = Base { crates, root };
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let report = Mutex::new(Report::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let mut cases = Vec::new();
                    while cases.len() < BATCH && found.load(Ordering::Relaxed) < count {
                        let Some(mutant) = candidates.get(next.fetch_add(1, Ordering::Relaxed))
                        else {
                            break;
                        };
                        if let Some(case) = case(spec, &base, mutant, cases.len()) {
                            found.fetch_add(1, Ordering::Relaxed);
                            cases.push(case);
                        }
                    }
                    if cases.is_empty() {
                        break;
                    }
                    compile(&compiler, &base, &mut cases);
                    let mut report = report.lock().unwrap();
                    for case in &cases {
                        let known = report.faults.len();
                        judge(case, &mut report);
                        for fault in &report.faults[known..] {
                            println!("{fault}");
                        }
                    }
                    println!("{} mutants", report.mutants);
                }
            });
        }
    });
    report.into_inner().unwrap()
}

/// `None` if the generator refuses the mutant, or nothing differs.
fn case(spec: &Sources, base: &Base, mutant: &Mutant, index: usize) -> Option<Case> {
    let new = mutant.apply(spec);
    let forward = codegen::diff(spec, &new).ok()?;
    let crates = Crates::generate(&new)?;
    if forward.is_empty() && crates == base.crates {
        return None;
    }
    Some(Case {
        name: mutant.describe(),
        back: codegen::diff(&new, spec).unwrap(),
        forward,
        parts: parts(base, &crates, index),
        errors: BTreeMap::new(),
    })
}

/// Some errors hide others, so parts with errors are left out until there are no others.
fn compile(compiler: &Compiler, base: &Base, cases: &mut [Case]) {
    loop {
        let mut files = BTreeMap::new();
        if !base.root.is_empty() {
            files.insert("base".to_owned(), base_module(base));
        }
        for (index, case) in cases.iter().enumerate() {
            for (part, text) in &case.parts {
                let is_broken = case.errors.contains_key(&Part::Code);
                if !text.is_empty() && !is_broken && !case.errors.contains_key(part) {
                    files.insert(file_name(index, *part), text.clone());
                }
            }
        }
        let errors = compiler.errors(&files);
        if errors.is_empty() {
            break;
        }
        for (index, case) in cases.iter_mut().enumerate() {
            for part in [Part::Code, Part::Own, Part::Forward, Part::Back] {
                if let Some(error) = errors.get(&file_name(index, part)) {
                    case.errors.insert(part, error.clone());
                }
            }
        }
        if let Some(error) = errors.get("base") {
            panic!("the base does not compile: {error}");
        }
    }
}

fn file_name(index: usize, part: Part) -> String {
    match part {
        Part::Code => format!("m{index}"),
        part => format!("m{index}_{part:?}").to_lowercase(),
    }
}

fn judge(case: &Case, report: &mut Report) {
    report.mutants += 1;
    for part in [Part::Code, Part::Own] {
        if let Some(error) = case.errors.get(&part) {
            report
                .faults
                .push(format!("{}: {part:?} does not compile: {error}", case.name));
            return;
        }
    }
    for (part, diff) in [(Part::Forward, &case.forward), (Part::Back, &case.back)] {
        let level = diff.verdict().rust;
        match case.errors.get(&part) {
            Some(error) => {
                report.broken += 1;
                if level < Level::Major {
                    report.faults.push(format!(
                        "{} ({part:?}): {level}, but a witness fails:\n{}\n{error}",
                        case.name,
                        diff.to_text()
                    ));
                }
            }
            None if level == Level::Major => {
                let majors = diff
                    .kinds()
                    .filter(|(_, verdict)| verdict.rust == Level::Major);
                let unlisted: Vec<String> = majors
                    .map(|(kind, _)| kind)
                    .filter(|kind| !WITHOUT_WITNESS.iter().any(|(listed, _)| listed == kind))
                    .collect();
                if !unlisted.is_empty() {
                    report.faults.push(format!(
                        "{} ({part:?}): no witness fails, but major are {unlisted:?}",
                        case.name
                    ));
                }
            }
            None => {}
        }
    }
}

#[test]
fn verdicts_of_the_rust_api_are_those_of_the_compiler() {
    let spec = specs::small();
    let (candidates, count) = selected(all_mutants(&spec), 80, usize::MAX);
    let report = prove(&spec, "crate::base", &candidates, count);
    println!("{} mutants, {} breaks", report.mutants, report.broken);
    if report.mutants >= 80 {
        assert!(report.broken > report.mutants / 4, "witnesses do not fail");
    }
    assert!(
        report.faults.is_empty(),
        "{} faults\n{}",
        report.faults.len(),
        report.faults.join("\n")
    );
}

/// In the spec of this project, of which the crates are built already.
#[test]
fn verdicts_about_the_described_apis_are_those_of_the_compiler() {
    let spec = tests::spec::described();
    let (candidates, count) = selected(mutants_of(&spec), 10, MAX_DESCRIBED);
    let report = prove(&spec, "", &candidates, count);
    println!("{} mutants, {} breaks", report.mutants, report.broken);
    assert!(
        report.faults.is_empty(),
        "{} faults, see above",
        report.faults.len()
    );
}
