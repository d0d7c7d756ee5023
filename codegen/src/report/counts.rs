//! How much is described, by set.

use std::collections::HashSet;

use crate::ir::{Field, Mark, Package};
use crate::source::Span;

#[derive(Default)]
struct Counted {
    operations: usize,
    records: usize,
    fields: usize,
    defaults: usize,
    required: usize,
    bounds: usize,
    inferred: usize,
    untyped: usize,
    unknowns: usize,
    conflicts: usize,
}

impl Counted {
    fn fields(&mut self, fields: &[Field]) {
        for field in fields {
            self.fields += 1;
            self.defaults += usize::from(field.default.is_some());
            self.required += usize::from(field.has(Mark::DocumentedRequired));
            self.bounds += usize::from(field.max.is_some());
            self.inferred += usize::from(field.has(Mark::Inferred));
            self.untyped += usize::from(field.is_untyped());
        }
    }

    /// The counts of a package. `seen` has the spans of open questions that are counted already: inherited ones recur.
    fn of<'a>(package: &'a Package, seen: &mut HashSet<&'a Span>) -> Self {
        let mut counted = Self::default();
        for resource in &package.resources {
            counted.operations += resource.operations.len();
            counted.records += resource.records.len() + resource.bodies.len();
            for record in &resource.records {
                counted.fields(&record.fields);
            }
            for body in &resource.bodies {
                counted.fields(&body.fields);
            }
            if let Some(sdk) = &resource.browser_sdk {
                counted.fields(&sdk.configuration);
            }
        }
        for (_, open_questions) in package.all_open_questions() {
            counted.unknowns += open_questions
                .unknowns
                .iter()
                .filter(|(_, span)| seen.insert(span))
                .count();
            counted.conflicts += open_questions
                .conflicts
                .iter()
                .filter(|(_, span)| seen.insert(span))
                .count();
        }
        counted
    }

    fn row(&self) -> [usize; 10] {
        [
            self.operations,
            self.records,
            self.fields,
            self.defaults,
            self.required,
            self.bounds,
            self.inferred,
            self.untyped,
            self.unknowns,
            self.conflicts,
        ]
    }
}

/// A table with a row per package and a total. Bodies count as records; a shared field counts once.
pub(crate) fn counts(packages: &[&Package]) -> String {
    if packages.is_empty() {
        return String::new();
    }
    const HEADS: [&str; 10] = [
        "operations",
        "records",
        "fields",
        "defaults",
        "required",
        "bounds",
        "inferred",
        "untyped",
        "unknowns",
        "conflicts",
    ];
    let mut out = format!("{:<10}", "");
    for head in HEADS {
        out.push_str(&format!("{head:>12}"));
    }
    out.push('\n');
    let mut all = [0; 10];
    let mut line = |name: &str, row: [usize; 10]| {
        out.push_str(&format!("{name:<10}"));
        for number in row {
            out.push_str(&format!("{number:>12}"));
        }
        out.push('\n');
    };
    let mut seen = HashSet::new();
    for package in packages {
        let row = Counted::of(package, &mut seen).row();
        for (sum, number) in all.iter_mut().zip(row) {
            *sum += number;
        }
        line(&package.name, row);
    }
    line("all", all);
    out
}
