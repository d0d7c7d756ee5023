//! The first call of a client.

use crate::emit::example::result::result;
use crate::emit::example::samples::Samples;
use crate::ir::{Operation, Package, Response, Spec};
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
    let operations = samples.operations().to_vec();
    let imports = samples.imports(&crate_name, &format!("{crate_name}::model"));
    let (variable, after) = result(spec, operation);
    let mut used = vec!["Client", "Config", "Environment", &credentials];
    used.extend(operations.iter().map(String::as_str));
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
