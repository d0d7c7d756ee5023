//! Fields and parameters: their notation, names, types and defaults.

use std::collections::HashMap;

use super::{Context, doubts};
use crate::diagnostics::{Place, did_you_mean};
use crate::ir::{self, Evidence, Presence, Type, Unit};
use crate::language::{
    Base, Conflict, Entries, ExampleField, FieldOrType, Notation, parse_notation, place_of_mark,
};
use crate::names;
use crate::node::{Entry, Node};

/// A field as it is written, short or long.
pub(crate) struct Written<'a> {
    notation: Option<&'a str>,
    doc: Option<&'a String>,
    notes: &'a [String],
    unknowns: &'a [String],
    conflicts: &'a [Conflict],
}

impl<'a> From<&'a FieldOrType> for Written<'a> {
    fn from(field: &'a FieldOrType) -> Self {
        match field {
            FieldOrType::Type(notation) => Self::short(notation),
            FieldOrType::Long(long) => Self {
                notation: Some(&long.notation),
                doc: long.doc.as_ref(),
                notes: &long.notes,
                unknowns: &long.unknowns,
                conflicts: &long.conflicts,
            },
        }
    }
}

impl<'a> From<&'a ExampleField> for Written<'a> {
    fn from(field: &'a ExampleField) -> Self {
        match field {
            ExampleField::Type(notation) => Self::short(notation),
            ExampleField::Long(long) => Self {
                notation: long.notation.as_deref(),
                doc: long.doc.as_ref(),
                notes: &long.notes,
                unknowns: &long.unknowns,
                conflicts: &long.conflicts,
            },
        }
    }
}

impl<'a> Written<'a> {
    pub(crate) fn short(notation: &'a str) -> Self {
        Self {
            notation: Some(notation),
            doc: None,
            notes: &[],
            unknowns: &[],
            conflicts: &[],
        }
    }
}

/// Where a list of fields stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The record list.
    List,
    /// The list example.
    Example,
    /// An example of a request or response.
    Seen,
    /// Something that is sent.
    Sent,
}

/// The fields of a record list or of a body.
pub(crate) fn list(
    context: &mut Context<'_>,
    set: usize,
    part: Part,
    read: &Entries<FieldOrType>,
    entries: &[Entry],
) -> Vec<ir::Field> {
    read.iter()
        .zip(entries)
        .filter_map(|((wire, written), entry)| {
            field(context, set, part, wire, &written.into(), entry)
        })
        .collect()
}

/// Adds the fields of an example to a record list: a field of both has both evidences.
pub(crate) fn join(
    context: &mut Context<'_>,
    set: usize,
    part: Part,
    fields: &mut Vec<ir::Field>,
    complete: bool,
    read: &Entries<ExampleField>,
    entries: &[Entry],
) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for (at, field) in fields.iter().enumerate() {
        for name in std::iter::once(&field.wire).chain(&field.aliases) {
            known.insert(name.clone(), at);
        }
    }
    for ((wire, written), entry) in read.iter().zip(entries) {
        let written = Written::from(written);
        match (known.get(wire), written.notation) {
            (None, None) if !complete => {}
            (None, None) => {
                let near = crate::diagnostics::nearest(wire, known.keys().map(String::as_str));
                let help = match near {
                    Some(near) => format!("did you mean `{near}`? Else give it a type"),
                    None => "give it a type; `json` where nothing makes it plain".to_owned(),
                };
                context.mistakes.add(
                    &entry.place,
                    format!("`{wire}` has no type: the record list does not have it"),
                    "nothing types this field",
                    help,
                );
            }
            (None, Some(_)) => fields.extend(field(context, set, part, wire, &written, entry)),
            (Some(at), notation) => {
                let added = notation.and_then(|_| field(context, set, part, wire, &written, entry));
                if let Some(text) = notation {
                    check_again(context, text, entry);
                }
                let known = &mut fields[*at];
                mark(&mut known.evidence, part);
                if let Some(added) = added {
                    known.ty = either(context, &known.ty, &added.ty, &entry.place);
                    // What is read as a number or a text needs no leniency.
                    known.string_or_number = (known.string_or_number || added.string_or_number)
                        && matches!(known.ty, Type::Text { .. });
                }
                known.doc = known.doc.take().or_else(|| written.doc.cloned());
                known.notes.extend(written.notes.iter().cloned());
                let more = doubts(&entry.value, written.unknowns, written.conflicts);
                known.doubts.unknowns.extend(more.unknowns);
                known.doubts.conflicts.extend(more.conflicts);
            }
        }
    }
}

