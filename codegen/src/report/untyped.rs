//! Numbers of fields whose types the documents do not show, by where they occur.

use std::fmt;

use crate::ir::{Occurrence, Occurrences, Package, Spec};

#[derive(Default)]
struct Counted {
    responses: usize,
    callbacks: usize,
    requests: usize,
    none: usize,
}

impl Counted {
    fn new(package: &Package, occurrences: &Occurrences) -> Self {
        let mut counted = Self::default();
        let untyped = package.fields().filter(|(_, field)| field.is_untyped());
        for (_, field) in untyped {
            let count = match occurrences.occurrence(field) {
                Occurrence::Response => &mut counted.responses,
                Occurrence::Callback => &mut counted.callbacks,
                Occurrence::Request => &mut counted.requests,
                Occurrence::None => &mut counted.none,
            };
            *count += 1;
        }
        counted
    }

    fn add(&mut self, other: &Self) {
        self.responses += other.responses;
        self.callbacks += other.callbacks;
        self.requests += other.requests;
        self.none += other.none;
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            responses,
            callbacks,
            requests,
            none,
        } = self;
        let all = responses + callbacks + requests + none;
        let plural = if all == 1 { "" } else { "s" };
        write!(f, "{all} untyped field{plural}")?;
        let counts = [
            (responses, "in responses"),
            (callbacks, "in callbacks but no response"),
            (requests, "only in requests"),
            (none, "in no operation"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| **count > 0);
        for (index, (count, occurrence)) in counts.enumerate() {
            let separator = if index == 0 { ":" } else { "," };
            write!(f, "{separator} {count} {occurrence}")?;
        }
        Ok(())
    }
}

/// A line per package, and a total of several. A field counts in each record or body that has it.
pub(crate) fn untyped(spec: &Spec, packages: &[&Package]) -> String {
    let occurrences = Occurrences::new(spec);
    let mut out = String::new();
    let mut all = Counted::default();
    for package in packages {
        let counted = Counted::new(package, &occurrences);
        out.push_str(&format!("{}: {counted}\n", package.name));
        all.add(&counted);
    }
    if packages.len() > 1 {
        out.push_str(&format!("all: {all}\n"));
    }
    out
}
