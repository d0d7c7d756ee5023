//! What the derives of `api_wire` read: `#[wire("name", mark, mark = value)]` at a field.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::rust::imports::{ident, tokens};
use crate::ir;
use crate::ir::{Field, Mark, Operation, Place, Presence, Scalar, Type};

/// The attribute of a field of a record, if there is more to say than name and type.
pub(crate) fn of_record(field: &Field) -> Option<TokenStream> {
    attribute(names(field), words(field).chain(default(field)))
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

/// The attribute of a parameter: its place, then what a field of a body has, and the default.
pub(crate) fn of_parameter(operation: &Operation, field: &Field) -> TokenStream {
    let place = match operation.binding_of(field).map(|binding| binding.place) {
        Some(Place::Path) => quote!(path),
        Some(Place::Query) => quote!(query),
        Some(Place::Header) => quote!(header),
        None if field.wire.is_empty() => return quote!(#[wire(body)]),
        None => quote!(wrapped_body),
    };
    let count = (field.ty == Type::Scalar(Scalar::Count)).then(|| quote!(count));
    let parts = std::iter::once(place).chain(names(field)).chain(count);
    let parts = parts.chain(words(field)).chain(default(field));
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
    let marks = marks.map(Mark::row).filter(|row| row.is_at_fields);
    let words = marks.map(|row| {
        let word = ident(row.word);
        quote!(#word)
    });
    let unit = field.unit.as_ref().map(|unit| {
        let unit = unit.word();
        quote!(unit = #unit)
    });
    let max = field.max.map(|max| {
        let max = Literal::u64_unsuffixed(max);
        quote!(max = #max)
    });
    words.chain(unit).chain(max)
}

fn default(field: &Field) -> Option<TokenStream> {
    let default = field.default.as_ref()?;
    let value = match (default, &field.ty) {
        (ir::Default::Variant(_, variant), Type::Named(named)) => {
            let (ty, variant) = (ident(&named.name), ident(variant));
            quote!(#ty::#variant)
        }
        (ir::Default::Text(text) | ir::Default::Variant(text, _), _) => quote!(#text),
        (ir::Default::Decimal(_) | ir::Default::Integer(_) | ir::Default::Boolean(_), _) => {
            tokens(&default.text())
        }
    };
    Some(quote!(default = #value))
}
