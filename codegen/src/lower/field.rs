//! Fields and parameters.

use crate::ir::{Deprecation, IDEMPOTENCY_KEY, Mark, NamedKind, Presence, Scalar, Type, Unit};
use crate::language::{
    Conflict, Entries, FieldOrType, MarkArgument, Notation, Spanned, TypeExpr, meant_type_word,
};
use crate::lower::context::Context;
use crate::lower::default::{default, example};
use crate::lower::field_context::{FieldContext, FieldScope};
use crate::lower::marks::check_marks;
use crate::lower::resolve::{notation_at, type_of};
use crate::source::Span;
use crate::{ir, names};

/// The fields of a record list or of a body.
pub(crate) fn list(
    context: &mut Context<'_>,
    scope: FieldScope,
    entries: &Entries<FieldOrType>,
) -> Vec<ir::Field> {
    let fields = entries.iter();
    fields
        .map(|entry| field(context, scope, &entry.key, &(&entry.value).into()))
        .collect()
}

pub(crate) fn field(
    context: &mut Context<'_>,
    scope: FieldScope,
    wire: &Spanned<String>,
    decl: &FieldDecl<'_>,
) -> ir::Field {
    let text = decl.notation;
    let part = scope.part;
    // An invalid field stays a field, so that references to it cause no follow-up errors.
    let understood = notation_at(context, text);
    if let Some(doc) = decl.doc.filter(|doc| restates_type(doc)) {
        context.error(
            &wire.span,
            format!("the docs of `{wire}` are its type: `{doc}`"),
            "no meaning",
            "say what the field is, or remove `doc`",
        );
    }
    let notation = match &understood {
        Some(notation) => notation.clone(),
        None => Notation::of(TypeExpr::JSON, None),
    };
    let found = type_of(context, scope.package, &notation.type_expr, text);
    if let Some(named) = found.as_ref().and_then(Type::named)
        && matches!(named.kind, NamedKind::Record | NamedKind::Body)
        && notation.max.is_some()
    {
        let message = format!("type `{}` takes no argument", named.name);
        context.error(&text.span, message, "invalid", "remove the maximum length");
    }
    let typed = understood.is_some() && found.is_some();
    let ty = found.unwrap_or(Type::Scalar(Scalar::Json));
    let rust = rust_name(context, wire, notation.argument(Mark::Rename), text)
        .unwrap_or_else(|| wire.to_string());
    let default = match typed {
        true => documented_default(context, &notation, &ty, text),
        false => None,
    };
    let value = decl.example.filter(|_| typed);
    if let Some(value) = value
        && notation.marks().has(Mark::Digits)
        && !value.chars().all(|c| c.is_ascii_digit())
    {
        let message = format!("expected digits, found `{}`", **value);
        context.error(&value.span, message, "not sent", None);
    }
    let value = value.and_then(|value| example(context, &ty, notation.max, value));
    let presence = presence(context, scope, &notation, text);
    let is_in_example = part == FieldContext::ListExample;
    let mut marks = notation.marks();
    let inferred = marks.has(Mark::Inferred) || (is_in_example && !marks.has(Mark::Documented));
    if typed {
        check_marks(context, (part, &ty), &notation, text);
    }
    marks.set(Mark::Inferred, inferred);
    marks.set(
        Mark::Deprecated,
        marks.has(Mark::Deprecated) || decl.deprecated.is_some(),
    );
    let is_lenient = marks.has(Mark::StringOrNumber) || (inferred && holds_text(&ty));
    marks.set(Mark::StringOrNumber, is_lenient);
    for was in notation.arguments(Mark::Was) {
        check_was(context, wire, &was.text, &text.span_of(was.range.clone()));
    }
    ir::Field {
        wire: wire.to_string(),
        aliases: notation
            .arguments(Mark::Alias)
            .map(|alias| alias.text.clone())
            .collect(),
        was: notation
            .arguments(Mark::Was)
            .map(|was| was.text.clone())
            .collect(),
        rust,
        ty,
        documented_as: notation.type_expr.documented_as(),
        max: notation.max,
        default,
        example: value,
        unit: notation.argument(Mark::Unit).map(unit),
        is_in_example,
        marks,
        presence,
        doc: decl.doc.cloned(),
        deprecated: marks.has(Mark::Deprecated).then(|| Deprecation {
            instead: decl.deprecated.cloned(),
        }),
        notes: decl.notes.to_vec(),
        open_questions: ir::OpenQuestions::new(decl.unknowns, decl.conflicts),
        span: wire.span.clone(),
    }
}

/// Reports an earlier name that is the present one.
fn check_was(context: &mut Context<'_>, name: &str, was: &str, span: &Span) {
    if name == was {
        let message = format!("`was` of its own name `{name}`");
        context.error(span, message, "no effect", "remove it");
    }
}

/// The names in earlier versions.
pub(crate) fn earlier_names(
    context: &mut Context<'_>,
    name: &str,
    was: &[Spanned<String>],
) -> Vec<String> {
    for was in was {
        check_was(context, name, was, &was.span);
    }
    was.iter().map(ToString::to_string).collect()
}

