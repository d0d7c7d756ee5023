//! The fields whose types the documents do not show, with what is observed of each.

use std::collections::BTreeMap;

use api_observations::Observations;

use super::evidence::{DeclarationKey, Evidence};
use super::proposal::{is_untyped, missing};
use crate::ir::{Package, Spec};
use crate::report::line_of;
use crate::source::Sources;

/// A line for each field of some packages: its values, and what is missing to learn its type.
pub(crate) fn untyped(
    (spec, sources): (&Spec, &Sources),
    packages: &[&Package],
    observations: &Observations,
) -> String {
    let evidence = Evidence::new(spec, observations);
    let mut lines: BTreeMap<DeclarationKey, String> = BTreeMap::new();
    let records = packages
        .iter()
        .flat_map(|package| &package.resources)
        .flat_map(|resource| &resource.records);
    for record in records {
        for field in record.fields.iter().filter(|field| is_untyped(field)) {
            let key = (field.span.file.to_string(), field.span.range.start);
            // A field of several records is declared once.
            lines.entry(key).or_insert_with_key(|key| {
                let observed = match evidence.fields.get(key) {
                    None => "not observed".to_owned(),
                    Some(evidence) => {
                        let tally = evidence.total().at("");
                        let kinds = tally.kinds();
                        let missing = missing(&tally);
                        missing.map_or(kinds.clone(), |missing| format!("{kinds}; {missing}"))
                    }
                };
                let line = line_of(sources, &field.span);
                format!("{line}: {}.{}: {observed}\n", record.name, field.wire)
            });
        }
    }
    let count = lines.len();
    let lines: String = lines.into_values().collect();
    format!("Types not documented ({count}):\n{lines}")
}
