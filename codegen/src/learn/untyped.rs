//! The fields whose types the documents do not show, with what is observed of each.

use std::collections::BTreeMap;

use api_observations::Observations;

use super::evidence::{DeclarationKey, Evidence, FieldEvidence};
use super::proposal::missing;
use crate::ir::{Occurrence, Occurrences, Package, Spec};
use crate::report::line_of;
use crate::source::Sources;

/// A line for each field of some packages: its values and what is missing to learn its type, or why no
/// response can show it.
pub(crate) fn untyped(
    (spec, sources): (&Spec, &Sources),
    packages: &[&Package],
    observations: &Observations,
) -> String {
    let evidence = Evidence::new(spec, observations);
    let occurrences = Occurrences::new(spec);
    let mut lines: BTreeMap<DeclarationKey, String> = BTreeMap::new();
    let fields = packages.iter().flat_map(|package| package.fields());
    for (owner, field) in fields.filter(|(_, field)| field.is_untyped()) {
        let key = (field.span.file.to_string(), field.span.range.start);
        // A field of several records is declared once.
        lines.entry(key).or_insert_with_key(|key| {
            let observed = match evidence.fields.get(key) {
                Some(evidence) => observed(evidence),
                None => unobserved(occurrences.occurrence(field)).to_owned(),
            };
            let line = line_of(sources, &field.span);
            format!("{line}: {owner}.{}: {observed}\n", field.wire)
        });
    }
    let count = lines.len();
    let lines: String = lines.into_values().collect();
    format!("Types not documented ({count}):\n{lines}")
}

fn observed(evidence: &FieldEvidence) -> String {
    if let Some(elsewhere) = evidence.only_of_others() {
        return elsewhere;
    }
    let tally = evidence.of_api().at("");
    let kinds = tally.kinds();
    match missing(tally.values(), &tally) {
        Some(missing) => format!("{kinds}; {missing}"),
        None => kinds,
    }
}

fn unobserved(occurrence: Occurrence) -> &'static str {
    match occurrence {
        Occurrence::Response => "not observed",
        Occurrence::Callback => "not observable: in callbacks but no response",
        Occurrence::Request => "not observable: only in requests",
        Occurrence::None => "not observable: in no operation",
    }
}
