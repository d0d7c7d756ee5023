//! Expressions for examples.

use crate::ir::{
    Field, Named, NamedKind, Operation, Package, Presence, Response, Scheme, Spec, Type,
};
use crate::names;

/// A first call: the environment, the client, and the simplest operation that the first credentials can send.
pub(crate) fn example(spec: &Spec, index: usize) -> Option<String> {
    let package = &spec.packages[index];
    let auth = package.auth.first()?;
    let environment = package.environments.first()?;
    let operation = simplest_operation(package)?;
    let credentials = names::type_of(&auth.name);
    let parts = secrets(&auth.scheme);
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
    let mut models = Vec::new();
    let call = call(spec, operation, &mut models)?;
    let imports = model_imports(package, &models);
    let crate_name = names::crate_ident(&package.client_package());
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
         let response = client.send({call}).await?;\n\
         # let _ = response;\n# Ok(())\n# }}\n",
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
                operation.method != "GET",
                !matches!(operation.response, Response::Page(_)),
                operation.path.len(),
            )
        })
}

/// Placeholders of the secrets of an auth scheme.
fn secrets(scheme: &Scheme) -> Vec<String> {
    match scheme {
        Scheme::Basic { user, password } => std::iter::once(user)
            .chain(password)
            .map(|part| format!("\"<{part}>\""))
            .collect(),
        Scheme::Bearer(token) => vec![format!("\"<{token}>\"")],
    }
}

/// The imports of models.
pub(crate) fn model_imports(package: &Package, models: &[String]) -> String {
    let crate_name = names::crate_ident(&package.client_package());
    match models {
        [] => String::new(),
        [name] => format!("use {crate_name}::model::{name};\n"),
        names => format!("use {crate_name}::model::{{{}}};\n", names.join(", ")),
    }
}

/// The operation as an expression; `models` are the types that it uses.
pub(crate) fn call(spec: &Spec, operation: &Operation, models: &mut Vec<String>) -> Option<String> {
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
            arguments.push(sample(spec, field, models)?);
        }
    }
    if let Some(named) = operation.body.as_ref().and_then(|body| body.body.as_ref()) {
        arguments.push(body_sample(spec, named, models)?);
    }
    Some(format!("{}::new({})", operation.rust, arguments.join(", ")))
}

/// A value of a field as an expression.
fn sample(spec: &Spec, field: &Field, models: &mut Vec<String>) -> Option<String> {
    Some(match &field.ty {
        Type::Integer { .. } | Type::Count => "1".to_owned(),
        Type::Boolean => "true".to_owned(),
        Type::Decimal => "1.into()".to_owned(),
        Type::List(_) => "Vec::new()".to_owned(),
        Type::Named(named) if matches!(named.kind, NamedKind::Body) => {
            body_sample(spec, named, models)?
        }
        ty if ty.is_text() => format!("\"<{}>\"", field.wire),
        _ => return None,
    })
}

pub(crate) fn body_sample(spec: &Spec, named: &Named, models: &mut Vec<String>) -> Option<String> {
    models.push(named.name.clone());
    let body = spec.body(named)?;
    let expected: Vec<&Field> = body
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .collect();
    if expected.len() <= 3 {
        let arguments: Option<Vec<String>> = expected
            .iter()
            .map(|field| sample(spec, field, models))
            .collect();
        return Some(format!("{}::new({})", named.name, arguments?.join(", ")));
    }
    let mut out = format!("{} {{\n", named.name);
    for field in expected {
        let value = sample(spec, field, models)?;
        let value = if field.ty.is_text() {
            format!("{value}.into()")
        } else {
            value
        };
        out.push_str(&format!("    {}: {value},\n", field.rust));
    }
    out.push('}');
    Some(out)
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
