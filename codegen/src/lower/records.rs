//! Resources, with their enums, ids, records, bodies and callbacks.

use std::collections::HashSet;

use super::fields::{self, Part};
use super::{Context, api, doubts, operations};
use crate::diagnostics::did_you_mean;
use crate::ir::{self, NamedKind, Presence};
use crate::language::{self, Entries, FieldOrType, ValueOrDoc};
use crate::names;
use crate::node::{Entry, Node};

/// One resource file.
pub(crate) fn resource(
    context: &mut Context<'_>,
    lowered: &ir::Set,
    set: usize,
    at: usize,
) -> ir::Resource {
    let files = context.files;
    let file = &files[set].resources[at];
    let (read, node) = (&file.read, &file.node);
    if let Err(wrong) = names::check_module(&read.resource) {
        context.mistakes.add(
            node.place_of("resource"),
            wrong,
            "cannot be a module",
            "choose a name like `sales_history`".to_owned(),
        );
    }
    let source = read.source.as_str();
    ir::Resource {
        name: read.resource.clone(),
        source: read.source.clone(),
        doc: read.doc.clone(),
        enums: each(&read.enums, node, "enums")
            .map(|(name, one, entry)| enumeration(context, source, name, one, entry))
            .collect(),
        ids: each(&read.ids, node, "ids")
            .map(|(name, one, entry)| ir::TextId {
                name: name.to_owned(),
                doc: one.doc.clone(),
                source: one.source.clone().unwrap_or_else(|| source.to_owned()),
                doubts: doubts(&entry.value, &one.unknowns, &one.conflicts),
                place: entry.place.clone(),
            })
            .collect(),
        records: each(&read.records, node, "records")
            .map(|(name, one, entry)| record(context, set, source, name, one, entry))
            .collect(),
        bodies: each(&read.bodies, node, "bodies")
            .map(|(name, one, entry)| body(context, set, source, name, one, entry))
            .collect(),
        operations: {
            api::check_words(context, node, "operations");
            each(&read.operations, node, "operations")
                .filter_map(|(name, one, entry)| {
                    operations::operation(context, lowered, set, source, name, one, entry)
                })
                .collect()
        },
        callbacks: {
            api::check_words(context, node, "callbacks");
            each(&read.callbacks, node, "callbacks")
                .filter_map(|(name, one, entry)| callback(context, set, source, name, one, entry))
                .collect()
        },
        browser_sdk: read
            .browser_sdk
            .as_ref()
            .zip(node.entry("browser_sdk"))
            .map(|(sdk, entry)| browser_sdk(context, lowered, set, read, sdk, entry)),
        doubts: doubts(node, &read.unknowns, &read.conflicts),
        place: node.place.clone(),
    }
}

/// The entries of a section beside their nodes.
pub(crate) fn each<'a, T>(
    read: &'a Entries<T>,
    node: &'a Node,
    section: &str,
) -> impl Iterator<Item = (&'a str, &'a T, &'a Entry)> {
    read.iter()
        .zip(node.entries_of(section))
        .map(|((name, one), entry)| (name, one, entry))
}

/// The variant of an enum's value.
pub(crate) fn variant_name(text: &str, value: Option<&ValueOrDoc>) -> Result<String, String> {
    match value {
        Some(ValueOrDoc::Long(long)) => names::variant(long.rust_name.as_deref().unwrap_or(text)),
        _ => names::variant(text),
    }
}

