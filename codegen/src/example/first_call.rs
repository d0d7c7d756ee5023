//! The first call of a client.

use crate::example::call::{client_with_journal, is_sent_once, send};
use crate::example::rust::RustCode;
use crate::ir::{Operation, Package, Place, Response, Spec};
use crate::names;

/// A first call, as a whole program: the environment, the client, and the simplest operation.
pub(crate) fn first_call(spec: &Spec, index: usize) -> Option<String> {
    let package = &spec.packages[index];
    let environment = package.environments.first()?;
    let operation = simplest_operation(package)?;
    let auth = &package.auth[*operation.auth.first()?];
    let credentials = names::type_of(&auth.name);
    let parts: Vec<String> = auth
        .scheme
        .credentials()
        .iter()
        .map(|part| format!("\"<{part}>\""))
        .collect();
    let is_documented = environment.base_url.variables().next().is_none();
    let base_url = match is_documented {
        true => environment.base_url.to_string(),
        false => {
            let path = package.base_path.as_deref().unwrap_or_default();
            format!("https://api.example{path}")
        }
    };
    let client_values = client_values(package);
    let (constructor, argument) = match client_values {
        Some(_) => ("with_client_values", ", client_values"),
        None => ("new", ""),
    };
    let crate_name = names::crate_ident(&package.client_package());
    let mut code = RustCode::new(spec, package);
    let call = code.call(operation)?;
    let before = code.statements();
    let operations = code.operations().to_vec();
    let field_types: Vec<String> = code.field_types().collect();
    let imports = code.imports(&format!("{crate_name}::model"));
    let (journal, client, statements) = match is_sent_once(operation) {
        true => (
            format!("use {crate_name}::journal::MemoryStore;\n"),
            format!(
                "// A service has a journal in a database: this one forgets its keys when the process ends.\n{}",
                client_with_journal("MemoryStore::new()")
            ),
            format!(
                "{before}let operation = {call};\n{}",
                send(spec, package, operation, "operation")
            ),
        ),
        false => (
            String::new(),
            "let client = Client::new(config)?;\n".to_owned(),
            before + &send(spec, package, operation, &call),
        ),
    };
    let mut used = vec!["Client", "Config", "Environment", &credentials];
    used.extend(operations.iter().chain(&field_types).map(String::as_str));
    let required = package.client_values_form().required_struct("ClientValues");
    if client_values.is_some() {
        used.push("ClientValues");
        used.extend(required.as_deref());
    }
    used.sort_unstable();
    let body = format!(
        "let credentials = {credentials}::new({});\n\
         {}let config = Config::{constructor}(Environment::{}, \"{base_url}\", credentials{argument})?;\n\
         {client}{statements}Ok(())\n",
        parts.join(", "),
        client_values.unwrap_or_default(),
        names::type_of(&environment.name),
    );
    Some(format!(
        "{journal}{imports}use {crate_name}::{{{}}};\n\n\
         #[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {{\n{}}}\n",
        used.join(", "),
        indented(&body),
    ))
}

/// The lines of a function's body.
fn indented(body: &str) -> String {
    body.lines().map(|line| format!("    {line}\n")).collect()
}

/// The statement that creates the client values, if there are any.
fn client_values(package: &Package) -> Option<String> {
    if package.client_values.is_empty() {
        return None;
    }
    let values = package.client_values.iter();
    let required = values.filter(|value| value.default.is_none());
    let value = match package.client_values_form().required_struct("ClientValues") {
        Some(name) => {
            let fields = required.map(|value| format!("    {0}: \"<{0}>\".into(),\n", value.name));
            format!("{name} {{\n{}}}", fields.collect::<String>())
        }
        None => {
            let arguments = required.map(|value| format!("\"<{}>\"", value.name));
            arguments.collect::<Vec<_>>().join(", ")
        }
    };
    Some(format!("let client_values = ClientValues::new({value});\n"))
}

/// A list if there is one, with few parameters.
fn simplest_operation(package: &Package) -> Option<&Operation> {
    package
        .operations()
        .filter(|operation| !operation.auth.is_empty())
        .min_by_key(|operation| {
            (
                operation.deprecated.is_some(),
                operation.method != "GET",
                !matches!(operation.response, Response::Page(_)),
                operation.parameters_in(Place::Path).count(),
            )
        })
}
