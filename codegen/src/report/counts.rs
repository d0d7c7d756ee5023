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

    fn of(package: &Package) -> Self {
        let mut counted = Self::default();
        (counted.unknowns, counted.conflicts) = open_questions(&[package]);
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

/// The numbers of unknowns and conflicts. Inherited ones recur, but count once.
fn open_questions(packages: &[&Package]) -> (usize, usize) {
    let (mut unknowns, mut conflicts): (HashSet<&Span>, HashSet<&Span>) = Default::default();
    let all = packages
        .iter()
        .flat_map(|package| package.all_open_questions());
    for (_, open_questions) in all {
        unknowns.extend(open_questions.unknowns.iter().map(|(_, span)| span));
        conflicts.extend(open_questions.conflicts.iter().map(|(_, span)| span));
    }
    (unknowns.len(), conflicts.len())
}

/// A table with a row per package and a total. Bodies count as records; a shared field counts once.
/// An open question of several packages counts in each row, and once in the total.
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
    for package in packages {
        let row = Counted::of(package).row();
        for (sum, number) in all.iter_mut().zip(row) {
            *sum += number;
        }
        line(&package.name, row);
    }
    let [.., unknowns, conflicts] = &mut all;
    let recurring = (*unknowns, *conflicts);
    (*unknowns, *conflicts) = open_questions(packages);
    let is_shared = recurring != (*unknowns, *conflicts);
    line("all", all);
    if is_shared {
        let note = "unknowns and conflicts of several packages count once in the total";
        out.insert_str(0, &format!("{note}\n\n"));
    }
    out
}
