//! What the counts mean for the lines of the spec.

use crate::ir::{Field, Mark, Named, Spec};
use crate::language::{Entry, Enum, Record, Spanned};
use crate::learn::edit::{Edit, Frame, Line, key};
use crate::learn::file_text::{FileText, Insertion};
use crate::learn::seen::{Seen, SeenField};
use crate::learn::tally::{Tally, is_but_for_damage};
use crate::load::Loaded;
use crate::names;
use crate::source::{Sources, Span};

/// The least number of values by which the type of a declared field changes. What is new is proposed at once: nothing
/// relies on it.
const ENOUGH: u64 = 20;

/// What a person has to look at.
pub(super) struct ByHand {
    pub(super) span: Span,
    pub(super) text: String,
}

struct Proposals<'a> {
    loaded: &'a Loaded,
    spec: &'a Spec,
    sources: &'a Sources,
    edits: Vec<Edit>,
    by_hand: Vec<ByHand>,
}

/// Edits in the order of the files, and what needs a person.
pub(super) fn proposals(
    (loaded, spec, sources): (&Loaded, &Spec, &Sources),
    seen: &Seen<'_>,
) -> (Vec<Edit>, Vec<ByHand>) {
    let mut proposals = Proposals {
        loaded,
        spec,
        sources,
        edits: Vec::new(),
        by_hand: Vec::new(),
    };
    for field in seen.fields.values() {
        proposals.field(field);
    }
    for named in seen.records.keys() {
        proposals.new_fields(named, seen);
    }
    for (named, values) in &seen.values {
        let values = values.iter().map(|(value, count)| (value.as_str(), *count));
        proposals.new_values(named, values.collect());
    }
    for (operation, count) in seen.undescribed.values() {
        let text = format!(
            "{}: responses without what is described: {count}",
            operation.name
        );
        proposals.leave(&operation.span, text);
    }
    let Proposals {
        mut edits, by_hand, ..
    } = proposals;
    edits.sort_by_key(|edit| (edit.file.clone(), edit.range.start));
    (edits, by_hand)
}

