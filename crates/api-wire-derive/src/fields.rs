//! Records, bodies and parameters: the table of their fields.

use std::collections::BTreeSet;

use proc_macro::{TokenStream, TokenTree};

use crate::code::{code, error, literal, source};
use crate::parse::{Field, PLACES, Result, Struct};
use crate::setters::{setter, setters};

const OF_RECORDS: &str = "`also_us_date`, `as_string`, `default = …`, `documented_required`, `envelope`, \
                          `inferred`, `max = …`, `pii`, `secret`, `strict`, `string_or_number`, \
                          `unit = …`";
const OF_BODIES: &str = "`as_string`, `digits`, `documented_required`, `inferred`, `max = …`, `pii`, `secret`, \
                         `unit = …`, `write_empty`";
const OF_PARAMETERS: &str = "`body`, `count`, `default = …`, `documented_required`, \
                             `header`, `inferred`, `max = …`, `path`, `pii`, `query`, `route`, \
                             `secret`, `unit = …`, `wrapped_body`";

/// Makes a record. A field `extra` keeps what does not fit.
pub(crate) fn record(item: &Struct) -> Result<TokenStream> {
    let fields = item.fields.iter();
    let fields: Vec<&Field> = fields
        .filter(|field| field.plain_name() != "extra")
        .collect();
    for field in &fields {
        let is_absent_or_empty = matches!(&*field.ty.name(), "Option" | "Vec" | "BTreeMap");
        if !is_absent_or_empty && field.value("envelope").is_none() {
            let message = "expected an `Option`, a list or a map, or the word `envelope`";
            return Err(error(field.span(), message));
        }
    }
    let defaults = fields.iter().filter_map(|field| default(field)).collect();
    let (docs, rows) = table(&fields, OF_RECORDS, |_| None)?;
    let record = "api_wire::__record! { #[doc = $0] $1 { $2 } { $3 } }";
    Ok(code(record, [&docs, &item.name, &rows, &defaults]))
}

/// Makes a body.
pub(crate) fn body(item: &Struct) -> Result<TokenStream> {
    let body = "api_wire::__body! { #[doc = $0] $1 { $2 } } $3";
    sent(item, OF_BODIES, body)
}

/// Makes the parameters of an operation.
pub(crate) fn parameters(item: &Struct) -> Result<TokenStream> {
    let parameters = "api_wire::__parameters! { #[doc = $0] $1 { $2 } } $3";
    sent(item, OF_PARAMETERS, parameters)
}

fn sent(item: &Struct, words: &str, text: &str) -> Result<TokenStream> {
    let (docs, rows) = table(&Vec::from_iter(&item.fields), words, setter)?;
    Ok(code(text, [&docs, &item.name, &rows, &setters(item)]))
}

/// The docs of the fields, and a row each: `points: Field::new("points", &["points", "loyaltyPoints"]).max(9),`
///
/// A field with a setter may be omitted.
fn table(
    fields: &[&Field],
    words: &str,
    setter: fn(&Field) -> Option<TokenStream>,
) -> Result<(TokenStream, TokenStream)> {
    let mut docs = "The fields as they are read and written.\n\n\
                    | field | name on the wire | place | marks | default |\n|---|---|---|---|---|"
        .to_owned();
    let (mut rows, mut names) = (TokenStream::new(), BTreeSet::new());
    for field in fields {
        field.check(words)?;
        for name in &field.names {
            if !names.insert((field.place(), name.to_string())) {
                return Err(error(name.span(), "another field has this name"));
            }
        }
        docs += &line(field);
        rows.extend(row(field));
        rows.extend(setter(field).map(|_| code(".optional()", [])));
        rows.extend(code(",", []));
    }
    Ok((literal(&docs), rows))
}

/// A line of the docs.
fn line(field: &Field) -> String {
    let (mut marks, mut default) = (String::new(), String::new());
    for (word, value) in &field.words {
        match (word.to_string().as_str(), source(value)) {
            ("default", value) => default = format!("`{value}`"),
            (word, _) if PLACES.contains(&word) => {}
            (word, value) if value.is_empty() => marks += &format!("`{word}` "),
            (word, value) => marks += &format!("`{word} = {value}` "),
        }
    }
    let names = field.names.iter().map(|name| name.to_string());
    let names = Vec::from_iter(names).join(" ").replace('"', "`");
    let (name, place) = (field.plain_name(), field.place());
    format!("\n| `{name}` | {names} | {place} | {marks}| {default} |")
}

/// A row without its comma. Each word is a method of `Field`.
fn row(field: &Field) -> TokenStream {
    let names = field.names.iter().cloned().map(TokenStream::from);
    let names = names.flat_map(|name| code("$0,", [&name])).collect();
    let new = "$0: api_wire::Field::new($1, &[$2])";
    let mut row = code(new, [&field.name, &literal(&field.plain_name()), &names]);
    for (word, value) in &field.words {
        let (method, text) = (word.to_string(), literal(&source(value)));
        let value = if method == "default" { &text } else { value };
        let method = TokenTree::from(word.clone()).into();
        row.extend(code(".$0($1)", [&method, value]));
    }
    row
}

/// `points_or_default: points -> i64 = "0" 0,`
fn default(field: &Field) -> Option<TokenStream> {
    const DECIMAL: &str = "const { api_wire::__private::decimal($0) }";
    let (value, ty) = (field.value("default")?, field.ty.inner());
    let text = literal(&source(value));
    let (ty, value) = match ty.name().as_str() {
        "String" => (code("&str", []), value.clone()),
        "Decimal" => (ty.tokens(), code(DECIMAL, [&text])),
        "CaseInsensitive" => (ty.tokens(), code("$0.into()", [value])),
        _ => (ty.tokens(), value.clone()),
    };
    let name = field.plain_name();
    let name = name.trim_end_matches('_');
    let method = format!("$0 {name}_or_default: $1 -> $2 = $3 $4,");
    let places = [&field.deprecated, &field.name, &ty, &text, &value];
    Some(code(&method, places))
}