/// One type for a field that two places type differently.
fn either(context: &mut Context<'_>, one: &Type, other: &Type, place: &Place) -> Type {
    let number = |ty: &Type| matches!(ty, Type::Integer { .. } | Type::IntegerOrText);
    let text = |ty: &Type| matches!(ty, Type::Text { .. } | Type::IntegerOrText);
    match (one, other) {
        _ if one == other => one.clone(),
        (Type::Text { .. }, Type::Text { .. }) => one.clone(),
        _ if (number(one) || text(one)) && (number(other) || text(other)) => Type::IntegerOrText,
        (Type::Json, _) | (_, Type::Json) => Type::Json,
        _ => {
            context.mistakes.add(
                place,
                "no type reads both what stands here and what the record list says",
                "another type than in the record list",
                "write `{}` and tell the difference as a conflict, or make both `json`".to_owned(),
            );
            one.clone()
        }
    }
}

fn mark(evidence: &mut Evidence, part: Part) {
    match part {
        Part::List | Part::Sent => evidence.list = true,
        Part::Example => evidence.example = true,
        Part::Seen => evidence.seen = true,
    }
}

/// One field.
pub(crate) fn field(
    context: &mut Context<'_>,
    set: usize,
    part: Part,
    wire: &str,
    written: &Written<'_>,
    entry: &Entry,
) -> Option<ir::Field> {
    let notation = written.notation?;
    let node = match entry.value.get("type") {
        Some(node) => node,
        None => &entry.value,
    };
    // A field with a mistake stays a field: what leans on it has no mistake of its own.
    let understood = notation_at(context, notation, node);
    let notation = match &understood {
        Some(notation) => notation.clone(),
        None => Notation::of(Base::Json, None),
    };
    let found = type_of(context, set, &notation.base, node);
    let typed = understood.is_some() && found.is_some();
    let ty = found.unwrap_or(Type::Json);
    let rust = rust_name(context, wire, notation.rust_name.as_deref(), &entry.place)
        .unwrap_or_else(|| wire.to_owned());
    let default = match &notation.default {
        Some((text, span)) if typed => default(
            context,
            &ty,
            text,
            notation.max,
            &node.place_in(span.clone()),
        ),
        _ => None,
    };
    let presence = presence(context, set, part, &notation, node);
    let example = matches!(part, Part::Example | Part::Seen);
    let inferred = notation.inferred || (example && !notation.documented);
    if typed {
        check_marks(context, part, &notation, &ty, node);
    }
    let mut evidence = Evidence::default();
    mark(&mut evidence, part);
    Some(ir::Field {
        wire: wire.to_owned(),
        aliases: notation.aliases.clone(),
        rust,
        string_or_number: notation.string_or_number || (inferred && holds_text(&ty)),
        ty,
        max: notation.max,
        default,
        unit: notation.unit.as_ref().map(|unit| match unit.as_str() {
            "unknown" => Unit::Unknown,
            unit => Unit::Known(unit.to_owned()),
        }),
        evidence,
        documented_required: notation.documented_required,
        readonly: notation.readonly,
        secret: notation.secret,
        pii: notation.pii,
        inferred,
        strict: notation.strict,
        envelope: notation.envelope,
        also_us_date: notation.also_us_date,
        accepts_1: notation.accepts_1,
        presence,
        doc: written.doc.cloned(),
        notes: written.notes.to_vec(),
        doubts: doubts(&entry.value, written.unknowns, written.conflicts),
        place: entry.place.clone(),
    })
}

