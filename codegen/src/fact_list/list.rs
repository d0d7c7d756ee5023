//! Parses fact lists.

use std::collections::BTreeMap;

use super::paragraph::{Paragraph, Row, paragraphs};
use super::statement::{About, FieldStatement, Statements, Subject, TOPIC_ROWS, add_fields};
use crate::suggest::nearest;

/// The statements of lists: path to text. The name of a file is that of its package.
pub(super) fn parse(files: &BTreeMap<String, String>) -> Result<Statements, String> {
    let mut statements = Statements::default();
    let mut records = Records::default();
    let mut open = Vec::new();
    for (path, text) in files {
        open.extend(paragraphs(path, text)?);
    }
    // A record may have the fields of one in another file.
    while !open.is_empty() {
        let (ready, waiting): (Vec<_>, Vec<_>) = open
            .into_iter()
            .partition(|paragraph| records.has_parent_of(paragraph));
        if ready.is_empty() {
            let waiting = waiting.first();
            return Err(waiting.map_or_else(String::new, |paragraph| {
                unknown_parent(paragraph, &statements)
            }));
        }
        for paragraph in ready {
            let (name, about) = records.statements(&paragraph)?;
            let subject = Subject {
                package: paragraph.package,
                name,
            };
            if statements.0.contains_key(&subject) {
                return Err(format!("{}: duplicate `{}`", paragraph.place, subject.name));
            }
            statements.0.insert(subject, about);
        }
        open = waiting;
    }
    Ok(statements)
}

/// The error of a record whose parent no list has, with the place of the record that may be meant.
fn unknown_parent(paragraph: &Paragraph, statements: &Statements) -> String {
    let Paragraph { head, place, .. } = paragraph;
    let Some(((package, name), _)) = parent(paragraph) else {
        return format!("{place}: unknown record in `{head}`");
    };
    let records = || {
        let of_package = statements.0.iter();
        let of_package = of_package.filter(|(subject, _)| subject.package == package);
        of_package
            .filter_map(|(subject, about)| Some((subject.name.strip_prefix("record ")?, about)))
    };
    let near = nearest(&name, records().map(|(record, _)| record));
    let near = near.and_then(|near| records().find(|(record, _)| *record == near));
    match near {
        Some((near, about)) => format!(
            "{}: expected `record {name}`, which `{head}` ({place}) has the fields of, found \
             `record {near}`",
            about.place
        ),
        None => format!("{place}: unknown record in `{head}`"),
    }
}

/// The records of the lists that are parsed so far: package and name to fields.
#[derive(Default)]
struct Records(BTreeMap<(String, String), Vec<FieldStatement>>);

impl Records {
    /// Whether the record whose fields a record has is parsed already.
    fn has_parent_of(&self, paragraph: &Paragraph) -> bool {
        match parent(paragraph) {
            Some((key, _)) => self.0.contains_key(&key),
            None => true,
        }
    }

    fn statements(&mut self, paragraph: &Paragraph) -> Result<(String, About), String> {
        let name = paragraph
            .head
            .split(" = ")
            .next()
            .unwrap_or_default()
            .to_owned();
        let mut about = About {
            place: paragraph.place.clone(),
            ..About::default()
        };
        let is_record = name.starts_with("record ");
        let mut fields = Vec::new();
        if let Some((key, omitted)) = parent(paragraph) {
            let inherited = self.0.get(&key).into_iter().flatten();
            let inherited = inherited.filter(|field| field.evidence.contains(&"list"));
            for field in inherited.filter(|field| !omitted.contains(&field.name.as_str())) {
                let evidence = vec!["list"];
                let ty = match key.0 == paragraph.package {
                    true => field.ty.clone(),
                    false => qualified(&field.ty, &key.0),
                };
                fields.push(FieldStatement {
                    ty,
                    evidence,
                    ..field.clone()
                });
            }
        }
        for row in &paragraph.rows {
            match row.name.as_str() {
                "list" => add_rows(&mut fields, row, Some("list"))?,
                "example" => add_rows(&mut fields, row, Some("example"))?,
                "message" => add_rows(&mut fields, row, Some("message"))?,
                "fields" => add_rows(&mut fields, row, None)?,
                "path" | "query" | "header" | "response header" => {
                    for text in items(&row.text) {
                        let field = parse_field(text, row)?;
                        about.add(&row.name, &field.text(), &row.place);
                    }
                }
                "values" => items(&row.text).for_each(|text| about.add("value", text, &row.place)),
                name if TOPIC_ROWS.contains(&name) => {
                    items(&row.text).for_each(|text| about.add(name, text, &row.place));
                }
                "statuses" => row
                    .text
                    .split_whitespace()
                    .for_each(|text| about.add("status", text, &row.place)),
                "essential" | "reconcile by" | "duplicate status" | "event handler" => {
                    row.text
                        .split_whitespace()
                        .for_each(|text| about.add(&row.name, text, &row.place));
                }
                mark if !fields.is_empty() => mark_fields(&mut fields, mark, row)?,
                name => about.add(name, &row.text, &row.place),
            }
        }
        if is_record {
            infer(&mut fields);
            let key = (
                paragraph.package.clone(),
                name["record ".len()..].to_owned(),
            );
            self.0.insert(key, fields.clone());
        }
        add_fields(&mut about, "field", &fields);
        Ok((name, about))
    }
}

