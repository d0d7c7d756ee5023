//! Expressions for examples.

use crate::ir::{Field, House, Named, NamedKind, Operation, Presence, ReplyOf, Scheme, Type};
use crate::names;

/// A first call: the environment, the client, and the simplest operation that the first credentials can send.
pub(crate) fn example(house: &House, at: usize) -> Option<String> {
    let set = &house.sets[at];
    let auth = set.auth.first()?;
    let environment = set.environments.first()?;
    let operation = set
        .resources
        .iter()
        .flat_map(|resource| &resource.operations)
        .filter(|operation| operation.auth.contains(&0))
        .min_by_key(|operation| {
            (
                operation.method != "GET",
                !matches!(operation.reply, ReplyOf::Page(_)),
                operation.path.len(),
            )
        })?;
    let credentials = names::type_of(&auth.name);
    let parts: Vec<String> = match &auth.scheme {
        Scheme::Basic { user, password } => std::iter::once(user)
            .chain(password)
            .map(|part| format!("\"<{part}>\""))
            .collect(),
        Scheme::Bearer(token) => vec![format!("\"<{token}>\"")],
    };
    let values: Vec<String> = set
        .client_values
        .iter()
        .filter(|value| value.default.is_none())
        .map(|value| format!("\"<{}>\"", value.name))
        .collect();
    let (settings, values) = if set.client_values.is_empty() {
        ("", String::new())
    } else {
        (
            ", ClientValues",
            format!(", ClientValues::new({})", values.join(", ")),
        )
    };
    let constructor = match values.is_empty() {
        true => "new",
        false => "with_client_values",
    };
    let mut models = Vec::new();
    let call = call(house, operation, &mut models)?;
    let imports = match models.as_slice() {
        [] => String::new(),
        [one] => format!(
            "use {}::model::{one};\n",
            names::crate_ident(&set.client_package())
        ),
        models => format!(
            "use {}::model::{{{}}};\n",
            names::crate_ident(&set.client_package()),
            models.join(", ")
        ),
    };
    let crate_name = names::crate_ident(&set.client_package());
    let mut used = [
        "Client",
        "Config",
        "Environment",
        &credentials,
        &operation.rust,
    ];
    used.sort_unstable();
    Some(format!(
        "{imports}use {crate_name}::{{{}{settings}}};\n\n\
         # async fn run() -> Result<(), {crate_name}::Error> {{\n\
         let credentials = {credentials}::new({});\n\
         let config = Config::{constructor}(Environment::{}, \"https://api.example\", credentials{values})?;\n\
         let client = Client::new(config)?;\n\
         let response = client.send({call}).await?;\n\
         # let _ = response;\n# Ok(())\n# }}\n",
        used.join(", "),
        parts.join(", "),
        names::type_of(&environment.name),
    ))
}

fn call(house: &House, operation: &Operation, models: &mut Vec<String>) -> Option<String> {
    if !operation.starts.is_empty() {
        let plain = operation
            .starts
            .iter()
            .find(|start| start.filter.is_none())?;
        return Some(format!("{}::{}()", operation.rust, plain.name));
    }
    let mut arguments: Vec<String> = Vec::new();
    for field in operation.path.iter().chain(&operation.query) {
        if field.presence == Presence::Required {
            arguments.push(sample(house, field, models)?);
        }
    }
    if let Some(named) = operation.body.as_ref().and_then(|body| body.body.as_ref()) {
        arguments.push(body_sample(house, named, models)?);
    }
    Some(format!("{}::new({})", operation.rust, arguments.join(", ")))
}

/// A value of a field as an expression.
fn sample(house: &House, field: &Field, models: &mut Vec<String>) -> Option<String> {
    Some(match &field.ty {
        Type::Integer { .. } | Type::Count => "1".to_owned(),
        Type::Boolean => "true".to_owned(),
        Type::Decimal(_) => "1.into()".to_owned(),
        Type::List(_) => "Vec::new()".to_owned(),
        Type::Named(named) if matches!(named.kind, NamedKind::Body) => {
            body_sample(house, named, models)?
        }
        ty if ty.is_text() => format!("\"<{}>\"", field.wire),
        _ => return None,
    })
}

pub(crate) fn body_sample(
    house: &House,
    named: &Named,
    models: &mut Vec<String>,
) -> Option<String> {
    models.push(named.name.clone());
    let body = house.body(named)?;
    let expected: Vec<&Field> = body
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Required)
        .collect();
    if expected.len() <= 3 {
        let arguments: Option<Vec<String>> = expected
            .iter()
            .map(|field| sample(house, field, models))
            .collect();
        return Some(format!("{}::new({})", named.name, arguments?.join(", ")));
    }
    let mut out = format!("{} {{\n", named.name);
    for field in expected {
        let value = sample(house, field, models)?;
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
