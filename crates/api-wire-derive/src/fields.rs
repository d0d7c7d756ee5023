//! Records, bodies and parameters: the table of their fields.

use proc_macro::{Span, TokenStream, TokenTree};

use crate::code::{code, error, literal};
use crate::parse::{Field, Result, Struct};
use crate::setters::{setter, setters};

const OF_RECORDS: &str = "`also_us_date`, `default = …`, `envelope`, `inferred`, `max = …`, \
                          `no_unit`, `pii`, `required`, `secret`, `strict`, `string_or_number`";
const OF_BODIES: &str =
    "`digits`, `inferred`, `max = …`, `no_unit`, `pii`, `required`, `secret`, `write_empty`";

const OF_PARAMETERS: &str = "`body`, `count`, `default = …`, `digits`, `header`, `inferred`, \
                             `max = …`, `no_unit`, `path`, `pii`, `query`, `required`, `route`, \
                             `secret`, `wrapped_body`";

/// Makes a record. A field `extra` keeps what does not fit.
pub(crate) fn record(item: &Struct) -> Result<TokenStream> {
    let is_extra = |field: &&Field| field.plain_name() == "extra";
    let (extra, fields): (Vec<_>, Vec<_>) = item.fields.iter().partition(is_extra);
    if extra.is_empty() {
        let message = "expected a field `extra: Extra`";
        return Err(error(Span::call_site(), message));
    }
    for field in &fields {
        let is_absent_or_empty = matches!(&*field.ty.name(), "Option" | "Vec" | "BTreeMap");
        if !is_absent_or_empty && field.value("envelope").is_none() {
            let message = "expected an `Option`, a list or a map, or the word `envelope`";
            return Err(error(field.span(), message));
        }
    }
    let defaults = fields.iter().filter_map(|field| default(field)).collect();
    let (docs, rows) = table(&fields, OF_RECORDS, |_| TokenStream::new())?;
    let record = "::api_wire::__record! { #[doc = $0] $1 { $2 } { $3 } }";
    Ok(code(record, [&docs, &item.name, &rows, &defaults]))
}

/// Makes a body.
pub(crate) fn body(item: &Struct) -> Result<TokenStream> {
    let (docs, rows) = table(&Vec::from_iter(&item.fields), OF_BODIES, optional)?;
    let body = "::api_wire::__body! { #[doc = $0] $1 { $2 } } $3";
    Ok(code(body, [&docs, &item.name, &rows, &setters(item)?]))
}

/// Makes the parameters of an operation.
pub(crate) fn parameters(item: &Struct) -> Result<TokenStream> {
    let facts = |field: &Field| {
        let default = field.value("default").map(|value| value.to_string());
        let default = default.map(|text| code(".default($0)", [&literal(&text)]));
        optional(field)
            .into_iter()
            .chain(default.unwrap_or_default())
            .collect()
    };
    let (docs, rows) = table(&Vec::from_iter(&item.fields), OF_PARAMETERS, facts)?;
    let parameters = "::api_wire::__parameters! { #[doc = $0] $1 { $2 } } $3";
    Ok(code(
        parameters,
        [&docs, &item.name, &rows, &setters(item)?],
    ))
}

/// That a field may be omitted, if it may.
fn optional(field: &Field) -> TokenStream {
    let optional = setter(field).map(|_| code(".optional()", []));
    optional.unwrap_or_default()
}

/// The docs of the fields, and a row each: `points: Field::new("points", &["points", "loyaltyPoints"]).required(),`
fn table(
    fields: &[&Field],
    words: &str,
    facts: fn(&Field) -> TokenStream,
) -> Result<(TokenStream, TokenStream)> {
    let mut docs = "The fields as they are read and written.\n\n\
                    | field | on the wire | marks | default | maximum |\n|---|---|---|---|---|"
        .to_owned();
    let mut rows = TokenStream::new();
    for field in fields {
        field.check(words)?;
        docs += &line(field);
        rows.extend(row(field));
        rows.extend(facts(field));
        rows.extend(code(",", []));
    }
    Ok((literal(&docs), rows))
}

/// A line of the docs.
fn line(field: &Field) -> String {
    let name = field.plain_name();
    let wire = field.wire.to_string().replace('"', "`");
    let marks = field.words.iter().filter(|(_, value)| value.is_empty());
    let marks = marks.map(|(word, _)| word.to_string().replace('_', " "));
    let marks = Vec::from_iter(marks).join(", ");
    let value = |word| field.value(word).map(|value| value.to_string());
    let (default, max) = (value("default"), value("max"));
    let default = default
        .map(|value| format!("`{value}`"))
        .unwrap_or_default();
    let max = max.unwrap_or_default();
    format!(
        "\n| `{name}` | {} | {marks} | {default} | {max} |",
        wire.trim_end_matches([',', ' '])
    )
}

/// A row without its comma. Each word is a method of `Field`.
fn row(field: &Field) -> TokenStream {
    let name = literal(&field.plain_name());
    let wire = if field.wire.is_empty() {
        &name
    } else {
        &field.wire
    };
    let new = "$0: ::api_wire::Field::new($1, &[$2])";
    let mut row = code(new, [&field.name, &name, wire]);
    for (word, value) in &field.words {
        let method = TokenTree::from(word.clone()).into();
        match word.to_string().as_str() {
            "default" => {}
            _ => row.extend(code(".$0($1)", [&method, value])),
        }
    }
    row
}

/// `points_or_default: points -> i64 = 0,`
fn default(field: &Field) -> Option<TokenStream> {
    let (value, name) = (field.value("default")?, field.plain_name());
    let ty = match field.ty.inner() {
        text if text.name() == "String" => code("&str", []),
        ty => ty.tokens(),
    };
    let name = name.trim_end_matches('_');
    let method = format!("$0 {name}_or_default: $1 -> $2 = $3,");
    Some(code(&method, [&field.deprecated, &field.name, &ty, value]))
}
