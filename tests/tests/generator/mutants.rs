//! Mutants of the spec: reproducible, of every kind of fact, each with its line.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::described;

#[test]
fn mutants_of_a_seed_are_always_the_same() {
    let spec = described();
    let first = |seed| -> Vec<String> {
        let mutants = codegen::mutants(&spec, seed).take(100);
        mutants.map(|mutant| format!("{mutant:?}")).collect()
    };
    assert_eq!(first(1), first(1));
    assert_ne!(first(1), first(2));
}

#[test]
fn the_first_mutants_have_every_kind_of_fact() {
    let spec = described();
    let mutants: Vec<_> = codegen::mutants(&spec, 1).collect();
    let kinds: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.kind).collect();
    let first: BTreeSet<&str> = mutants.iter().take(kinds.len()).map(|m| m.kind).collect();
    assert_eq!(first, kinds);
    assert!(kinds.len() > 60, "{} kinds", kinds.len());
    assert!(mutants.len() > 5_000, "{} mutants", mutants.len());
}

#[test]
fn a_mutant_changes_the_shown_lines_and_no_others() {
    let spec = described();
    let mut seen = BTreeMap::new();
    for mutant in codegen::mutants(&spec, 1).take(1_000) {
        let mutated = mutant.apply(&spec);
        for (file, text) in &spec.0 {
            let is_same = mutated.0[file] == *text;
            assert_eq!(is_same, *file != mutant.file, "{mutant:?}");
        }
        let (before, after) = (&spec.0[&mutant.file], &mutated.0[&mutant.file]);
        let line = before.lines().nth(mutant.line - 1).unwrap();
        assert!(
            mutant.before.is_empty() || mutant.before.starts_with(line),
            "{mutant:?}"
        );
        let head = |text: &str| -> Vec<String> {
            let lines = text.lines().take(mutant.line - 1);
            lines.map(str::to_owned).collect()
        };
        assert_eq!(head(before), head(after), "{mutant:?}");
        let key = (mutant.file.clone(), mutant.line, mutant.after.clone());
        assert_eq!(seen.insert(key, mutant.kind), None, "{mutant:?}");
    }
}
