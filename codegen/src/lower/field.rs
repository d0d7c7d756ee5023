//! Fields and parameters.

use crate::ir::{Evidence, Presence, Type, Unit};
use crate::language::{Entries, FieldOrType, Notation, Spanned, TypeExpr};
use crate::lower::context::Context;
use crate::lower::default::default;
use crate::lower::field_decl::{FieldContext, FieldDecl, FieldScope, mark};
use crate::lower::marks::check_marks;
use crate::lower::open_questions::open_questions;
use crate::lower::type_expr::{notation_at, type_of};
use crate::{ir, names};

/// The fields of a record list or of a body.
pub(crate) fn list(
    context: &mut Context<'_>,
    scope: FieldScope,
    entries: &Entries<FieldOrType>,
) -> Vec<ir::Field> {
    let fields = entries.iter();
    fields
        .filter_map(|entry| field(context, scope, &entry.key, &(&entry.value).into()))
        .collect()
}

/// One field.
pub(crate) fn field(
    context: &mut Context<'_>,
    scope: FieldScope,
    wire: &Spanned<String>,
    decl: &FieldDecl<'_>,
) -> Option<ir::Field> {
    let text = decl.notation?;
    let part = scope.part;
    // An invalid field stays a field, so that references to it cause no follow-up errors.
    let understood = notation_at(context, text);
    let notation = match &understood {
        Some(notation) => notation.clone(),
        None => Notation::of(TypeExpr::Json, None),
    };
    let found = type_of(context, scope.package, &notation.type_expr, text);
    let typed = understood.is_some() && found.is_some();
    let ty = found.unwrap_or(Type::Json);
    let rust =
        rust_name(context, wire, notation.rust_name.as_deref()).unwrap_or_else(|| wire.to_string());
    let default = match typed {
        true => documented_default(context, &notation, &ty, text),
        false => None,
    };
    let presence = presence(context, scope, &notation, text);
    let example = matches!(
        part,
        FieldContext::ListExample | FieldContext::MessageExample
    );
    let inferred = notation.inferred || (example && !notation.documented);
    if typed {
        check_marks(context, part, &notation, &ty, text);
    }
    let mut evidence = Evidence::default();
    mark(&mut evidence, part);
    Some(ir::Field {
        wire: wire.to_string(),
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
        doc: decl.doc.cloned(),
        notes: decl.notes.to_vec(),
        open_questions: open_questions(decl.unknowns, decl.conflicts),
        span: wire.span.clone(),
    })
}

fn documented_default(
    context: &mut Context<'_>,
    notation: &Notation,
    ty: &Type,
    text: &Spanned<String>,
) -> Option<ir::Default> {
    let (value, range) = notation.default.as_ref()?;
    let value = Spanned::new(value.clone(), text.span_of(range.clone()));
    default(context, ty, notation.max, &value)
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
    wire: &Spanned<String>,
    renamed: Option<&str>,
) -> Option<String> {
    match names::field(renamed.unwrap_or(wire)) {
        Ok(name) => Some(name),
        Err(wrong) => {
            context.diagnostics.error(
                &wire.span,
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
    scope: FieldScope,
    notation: &Notation,
    text: &Spanned<String>,
) -> Presence {
    if let Some((value, span)) = &notation.from_client {
        let api = &context.files[scope.package].api;
        // `environment` is the SDK name of the environment; the others are declared.
        let known: Vec<&str> = api.client_values.names().chain(["environment"]).collect();
        if !known.contains(&value.as_str()) {
            let help = crate::suggest::did_you_mean(value, known);
            context.diagnostics.error(
                &text.span_of(span.clone()),
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
    if let Some(constant) = &notation.constant {
        return Presence::Constant(constant.clone());
    }
    match scope.part {
        FieldContext::Request if notation.required => Presence::Required,
        FieldContext::Request if notation.nullable => Presence::Nullable,
        _ => Presence::Optional,
    }
}
