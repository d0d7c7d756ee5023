//! The fields of a record or body, with those that it inherits.

use crate::ir;
use crate::ir::NamedKind;
use crate::language::{Entries, FieldOrType};
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::lower::entries::each;
use crate::lower::field;
use crate::lower::field_decl::Part;
use crate::suggest::did_you_mean;

/// What a record or body says of its record list.
struct Said<'a> {
    like: Option<&'a str>,
    without: &'a [String],
    fields: &'a Entries<FieldOrType>,
    entry: &'a Entry,
}

fn said<'a>(context: &Context<'a>, set: usize, name: &str) -> Option<Said<'a>> {
    let files = context.files;
    let at = context.symbols.file_of(set, name)?;
    files[set].resources.get(at..=at)?.iter().find_map(|file| {
        let records =
            each(&file.read.records, &file.node, "records").find(|(known, ..)| *known == name);
        if let Some((_, one, entry)) = records {
            return Some(Said {
                like: one.extends.as_deref(),
                without: &one.omit,
                fields: &one.fields,
                entry,
            });
        }
        let (_, one, entry) =
            each(&file.read.bodies, &file.node, "bodies").find(|(known, ..)| *known == name)?;
        Some(Said {
            like: one.extends.as_deref(),
            without: &one.omit,
            fields: &one.fields,
            entry,
        })
    })
}

/// The record list of a record or body, with what it takes over from another.
pub(crate) fn record_list(
    context: &mut Context<'_>,
    set: usize,
    name: &str,
    part: Part,
    open: &mut Vec<(usize, String)>,
) -> Vec<ir::Field> {
    let Some(said) = said(context, set, name) else {
        // It stands in a file with mistakes.
        context.incomplete.insert((set, name.to_owned()));
        return Vec::new();
    };
    open.push((set, name.to_owned()));
    let mut fields = match said.like {
        Some(like) => {
            let before = std::mem::replace(&mut context.taking_over, true);
            let taken = taken_over(context, set, part, like, &said, open);
            context.taking_over = before;
            taken.unwrap_or_else(|| {
                context.incomplete.insert((set, name.to_owned()));
                Vec::new()
            })
        }
        None => Vec::new(),
    };
    open.pop();
    for field in field::list(
        context,
        set,
        part,
        said.fields,
        said.entry.value.entries_of("fields"),
    ) {
        match fields.iter_mut().find(|known| known.wire == field.wire) {
            Some(known) => {
                // A difference in type keeps the meaning that the other record tells.
                let doc = known.doc.take();
                *known = field;
                known.doc = known.doc.take().or(doc);
            }
            None => fields.push(field),
        }
    }
    fields
}

fn taken_over(
    context: &mut Context<'_>,
    set: usize,
    part: Part,
    like: &str,
    said: &Said<'_>,
    open: &mut Vec<(usize, String)>,
) -> Option<Vec<ir::Field>> {
    let place = said.entry.value.place_of("extends").clone();
    let (from, name) = match like.rsplit_once('.') {
        Some((other, name)) => match context.symbols.set(other) {
            Some(from) => (from, name),
            None => {
                if !context.symbols.open_sets() {
                    let help = did_you_mean(other, context.symbols.set_names());
                    context.mistakes.add(
                        &place,
                        format!("there is no set `{other}`"),
                        "unknown set",
                        help,
                    );
                }
                return None;
            }
        },
        None => (set, like),
    };
    let records = |kind| matches!(kind, NamedKind::Record | NamedKind::Body);
    let named = context.named_as(from, name, &place, "a record or a body", records)?;
    if open.contains(&(named.set, named.name.clone())) {
        context.mistakes.add(
            &place,
            format!("`{like}` leads back to `{}`", said.entry.key),
            "a circle",
            "say the fields in one of them".to_owned(),
        );
        return None;
    }
    let mut fields = record_list(context, named.set, &named.name, part, open);
    if context
        .incomplete
        .contains(&(named.set, named.name.clone()))
    {
        context.incomplete.insert((set, said.entry.key.clone()));
        return Some(fields);
    }
    let places = said.entry.value.get("omit").map_or(&[][..], Node::items);
    for (wire, node) in said.without.iter().zip(places) {
        let before = fields.len();
        fields.retain(|field| field.wire != *wire);
        if fields.len() == before {
            let help = did_you_mean(wire, fields.iter().map(|field| field.wire.as_str()));
            context.mistakes.add(
                &node.place,
                format!("`{like}` has no field `{wire}` to leave out"),
                "nothing to leave out",
                help,
            );
        }
    }
    Some(fields)
}

/// Leaving fields out makes sense only where they are taken over.
pub(crate) fn check_without(
    context: &mut Context<'_>,
    without: &[String],
    like: Option<&str>,
    entry: &Entry,
) {
    if like.is_none() && !without.is_empty() {
        context.mistakes.add(
            entry.value.place_of("omit"),
            "`omit` leaves out fields of `extends`, and there is no `extends`",
            "leaves out nothing",
            "remove it, or say with `extends` which fields are taken over".to_owned(),
        );
    }
}