fn enumeration(
    context: &mut Context<'_>,
    source: &str,
    name: &str,
    one: &language::Enum,
    entry: &Entry,
) -> ir::Enum {
    let mut values: Vec<ir::Value> = Vec::new();
    for (text, value, at) in each(&one.values, &entry.value, "values") {
        let rust = match variant_name(text, value.as_ref()) {
            Ok(rust) => rust,
            Err(wrong) => {
                context.mistakes.add(
                    &at.place,
                    wrong,
                    "makes no variant",
                    format!("name it: `\"{text}\": {{ doc: …, rename: Name }}`"),
                );
                continue;
            }
        };
        let same = |known: &&ir::Value| {
            known.rust == rust || (one.case_insensitive && known.text.eq_ignore_ascii_case(text))
        };
        if let Some(earlier) = values.iter().find(same) {
            context.mistakes.add(
                &at.place,
                format!("`{}` and `{text}` make one variant, `{rust}`", earlier.text),
                "the second of the two",
                "name one of them with `rename`, or remove it".to_owned(),
            );
            continue;
        }
        let doc = match value {
            Some(ValueOrDoc::Doc(doc)) => Some(doc.clone()),
            Some(ValueOrDoc::Long(long)) => long.doc.clone(),
            None => None,
        };
        values.push(ir::Value {
            text: text.to_owned(),
            rust,
            doc,
        });
    }
    if one.values.is_empty() {
        context.mistakes.add(
            &entry.place,
            format!("the enum `{name}` has no values"),
            "an enum lists the values that the documents show",
            "make the field a `string` if they show none".to_owned(),
        );
    }
    let mut doubts = doubts(&entry.value, &one.unknowns, &one.conflicts);
    if one.transitions.is_some() {
        let place = entry.value.place_of("transitions").clone();
        doubts
            .unknowns
            .push(("The transitions between these states.".to_owned(), place));
    }
    ir::Enum {
        name: name.to_owned(),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        values,
        any_case: one.case_insensitive,
        notes: one.notes.clone(),
        doubts,
        place: entry.place.clone(),
    }
}

fn record(
    context: &mut Context<'_>,
    set: usize,
    source: &str,
    name: &str,
    one: &language::Record,
    entry: &Entry,
) -> ir::Record {
    let mut fields = record_list(context, set, name, Part::List, &mut Vec::new());
    let complete = !context.incomplete.contains(&(set, name.to_owned()));
    let node = &entry.value;
    fields::join(
        context,
        set,
        Part::Example,
        &mut fields,
        complete,
        &one.in_list_example,
        node.entries_of("in_list_example"),
    );
    fields::join(
        context,
        set,
        Part::Seen,
        &mut fields,
        complete,
        &one.in_message_example,
        node.entries_of("in_message_example"),
    );
    fields::check_names(context, &fields);
    fields::check_read(context, &fields);
    check_without(context, &one.omit, one.extends.as_deref(), entry);
    ir::Record {
        name: name.to_owned(),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        fields,
        notes: one.notes.clone(),
        doubts: doubts(node, &one.unknowns, &one.conflicts),
        place: entry.place.clone(),
    }
}

