//! Methods of documented defaults.

use crate::emit::rust::deprecation;
use crate::emit::rust::imports::literal;
use crate::emit::rust::module::Module;
use crate::ir;
use crate::ir::{Form, NamedKind, Record, Type};

impl Module<'_> {
    /// The documented defaults, a method each: absent stays distinguishable from present.
    pub(crate) fn defaults(&mut self, record: &Record) {
        let mut rows = Vec::new();
        for field in &record.fields {
            let Some(default) = &field.default else {
                continue;
            };
            let plain = self.types.field_type(field, Form::Plain);
            let (plain, default) = match default {
                ir::Default::Text(text) => ("&str".to_owned(), literal(text)),
                ir::Default::Integer(number) => (plain, number.to_string()),
                ir::Default::Boolean(flag) => (plain, flag.to_string()),
                ir::Default::Decimal(text) => (plain, decimal(text)),
                ir::Default::Variant(_, variant) => {
                    let Type::Named(named) = &field.ty else {
                        continue;
                    };
                    let into = match named.kind {
                        NamedKind::Enum {
                            case_insensitive: true,
                        } => ".into()",
                        _ => "",
                    };
                    (plain, format!("{}::{variant}{into}", named.name))
                }
            };
            let (rust, method) = (&field.rust, field.default_method());
            rows.extend(deprecation::text(field.deprecated.as_ref()));
            rows.push(format!("{method}: {rust} -> {plain} = {default},"));
        }
        if !rows.is_empty() {
            self.table("defaults!", &record.name, rows);
        }
    }
}

/// A decimal as an expression that cannot fail.
fn decimal(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let scale = text
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len() as u32);
    let number: i64 = digits.parse().unwrap_or(0);
    let number = if text.starts_with('-') {
        -number
    } else {
        number
    };
    format!("Decimal::new({number}, {scale})")
}
