//! What the counts mean for the lines of the spec.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ir::{Field, Mark, Named};
use crate::language::{Entry, Enum, Record, ResourceFile, Spanned};
use crate::learn::edit::{Edit, Frame, Line, key};
use crate::learn::file_text::{FileText, Insertion};
use crate::learn::seen::{Seen, SeenField};
use crate::learn::tally::{ENOUGH, NewRecord, is_but_for_damage};
use crate::load::Loaded;
use crate::names;
use crate::source::{Sources, Span};

/// What a person has to look at.
pub(super) struct ByHand {
    pub(super) span: Span,
    pub(super) text: String,
}

/// The declaration of a field of a record.
struct Declared<'a> {
    file: &'a ResourceFile,
    record: &'a Entry<Record>,
    notation: &'a Spanned<String>,
    /// Whether it is of an example, where types are inferred without a mark.
    is_in_example: bool,
}

struct Proposals<'a> {
    loaded: &'a Loaded,
    sources: &'a Sources,
    edits: Vec<Edit>,
    by_hand: Vec<ByHand>,
    /// Records that the spec does not have, with their units, by the file that gets them.
    records: BTreeMap<Arc<str>, Vec<(String, NewRecord)>>,
}

/// Edits in the order of the files, and what needs a person.
pub(super) fn proposals(
    (loaded, sources): (&Loaded, &Sources),
    seen: &Seen<'_>,
) -> (Vec<Edit>, Vec<ByHand>) {
    let mut proposals = Proposals {
        loaded,
        sources,
        edits: Vec::new(),
        by_hand: Vec::new(),
        records: BTreeMap::new(),
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
    proposals.new_records();
    let Proposals {
        mut edits, by_hand, ..
    } = proposals;
    edits.sort_by_key(|edit| (edit.file.clone(), edit.range.start));
    (edits, by_hand)
}

impl<'a> Proposals<'a> {
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
        let declared = self.declared(field);
        let record = declared
            .as_ref()
            .map_or("", |declared| declared.record.name());
        let name = names::type_of(&format!("{record}_{}", field.wire));
        let mut new = Vec::new();
        match (field.is_untyped(), tally.notation(&name, &mut new)) {
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
                self.new_type(&subject, seen, declared, (&notation, new));
            }
            (true, Some(_)) => {}
            (true, None) => self.leave(&field.span, format!("{subject}: no single type: {forms}")),
        }
    }

    fn new_type(
        &mut self,
        subject: &str,
        seen: &SeenField<'_>,
        declared: Option<Declared<'a>>,
        (notation, new): (&str, Vec<NewRecord>),
    ) {
        let (field, forms) = (seen.field, seen.tally.forms());
        let Some(Declared {
            file,
            notation: written,
            is_in_example,
            ..
        }) = declared
        else {
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
        let text = words.join(" ");
        let shown = format!("{}: {text}  # {subject}, was `{old}`: {forms}", field.wire);
        let unit = self.unit(file, new);
        self.edits.push(Edit {
            file: written.span.file.to_string(),
            range: written.span.range.clone(),
            frame: Frame::default(),
            lines: vec![Line { text, shown, unit }],
        });
    }

    /// The declaration of a field of a record.
    fn declared(&self, field: &Field) -> Option<Declared<'a>> {
        let is_it = |span: &Span| *span == field.span;
        let packages = self.loaded.packages.iter();
        let files = packages.flat_map(|package| &package.resources);
        let mut records = files.flat_map(|file| file.records.iter().map(move |it| (file, it)));
        records.find_map(|(file, record)| {
            let mut fields = record.value.fields.iter();
            let mut example = record.value.in_list_example.iter();
            let (notation, is_in_example) = match fields.find(|entry| is_it(entry.span())) {
                Some(entry) => (entry.value.notation(), false),
                None => {
                    let entry = example.find(|entry| is_it(entry.span()))?;
                    (entry.value.as_ref()?.notation(), true)
                }
            };
            Some(Declared {
                file,
                record,
                notation,
                is_in_example,
            })
        })
    }

    /// Adds new records to a file; returns the name of their unit.
    fn unit(&mut self, file: &'a ResourceFile, new: Vec<NewRecord>) -> Option<String> {
        let path = &file.resource.span.file;
        let unit = format!("{path}:{}", new.last()?.name);
        let new = new.into_iter().map(|record| (unit.clone(), record));
        self.records.entry(path.clone()).or_default().extend(new);
        Some(unit)
    }

    /// Records that the spec does not have, after those of a file.
    fn new_records(&mut self) {
        let packages = self.loaded.packages.iter();
        for file in packages.flat_map(|package| &package.resources) {
            let path = &file.resource.span.file;
            let records = self.records.remove(path).unwrap_or_default();
            let text = self.sources.0.get(&**path).map_or("", String::as_str);
            let place = FileText(text).after_entries(&file.records);
            let Some((_, frame)) = &place else {
                continue;
            };
            let line = |(unit, record): (String, NewRecord)| Line {
                text: record.text(&frame.between),
                shown: format!("{}  # new: {} objects", record.text(", "), record.objects),
                unit: Some(unit),
            };
            let lines = records.into_iter().map(line).collect();
            self.insert(path.to_string(), place, lines);
        }
    }

    /// Fields that the record does not have, after those that it has.
    fn new_fields(&mut self, named: &Named, seen: &Seen<'_>) {
        let of = seen.records[named];
        let first = (named.clone(), String::new());
        let fields = seen.new_fields.range(first..);
        let fields = fields.take_while(|((record, _), _)| record == named);
        let Some((file, record)) = self.record(named) else {
            return;
        };
        let mut lines = Vec::new();
        for ((_, name), tally) in fields {
            let (mut new, forms) = (Vec::new(), tally.forms());
            let Some(text) = tally.line(&named.name, name, &mut new) else {
                self.leave(
                    record.span(),
                    format!("{}.{name}, new: {forms}", named.name),
                );
                continue;
            };
            let shown = format!("{text}  # {}, new: {forms} in {of} objects", named.name);
            let unit = self.unit(file, new);
            lines.push(Line { text, shown, unit });
        }
        let text = self.sources.0.get(&*record.span().file);
        let text = FileText(text.map_or("", String::as_str));
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
            lines.push(Line {
                text,
                shown,
                unit: None,
            });
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

    fn record(&self, named: &Named) -> Option<(&'a ResourceFile, &'a Entry<Record>)> {
        let package = self.loaded.packages.get(named.package)?;
        let mut files = package.resources.iter();
        files.find_map(|file| Some((&file.value, file.records.get(&named.name)?)))
    }

    fn enumeration(&self, named: &Named) -> Option<(&'a str, &'a Entry<Enum>)> {
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
