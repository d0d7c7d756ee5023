//! Examples as expressions in Rust.

use crate::example::tree::{Example, Examples, Extent};
use crate::ir::{Body, ConstructorForm, Field, Mark, Named, Operation, Package, Presence, Scalar};
use crate::ir::{Spec, Type};
use crate::names;

/// Writes examples, and notes what they import and what stands before them.
#[derive(Debug)]
pub(crate) struct RustCode<'s> {
    spec: &'s Spec,
    package: &'s Package,
    models: Vec<String>,
    /// The operations, and structs of their required fields.
    operations: Vec<String>,
    /// Statements before the value.
    statements: Vec<String>,
    has_date: bool,
    has_decimal: bool,
}

impl<'s> RustCode<'s> {
    pub(crate) fn new(spec: &'s Spec, package: &'s Package) -> Self {
        Self {
            spec,
            package,
            models: Vec::new(),
            operations: Vec::new(),
            statements: Vec::new(),
            has_date: false,
            has_decimal: false,
        }
    }

    /// The statements before the value.
    pub(crate) fn statements(&self) -> String {
        self.statements.concat()
    }

    /// The names of a call at the root of the client.
    pub(crate) fn operations(&self) -> &[String] {
        &self.operations
    }

    /// The types of fields that it names, at the root of the client and of the model.
    pub(crate) fn field_types(&self) -> impl Iterator<Item = String> {
        let all = [("Date", self.has_date), ("Decimal", self.has_decimal)];
        let used = all.into_iter().filter(|(_, is_used)| *is_used);
        used.map(|(name, _)| name.to_owned())
    }

    /// The import of the bodies and records, from a path.
    pub(crate) fn imports(mut self, path: &str) -> String {
        self.models.sort_unstable();
        self.models.dedup();
        match self.models.as_slice() {
            [] => String::new(),
            [name] => format!("use {path}::{name};\n"),
            names => format!("use {path}::{{{}}};\n", names.join(", ")),
        }
    }

    /// An operation; `None` if a value that it requires holds itself.
    pub(crate) fn call(&mut self, operation: &'s Operation) -> Option<String> {
        let form = operation.constructor_form();
        self.operations.push(operation.rust.clone());
        self.operations.extend(operation.required_struct());
        let mut examples = Examples::new(self.spec, self.package, Extent::Call);
        let mut members = Vec::new();
        let required = operation.parameters();
        for field in required.filter(|field| field.presence == Presence::Required) {
            members.push((field, examples.field(field)?));
        }
        let body = operation.body.as_ref();
        let body = body.and_then(|body| Some((body.rust_name(), body.body.as_ref()?)));
        let mut values = self.values(&members);
        if let Some((name, named)) = &body {
            let value = examples.named(named, "body")?;
            let value = self.value(None, &value);
            values.push((name.clone(), value.clone(), value));
        }
        Some(constructed(&operation.rust, form, &values))
    }

    /// The members of a value: each name, its argument, and its value in a literal.
    fn values(&mut self, members: &[(&'s Field, Example<'s>)]) -> Vec<(String, String, String)> {
        let values = members.iter().map(|(field, example)| {
            let argument = self.value(Some(field), example);
            let into = match field.ty.is_text() || field.has(Mark::Secret) {
                true => ".into()",
                false => "",
            };
            (field.rust.clone(), argument.clone(), argument + into)
        });
        values.collect()
    }

