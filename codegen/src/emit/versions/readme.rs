//! READMEs of the crates that convert records.

use crate::emit::rust::markdown::code;
use crate::emit::versions::item_names::{method_name, path, trait_name};
use crate::emit::versions::table::table;
use crate::ir::{Mark, Type, VersionPair};
use crate::names;

/// The README of a crate that converts records between versions.
pub(crate) fn readme(name: &str, header: &str, pairs: &[VersionPair<'_>]) -> String {
    let mut rows = Vec::new();
    for pair in pairs {
        let (old, new) = (
            method_name(pair.old_package()),
            method_name(pair.new_package()),
        );
        for records in pair.records() {
            rows.push(vec![
                code(&path(pair.spec, &records.old)),
                code(&path(pair.spec, &records.new)),
                format!(
                    "{}, {}",
                    code(&format!("{new}()")),
                    code(&format!("{old}()"))
                ),
            ]);
        }
    }
    let mut out = format!(
        "<!-- {header} -->\n\n# {name}\n\n\
         Converts records between the versions of an API. A value that the other version cannot keep is listed in `lost`, with its\n\
         pointer and the reason; unknown fields and mismatches are kept in `extra`.\n\n{}",
        table(
            &["record", "record of the newer version", "conversions"],
            &rows
        )
    );
    if let Some(example) = pairs.iter().find_map(|pair| example(name, *pair)) {
        out.push_str(&format!("\n```rust\n{example}```\n"));
    }
    out.push_str(
        "\nRecords of both versions that are the same type need no conversion. The crate depends on models, not on clients.\n",
    );
    out
}

/// A conversion with an integer field that has another name, and one that is lost.
fn example(name: &str, pair: VersionPair<'_>) -> Option<String> {
    for records in pair.records() {
        let (old, new) = (
            pair.spec.record(&records.old)?,
            pair.spec.record(&records.new)?,
        );
        let fields = pair.fields(old, new);
        let has_envelope = |mut fields: std::slice::Iter<'_, crate::ir::Field>| {
            fields.any(|field| field.has(Mark::Envelope))
        };
        if has_envelope(old.fields.iter()) || has_envelope(new.fields.iter()) {
            continue;
        }
        let renamed = fields.iter().find_map(|field| {
            let new = field.new?;
            let is_integer = matches!(field.old.ty, Type::Integer { .. }) && new.ty == field.old.ty;
            (is_integer && new.wire != field.old.wire).then_some((field.old, new))
        });
        let lost = fields
            .iter()
            .find(|field| field.new.is_none() && field.old.ty == Type::Text);
        let (Some((from, to)), Some(lost)) = (renamed, lost) else {
            continue;
        };
        let krate = names::crate_ident(name);
        let target = pair.new_package();
        return Some(format!(
            "use {krate}::api_wire::{{from_str, to_string}};\nuse {krate}::{{Converted, {trait_name}}};\n\n\
             # fn main() -> Result<(), {krate}::api_wire::ReadError> {{\n\
             let record: {old} = from_str(r#\"{{\"{from}\":7,\"{lost}\":\"seven\",\"added_later\":[1.50]}}\"#)?;\n\
             let converted: Converted<{new}> = record.{method}()?;\n\
             assert_eq!(to_string(&converted.value), r#\"{{\"{to}\":7,\"added_later\":[1.50]}}\"#);\n\
             assert_eq!(converted.lost[0].pointer, \"/{lost}\");\n# Ok(())\n# }}\n",
            trait_name = trait_name(target),
            method = method_name(target),
            old = path(pair.spec, &records.old),
            new = path(pair.spec, &records.new),
            from = from.wire,
            to = to.wire,
            lost = lost.old.wire,
        ));
    }
    None
}
