//! Setters.

use proc_macro::TokenStream;

use crate::code::{at_span, code};
use crate::parse::{Field, Result, Struct};

/// The setters of a struct. Words at its fields need a table, which another derive makes.
pub(crate) fn alone(item: &Struct) -> Result<TokenStream> {
    let mut words = item.fields.iter().flat_map(|field| &field.words);
    let table = words.next().map(|(word, _)| {
        let has_table = "const _: fn() = api_wire::__private::has_table::<$0>;";
        code(has_table, [&at_span(item.name.clone(), word.span())])
    });
    Ok(table.into_iter().chain([setters(item)]).collect())
}

/// The setters of all fields that may be unset.
pub(crate) fn setters(item: &Struct) -> TokenStream {
    let setters = item.fields.iter().filter_map(setter).collect();
    code("api_wire::__setters! { $0 { $1 } }", [&item.name, &setters])
}

/// The setter of a field, unless it must be set. An unset list or map is empty.
pub(crate) fn setter(field: &Field) -> Option<TokenStream> {
    let ty = match field.ty.name().as_str() {
        _ if field.value("write_empty").is_some() => return None,
        "Option" => field.ty.inner(),
        "Change" | "Vec" | "BTreeMap" => field.ty.clone(),
        _ => return None,
    };
    // What is taken as it is: literals need no suffix, `collect` and `parse` no type. Of other types, what converts.
    let takes = match ty.name().as_str() {
        "bool" | "i32" | "i64" | "u32" | "u64" | "Decimal" | "Vec" | "BTreeMap" => "=",
        "Date" | "LocalDateTime" | "Timestamp" | "Json" => "=",
        _ => "=>",
    };
    let setter = format!("$0 $1 $2 {takes} $3,");
    let (docs, deprecated) = (&field.docs, &field.deprecated);
    Some(code(&setter, [docs, deprecated, &field.name, &ty.tokens()]))
}
