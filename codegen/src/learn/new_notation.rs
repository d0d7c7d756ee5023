//! The notation of a field with an observed type.

use super::declaration::Declaration;
use super::fact::Target;
use super::tally::Tally;
use super::type_of_values::{ObservedType, word};
use crate::ir::{Field, Mark, Observed};
use crate::language::parse_notation;
use crate::report::line_of;
use crate::source::Sources;

/// The new notation of a field, and what it changes; `None` if the known evidence is as good.
pub(super) fn new_notation(
    sources: &Sources,
    field: &Field,
    declaration: &Declaration<'_>,
    observed: &ObservedType,
    tally: &Tally,
) -> Result<Option<(Target, String)>, String> {
    let text = declaration.notation;
    let file = &text.span.file;
    let written = sources.0.get(&**file).map(String::as_str).unwrap_or("");
    if written.get(text.span.range.clone()) != Some(text.as_str()) {
        return Err("the notation is quoted or on several lines; edit it by hand".to_owned());
    }
    let parsed = parse_notation(text).map_err(|_| "invalid notation".to_owned())?;
    let since = tally.month().ok_or("no date")?;
    let evidence = Observed {
        count: observed.count.min(tally.values()),
        of: tally.values(),
        venues: tally.venues,
        since: since.to_owned(),
        null: tally.nulls,
        absent: tally.absent,
    };
    let is_replaced = observed.is_new(field);
    let (old_type, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut new = match is_replaced {
        true => word(&observed.ty).ok_or("unknown type")?,
        false => old_type.to_owned(),
    };
    if let Some(known) = &field.observed
        && known.of >= evidence.of
    {
        return match is_replaced {
            true => Err(format!(
                "`{new}` in {} values, but `{old_type}` in the {} of the line: pass all files",
                evidence.of, known.of
            )),
            false => Ok(None),
        };
    }
    let mut new_type = new.clone();
    let mut marks: Vec<&str> = Vec::new();
    let start = text.len() - rest.len();
    for mark in &parsed.written {
        if mark.mark != Mark::Observed && mark.range.start >= start {
            marks.push(&text[mark.range.clone()]);
        }
    }
    if !field.has(Mark::Inferred) && !declaration.is_in_example {
        marks.push("inferred");
    }
    if is_replaced && observed.marks.has(Mark::AlsoUsDate) {
        marks.push("also_us_date");
        new_type.push_str(" also_us_date");
    }
    for mark in marks {
        new.push(' ');
        new.push_str(mark);
    }
    new.push_str(&format!(" observed({evidence})"));
    let change = match is_replaced {
        true => format!("`{old_type}` → `{new_type}`: {evidence}"),
        false => format!("`{old_type}` confirmed: {evidence}"),
    };
    let target = Target::Notation {
        file: file.to_string(),
        range: text.span.range.clone(),
        text: new,
        is_new_type: is_replaced,
        line: line_of(sources, &field.span),
        name: field.wire.clone(),
    };
    Ok(Some((target, change)))
}