/// Whether docs are the word of a type.
fn restates_type(doc: &str) -> bool {
    let doc = doc.trim().trim_end_matches('.').to_lowercase();
    let word = ["a ", "an ", "the "]
        .iter()
        .find_map(|article| doc.strip_prefix(article))
        .unwrap_or(&doc);
    meant_type_word(word).is_some()
}

fn documented_default(
    context: &mut Context<'_>,
    notation: &Notation,
    ty: &Type,
    text: &Spanned<String>,
) -> Option<ir::Default> {
    let argument = notation.argument(Mark::Default)?;
    let value = Spanned::new(argument.text.clone(), text.span_of(argument.range.clone()));
    if ty.named().is_none() && matches!(value.as_str(), "null" | "~") {
        context.error(
            &value.span,
            format!("default `{}`", *value),
            "no value",
            "remove it: what has no default is absent",
        );
        return None;
    }
    default(context, ty, notation.max, &value)
}

fn unit(argument: &MarkArgument) -> Unit {
    match argument.text.as_str() {
        "unknown" => Unit::Unknown,
        unit => Unit::Known(unit.to_owned()),
    }
}

/// Whether a type is a text, or a list or map of texts: marks of a field hold for its elements.
fn holds_text(ty: &Type) -> bool {
    match ty {
        Type::Scalar(Scalar::Text) => true,
        Type::List(inner) | Type::Map(inner) => holds_text(inner),
        _ => false,
    }
}

fn rust_name(
    context: &mut Context<'_>,
    wire: &Spanned<String>,
    renamed: Option<&MarkArgument>,
    text: &Spanned<String>,
) -> Option<String> {
    let natural = names::field(wire);
    let Some(renamed) = renamed else {
        return natural
            .map_err(|wrong| {
                let help = "add the mark `rename(name)`; the wire name stays the same";
                context.error(&wire.span, wrong, "not a Rust name", help);
            })
            .ok();
    };
    let span = text.span_of(renamed.range.clone());
    match names::field(&renamed.text) {
        Ok(name) if Ok(&name) == natural.as_ref() => {
            let message = "mark `rename` has no effect here";
            context.error(&span, message, "the name without it", "remove it");
            Some(name)
        }
        Ok(name) if name != renamed.text => {
            let message = format!("`{}` is not a free name in Rust", renamed.text);
            context.error(&span, message, "invalid", format!("write `rename({name})`"));
            Some(name)
        }
        Ok(name) => Some(name),
        Err(wrong) => {
            let help = "write a name in snake case, as in `rename(name)`";
            context.error(&span, wrong, "not a Rust name", help);
            None
        }
    }
}

/// The client values that no `api.yaml` declares: the name of the environment in the browser SDK, and the key of a write.
pub(crate) const OWN_CLIENT_VALUES: [&str; 2] = ["environment", IDEMPOTENCY_KEY];

fn presence(
    context: &mut Context<'_>,
    scope: FieldScope,
    notation: &Notation,
    text: &Spanned<String>,
) -> Presence {
    if let Some(value) = notation.argument(Mark::FromClient) {
        let name = value.text.as_str();
        let facts = &context.files[scope.package].facts;
        let declared = facts.client_values.names();
        let known: Vec<&str> = declared.chain(OWN_CLIENT_VALUES).collect();
        if !known.contains(&name) {
            let help = crate::suggest::did_you_mean(name, known);
            context.error(
                &text.span_of(value.range.clone()),
                format!("unknown client value `{name}`"),
                "not in `client_values` of `api.yaml`",
                help,
            );
        }
        return match name {
            "environment" => Presence::Environment,
            name => Presence::FromClient(name.to_owned()),
        };
    }
    if let Some(constant) = notation.argument(Mark::Constant) {
        return Presence::Constant(constant.text.clone());
    }
    let marks = notation.marks();
    match scope.part.is_request() {
        true if marks.has(Mark::Required) => Presence::Required,
        true if marks.has(Mark::Nullable) => Presence::Nullable,
        _ => Presence::Optional,
    }
}

/// A field as it is written, short or long.
pub(crate) struct FieldDecl<'a> {
    pub(crate) notation: &'a Spanned<String>,
    pub(crate) doc: Option<&'a String>,
    pub(crate) example: Option<&'a Spanned<String>>,
    /// What to use instead.
    pub(crate) deprecated: Option<&'a String>,
    pub(crate) notes: &'a [String],
    pub(crate) unknowns: &'a [Spanned<String>],
    pub(crate) conflicts: &'a [Spanned<Conflict>],
}

impl<'a> From<&'a FieldOrType> for FieldDecl<'a> {
    fn from(field: &'a FieldOrType) -> Self {
        match field {
            FieldOrType::Type(notation) => Self::short(notation),
            FieldOrType::Long(long) => Self {
                notation: field.notation(),
                doc: long.doc.as_ref(),
                example: long.example.as_ref(),
                deprecated: long.deprecated.as_ref(),
                notes: &long.notes,
                unknowns: &long.unknowns,
                conflicts: &long.conflicts,
            },
        }
    }
}

impl<'a> FieldDecl<'a> {
    pub(crate) fn short(notation: &'a Spanned<String>) -> Self {
        Self {
            notation,
            doc: None,
            example: None,
            deprecated: None,
            notes: &[],
            unknowns: &[],
            conflicts: &[],
        }
    }
}
