//! The spec has the facts of the lists in `facts`, which are written by hand from the documents, and
//! no others. A mutant of the spec, with one fact changed, removed or invented, does not have them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use codegen::{FactLists, Fate, Mutant, Sources};
use tests::files::files_below;
use tests::spec::described;

static LISTS: LazyLock<FactLists> = LazyLock::new(|| {
    let files = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("facts"), "txt");
    let named = files
        .into_iter()
        .map(|(name, text)| (format!("tests/facts/{name}"), text));
    FactLists::parse(&named.collect()).unwrap_or_else(|error| panic!("{error}"))
});

static SPEC: LazyLock<Sources> = LazyLock::new(described);

#[test]
fn the_spec_has_the_facts_of_the_lists_and_no_others() {
    let mismatches = LISTS
        .compare(&SPEC)
        .unwrap_or_else(|errors| panic!("{errors}"));
    let lines: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
    assert!(
        lines.is_empty(),
        "facts differ between tests/facts and spec. If the documents changed, change both by hand; \
         if not, correct the one that is wrong:\n{}",
        lines.join("\n")
    );
}

/// A sample, unless `LONG_TESTS` is set, as in `.ci/run`.
fn count() -> usize {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => 400,
        None => 60,
    }
}

#[test]
fn mutants_of_the_spec_are_noticed() {
    let mut caught = 0;
    let mut kinds = BTreeSet::new();
    let mut survivors = Vec::new();
    for mutant in codegen::mutants(&SPEC, 1).take(count()) {
        match mutant.fate(&SPEC, &LISTS) {
            Fate::Caught => {
                caught += 1;
                kinds.insert(mutant.kind);
            }
            Fate::Survived => survivors.push(shown(&mutant)),
            Fate::Rejected | Fate::WithoutEffect => {}
        }
    }
    assert!(
        caught * 2 > count(),
        "only {caught} of {} have an effect",
        count()
    );
    assert!(kinds.len() > 30, "{kinds:?}");
    // At least 95 %.
    assert!(
        survivors.len() * 19 <= caught,
        "survived:\n{}",
        survivors.join("\n")
    );
}

/// Tests of behavior do not notice a request that is sent twice, or a page that is too large.
#[test]
fn no_mutant_of_retries_or_page_sizes_survives() {
    let kinds = [
        "retry",
        "page size",
        "maximum page size",
        "duplicate status",
    ];
    let mutants = codegen::mutants(&SPEC, 1).filter(|mutant| kinds.contains(&mutant.kind));
    let mut caught = 0;
    for mutant in mutants.step_by(if count() > 100 { 1 } else { 8 }) {
        let fate = mutant.fate(&SPEC, &LISTS);
        caught += usize::from(fate == Fate::Caught);
        assert_ne!(fate, Fate::Survived, "{}", shown(&mutant));
    }
    assert!(caught >= 5, "{caught}");
}

fn shown(mutant: &Mutant) -> String {
    let Mutant {
        file,
        line,
        before,
        after,
        ..
    } = mutant;
    format!("spec/{file}:{line}: {before} → {after}")
}