/// The record whose fields a record has, and which of them it has not: `record A = pos.B - x y`.
fn parent(paragraph: &Paragraph) -> Option<((String, String), Vec<&str>)> {
    let (_, rest) = paragraph.head.split_once(" = ")?;
    let (parent, omitted) = rest.split_once(" - ").unwrap_or((rest, ""));
    let (package, name) = parent
        .split_once('.')
        .unwrap_or((&paragraph.package, parent));
    let omitted = omitted.split_whitespace().collect();
    Some(((package.to_owned(), name.trim().to_owned()), omitted))
}

/// A type as other packages write it.
fn qualified(ty: &str, package: &str) -> String {
    let (before, name) = ty.rsplit_once('(').unwrap_or(("", ty));
    match name.starts_with(char::is_uppercase) && !name.contains('.') {
        true if before.is_empty() => format!("{package}.{name}"),
        true => format!("{before}({package}.{name}"),
        false => ty.to_owned(),
    }
}

/// The items of a row.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(';')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

fn parse_field(text: &str, row: &Row) -> Result<FieldStatement, String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let ty = words.next().unwrap_or_default();
    if text.contains(':') || text.contains(',') {
        return Err(format!(
            "{}: expected `;` between fields, found `{text}`",
            row.place
        ));
    }
    // The documents show a name only: the type is inferred.
    let is_inferred = ty.starts_with('~');
    let mark = is_inferred.then(|| "inferred".to_owned());
    Ok(FieldStatement {
        name: name.to_owned(),
        ty: ty.trim_start_matches('~').to_owned(),
        words: words.map(str::to_owned).chain(mark).collect(),
        evidence: Vec::new(),
        place: row.place.clone(),
    })
}

/// Adds the fields of a row. A field that is known already gets its evidence, and its type if the
/// row has one.
fn add_rows(
    fields: &mut Vec<FieldStatement>,
    row: &Row,
    evidence: Option<&'static str>,
) -> Result<(), String> {
    let mut names: Vec<String> = Vec::new();
    for text in items(&row.text) {
        let mut field = parse_field(text, row)?;
        if names.contains(&field.name) {
            return Err(format!("{}: duplicate `{}`", row.place, field.name));
        }
        names.push(field.name.clone());
        field.evidence.extend(evidence);
        match fields.iter_mut().find(|known| known.has_name(&field.name)) {
            Some(known) => {
                if !field.ty.is_empty() {
                    known.ty = field.ty;
                    known.words = field.words;
                }
                if !known.evidence.contains(&evidence.unwrap_or_default()) {
                    known.evidence.extend(evidence);
                }
            }
            // Most fields without a documented type are strings.
            None if field.ty.is_empty() && evidence != Some("example") => {
                field.ty = "string".to_owned();
                field.words.push("inferred".to_owned());
                fields.push(field);
            }
            None if field.ty.is_empty() => {
                return Err(format!("{}: missing type of `{}`", row.place, field.name));
            }
            None => fields.push(field),
        }
    }
    Ok(())
}

/// Adds a mark to the fields that a row names; `*` is all of them.
fn mark_fields(fields: &mut [FieldStatement], mark: &str, row: &Row) -> Result<(), String> {
    for name in row.text.split_whitespace() {
        let mut is_known = name == "*";
        for field in fields
            .iter_mut()
            .filter(|field| name == "*" || field.name == name)
        {
            field.words.push(mark.to_owned());
            is_known = true;
        }
        if !is_known {
            return Err(format!(
                "{}: unknown field `{name}` with `{mark}`",
                row.place
            ));
        }
    }
    Ok(())
}

/// An example shows no type: that of a field which only examples have is inferred.
fn infer(fields: &mut [FieldStatement]) {
    for field in fields {
        let is_documented =
            field.evidence.contains(&"list") || field.words.iter().any(|word| word == "documented");
        if !is_documented {
            field.words.push("inferred".to_owned());
        }
    }
}
