//! Every kind of fact has a mutant.

use crate::mutants::all_mutants;
use crate::specs;

/// Facts that no single change of a valid spec changes, with the reason.
const WITHOUT_MUTANT: [(&str, &str); 4] = [
    (
        "AuthScheme AuthPathParameter",
        "paths have the name of the parameter, too",
    ),
    (
        "Operation PageStyle",
        "each style has keys that the other one lacks",
    ),
    (
        "Package LaterVersion",
        "operations and records state something about it, too",
    ),
    (
        "ResponseHeader Presence",
        "headers of responses are always optional",
    ),
];

/// Seven of ten kinds, unless `LONG_TESTS` is set, as in `.ci/run`: the rare ones need all mutants.
#[test]
fn every_kind_of_fact_of_the_language_is_changed_by_a_mutant() {
    let spec = specs::small();
    let mut missing = codegen::fact_kinds(&spec).unwrap();
    for (kind, _) in WITHOUT_MUTANT {
        assert!(missing.remove(kind), "{kind} is no fact");
    }
    let enough = match std::env::var_os("LONG_TESTS") {
        Some(_) => 0,
        None => missing.len() * 3 / 10,
    };
    for mutant in all_mutants(&spec) {
        if missing.len() <= enough {
            break;
        }
        if let Ok(diff) = codegen::diff(&spec, &mutant.apply(&spec)) {
            for (kind, _) in diff.kinds() {
                let (fact, _) = kind.rsplit_once(' ').unwrap();
                missing.remove(fact);
            }
        }
    }
    assert!(missing.len() <= enough, "no mutant changes {missing:?}");
}
