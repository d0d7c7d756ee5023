//! Types of fields as TypeScript types.

use crate::emit::typescript::text::comment;
use crate::ir::{BrowserSdk, Declared, Json, Named, NamedKind, Spec, Type};
use crate::json::quoted;

pub(crate) fn type_of(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => match scalar.row().json {
            Json::Text => "string",
            Json::Integer | Json::Number => "number",
            Json::Boolean => "boolean",
            Json::Any => "unknown",
            Json::IntegerOrText => "number | string",
        }
        .to_owned(),
        Type::List(inner) => format!("Array<{}>", type_of(inner)),
        Type::Map(inner) => format!("Record<string, {}>", type_of(inner)),
        Type::Named(named) => match named.kind {
            NamedKind::Id | NamedKind::Enum { .. } => name(named),
            // Records go over the wire, not into a page's configuration; should one be named, it is any object.
            NamedKind::Record | NamedKind::Body => "Record<string, unknown>".to_owned(),
        },
    }
}

/// The ids and enums that the SDK names, each once.
pub(crate) fn named_types(sdk: &BrowserSdk) -> Vec<&Named> {
    let points = sdk
        .entry_points
        .iter()
        .filter_map(|point| point.argument.as_ref());
    let fields = sdk
        .configuration
        .iter()
        .filter_map(|field| field.ty.named());
    let mut list: Vec<&Named> = Vec::new();
    for named in points.chain(fields) {
        let fits = matches!(named.kind, NamedKind::Id | NamedKind::Enum { .. });
        if fits && !list.iter().any(|known| name(known) == name(named)) {
            list.push(named);
        }
    }
    list
}

pub(crate) fn declaration(spec: &Spec, named: &Named, out: &mut String) {
    let (docs, ty) = match spec.declared(named) {
        Some(Declared::Enum(open)) => {
            let values = open.values.iter().map(|value| quoted(&value.text));
            // Any text fits, and an editor still offers the known ones.
            let values = values.chain(["(string & {})".to_owned()]);
            (open.doc.as_str(), values.collect::<Vec<_>>().join(" | "))
        }
        Some(Declared::Id(id)) => (id.doc.as_str(), "string".to_owned()),
        _ => ("", "string".to_owned()),
    };
    out.push('\n');
    comment(&[docs.to_owned()], "", out);
    out.push_str(&format!("export type {} = {ty};\n", name(named)));
}

/// Names that the typings use for something else.
const TAKEN: [&str; 6] = [
    "Array",
    "BrowserSdk",
    "BrowserSdkConfiguration",
    "Callback",
    "Environment",
    "Record",
];

/// The name of a type. Checked names of the spec are TypeScript names too.
pub(crate) fn name(named: &Named) -> String {
    match TAKEN.contains(&named.name.as_str()) {
        true => format!("_{}", named.name),
        false => named.name.clone(),
    }
}
