//! How the records of two versions differ.

use crate::emit::field_type;
use crate::emit::rust::markdown::{code, end_sentence};
use crate::emit::versions::table::table;
use crate::ir::{Default, Field, RecordPair, Unit, VersionPair};

/// A field with what its type depends on.
#[derive(Clone, Copy)]
pub(crate) struct ComparedField<'s> {
    pub(crate) package: usize,
    pub(crate) owner: &'s str,
    pub(crate) field: &'s Field,
    pub(crate) is_record: bool,
}

/// A table for each pair of records that differ.
pub(crate) fn records(pair: VersionPair<'_>) -> String {
    let mut out = String::new();
    for records in pair.records() {
        let (Some(old), Some(new)) = (
            pair.spec.record(&records.old),
            pair.spec.record(&records.new),
        ) else {
            continue;
        };
        let mut rows = Vec::new();
        let mut absent: Vec<(&str, Vec<String>)> = Vec::new();
        for field in pair.fields(old, new) {
            let name = code(&field.old.wire);
            let Some(counterpart) = field.new else {
                let why = field.reason.unwrap_or_default();
                match absent.iter_mut().find(|(earlier, _)| *earlier == why) {
                    Some((_, names)) => names.push(name),
                    None => absent.push((why, vec![name])),
                }
                continue;
            };
            let fields = [(&records.old, field.old), (&records.new, counterpart)];
            let [old, new] = fields.map(|(named, field)| ComparedField {
                package: named.package,
                owner: &named.name,
                field,
                is_record: true,
            });
            let differences = differences(pair, old, new).into_iter();
            let differences: Vec<String> = differences
                .map(|(what, old, new)| format!("{what}: {old} → {new}"))
                .collect();
            if !differences.is_empty() || field.old.wire != counterpart.wire {
                rows.push(vec![name, code(&counterpart.wire), differences.join("; ")]);
            }
        }
        let columns = [&pair.old_package().name, &pair.new_package().name].map(|name| code(name));
        let [old_column, new_column] = &columns;
        let table = table(&[old_column, new_column, "differs in"], &rows);
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("### {}\n\n", heading(&records)));
        let mut lines = String::new();
        for (why, names) in absent {
            let why = end_sentence(why);
            lines.push_str(&format!("- absent: {}. {why}\n", names.join(", ")));
        }
        let added = pair.added_fields(old, new).into_iter();
        let added: Vec<String> = added.map(|field| code(&field.wire)).collect();
        if !added.is_empty() {
            lines.push_str(&format!("- new: {}\n", added.join(", ")));
        }
        if !table.is_empty() && !lines.is_empty() {
            out.push_str(&format!("{table}\n{lines}"));
        } else {
            out.push_str(&(table + &lines));
        }
    }
    out
}

fn heading(records: &RecordPair) -> String {
    let (old, new) = (&records.old.name, &records.new.name);
    match old == new {
        true => code(old),
        false => format!("{} → {}", code(old), code(new)),
    }
}

/// What differs between two fields besides their names, with both values.
pub(crate) fn differences(
    pair: VersionPair<'_>,
    old: ComparedField<'_>,
    new: ComparedField<'_>,
) -> Vec<(&'static str, String, String)> {
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
    let ty = |compared: ComparedField<'_>| {
        let ComparedField {
            package,
            owner,
            field,
            is_record,
        } = compared;
        code(&field_type(pair.spec, package, owner, field, is_record))
    };
    let aliases = |field: &Field| {
        let aliases: Vec<String> = field.aliases.iter().map(|alias| code(alias)).collect();
        or_none((!aliases.is_empty()).then(|| aliases.join(", ")))
    };
    let max = |field: &Field| or_none(field.max.map(|max| format!("{max} characters")));
    let default = |field: &Field| or_none(field.default.as_ref().map(default_text));
    let unit = |field: &Field| {
        or_none(field.unit.as_ref().map(|unit| match unit {
            Unit::Unknown => "undocumented".to_owned(),
            Unit::Known(unit) => unit.clone(),
        }))
    };
    let aspects = [
        ("type", ty(old), ty(new)),
        ("also read from", aliases(old.field), aliases(new.field)),
        ("maximum length", max(old.field), max(new.field)),
        ("default", default(old.field), default(new.field)),
        ("unit", unit(old.field), unit(new.field)),
    ];
    let differing = aspects.into_iter().filter(|(_, old, new)| old != new);
    differing.collect()
}

fn default_text(default: &Default) -> String {
    code(&match default {
        Default::Text(text) if text.is_empty() => "\"\"".to_owned(),
        Default::Text(text) | Default::Decimal(text) | Default::Variant(text, _) => text.clone(),
        Default::Integer(integer) => integer.to_string(),
        Default::Boolean(value) => value.to_string(),
    })
}