/// Whether a type is a text, or a list or map of texts: marks of a field hold for its elements.
fn holds_text(ty: &Type) -> bool {
    match ty {
        Type::Text { .. } => true,
        Type::List(inner) | Type::Map(inner) => holds_text(inner),
        _ => false,
    }
}

/// A notation; each part that is not understood is noted at its place.
pub(crate) fn notation_at(context: &mut Context<'_>, text: &str, node: &Node) -> Option<Notation> {
    match parse_notation(text) {
        Ok(notation) => Some(notation),
        Err(wrong) => {
            for part in wrong {
                context.mistakes.add(
                    &node.place_in(part.at),
                    part.message,
                    "not understood",
                    part.help,
                );
            }
            None
        }
    }
}

/// The type that a notation names.
pub(crate) fn type_of(
    context: &mut Context<'_>,
    set: usize,
    base: &Base,
    node: &Node,
) -> Option<Type> {
    Some(match base {
        Base::Text { long } => Type::Text { long: *long },
        Base::Integer { bits } => Type::Integer { bits: *bits },
        Base::Decimal(word) => Type::Decimal(word),
        Base::Boolean => Type::Boolean,
        Base::Date => Type::Date,
        Base::DateTime => Type::DateTime,
        Base::LocalDateTime => Type::LocalDateTime,
        Base::Time => Type::Time,
        Base::Json => Type::Json,
        Base::IntegerOrText => Type::IntegerOrText,
        Base::List(inner) => Type::List(Box::new(type_of(context, set, inner, node)?)),
        Base::Map(inner) => Type::Map(Box::new(type_of(context, set, inner, node)?)),
        Base::Named(name, span) => {
            Type::Named(context.named(set, name, &node.place_in(span.clone()))?)
        }
    })
}

fn rust_name(
    context: &mut Context<'_>,
    wire: &str,
    given: Option<&str>,
    place: &Place,
) -> Option<String> {
    match names::field(given.unwrap_or(wire)) {
        Ok(name) => Some(name),
        Err(wrong) => {
            context.mistakes.add(
                place,
                wrong,
                "makes no name in Rust",
                "name it with the mark `rename(name)`; the wire name stays".to_owned(),
            );
            None
        }
    }
}

/// Marks of a field that the record list has as well: those that nobody would look for here say nothing.
fn check_again(context: &mut Context<'_>, text: &str, entry: &Entry) {
    let node = entry.value.get("type").unwrap_or(&entry.value);
    for mark in [
        "=",
        "documented_required",
        "readonly",
        "secret",
        "pii",
        "unit",
        "strict",
        "envelope",
        "also_us_date",
        "accepts_1",
        "alias",
        "rename",
    ] {
        if let Some(span) = place_of_mark(text, mark) {
            context.mistakes.add(
                &node.place_in(span),
                format!("the mark `{mark}` says nothing here"),
                "the record list has this field",
                "write the mark there".to_owned(),
            );
        }
    }
}

fn default(
    context: &mut Context<'_>,
    ty: &Type,
    text: &str,
    max: Option<u64>,
    place: &Place,
) -> Option<ir::Default> {
    let mut help = None;
    let (what, value) = match ty {
        Type::Text { .. } | Type::Time => {
            let fits = max.is_none_or(|max| text.chars().count() as u64 <= max);
            (
                "a text of this length",
                fits.then(|| ir::Default::Text(text.to_owned())),
            )
        }
        Type::Integer { bits } => {
            let number = text.parse::<i64>().ok();
            let fits = number.filter(|number| *bits == 64 || i32::try_from(*number).is_ok());
            (
                "a whole number of this size",
                fits.map(ir::Default::Integer),
            )
        }
        Type::Decimal(_) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = digits
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
                && digits.split('.').count() <= 2
                && digits.split('.').all(|part| !part.is_empty())
                && digits.len() <= 18;
            (
                "a decimal number",
                plain.then(|| ir::Default::Decimal(text.to_owned())),
            )
        }
        Type::Boolean => (
            "`true` or `false`",
            text.parse().ok().map(ir::Default::Boolean),
        ),
        Type::Named(named) if matches!(named.kind, ir::NamedKind::Enum { .. }) => {
            let one = context.files[named.set]
                .resources
                .iter()
                .find_map(|file| file.read.enums.iter().find(|(name, _)| *name == named.name));
            // It stands in a file with mistakes: nothing can be said about its values.
            let (_, one) = one?;
            help = did_you_mean(text, one.values.iter().map(|(known, _)| known));
            let value = one
                .values
                .iter()
                .find(|(known, _)| *known == text)
                .and_then(|(known, value)| {
                    super::records::variant_name(known, value.as_ref()).ok()
                });
            (
                "a value of this enum",
                value.map(|rust| ir::Default::Variant(text.to_owned(), rust)),
            )
        }
        _ => ("without a default: its type has none", None),
    };
    if value.is_none() {
        context.mistakes.add(
            place,
            format!("the default `{text}` does not fit the type"),
            format!("the field is {what}"),
            help,
        );
    }
    value
}