impl Proposals<'_> {
    fn leave(&mut self, span: &Span, text: String) {
        self.by_hand.push(ByHand {
            span: span.clone(),
            text,
        });
    }

    fn field(&mut self, seen: &SeenField<'_>) {
        let (field, tally) = (seen.field, &seen.tally);
        let records: Vec<&str> = seen.records.iter().copied().collect();
        let subject = format!("{}.{}", records.join(", "), field.wire);
        let fits = is_but_for_damage(seen.accepted, tally.values);
        let all = tally.values + tally.nulls + seen.absent;
        let is_here = is_but_for_damage(tally.values, all);
        if field.has(Mark::DocumentedRequired) && !is_here {
            let (nulls, absent) = (tally.nulls, seen.absent);
            let text = format!(
                "{subject}: documented as required: {absent} absent, {nulls} null of {all}"
            );
            self.leave(&field.span, text);
        }
        let forms = tally.forms();
        match (field.is_untyped(), tally.notation()) {
            _ if tally.values == 0 => {}
            (false, _) if !fits => {
                let text = format!("{subject}: documented as `{}`: {forms}", field.ty);
                self.leave(&field.span, text);
            }
            (false, _) => {}
            (true, _) if fits && !has_json(field) => {}
            (true, Some(_)) if tally.values < ENOUGH => {
                let text = format!("{subject}: {} of {ENOUGH} values: {forms}", tally.values);
                self.leave(&field.span, text);
            }
            (true, Some(notation)) if notation != field.ty.to_string() => {
                self.new_type(&subject, seen, &notation);
            }
            (true, Some(_)) => {}
            (true, None) => self.leave(&field.span, format!("{subject}: no single type: {forms}")),
        }
    }

    fn new_type(&mut self, subject: &str, seen: &SeenField<'_>, notation: &str) {
        let (field, forms) = (seen.field, seen.tally.forms());
        let Some((written, is_in_example)) = self.declared(field) else {
            let text = format!("{subject}: declared in a request body: {forms}");
            return self.leave(&field.span, text);
        };
        let text = self.sources.0.get(&*written.span.file);
        if text.and_then(|text| text.get(written.span.range.clone())) != Some(written.as_str()) {
            let text = format!("{subject}: `{notation}`, in a quoted notation: {forms}");
            return self.leave(&field.span, text);
        }
        let (old, marks) = written.split_once(' ').unwrap_or((written, ""));
        let mut words = vec![notation];
        words.extend(marks.split_whitespace());
        if !is_in_example && !words.contains(&"inferred") {
            words.push("inferred");
        }
        let new = words.join(" ");
        let shown = format!("{}: {new}  # {subject}, was `{old}`: {forms}", field.wire);
        self.edits.push(Edit {
            file: written.span.file.to_string(),
            range: written.span.range.clone(),
            frame: Frame::default(),
            lines: vec![Line { text: new, shown }],
        });
    }

    /// The notation that declares a field of a record, and whether it is that of an example, where types are inferred
    /// without a mark.
    fn declared(&self, field: &Field) -> Option<(&Spanned<String>, bool)> {
        let is_it = |span: &Span| *span == field.span;
        let packages = self.loaded.packages.iter();
        let mut records = packages
            .flat_map(|package| &package.resources)
            .flat_map(|file| &file.records);
        records.find_map(|record| {
            let in_fields = record.value.fields.iter().find(|entry| is_it(entry.span()));
            let in_example = || {
                let mut example = record.value.in_list_example.iter();
                example.find(|entry| is_it(entry.span()))
            };
            match in_fields {
                Some(entry) => Some((entry.value.notation(), false)),
                None => Some((in_example()?.value.as_ref()?.notation(), true)),
            }
        })
    }

    /// Fields that the record does not have, after those that it has.
    fn new_fields(&mut self, named: &Named, seen: &Seen<'_>) {
        let of = seen.records[named];
        let first = (named.clone(), String::new());
        let fields = seen.new_fields.range(first..);
        let fields = fields.take_while(|((record, _), _)| record == named);
        let mut lines = Vec::new();
        for ((_, name), tally) in fields {
            let Some(notation) = notation_of_new(name, tally) else {
                let text = format!("{}.{name}, new: {}", named.name, tally.forms());
                if let Some(record) = self.spec.record(named) {
                    self.leave(&record.span, text);
                }
                continue;
            };
            let text = format!("{}: {notation}", key(name));
            let (name, forms) = (&named.name, tally.forms());
            let shown = format!("{text}  # {name}, new: {forms} in {of} objects");
            lines.push(Line { text, shown });
        }
        let Some((file, record)) = self.record(named) else {
            return;
        };
        let text = FileText(file);
        let place = match (&record.value.fields, &record.value.in_list_example) {
            (fields, _) if !fields.is_empty() => text.after_entries(fields),
            (_, example) if !example.is_empty() => text.after_entries(example),
            _ => text.new_key(record, "fields"),
        };
        let file = record.span().file.to_string();
        self.insert(file, place, lines);
    }

    /// Values that an enum does not have, after those that it has.
    fn new_values(&mut self, named: &Named, values: Vec<(&str, u64)>) {
        let Some((file, declared)) = self.enumeration(named) else {
            return;
        };
        let is_known = |value: &str| {
            let mut names = declared.value.values.names();
            match declared.value.case_insensitive {
                true => names.any(|name| name.eq_ignore_ascii_case(value)),
                false => names.any(|name| name == value),
            }
        };
        let of: u64 = values.iter().map(|(_, count)| count).sum();
        let mut lines = Vec::new();
        for (value, count) in values.into_iter().filter(|(value, _)| !is_known(value)) {
            let text = format!("{}: Not documented; seen in responses.", key(value));
            let shown = format!("{text}  # {}, new: {count} of {of} values", named.name);
            lines.push(Line { text, shown });
        }
        let place = FileText(file).after_entries(&declared.value.values);
        let file = declared.span().file.to_string();
        self.insert(file, place, lines);
    }

    fn insert(&mut self, file: String, place: Option<Insertion>, lines: Vec<Line>) {
        let place = place.filter(|_| !lines.is_empty());
        self.edits.extend(place.map(|(position, frame)| Edit {
            file,
            range: position..position,
            frame,
            lines,
        }));
    }

    fn record(&self, named: &Named) -> Option<(&str, &Entry<Record>)> {
        let package = self.loaded.packages.get(named.package)?;
        let mut files = package.resources.iter();
        let entry = files.find_map(|file| file.records.get(&named.name))?;
        Some((self.sources.0.get(&*entry.span().file)?, entry))
    }

    fn enumeration(&self, named: &Named) -> Option<(&str, &Entry<Enum>)> {
        let package = self.loaded.packages.get(named.package)?;
        let mut files = package.resources.iter();
        let entry = files.find_map(|file| file.enums.get(&named.name))?;
        Some((self.sources.0.get(&*entry.span().file)?, entry))
    }
}

/// Whether a part of the type is open.
fn has_json(field: &Field) -> bool {
    field.ty.to_string().contains("json")
}

/// The notation of a field that the documents do not have; `None` if only nulls were seen. A text and a value of no one type
/// may be personal data, until a person says that it is not.
fn notation_of_new(name: &str, tally: &Tally) -> Option<String> {
    let mut words = match tally.notation() {
        Some(notation) => vec![notation, "inferred".to_owned()],
        None if tally.values > 0 => vec!["json".to_owned()],
        None => return None,
    };
    let has_text = ["string", "json"]
        .iter()
        .any(|word| words[0].contains(word));
    words.extend(has_text.then(|| "pii".to_owned()));
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        words.extend(
            names::field(&format!("field_{name}"))
                .ok()
                .map(|name| format!("rename({name})")),
        );
    }
    Some(words.join(" "))
}
