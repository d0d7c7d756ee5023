//! What recorded responses show that the spec does not have: types that the documents leave open, fields,
//! values of enums. Each is an edit of one line, with its counts; what the documents state is only compared.

mod edit;
mod file_text;
mod har;
mod matched;
mod proposal;
mod seen;
mod tally;

pub use har::Archive;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ir::Spec;
use crate::learn::edit::{Edit, Line, edited};
use crate::learn::har::read;
use crate::learn::proposal::{ByHand, proposals};
use crate::load::Loaded;
use crate::source::{Sources, Span};

/// What recorded responses show.
#[derive(Debug)]
pub struct Learned {
    /// The spec with the edits.
    pub sources: Sources,
    /// How much of each archive was read, the edits, and what needs a person, in lines.
    pub report: String,
    /// The number of lines that the spec gets.
    pub lines: usize,
}

/// Learns from archives. `describe` lowers a changed spec, which must stay valid.
pub(crate) fn learn(
    (loaded, spec, sources): (&Loaded, &Spec, &Sources),
    archives: &[Archive],
    describe: impl Fn(&Sources) -> Result<Spec, Diagnostics>,
) -> Learned {
    let (seen, mut report) = read(spec, archives);
    let (edits, mut by_hand) = proposals((loaded, sources), &seen);
    let accepted = accepted(sources, &edits, describe, &mut by_hand);
    let place = |span: &Span| sources.line(&span.file, span.range.start);
    report.push('\n');
    for edit in &accepted {
        for line in &edit.lines {
            report.push_str(&format!("{}: {}\n", place(&edit.span()), line.shown));
        }
    }
    if !by_hand.is_empty() {
        report.push_str(&format!("\nNot written ({}):\n", by_hand.len()));
        by_hand.sort_by_key(|left| (left.span.file.clone(), left.span.range.start));
    }
    for ByHand { span, text } in &by_hand {
        report.push_str(&format!("{}: {text}\n", place(span)));
    }
    Learned {
        sources: edited(sources, &accepted),
        report,
        lines: accepted.iter().map(|edit| edit.lines.len()).sum(),
    }
}

/// The edits with the lines that the spec stays valid with. The others are left to people.
fn accepted(
    sources: &Sources,
    edits: &[Edit],
    describe: impl Fn(&Sources) -> Result<Spec, Diagnostics>,
    by_hand: &mut Vec<ByHand>,
) -> Vec<Edit> {
    let units = units(edits);
    let mut accepted: Vec<Edit> = edits.to_vec();
    for edit in &mut accepted {
        edit.lines.clear();
    }
    // Halves of what is wrong, the first one last.
    let mut open = vec![&units[..]];
    while let Some(group) = open.pop().filter(|group| !group.is_empty()) {
        let mut with = accepted.clone();
        for (index, line) in group.iter().flatten() {
            with[*index].lines.push((*line).clone());
        }
        match (describe(&edited(sources, &with)), group) {
            (Ok(_), _) => accepted = with,
            (Err(diagnostics), [unit]) => {
                let message = diagnostics.iter().next().map_or("", Diagnostic::message);
                by_hand.extend(unit.iter().map(|(index, line)| ByHand {
                    span: edits[*index].span(),
                    text: format!("{}; {message}", line.shown),
                }));
            }
            (Err(_), group) => {
                let (first, second) = group.split_at(group.len() / 2);
                open.extend([second, first]);
            }
        }
    }
    accepted
}

/// The lines that are written together, each with the index of its edit.
fn units(edits: &[Edit]) -> Vec<Vec<(usize, &Line)>> {
    let mut units: Vec<Vec<(usize, &Line)>> = Vec::new();
    let lines = edits.iter().enumerate();
    for (index, line) in
        lines.flat_map(|(index, edit)| edit.lines.iter().map(move |line| (index, line)))
    {
        let is_of = |unit: &&mut Vec<(usize, &Line)>| unit[0].1.unit == line.unit;
        let mut known = units.iter_mut().filter(|_| line.unit.is_some());
        match known.find(is_of) {
            Some(unit) => unit.push((index, line)),
            None => units.push(vec![(index, line)]),
        }
    }
    units
}

impl Learned {
    /// The files that differ from those of `old`.
    pub fn changed<'s>(&'s self, old: &'s Sources) -> impl Iterator<Item = (&'s str, &'s str)> {
        let files = self.sources.0.iter();
        files
            .filter(|(path, text)| old.0.get(*path) != Some(text))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }
}
