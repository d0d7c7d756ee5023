//! Types and their fields.

use std::fmt::Debug;

use api_wire::{Field, Fields, OpenEnum};

use super::Facts;
use super::name::{place_name, short, short_name};

impl Facts {
    pub(crate) fn open_enum<E: OpenEnum + Debug>(&mut self) {
        let name = short::<E>();
        for text in E::TEXTS {
            let value = format!("{:?}", E::from_text(text));
            // In another case, it is the same value or an unknown one.
            let other: String = text.chars().map(swap_case).collect();
            let is_same = other != *text && format!("{:?}", E::from_text(&other)) == value;
            let ignores_case = if is_same { " in any case" } else { "" };
            self.line(
                format_args!("{name}::{value}"),
                format_args!("{text:?}{ignores_case}"),
            );
        }
    }

    pub(crate) fn text_id<I>(&mut self) {
        self.line(short::<I>(), "text");
    }

    /// The payload of a callback.
    pub(crate) fn callback<R>(&mut self, root: &str) {
        self.line(short::<R>(), format_args!("form root {root}"));
    }

    /// A record or body, with its documented defaults by the names of their methods.
    pub(crate) fn record(&mut self, blank: &dyn Fields, defaults: &[(&str, String)]) {
        let schema = blank.schema();
        self.schemas.push(schema);
        let mut defaults = defaults.iter().peekable();
        blank.with_fields(&mut |values, _| {
            for (field, value) in schema.fields().iter().zip(values) {
                let method = format!("{}_or_default", field.name().trim_end_matches('_'));
                let default = defaults.next_if(|(known, _)| *known == method);
                let default = default.map(|(_, default)| default.as_str());
                let ty = short_name(value.type_name());
                self.field(schema.name(), field, ty, default);
            }
        });
        assert!(
            defaults.peek().is_none(),
            "a default without a field: {defaults:?}"
        );
    }

    fn field(&mut self, owner: &str, field: &Field, mut fact: String, default: Option<&str>) {
        for mark in field.marks() {
            fact += &format!(" {mark}");
        }
        if let Some(unit) = field.documented_unit() {
            fact += &format!(" unit {unit}");
        }
        if let Some(max) = field.maximum() {
            fact += &format!(" max {max}");
        }
        if let Some(default) = default {
            fact += &format!(" = {default}");
        }
        let name = field.name();
        let names = field.wire_names().iter();
        let names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
        let names = match field.wire_names() == [name] {
            true => String::new(),
            false => format!(" {}", names.join(" | ")),
        };
        self.line(format_args!("{owner}.{name}{names}"), fact);
    }

    /// The parameters of an operation, with their types.
    pub(crate) fn parameters(
        &mut self,
        operation: &'static str,
        fields: &'static [Field],
        types: &[String],
    ) {
        self.parameters.push((operation, fields));
        assert_eq!(fields.len(), types.len(), "{operation}");
        for (field, ty) in fields.iter().zip(types) {
            let place = field.place().map_or("nowhere", place_name);
            let fact = format!("{place} {ty}");
            self.field(operation, field, fact, field.default_text());
        }
    }
}

fn swap_case(letter: char) -> char {
    match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    }
}
