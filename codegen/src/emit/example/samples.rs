//! Values of fields, bodies and operations as expressions.

use crate::emit::example::value::{DATE, ExampleValue, example_item, example_value};
use crate::emit::rust::constructor::is_set_by_caller;
use crate::ir::{Field, Mark, Named, NamedKind, Operation, Presence, Spec, Type};
use crate::names;

/// Values for examples, and what they import.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    models: Vec<String>,
    /// Statements before the value.
    statements: Vec<String>,
    has_date: bool,
}

impl Samples {
    /// The statements before the value.
    pub(crate) fn statements(&self) -> String {
        self.statements.concat()
    }

    /// The imports, from a crate that re-exports `api_wire`, and the path of the types.
    pub(crate) fn imports(mut self, crate_name: &str, models: &str) -> String {
        self.models.sort_unstable();
        self.models.dedup();
        let date = match self.has_date {
            true => format!("use {crate_name}::api_wire::jiff::civil::date;\n"),
            false => String::new(),
        };
        let models = match self.models.as_slice() {
            [] => String::new(),
            [name] => format!("use {models}::{name};\n"),
            names => format!("use {models}::{{{}}};\n", names.join(", ")),
        };
        date + &models
    }

    /// An operation as an expression.
    pub(crate) fn call(&mut self, spec: &Spec, operation: &Operation) -> Option<String> {
        if !operation.constructors.is_empty() {
            let plain = operation
                .constructors
                .iter()
                .find(|start| start.filter.is_none())?;
            return Some(format!("{}::{}()", operation.rust, plain.name));
        }
        let mut arguments: Vec<String> = Vec::new();
        for field in operation.parameters() {
            if field.presence == Presence::Required {
                arguments.push(self.value(spec, field)?);
            }
        }
        if let Some(named) = operation.body.as_ref().and_then(|body| body.body.as_ref()) {
            arguments.push(self.body(spec, named)?);
        }
        Some(format!("{}::new({})", operation.rust, arguments.join(", ")))
    }

    /// A value of a field as an expression.
    fn value(&mut self, spec: &Spec, field: &Field) -> Option<String> {
        if let Some(value) = example_value(field) {
            return Some(self.scalar(&value));
        }
        Some(match &field.ty {
            Type::List(inner) => match &**inner {
                Type::Named(named) if named.kind == NamedKind::Body => {
                    let item = self.body(spec, named)?;
                    let variable = snake_case(&named.name);
                    self.statements.push(format!("let {variable} = {item};\n"));
                    format!("vec![{variable}]")
                }
                Type::Named(named) if named.kind == NamedKind::Record => {
                    match self.record(spec, named) {
                        Some(variable) => format!("vec![{variable}]"),
                        None => "Vec::new()".to_owned(),
                    }
                }
                _ if field.array.is_some() => {
                    let item = self.scalar(&example_item(field)?);
                    let into = if inner.is_text() { ".into()" } else { "" };
                    format!("vec![{item}{into}]")
                }
                _ => "Vec::new()".to_owned(),
            },
            Type::Named(named) if matches!(named.kind, NamedKind::Body) => {
                self.body(spec, named)?
            }
            _ => return None,
        })
    }

    fn scalar(&mut self, value: &ExampleValue) -> String {
        let (year, month, day) = DATE;
        self.has_date |= matches!(value, ExampleValue::Date | ExampleValue::LocalDateTime);
        match value {
            ExampleValue::Text(text) => format!("{text:?}"),
            ExampleValue::Integer(number) => number.to_string(),
            ExampleValue::Decimal(number) => format!("{number}.into()"),
            ExampleValue::Boolean(value) => value.to_string(),
            ExampleValue::Date => format!("date({year}, {month}, {day})"),
            ExampleValue::LocalDateTime => format!("date({year}, {month}, {day}).at(12, 0, 0, 0)"),
        }
    }

    /// A variable with a record that has a field.
    fn record(&mut self, spec: &Spec, named: &Named) -> Option<String> {
        let record = spec.record(named)?;
        let mut fields = record.fields.iter();
        let field = fields.find(|field| is_shown_in_record(field))?;
        let value = self.scalar(&example_value(field)?);
        let value = match field.ty {
            Type::Text => format!("{value}.into()"),
            _ => value,
        };
        let (name, variable) = (&named.name, snake_case(&named.name));
        self.models.push(name.clone());
        self.statements.push(format!(
            "let {variable} = {name}::with(|{variable}| {variable}.{} = Some({value}));\n",
            field.rust
        ));
        Some(variable)
    }

    /// The call of a setter, for a scalar.
    fn setter(&mut self, spec: &Spec, field: &Field) -> Option<String> {
        let value = is_settable(field).then(|| self.value(spec, field))??;
        Some(format!(".{}({value})", field.rust))
    }

    /// A request body as an expression.
    pub(crate) fn body(&mut self, spec: &Spec, named: &Named) -> Option<String> {
        self.models.push(named.name.clone());
        let body = spec.body(named)?;
        let own = body.fields.iter().filter(|field| is_set_by_caller(field));
        let (required, optional): (Vec<&Field>, Vec<&Field>) =
            own.partition(|field| field.presence == Presence::Required);
        if required.is_empty() {
            let setter = optional.iter().find_map(|field| self.setter(spec, field));
            return Some(format!(
                "{}::new(){}",
                named.name,
                setter.unwrap_or_default()
            ));
        }
        if required.len() <= 3 {
            let arguments: Option<Vec<String>> = required
                .iter()
                .map(|field| self.value(spec, field))
                .collect();
            return Some(format!("{}::new({})", named.name, arguments?.join(", ")));
        }
        let mut out = format!("{} {{\n", named.name);
        for field in required {
            let value = self.value(spec, field)?;
            let into = if field.ty.is_text() { ".into()" } else { "" };
            out.push_str(&format!("    {}: {value}{into},\n", field.rust));
        }
        for field in optional {
            out.push_str(&format!("    {}: Default::default(),\n", field.rust));
        }
        out.push('}');
        Some(out)
    }
}

/// Whether the example of a record has the field, if it is the first such one.
pub(crate) fn is_shown_in_record(field: &Field) -> bool {
    match field.ty {
        Type::Integer { .. } => true,
        Type::Text => !field.has(Mark::Secret),
        _ => false,
    }
}

/// Whether the example of a body without required fields has the field, if it is the first such one.
pub(crate) fn is_settable(field: &Field) -> bool {
    match field.presence {
        // A `Change` takes a value itself.
        Presence::Nullable => field.ty == Type::Text && !field.has(Mark::Secret),
        _ => !matches!(field.ty, Type::List(_) | Type::Named(_)),
    }
}

/// The variable of a type.
pub(super) fn snake_case(name: &str) -> String {
    names::field(name).unwrap_or_else(|_| "response".to_owned())
}