fn presence(
    context: &mut Context<'_>,
    set: usize,
    part: Part,
    notation: &Notation,
    node: &Node,
) -> Presence {
    if let Some((value, span)) = &notation.from_client {
        let api = &context.files[set].api.read;
        // `environment` is the word of the environment itself; everything else is declared.
        let known: Vec<&str> = api
            .client_values
            .iter()
            .map(|(name, _)| name)
            .chain(["environment"])
            .collect();
        if !known.contains(&value.as_str()) {
            let help = crate::diagnostics::did_you_mean(value, known);
            context.mistakes.add(
                &node.place_in(span.clone()),
                format!("there is no client value `{value}`"),
                "nothing fills this in",
                help,
            );
        }
        return Presence::Filled(value.clone());
    }
    if let Some(text) = &notation.constant {
        return Presence::Constant(text.clone());
    }
    match part {
        Part::Sent if notation.required => Presence::Required,
        Part::Sent if notation.nullable => Presence::Nullable,
        _ => Presence::Optional,
    }
}

/// Marks that say nothing where they stand are mistakes: they would be believed.
fn check_marks(context: &mut Context<'_>, part: Part, notation: &Notation, ty: &Type, node: &Node) {
    if context.taking_over {
        return;
    }
    let sent = part == Part::Sent;
    let number = matches!(
        ty,
        Type::Integer { .. } | Type::Decimal(_) | Type::IntegerOrText
    );
    let text = matches!(ty, Type::Text { .. });
    let amount = number
        || matches!(ty, Type::Map(inner) | Type::List(inner) if matches!(**inner, Type::Integer { .. } | Type::Decimal(_)));
    let record = ty
        .named()
        .is_some_and(|named| named.kind == ir::NamedKind::Record);
    let given = [
        notation.from_client.is_some(),
        notation.constant.is_some(),
        notation.required,
        notation.nullable,
    ];
    let several = given.iter().filter(|given| **given).count() > 1;
    let wrong = [
        (
            "from_client",
            notation.from_client.is_some() && !sent,
            "only what is sent is filled in",
        ),
        (
            "constant",
            notation.constant.is_some() && !sent,
            "only what is sent can be constant",
        ),
        (
            "constant",
            notation.constant.is_some()
                && sent
                && !text
                && !matches!(ty, Type::List(inner) if matches!(**inner, Type::Text { .. })),
            "only a text or a list of texts can be constant",
        ),
        (
            "required",
            notation.required && sent && several,
            "the field is filled in, constant or nullable already",
        ),
        (
            "nullable",
            notation.nullable && sent && several && !notation.required,
            "the field is filled in or constant already",
        ),
        (
            "constant",
            notation.constant.is_some() && notation.from_client.is_some(),
            "the field is filled in already",
        ),
        (
            "envelope",
            notation.envelope && !sent && (!record || matches!(ty, Type::Map(_))),
            "only a record or a list of records is part of an envelope",
        ),
        (
            "readonly",
            notation.readonly && sent,
            "what is never sent is not listed here",
        ),
        (
            "alias",
            !notation.aliases.is_empty() && sent,
            "what is sent has one name",
        ),
        (
            "string_or_number",
            notation.string_or_number && sent && text,
            "only what is read is read leniently",
        ),
        (
            "also_us_date",
            notation.also_us_date && sent && *ty == Type::Date,
            "only what is read is read month first",
        ),
        (
            "=",
            notation.secret && notation.default.is_some(),
            "a secret has no default",
        ),
        (
            "required",
            notation.required && !sent,
            "only what is sent is expected",
        ),
        (
            "nullable",
            notation.nullable && !sent,
            "only what is sent can be an explicit null",
        ),
        (
            "envelope",
            notation.envelope && sent,
            "only what is read has an envelope",
        ),
        (
            "string_or_number",
            notation.string_or_number && !text,
            "only a text can be lenient",
        ),
        (
            "strict",
            notation.strict && !amount && ty.named().is_none(),
            "only amounts are exact",
        ),
        (
            "unit",
            notation.unit.is_some() && !amount,
            "only numbers have a unit",
        ),
        (
            "also_us_date",
            notation.also_us_date && *ty != Type::Date,
            "only a date is read month first",
        ),
        (
            "accepts_1",
            notation.accepts_1 && *ty != Type::Boolean,
            "only a boolean may be sent as 1",
        ),
        (
            "accepts_1",
            notation.accepts_1 && notation.readonly,
            "what is never sent is not sent as 1",
        ),
        (
            "documented",
            notation.documented && !matches!(part, Part::Example | Part::Seen),
            "it says something in `in_list_example` and `in_message_example` only",
        ),
        (
            "secret",
            notation.secret && !text && !matches!(ty, Type::Json),
            "only a text can be secret",
        ),
    ];
    for (mark, is_wrong, why) in wrong {
        if is_wrong {
            let span = match &node.kind {
                crate::node::Kind::Text(text, _) => {
                    place_of_mark(text, mark).unwrap_or(0..text.len())
                }
                _ => 0..0,
            };
            context.mistakes.add(
                &node.place_in(span),
                format!("the mark `{mark}` says nothing here"),
                why,
                "remove it".to_owned(),
            );
        }
    }
}

