//! Fields that texts name, as `Type::field`: rustdoc links them.

use serde::Serialize;
use serde_json::Value;

use crate::ir::{Declared, Package, Spec};
use crate::lower::Context;
use crate::markdown::mentions;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Reports the fields that texts of a package name, and it does not have. A part that gets a text tomorrow is checked, too.
pub(super) fn fields(context: &mut Context<'_>, spec: &Spec, index: usize) {
    let package = &spec.packages[index];
    let mut check = MentionCheck {
        context,
        spec,
        package,
        index,
    };
    check.part(package, &package.span);
    for resource in &package.resources {
        check.part(resource, &resource.span);
        for declared in resource.declared() {
            check.declared(declared);
        }
        for operation in &resource.operations {
            check.part(operation, &operation.span);
        }
        for callback in &resource.callbacks {
            check.part(callback, &callback.span);
        }
        if let Some(sdk) = &resource.browser_sdk {
            check.part(sdk, &sdk.span);
        }
    }
}

struct MentionCheck<'c, 'a> {
    context: &'c mut Context<'a>,
    spec: &'c Spec,
    package: &'c Package,
    index: usize,
}

impl MentionCheck<'_, '_> {
    fn declared(&mut self, declared: Declared<'_>) {
        match declared {
            Declared::Enum(part) => self.part(part, &part.span),
            Declared::Id(part) => self.part(part, &part.span),
            Declared::Record(part) => self.part((&part.doc, &part.notes), &part.span),
            Declared::Body(part) => self.part((&part.doc, &part.notes), &part.span),
        }
        self.part(declared.open_questions(), declared.span());
        for field in declared.fields().unwrap_or_default() {
            let is_own = field.span.file == declared.span().file;
            match is_own {
                true => self.part(field, &field.span),
                false => self.inherited(field, declared, &field.wire),
            }
        }
    }

    /// The texts of a part that is declared here.
    fn part(&mut self, part: impl Serialize, span: &Span) {
        for (mention, help) in self.unknown(part) {
            let message = format!(
                "`{mention}` in a text is not a field of `{}`",
                self.package.name
            );
            let help = help.unwrap_or_else(|| "name the record in words".to_owned());
            self.context
                .error(span, message, "in the text of this", help);
        }
    }

    /// The texts of an inherited field.
    fn inherited(&mut self, field: impl Serialize, heir: Declared<'_>, wire: &str) {
        for (mention, _) in self.unknown(field) {
            let message = format!(
                "`{mention}` in the text of the inherited `{wire}` is not a field of `{}`",
                self.package.name
            );
            self.context.error(
                heir.span(),
                message,
                "inherited here",
                format!("override the field `{wire}`, or name the record in words in the text"),
            );
        }
    }

    /// What the texts of a part name and the package does not have, with what may be meant.
    fn unknown(&self, part: impl Serialize) -> Vec<(String, Option<String>)> {
        let mut texts = Vec::new();
        if let Ok(value) = serde_json::to_value(part) {
            collect(value, &mut texts);
        }
        let mentions = texts.iter().flat_map(|text| mentions(text));
        let unknown = mentions.filter_map(|(ty, field)| {
            let mention = format!("{ty}::{field}");
            let Some(named) = self.context.symbols.find(self.index, ty) else {
                // It may be declared in a file that is invalid.
                let is_open = self.context.symbols.is_open(self.index);
                return (!is_open).then_some((mention, None));
            };
            let mut known = self.spec.fields(&named).iter().map(|field| &*field.rust);
            let is_known = self.context.is_incomplete(&named) || known.any(|name| name == field);
            (!is_known).then(|| {
                let known = self.spec.fields(&named).iter().map(|field| &*field.rust);
                (mention, did_you_mean(field, known))
            })
        });
        unknown.collect()
    }
}

/// All texts of a part of the IR.
fn collect(value: Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(values) => values.into_iter().for_each(|value| collect(value, texts)),
        Value::Object(members) => members.into_iter().for_each(|(key, value)| {
            texts.push(key);
            collect(value, texts);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
