//! Expressions for examples.

use crate::emit::rust::constructor::is_set_by_caller;
use crate::ir::{
    Field, Mark, Named, NamedKind, Operation, Package, Presence, Record, Response, Retry, Spec,
    Type,
};
use crate::names;

/// A first call: the environment, the client, and the simplest operation that the first credentials can send.
pub(crate) fn example(spec: &Spec, index: usize) -> Option<String> {
    let package = &spec.packages[index];
    let auth = package.auth.first()?;
    let environment = package.environments.first()?;
    let operation = simplest_operation(package)?;
    let credentials = names::type_of(&auth.name);
    let parts: Vec<String> = auth
        .scheme
        .credentials()
        .iter()
        .map(|part| format!("\"<{part}>\""))
        .collect();
    let values: Vec<String> = package
        .client_values
        .iter()
        .filter(|value| value.default.is_none())
        .map(|value| format!("\"<{}>\"", value.name))
        .collect();
    let has_values = !package.client_values.is_empty();
    let values = match has_values {
        true => format!(", ClientValues::new({})", values.join(", ")),
        false => String::new(),
    };
    let constructor = match values.is_empty() {
        true => "new",
        false => "with_client_values",
    };
    let crate_name = names::crate_ident(&package.client_package());
    let mut samples = Samples::default();
    let call = samples.call(spec, operation)?;
    let before = samples.statements();
    let imports = samples.imports(&crate_name, &format!("{crate_name}::model"));
    let (variable, after) = result(spec, operation);
    let mut used = vec![
        "Client",
        "Config",
        "Environment",
        &credentials,
        &operation.rust,
    ];
    used.extend(has_values.then_some("ClientValues"));
    used.sort_unstable();
    Some(format!(
        "{imports}use {crate_name}::{{{}}};\n\n\
         # async fn run() -> Result<(), {crate_name}::Error> {{\n\
         let credentials = {credentials}::new({});\n\
         let config = Config::{constructor}(Environment::{}, \"https://api.example{}\", credentials{values})?;\n\
         let client = Client::new(config)?;\n\
         {before}let {variable} = client.send({call}).await?;\n\
         {after}# Ok(())\n# }}\n",
        used.join(", "),
        parts.join(", "),
        names::type_of(&environment.name),
        package.base_path.as_deref().unwrap_or_default(),
    ))
}

/// An operation that the first credentials authorize: a list if there is one, with few parameters.
fn simplest_operation(package: &Package) -> Option<&Operation> {
    package
        .resources
        .iter()
        .flat_map(|resource| &resource.operations)
        .filter(|operation| operation.auth.contains(&0))
        .min_by_key(|operation| {
            (
                operation.deprecated.is_some(),
                operation.method != "GET",
                !matches!(operation.response, Response::Page(_)),
                operation.path.len(),
            )
        })
}

/// The example of an operation: a call, with a client.
pub(crate) fn operation_example(spec: &Spec, package: &Package, operation: &Operation) -> String {
    let crate_name = names::crate_ident(&package.client_package());
    let name = &operation.rust;
    let mut used = vec!["Client".to_owned(), name.clone()];
    let client = match operation.auth.first() {
        Some(first) if !operation.auth.contains(&0) => {
            let credentials = names::type_of(&package.auth[*first].name);
            used.push(credentials.clone());
            format!("Client<{credentials}>")
        }
        _ => "Client".to_owned(),
    };
    used.sort_unstable();
    let mut samples = Samples::default();
    let call = samples.call(spec, operation);
    let (parameter, call) = match call {
        Some(call) => (String::new(), call),
        // A value that has no example.
        None => {
            samples = Samples::default();
            (format!(", operation: {name}"), "operation".to_owned())
        }
    };
    let (before, call) = match call.len() > MAX_INLINE_CALL {
        true => (format!("let operation = {call};\n"), "operation"),
        false => (String::new(), call.as_str()),
    };
    let before = samples.statements() + &before;
    let create_once = create_once(spec, package, operation, call);
    let (send, after) = match create_once {
        Some((lookup, send)) => {
            used.extend(lookup);
            used.sort_unstable();
            (send, "println!(\"{created:?}\");\n".to_owned())
        }
        None => {
            let (variable, after) = result(spec, operation);
            let send = format!("let {variable} = client.send({call}).await?;\n");
            (send, after)
        }
    };
    format!(
        "{}use {crate_name}::{{{}}};\n\n\
         # async fn run(client: {client}{parameter}) -> Result<(), Box<dyn std::error::Error>> {{\n\
         {before}{send}{after}# Ok(())\n# }}\n",
        samples.imports(&crate_name, &format!("{crate_name}::model")),
        used.join(", "),
    )
}

/// The call of an operation with a unique key, and the operation that it imports.
fn create_once(
    spec: &Spec,
    package: &Package,
    operation: &Operation,
    call: &str,
) -> Option<(Option<String>, String)> {
    let find_by = operation.find_by.as_ref()?;
    if !matches!(operation.retry, Retry::UniqueKey(..)) {
        return None;
    }
    if find_by.parameter.is_some() {
        let send = format!("let created = client.create_once({call}).await?;\n");
        return Some((None, send));
    }
    let mut resources = package.resources.iter();
    let lookup = resources.find_map(|resource| resource.operation(&find_by.operation))?;
    let expression = Samples::default().call(spec, lookup)?;
    let send = format!(
        "// By the id that a callback reported, for instance.\n\
         let find = async |_unique_key: String| Some({expression});\n\
         let created = client.create_once_with({call}, find).await?;\n"
    );
    Some((Some(lookup.rust.clone()), send))
}

/// The longest call that is an argument, in characters.
const MAX_INLINE_CALL: usize = 60;

