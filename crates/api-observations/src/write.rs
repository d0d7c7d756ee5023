//! Writes observations as text.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::counts::LENGTHS;
use crate::escape::push_escaped;
use crate::run::Run;
use crate::shape::Shape;

/// The first line of a file: its format and version.
pub(crate) const HEADER: &str = "observations 1";

/// Appends a run and its shapes, a line each. Writing to a string cannot fail.
pub(crate) fn write_run(out: &mut String, run: &Run) {
    out.push_str("run ");
    push_escaped(out, &run.id);
    let days = [
        ("since", &run.since),
        ("until", &run.until),
        ("venue_key", &run.venue_key),
    ];
    for (name, text) in days.into_iter().filter(|(_, text)| !text.is_empty()) {
        let _ = write!(out, " {name}=");
        push_escaped(out, text);
    }
    for (name, count) in run.numbers().into_iter().filter(|(_, count)| *count > 0) {
        let _ = write!(out, " {name}={count}");
    }
    if !run.shapes.is_empty() {
        let _ = write!(out, " places={}", run.shapes.len());
    }
    if !run.venues.is_empty() {
        let venues = run.venues.iter().map(|venue| format!("{venue:x}"));
        let _ = write!(out, " venues={}", venues.collect::<Vec<_>>().join(","));
    }
    out.push('\n');
    let mut previous = None;
    for (key, (shape, venues)) in &run.shapes {
        let body = (&key.api, &key.operation, key.status);
        if previous != Some(body) {
            previous = Some(body);
            push_escaped(out, &key.api);
            out.push(' ');
            push_escaped(out, &key.operation);
            let _ = writeln!(out, " {}", key.status);
        }
        match &*key.pointer {
            "" => out.push_str("\"\""),
            pointer => push_escaped(out, pointer),
        }
        write_shape(out, shape);
        write_venues(out, venues, &run.venues);
        out.push('\n');
    }
}

fn write_shape(out: &mut String, shape: &Shape) {
    let number = shape.number.iter().map(|(name, count)| (name, *count));
    let text = shape.text.iter().map(|(name, count)| (name, *count));
    let other_values = ("other_values", shape.other_values);
    let counts = shape
        .kinds()
        .into_iter()
        .chain(number)
        .chain(text)
        .chain([other_values]);
    for (name, count) in counts.filter(|(_, count)| *count > 0) {
        let _ = write!(out, " {name}={count}");
    }
    write_lengths(out, "text_lengths", &shape.text_lengths);
    write_lengths(out, "array_lengths", &shape.array_lengths);
    for (index, (value, count)) in shape.values.iter().enumerate() {
        out.push_str(if index == 0 { " values=" } else { "," });
        push_escaped(out, value);
        let _ = write!(out, ":{count}");
    }
}

/// Each bucket with its smallest length: `text_lengths=4:31,8:2`.
fn write_lengths(out: &mut String, name: &str, lengths: &[u64; LENGTHS]) {
    let mut separator = format!(" {name}=");
    for (bucket, count) in lengths.iter().enumerate().filter(|(_, count)| **count > 0) {
        let _ = write!(out, "{separator}{}:{count}", smallest_length(bucket));
        ",".clone_into(&mut separator);
    }
}

/// The smallest length of a bucket.
pub(crate) fn smallest_length(bucket: usize) -> u64 {
    match bucket {
        0 => 0,
        _ => 1 << (bucket - 1),
    }
}

/// The venues of a shape as a bit mask over those of the run, in hexadecimal digits.
fn write_venues(out: &mut String, venues: &BTreeSet<u64>, all: &BTreeSet<u64>) {
    let mut mask = 0_u64;
    for (index, venue) in all.iter().enumerate() {
        if venues.contains(venue) {
            mask |= 1_u64
                .checked_shl(index.try_into().unwrap_or(u32::MAX))
                .unwrap_or(0);
        }
    }
    if mask != 0 {
        let _ = write!(out, " at={mask:x}");
    }
}