    fn value(&mut self, field: Option<&Field>, example: &Example<'s>) -> String {
        match example {
            Example::Text(text) => format!("{text:?}"),
            Example::Placeholder(name) => format!("{:?}", format!("<{name}>")),
            Example::Integer(number) => number.to_string(),
            Example::Boolean(value) => value.to_string(),
            Example::Decimal(digits) | Example::Formatted(Scalar::Decimal, digits) => {
                self.has_decimal = true;
                decimal(digits)
            }
            Example::Formatted(Scalar::Date, day) => {
                self.has_date = true;
                date(day)
            }
            Example::Formatted(_, text) => format!("{text:?}.parse()?"),
            Example::Json | Example::Map(_) => "Default::default()".to_owned(),
            Example::List(elements) => {
                let inner = field.and_then(|field| match &field.ty {
                    Type::List(inner) => Some(inner),
                    _ => None,
                });
                let into = inner.is_some_and(|inner| inner.is_text());
                let elements: Vec<String> = elements
                    .iter()
                    .map(|element| self.element(element, into))
                    .collect();
                match elements.is_empty() {
                    true => "Vec::new()".to_owned(),
                    false => format!("vec![{}]", elements.join(", ")),
                }
            }
            Example::Object { of, members } => self.object(of, members),
        }
    }

    /// An element of a list: an object is a statement of its own.
    fn element(&mut self, example: &Example<'s>, into: bool) -> String {
        let value = self.value(None, example);
        match example {
            Example::Object { of, .. } => {
                let variable = snake_case(&of.name);
                self.statements.push(format!("let {variable} = {value};\n"));
                variable
            }
            _ if into => value + ".into()",
            _ => value,
        }
    }

    fn object(&mut self, of: &'s Named, members: &[(&'s Field, Example<'s>)]) -> String {
        self.models.push(of.name.clone());
        let set_by_caller = members.iter();
        let set_by_caller = set_by_caller.filter(|(field, _)| field.is_set_by_caller());
        let set_by_caller: Vec<_> = set_by_caller.cloned().collect();
        let values = self.values(&set_by_caller);
        // No field of a record is required.
        let form = self.spec.body(of).map(Body::constructor_form);
        let form = form.unwrap_or(ConstructorForm::Unset);
        self.models.extend(form.required_struct(&of.name));
        match form {
            // The fields that are not required have setters.
            ConstructorForm::Unset => {
                let setters = values.iter();
                let setters = setters.map(|(name, value, _)| format!(".{name}({value})"));
                format!("{}::new(){}", of.name, setters.collect::<String>())
            }
            form => constructed(&of.name, form, &values),
        }
    }
}

/// A value from its members: each name, its argument, and its value in a literal.
fn constructed(name: &str, form: ConstructorForm, values: &[(String, String, String)]) -> String {
    let literal = |name: &str| {
        let lines = values.iter().map(|(field, _, value)| match field == value {
            true => format!("    {field},\n"),
            false => format!("    {field}: {},\n", value.replace('\n', "\n    ")),
        });
        format!("{name} {{\n{}}}", lines.collect::<String>())
    };
    match form {
        ConstructorForm::Unset => format!("{name}::new()"),
        ConstructorForm::Positional => {
            let arguments: Vec<&str> = values.iter().map(|(_, value, _)| value.as_str()).collect();
            format!("{name}::new({})", arguments.join(", "))
        }
        ConstructorForm::RequiredStruct => {
            format!("{name}::new({})", literal(&names::required_struct(name)))
        }
    }
}

/// An exact number: `Decimal::new(12_550, 2)` for `125.50`.
fn decimal(digits: &str) -> String {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let number = format!("{whole}{fraction}");
    let (sign, number) = match number.strip_prefix('-') {
        Some(number) => ("-", number.trim_start_matches('0')),
        None => ("", number.trim_start_matches('0')),
    };
    let mut grouped = String::new();
    for (index, digit) in number.chars().enumerate() {
        if index > 0 && (number.len() - index).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    if grouped.is_empty() {
        grouped.push('0');
    }
    format!("Decimal::new({sign}{grouped}, {})", fraction.len())
}

/// A day: `Date::new(2026, 2, 14)?` for `2026-02-14`.
fn date(day: &str) -> String {
    let parts: Vec<&str> = day
        .split('-')
        .map(|part| part.trim_start_matches('0'))
        .collect();
    format!("Date::new({})?", parts.join(", "))
}

/// The variable of a type.
pub(super) fn snake_case(name: &str) -> String {
    names::field(name).unwrap_or_else(|_| "response".to_owned())
}