/// The variable of a response, and what the example does with it.
fn result(spec: &Spec, operation: &Operation) -> (String, String) {
    if let Response::Page(page) = &operation.response {
        let item = snake_case(&page.item.name);
        let body = match spec.record(&page.item).and_then(shown_field) {
            Some(field) => format!("println!(\"{{:?}}\", {item}.{field});"),
            None => format!("println!(\"{{{item}:?}}\");"),
        };
        let text = format!("for {item} in &page.items {{\n    {body}\n}}\n");
        return ("page".to_owned(), text);
    }
    let variable = match &operation.response {
        Response::Record(named)
        | Response::Wrapped(_, named)
        | Response::Payload(Type::Named(named)) => snake_case(&named.name),
        _ => "response".to_owned(),
    };
    let after = match spec.response_record(operation).and_then(shown_field) {
        Some(field) => format!("println!(\"{{:?}}\", {variable}.{field});\n"),
        None => format!("# let _ = {variable};\n"),
    };
    (variable, after)
}

/// The field of a record that an example prints.
fn shown_field(record: &Record) -> Option<&str> {
    let id = record.field("id")?;
    let hidden = [Mark::Pii, Mark::Secret, Mark::Deprecated];
    let is_shown = !hidden.into_iter().any(|mark| id.has(mark));
    is_shown.then_some(&*id.rust)
}

fn snake_case(name: &str) -> String {
    names::field(name).unwrap_or_else(|_| "response".to_owned())
}

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
        for field in operation.path.iter().chain(&operation.query) {
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
        Some(match &field.ty {
            Type::Integer { .. } | Type::Count => "1".to_owned(),
            Type::Boolean => "true".to_owned(),
            Type::Decimal => "1.into()".to_owned(),
            Type::Date => {
                self.has_date = true;
                "date(2026, 1, 31)".to_owned()
            }
            Type::LocalDateTime => {
                self.has_date = true;
                "date(2026, 1, 31).at(12, 0, 0, 0)".to_owned()
            }
            Type::List(inner) => match &**inner {
                Type::Named(named) if named.kind == NamedKind::Body => {
                    let item = self.body(spec, named)?;
                    let variable = snake_case(&named.name);
                    self.statements.push(format!("let {variable} = {item};\n"));
                    format!("vec![{variable}]")
                }
                Type::Named(named) => match self.record(spec, named) {
                    Some(variable) => format!("vec![{variable}]"),
                    None => "Vec::new()".to_owned(),
                },
                _ => "Vec::new()".to_owned(),
            },
            Type::Named(named) if matches!(named.kind, NamedKind::Body) => {
                self.body(spec, named)?
            }
            ty if ty.is_text() => format!("\"<{}>\"", field.wire),
            _ => return None,
        })
    }

    /// A variable with a record that has a field.
    fn record(&mut self, spec: &Spec, named: &Named) -> Option<String> {
        let record = spec.record(named)?;
        let mut fields = record.fields.iter();
        let (field, value) = fields.find_map(|field| match field.ty {
            Type::Integer { .. } => Some((field, "1".to_owned())),
            Type::Text if !field.has(Mark::Secret) => {
                Some((field, format!("\"<{}>\".into()", field.wire)))
            }
            _ => None,
        })?;
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
        let is_scalar = match field.presence {
            // A `Change` takes a value itself.
            Presence::Nullable => field.ty == Type::Text && !field.has(Mark::Secret),
            _ => !matches!(field.ty, Type::List(_) | Type::Named(_)),
        };
        let value = is_scalar.then(|| self.value(spec, field))??;
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

/// A handler of the callbacks that an operation confirms, with a comparison of the confirmed state.
pub(crate) fn callback_example(spec: &Spec, index: usize, operation: &Operation) -> Option<String> {
    let confirmation = operation.confirms_callback.as_ref()?;
    let record = spec.confirmed_record(confirmation, operation)?;
    let state = record.field(&confirmation.state)?;
    // The alias `Client` has the first credentials.
    if !operation.auth.contains(&0) {
        return None;
    }
    let crate_name = names::crate_ident(&spec.packages[index].client_package());
    let name = &operation.rust;
    let print = "println!(\"{} is {}\", change.id, change.state);";
    let (import, report) = match state.ty.named().and_then(|named| last_variant(spec, named)) {
        Some((enumeration, variant)) => (
            format!("use {crate_name}::model::{enumeration};\n"),
            format!("if change.state == {enumeration}::{variant} {{\n    {print}\n}}"),
        ),
        None => (String::new(), print.to_owned()),
    };
    let mut used = ["Client", name];
    used.sort_unstable();
    Some(format!(
        "use {crate_name}::callback::{{Handler, Handlers, MemoryStore}};\n{import}use {crate_name}::{{{}}};\n\n\
         # async fn run(client: Client, secret: String) -> Result<(), Box<dyn std::error::Error>> {{\n\
         let store = MemoryStore::<{name}>::new(10_000);\n\
         let handlers = Handlers::new([Handler::new(client, secret, store.clone())?]);\n\
         # let _ = handlers;\n\
         let change = store.events().next().await;\n\
         {report}\n# Ok(())\n# }}\n",
        used.join(", ")
    ))
}

/// The name of an enum and its last variant, if it is one.
fn last_variant<'s>(spec: &'s Spec, named: &Named) -> Option<(&'s str, &'s str)> {
    let resources = &spec.packages.get(named.package)?.resources;
    let mut enums = resources.iter().flat_map(|resource| &resource.enums);
    let found = enums.find(|declared| declared.name == named.name)?;
    Some((&found.name, &found.values.last()?.rust))
}