fn body(
    context: &mut Context<'_>,
    set: usize,
    source: &str,
    name: &str,
    one: &language::Body,
    entry: &Entry,
) -> ir::Body {
    let mut fields = record_list(context, set, name, Part::Sent, &mut Vec::new());
    fields.retain(|field| !field.readonly);
    for field in &mut fields {
        if one.update && field.presence == Presence::Optional {
            field.presence = Presence::Nullable;
        }
        // What is sent is never of an inferred form: a text goes as a text.
        field.string_or_number = false;
        field.also_us_date = false;
    }
    fields::check_names(context, &fields);
    check_without(context, &one.omit, one.extends.as_deref(), entry);
    let expected = fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .count();
    let optional = fields
        .iter()
        .any(|field| matches!(field.presence, Presence::Optional | Presence::Nullable));
    if expected > 3 && optional {
        context.mistakes.add(
            &entry.place,
            format!("`{name}` expects {expected} fields and has optional ones too"),
            "more than three expected fields",
            "at most three are given by position; put the others into a body of their own"
                .to_owned(),
        );
    }
    ir::Body {
        name: name.to_owned(),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        fields,
        update: one.update,
        notes: one.notes.clone(),
        doubts: doubts(&entry.value, &one.unknowns, &one.conflicts),
        place: entry.place.clone(),
    }
}

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
fn record_list(
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
    for field in fields::list(
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
fn check_without(context: &mut Context<'_>, without: &[String], like: Option<&str>, entry: &Entry) {
    if like.is_none() && !without.is_empty() {
        context.mistakes.add(
            entry.value.place_of("omit"),
            "`omit` leaves out fields of `extends`, and there is no `extends`",
            "leaves out nothing",
            "remove it, or say with `extends` which fields are taken over".to_owned(),
        );
    }
}

fn callback(
    context: &mut Context<'_>,
    set: usize,
    source: &str,
    name: &str,
    one: &language::Callback,
    entry: &Entry,
) -> Option<ir::Callback> {
    let place = entry
        .value
        .get("form")
        .unwrap_or(&entry.value)
        .place_of("record")
        .clone();
    let record = context.named_as(set, &one.form.record, &place, "a record", |kind| {
        kind == NamedKind::Record
    })?;
    Some(ir::Callback {
        name: name.to_owned(),
        doc: one.doc.clone(),
        source: one.source.clone().unwrap_or_else(|| source.to_owned()),
        root: one.form.root.clone(),
        record,
        notes: one.notes.clone(),
        doubts: doubts(&entry.value, &one.unknowns, &one.conflicts),
        place: entry.place.clone(),
    })
}

fn browser_sdk(
    context: &mut Context<'_>,
    lowered: &ir::Set,
    set: usize,
    file: &language::ResourceFile,
    sdk: &language::BrowserSdk,
    entry: &Entry,
) -> ir::BrowserSdk {
    let node = &entry.value;
    for section in ["scripts", "tester_pages"] {
        let mut seen = HashSet::new();
        for at in node.entries_of(section) {
            let known = lowered.environments.iter().map(|one| one.name.as_str());
            if !known.clone().any(|name| name == at.key) || !seen.insert(&at.key) {
                let help = did_you_mean(&at.key, known);
                context.mistakes.add(
                    &at.place,
                    format!("there is no environment `{}`", at.key),
                    "unknown",
                    help,
                );
            }
        }
    }
    let entry_points = each(&sdk.entry_points, node, "entry_points")
        .map(|(path, one, at)| ir::EntryPoint {
            path: path.to_owned(),
            doc: one.doc.clone(),
            takes: match one.argument.as_str() {
                "configuration" => None,
                name if crate::diagnostics::nearest(name, ["configuration"]).is_some() => {
                    context.mistakes.add(
                        at.value.place_of("argument"),
                        format!("a function of the script cannot take `{name}`"),
                        "neither `configuration` nor an id",
                        "did you mean `configuration`?".to_owned(),
                    );
                    None
                }
                name => {
                    context.named_as(set, name, at.value.place_of("argument"), "an id", |kind| {
                        kind == NamedKind::Id
                    })
                }
            },
        })
        .collect();
    let pairs = |entries: &Entries<String>| -> Vec<(String, String)> {
        entries
            .iter()
            .map(|(name, text)| (name.to_owned(), text.clone()))
            .collect()
    };
    let configuration = fields::list(
        context,
        set,
        Part::Sent,
        &sdk.configuration,
        node.entries_of("configuration"),
    );
    check_page(context, &configuration, sdk, node);
    ir::BrowserSdk {
        source: sdk.source.clone().unwrap_or_else(|| file.source.clone()),
        doc: file.doc.clone(),
        namespace: (sdk.namespace != "unknown").then(|| sdk.namespace.clone()),
        scripts: pairs(&sdk.scripts),
        pages: pairs(&sdk.tester_pages),
        entry_points,
        configuration,
        callbacks: pairs(&sdk.event_handlers),
        notes: sdk.notes.clone(),
        doubts: doubts(node, &sdk.unknowns, &sdk.conflicts),
        place: entry.place.clone(),
    }
}

/// What a page's script can be told: the configuration and its functions make one struct, which one function takes.
fn check_page(
    context: &mut Context<'_>,
    configuration: &[ir::Field],
    sdk: &language::BrowserSdk,
    node: &Node,
) {
    let mut members = configuration.to_vec();
    for at in node.entries_of("event_handlers") {
        let rust = names::field(&at.key).unwrap_or_else(|wrong| {
            context
                .mistakes
                .add(&at.place, wrong, "makes no name in Rust", None);
            at.key.clone()
        });
        members.push(ir::Field::plain(&at.key, rust, ir::Type::Json, &at.place));
    }
    fields::check_names(context, &members);
    let taking = |configuration: bool| {
        sdk.entry_points
            .iter()
            .filter(|(_, one)| {
                crate::diagnostics::nearest(&one.argument, ["configuration"]).is_some()
                    == configuration
            })
            .count()
    };
    if taking(true) != 1 || taking(false) != 1 {
        let place = node
            .entry("entry_points")
            .map_or(&node.place, |at| &at.place);
        context.mistakes.add(
            place,
            "one function of the script takes the configuration, and one takes an id",
            "fewer or more",
            None,
        );
    }
}
