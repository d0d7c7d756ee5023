//! Mutants of the spec: reproducible, of every kind of fact, each with its line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use codegen::{FactLists, Fate, Mutant, Sources};

use crate::support::{described, fixtures, shop};

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

const ORDER: &str = "\
bodies:
  NewOrder:
    doc: An order.
    fields:
      note: string pii
      reason: string
operations:
  create_order:
    doc: Creates an order.
    http: POST /orders
    request_body: NewOrder
    response: status_only
    statuses: [200, 401]
    retry: { never: Each request creates an order. }
";

const LIST: &str = "\
body NewOrder
  fields: note string pii; reason string

operation create_order
  http: POST /orders
  body: NewOrder
  response: status only
  statuses: 200 401
  retry: never
";

#[test]
fn mutants_are_rejected_caught_or_without_effect() {
    let spec = shop(ORDER);
    let api_facts = fs::read_to_string(fixtures().join("api_facts.txt")).unwrap();
    let files = BTreeMap::from([("shop.txt".to_owned(), format!("{api_facts}\n{LIST}"))]);
    let lists = FactLists::parse(&files).unwrap();
    assert_eq!(lists.compare(&spec).unwrap(), []);
    let fates = |kind: &str| fates_of(kind, &spec, &lists);
    // Never to idempotent; a missing rule is an error.
    assert_eq!(fates("retry"), [Fate::Rejected, Fate::Caught]);
    // Missing, or a secret.
    assert_eq!(fates("mark pii"), [Fate::Caught, Fate::Caught]);
    // Optional fields have no order.
    assert_eq!(fates("order of fields"), [Fate::WithoutEffect]);
    // A GET has no body and no rule of retries.
    let [rejected, rest @ ..] = &fates("method")[..] else {
        panic!("no mutant")
    };
    assert_eq!(*rejected, Fate::Rejected);
    assert_eq!(rest, [Fate::Caught; 3]);
}

/// The fates of all mutants of a kind, rejected ones first.
fn fates_of(kind: &str, spec: &Sources, lists: &FactLists) -> Vec<Fate> {
    let mutants = codegen::mutants(spec, 1).filter(|mutant| mutant.kind == kind);
    let mut fates: Vec<Fate> = mutants
        .map(|mutant: Mutant| mutant.fate(spec, lists))
        .collect();
    fates.sort_by_key(|fate| *fate as usize);
    fates
}
