//! Fields and parameters.

use crate::ir::{Evidence, Presence, Type, Unit};
use crate::language::{Entries, FieldOrType, Notation, TypeExpr};
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::lower::default::default;
use crate::lower::field_decl::{FieldContext, FieldDecl, mark};
use crate::lower::marks::check_marks;
use crate::lower::open_questions::open_questions;
use crate::lower::type_expr::{notation_at, type_of};
use crate::source::Span;
use crate::{ir, names};

/// The fields of a record list or of a body.
pub(crate) fn list(
    context: &mut Context<'_>,
    package: usize,
    part: FieldContext,
    read: &Entries<FieldOrType>,
    entries: &[Entry],
) -> Vec<ir::Field> {
    read.iter()
        .zip(entries)
        .filter_map(|((wire, written), entry)| {
            field(context, package, part, wire, &written.into(), entry)
        })
        .collect()
}

/// One field.
pub(crate) fn field(
    context: &mut Context<'_>,
    package: usize,
    part: FieldContext,
    wire: &str,
    written: &FieldDecl<'_>,
    entry: &Entry,
) -> Option<ir::Field> {
    let notation = written.notation?;
    let node = match entry.value.get("type") {
        Some(node) => node,
        None => &entry.value,
    };
    // An invalid field stays a field, so that references to it cause no follow-up errors.
    let understood = notation_at(context, notation, node);
    let notation = match &understood {
        Some(notation) => notation.clone(),
        None => Notation::of(TypeExpr::Json, None),
    };
    let found = type_of(context, package, &notation.type_expr, node);
    let typed = understood.is_some() && found.is_some();
    let ty = found.unwrap_or(Type::Json);
    let rust = rust_name(context, wire, notation.rust_name.as_deref(), &entry.span)
        .unwrap_or_else(|| wire.to_owned());
    let default = match typed {
        true => documented_default(context, &notation, &ty, node),
        false => None,
    };
    let presence = presence(context, package, part, &notation, node);
    let example = matches!(
        part,
        FieldContext::ListExample | FieldContext::MessageExample
    );
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
        documented_as: notation.type_expr.documented_as(),
        max: notation.max,
        default,
        unit: notation.unit.as_deref().map(unit),
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
        open_questions: open_questions(&entry.value, written.unknowns, written.conflicts),
        span: entry.span.clone(),
    })
}

fn documented_default(
    context: &mut Context<'_>,
    notation: &Notation,
    ty: &Type,
    node: &Node,
) -> Option<ir::Default> {
    let (text, span) = notation.default.as_ref()?;
    default(context, ty, text, notation.max, &node.span_in(span.clone()))
}

fn unit(text: &str) -> Unit {
    match text {
        "unknown" => Unit::Unknown,
        unit => Unit::Known(unit.to_owned()),
    }
}

/// Whether a type is a text, or a list or map of texts: marks of a field hold for its elements.
fn holds_text(ty: &Type) -> bool {
    match ty {
        Type::Text => true,
        Type::List(inner) | Type::Map(inner) => holds_text(inner),
        _ => false,
    }
}

fn rust_name(
    context: &mut Context<'_>,
    wire: &str,
    renamed: Option<&str>,
    span: &Span,
) -> Option<String> {
    match names::field(renamed.unwrap_or(wire)) {
        Ok(name) => Some(name),
        Err(wrong) => {
            context.diagnostics.error(
                span,
                wrong,
                "not a Rust name",
                "add the mark `rename(name)`; the wire name stays the same".to_owned(),
            );
            None
        }
    }
}

fn presence(
    context: &mut Context<'_>,
    package: usize,
    part: FieldContext,
    notation: &Notation,
    node: &Node,
) -> Presence {
    if let Some((value, span)) = &notation.from_client {
        let api = &context.files[package].api.read;
        // `environment` is the SDK name of the environment; the others are declared.
        let known: Vec<&str> = api
            .client_values
            .iter()
            .map(|(name, _)| name)
            .chain(["environment"])
            .collect();
        if !known.contains(&value.as_str()) {
            let help = crate::suggest::did_you_mean(value, known);
            context.diagnostics.error(
                &node.span_in(span.clone()),
                format!("unknown client value `{value}`"),
                "not in `client_values` of `api.yaml`",
                help,
            );
        }
        return match value.as_str() {
            "environment" => Presence::Environment,
            name => Presence::FromClient(name.to_owned()),
        };
    }
    if let Some(text) = &notation.constant {
        return Presence::Constant(text.clone());
    }
    match part {
        FieldContext::Request if notation.required => Presence::Required,
        FieldContext::Request if notation.nullable => Presence::Nullable,
        _ => Presence::Optional,
    }
}