/// Notes fields of a record that hold what is only sent.
pub(crate) fn check_read(context: &mut Context<'_>, fields: &[ir::Field]) {
    for field in fields {
        if let Some(named) = field
            .ty
            .named()
            .filter(|named| named.kind == ir::NamedKind::Body)
        {
            context.mistakes.add(
                &field.place,
                format!(
                    "`{}` is a body, and a record holds what is read",
                    named.name
                ),
                "holds a body",
                "describe what is read as a record".to_owned(),
            );
        }
    }
}

/// Notes fields of one record that make one Rust name, or share a wire name.
pub(crate) fn check_names(context: &mut Context<'_>, fields: &[ir::Field]) {
    let mut rust: HashMap<&str, &ir::Field> = HashMap::new();
    let mut wire: HashMap<&str, &ir::Field> = HashMap::new();
    for field in fields {
        let earlier = rust.insert(&field.rust, field);
        if let Some(earlier) = earlier.filter(|earlier| earlier.wire == field.wire) {
            context.mistakes.add(
                &field.place,
                format!("there are two `{}`", earlier.wire),
                "the second of the two",
                "remove one".to_owned(),
            );
            continue;
        }
        if let Some(earlier) = earlier {
            context.mistakes.add(
                &field.place,
                format!(
                    "`{}` and `{}` make one Rust name, `{}`",
                    earlier.wire, field.wire, field.rust
                ),
                "the second of the two",
                "name one of them with the mark `rename(name)`, or make them one field with `alias(…)`"
                    .to_owned(),
            );
        }
        for name in std::iter::once(&field.wire).chain(&field.aliases) {
            if let Some(earlier) = wire.insert(name, field) {
                context.mistakes.add(
                    &field.place,
                    format!("the wire name `{name}` is also one of `{}`", earlier.wire),
                    "the second of the two",
                    None,
                );
            }
        }
    }
}
