//! Hidden worlds: every field without a documented type has one at random, some documented types are
//! wrong, and responses are observed. All of it is learned, and nothing else changes.
//!
//! `WORLDS=100` is how many of each kind, `LONG_TESTS` runs twelve.

#[path = "../../../../tests/support/src/files.rs"]
#[expect(
    unreachable_pub,
    reason = "it is public in another crate, which depends on this one"
)]
mod files;
mod sightings;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::ir::Type;
use crate::source::Sources;
use world::World;

/// The responses of each operation: a field has at least as many values.
const RESPONSES: usize = 50;

/// The same, if some are damaged.
const RESPONSES_WITH_DAMAGE: usize = 60;

fn seeds(ordinary: u64) -> std::ops::Range<u64> {
    let worlds = std::env::var("WORLDS").map(|worlds| worlds.parse().expect("a number of worlds"));
    match std::env::var_os("LONG_TESTS") {
        _ if worlds.is_ok() => 0..worlds.unwrap_or_default(),
        Some(_) => 0..12,
        None => 0..ordinary,
    }
}

/// Learns from a world, and compares with what is hidden in it.
fn check(seed: u64, responses: usize, damage: f64) {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let sources = Sources(files::files_below(&spec, "yaml"));
    let (_, spec) = crate::load_and_describe(&sources).unwrap();
    let world = World::new(&spec, seed);
    let observations = world.observations(&spec, responses, damage);
    let learned = crate::learn(&sources, &observations).unwrap();
    let (_, changed) = crate::load_and_describe(&learned.sources).unwrap();

    let mut types: BTreeMap<String, (Type, bool)> = BTreeMap::new();
    let mut contradictions = BTreeSet::new();
    for (package, record) in world::records(&changed) {
        for field in &record.fields {
            let name = format!("{package}.{}.{}", record.name, field.wire);
            let learned = field.open_questions.conflicts.iter();
            if learned
                .clone()
                .any(|(conflict, _)| conflict.but.contains("observed"))
            {
                contradictions.insert(name.clone());
            }
            types.insert(name, (field.ty.clone(), field.observed.is_some()));
        }
    }
    let mut wrong = Vec::new();
    let mut listed = 0;
    for (name, expected) in &world.expected {
        let (found, has_evidence) = &types[name];
        if found != expected && is_listed(&learned, name, expected) {
            listed += 1;
        } else if found != expected || !has_evidence {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
    let report = learned.report();
    assert!(wrong.is_empty(), "world {seed}: {wrong:#?}\n{report}");
    assert_eq!(
        contradictions, world.contradictions,
        "world {seed}\n{report}"
    );

    // Other facts of the spec need the types of some fields: marks, examples, defaults, syncs.
    let all = world.expected.len();
    assert!(listed * 6 < all, "{listed} of {all}");
    assert!(all >= 500, "{all}");

    changed_lines_are_facts(&sources, &learned);
    for fact in &learned.facts {
        let is_patch = fact.level == crate::Level::Patch;
        assert_eq!(is_patch, !fact.change.contains('→'), "{fact:?}");
    }
    let again = crate::learn(&learned.sources, &observations).unwrap();
    assert_eq!(again.facts.len(), 0, "{}", again.report());
    assert_eq!(again.sources, learned.sources);
}

/// Whether the type of a field was found, but other facts of the spec do not permit it.
fn is_listed(learned: &super::Learned, name: &str, expected: &Type) -> bool {
    let mut parts = name.rsplit('.');
    let (field, record) = (parts.next().unwrap(), parts.next().unwrap());
    let Some(word) = super::type_of_values::word(expected) else {
        return false;
    };
    let change = format!("→ `{word}`");
    learned.unlearned.iter().any(|unlearned| {
        let (records, other) = unlearned.subject.rsplit_once('.').unwrap();
        let is_same = other == field && records.split(", ").any(|other| other == record);
        is_same && unlearned.reason.contains(&change)
    })
}

/// Each changed line is a fact, or the key of the first contradiction of a record; lines with
/// documented facts are as before.
fn changed_lines_are_facts(old: &Sources, learned: &super::Learned) {
    let mut changed = 0;
    let mut keys = 0;
    for (path, new) in learned.changed(old) {
        let mut old_lines = old.0[path].lines();
        let mut removed = old_lines.next();
        for line in new.lines() {
            if removed == Some(line) {
                removed = old_lines.next();
            } else if line.trim() == "observed:" {
                keys += 1;
            } else {
                changed += 1;
                assert!(line.contains(" since 2026-10"), "{path}: {line}");
                if let Some(replaced) = removed.filter(|_| line.contains("observed(")) {
                    assert_only_type_differs(replaced, line);
                    removed = old_lines.next();
                }
            }
        }
        assert_eq!(removed, None, "{path}");
    }
    assert_eq!(changed, learned.facts.len());
    assert!(keys <= 40, "{keys}");
}

/// The name, the documented marks, the docs and the comment of a field are as before.
fn assert_only_type_differs(old: &str, new: &str) {
    let (start, rest) = new.split_once(" observed(").unwrap();
    let (_, end) = rest.split_once(')').unwrap();
    let mut new = format!("{start}{end}");
    for mark in [" inferred", " also_us_date"] {
        if !old.contains(mark) {
            new = new.replacen(mark, "", 1);
        }
    }
    let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
    let (old, new) = (words(old), words(&new));
    let differing = old.iter().zip(&new).filter(|(old, new)| old != new);
    assert!(
        old.len() == new.len() && differing.count() <= 1,
        "{old:?} {new:?}"
    );
}

#[test]
fn learns_hidden_types_and_planted_contradictions() {
    for seed in seeds(2) {
        check(seed, RESPONSES, 0.0);
    }
}

#[test]
fn learns_the_same_from_damaged_responses() {
    for seed in seeds(2) {
        check(seed, RESPONSES_WITH_DAMAGE, 0.01);
    }
}
