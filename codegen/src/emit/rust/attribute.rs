//! What the derives of `api_wire` read: `#[wire("name", mark, mark = value)]` at a field.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::rust::imports::{ident, tokens};
use crate::ir;
use crate::ir::{Field, Mark, NamedKind, Operation, Place, Presence, Scalar, Type, Unit};

/// The attribute of a field of a record, if there is more to say than name and type.
pub(crate) fn of_record(field: &Field) -> Option<TokenStream> {
    let default = field.default.iter().map(|default| {
        let value = default_value(field, default);
        quote!(default = #value)
    });
    attribute(names(field), words(field).chain(default))
}

/// The attribute of a field of a body. It is read as it was written: under one name, and any other value is
/// an error, strict or not.
pub(crate) fn of_body(field: &Field) -> Option<TokenStream> {
    let mut body_field = field.clone();
    body_field.aliases.clear();
    body_field.marks.set(Mark::Strict, false);
    let is_list = matches!(field.ty, Type::List(_) | Type::Map(_));
    let is_written = is_list && field.presence == Presence::Required;
    let write_empty = is_written.then(|| quote!(write_empty));
    attribute(names(&body_field), words(&body_field).chain(write_empty))
}

/// The attribute of a parameter: its place, then what a field of a body has, and the default, as text.
pub(crate) fn of_parameter(operation: &Operation, field: &Field) -> TokenStream {
    let place = match operation.binding_of(field).map(|binding| binding.place) {
        Some(Place::Path) => quote!(path),
        Some(Place::Query) => quote!(query),
        Some(Place::Header) => quote!(header),
        None if field.wire.is_empty() => return quote!(#[wire(body)]),
        None => quote!(wrapped_body),
    };
    let count = (field.ty == Type::Scalar(Scalar::Count)).then(|| quote!(count));
    let default = field.default.iter().map(|default| {
        let value = match default {
            ir::Default::Decimal(text) | ir::Default::Variant(text, _) => quote!(#text),
            default => default_value(field, default),
        };
        quote!(default = #value)
    });
    let parts = std::iter::once(place).chain(names(field)).chain(count);
    let parts = parts.chain(words(field)).chain(default);
    quote!(#[wire(#(#parts),*)])
}

fn attribute(
    names: impl Iterator<Item = TokenStream>,
    words: impl Iterator<Item = TokenStream>,
) -> Option<TokenStream> {
    let parts: Vec<TokenStream> = names.chain(words).collect();
    (!parts.is_empty()).then(|| quote!(#[wire(#(#parts),*)]))
}

/// All names on the wire, unless the only one is that of the field.
fn names(field: &Field) -> impl Iterator<Item = TokenStream> {
    let is_same = field.rust == field.wire && field.aliases.is_empty();
    let names = std::iter::once(&field.wire).chain(&field.aliases);
    let names = names.filter(move |_| !is_same);
    names.map(|name| quote!(#name))
}

fn words(field: &Field) -> impl Iterator<Item = TokenStream> {
    // Of an inferred string, it goes without saying.
    let is_said = |mark: &Mark| *mark != Mark::StringOrNumber || !field.has(Mark::Inferred);
    let marks = Mark::ALL.iter().copied();
    let marks = marks.filter(move |mark| field.has(*mark) && is_said(mark));
    let words = marks.filter_map(|mark| mark.row().attribute);
    let no_unit = (field.unit == Some(Unit::Unknown)).then_some("no_unit");
    let words = words.chain(no_unit).map(|word| {
        let word = ident(word);
        quote!(#word)
    });
    let max = field.max.map(|max| {
        let max = Literal::u64_unsuffixed(max);
        quote!(max = #max)
    });
    words.chain(max)
}

/// A default as an expression.
fn default_value(field: &Field, default: &ir::Default) -> TokenStream {
    match (default, &field.ty) {
        (ir::Default::Text(text), _) => quote!(#text),
        (ir::Default::Integer(number), _) => tokens(&number.to_string()),
        (ir::Default::Boolean(flag), _) => quote!(#flag),
        (ir::Default::Decimal(text), _) => decimal(text),
        (ir::Default::Variant(_, variant), Type::Named(named)) => {
            let (ty, variant) = (ident(&named.name), ident(variant));
            let into = match named.kind {
                NamedKind::Enum {
                    case_insensitive: true,
                } => quote!(.into()),
                _ => TokenStream::new(),
            };
            quote!(#ty::#variant #into)
        }
        (ir::Default::Variant(text, _), _) => quote!(#text),
    }
}

/// A decimal as an expression that cannot fail.
fn decimal(text: &str) -> TokenStream {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let scale = text
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    let sign = if text.starts_with('-') { "-" } else { "" };
    let digits = match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    tokens(&format!("Decimal::new({sign}{digits}, {scale})"))
}
