//! Values of fields, bodies and operations as expressions.

use crate::emit::example::value::{DATE, ExampleValue, example_value};
use crate::emit::rust::constructor::is_set_by_caller;
use crate::ir::{ConstructorForm, Field, Mark, Named, NamedKind, Operation, Presence, Spec, Type};
use crate::names;

/// Values for examples, and what they import.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    models: Vec<String>,
    /// The operations, and structs of their required fields.
    operations: Vec<String>,
    /// Statements before the value.
    statements: Vec<String>,
    has_date: bool,
}

impl Samples {
    /// The statements before the value.
    pub(crate) fn statements(&self) -> String {
        self.statements.concat()
    }

    /// The names of a call at the root of the client.
    pub(crate) fn operations(&self) -> &[String] {
        &self.operations
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
            self.operations.push(operation.rust.clone());
            return Some(format!("{}::{}()", operation.rust, plain.name));
        }
        let form = operation.constructor_form();
        self.operations.push(operation.rust.clone());
        self.operations.extend(operation.required_struct());
        let fields = operation.fields();
        let fields: Vec<&Field> = fields.iter().collect();
        self.constructed(spec, &operation.rust, form, &fields)
    }

    /// A value with required fields as an expression.
    fn constructed(
        &mut self,
        spec: &Spec,
        name: &str,
        form: ConstructorForm,
        fields: &[&Field],
    ) -> Option<String> {
        let required = fields
            .iter()
            .filter(|field| field.presence == Presence::Required);
        Some(match form {
            ConstructorForm::Unset => format!("{name}::new()"),
            ConstructorForm::Positional => {
                let arguments: Option<Vec<String>> =
                    required.map(|field| self.value(spec, field)).collect();
                format!("{name}::new({})", arguments?.join(", "))
            }
            ConstructorForm::Literal => self.literal(spec, name, required)?,
            ConstructorForm::RequiredStruct => {
                let literal = self.literal(spec, &names::required_struct(name), required)?;
                format!("{name}::new({literal})")
            }
        })
    }

    /// A struct literal.
    fn literal<'f>(
        &mut self,
        spec: &Spec,
        name: &str,
        fields: impl Iterator<Item = &'f &'f Field>,
    ) -> Option<String> {
        let mut out = format!("{name} {{\n");
        for field in fields {
            let value = self.value(spec, field)?.replace('\n', "\n    ");
            let into = match field.ty.is_text() || field.has(Mark::Secret) {
                true => ".into()",
                false => "",
            };
            out.push_str(&format!("    {}: {value}{into},\n", field.rust));
        }
        out.push('}');
        Some(out)
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
        self.models.extend(body.required_struct());
        self.constructed(spec, &named.name, body.constructor_form(), &required)
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
