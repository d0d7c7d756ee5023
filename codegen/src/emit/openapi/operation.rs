//! Operation objects.

use crate::emit::openapi::call::Call;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::parameters::parameters;
use crate::emit::openapi::request_body::request_body;
use crate::emit::openapi::samples::code_samples;
use crate::emit::openapi::slot::Slot;
use crate::emit::openapi::summary::summary_and_description;
use crate::emit::openapi::{Document, extensions, responses};
use crate::ir::{Constructor, Deprecation, Echo, Operation, Retry, Route, Scheme};
use crate::names;

/// The operation object of a call. `slots` are the variables of its path item.
pub(crate) fn operation(document: &Document<'_>, call: Call<'_>, slots: &[Slot<'_>]) -> Object {
    let Call {
        resource,
        operation,
        route,
    } = call;
    let mut object = Object::default().with("tags", Value::row(vec![Value::from(&resource.name)]));
    let deprecated = operation.deprecated.as_ref().map(Deprecation::sentence);
    let more = deprecated
        .into_iter()
        .chain([retry_sentence(&operation.retry)]);
    let more: Vec<String> = more.collect();
    object.extend(summary_and_description(&operation.doc, &more));
    object.put("operationId", id(operation, route));
    object.put_mark("deprecated", operation.deprecated.is_some());
    object.put_list("parameters", parameters(document, operation, slots));
    object.put_some(
        "requestBody",
        operation
            .body
            .as_ref()
            .map(|body| request_body(document, body)),
    );
    object.put("responses", responses::responses(document, operation));
    object.put("security", security(document, operation));
    object.put("x-operation", &operation.name);
    let follows = names::operation(&operation.name);
    object.put_some(
        "x-rust-name",
        extensions::rust(&operation.rust, Some(follows)),
    );
    if operation.routes.len() > 1 {
        object.put("x-route", variant(operation, route));
    }
    if slots.iter().any(|slot| slot.key != slot.name) {
        object.put("x-documented-path", route.template.to_string());
    }
    object.extend(responses::extensions(&operation.response));
    object.put_list(
        "x-constructors",
        operation.constructors.iter().map(start).collect(),
    );
    object.put("x-retry", retry(operation));
    object.put_some("x-echoes", echoes(operation, &operation.echoes));
    object.put_some("x-distinct", echoes(operation, &operation.distinct));
    object.put_list(
        "x-essential",
        operation
            .essential
            .iter()
            .map(|field| field.pointer().into())
            .collect(),
    );
    object.put_list(
        "x-reconcile-by",
        operation
            .reconcile_by
            .iter()
            .map(|name| name.as_str().into())
            .collect(),
    );
    if let Some(confirmation) = &operation.confirms_callback {
        let mut extension = Object::default()
            .with("webhook", &confirmation.callback)
            .with("id", &confirmation.by);
        extension.put_some("record", confirmation.record.as_ref());
        extension.put("reference", &confirmation.reference);
        extension.put("state", &confirmation.state);
        extension.put_some("updated_at", confirmation.updated_at.as_ref());
        object.put("x-confirms-callback", extension);
    }
    object.extend(extensions::provenance(&operation.source, &operation.span));
    object.extend(extensions::notes_and_questions(
        &operation.notes,
        &operation.open_questions,
    ));
    object.put_list("x-codeSamples", code_samples(document, call));
    object
}

/// The name, and which path it is by if there are several. A dot is in no name, so no two are alike.
fn id(operation: &Operation, route: &Route) -> String {
    match route.name.as_str() {
        "" => operation.name.clone(),
        variant => format!("{}.{variant}", operation.name),
    }
}

fn variant(operation: &Operation, route: &Route) -> Object {
    let mut object = Object::default().with("name", &route.name);
    object.put_some(
        "rust",
        extensions::rust(&route.rust, Some(names::type_of(&route.name))),
    );
    let first = operation
        .routes
        .first()
        .is_some_and(|first| std::ptr::eq(first, route));
    object.put("default", first);
    object
}

/// A named constructor.
fn start(start: &Constructor) -> Value {
    let mut object = Object::default().with("name", &start.name);
    object.put_some("filter", start.filter.as_ref());
    object.put("description", extensions::prose(&start.doc));
    Value::from(object)
}

/// The auth schemes, of which one is enough.
pub(crate) fn security(document: &Document<'_>, operation: &Operation) -> Vec<Value> {
    let requirement = |index: &usize| {
        let auth = document.package.auth.get(*index)?;
        let scopes = match &auth.scheme {
            Scheme::OAuth2 { scopes, .. } => scopes.iter().map(Value::from).collect(),
            _ => Vec::new(),
        };
        let key = document.schemes.get(*index)?;
        Some(Value::row(Object::default().with(key, Value::List(scopes))))
    };
    operation.auth.iter().filter_map(requirement).collect()
}

/// By the value of the request, the values of the response that repeat it, or must not, as runtime
/// expressions.
fn echoes(operation: &Operation, echoes: &[Echo]) -> Option<Object> {
    let mut object = Object::default();
    for echo in echoes {
        let is_in_path = operation
            .path
            .iter()
            .any(|field| field.wire == echo.request);
        let key = operation.body.as_ref().and_then(|body| body.key.as_ref());
        let request = match (is_in_path, key) {
            (true, _) => format!("$request.path.{}", echo.request),
            (false, Some(key)) => format!("$request.body#/{key}/{}", echo.request),
            (false, None) => format!("$request.body#/{}", echo.request),
        };
        let response = echo.response.iter();
        let response = response.map(|field| format!("$response.body#{}", field.pointer()).into());
        object.put(&request, Value::row(response.collect::<Vec<Value>>()));
    }
    (!echoes.is_empty()).then_some(object)
}

/// The retry rule, for readers.
pub(crate) fn retry_sentence(retry: &Retry) -> String {
    match retry {
        Retry::Safe => "A retry is safe.".to_owned(),
        Retry::Never(why) => format!("A retry is not safe. {why}"),
        Retry::Idempotent(why) => format!("A retry is safe. {why}"),
        Retry::UniqueKey(field, why) => format!("Unique key: `{field}`. {why}"),
    }
}

fn retry(operation: &Operation) -> Object {
    let object = Object::default();
    match &operation.retry {
        Retry::Safe => object.with("rule", "safe"),
        Retry::Never(why) => object.with("rule", "never").with("why", why),
        Retry::Idempotent(why) => object.with("rule", "idempotent").with("why", why),
        Retry::UniqueKey(field, why) => {
            let mut object = object
                .with("rule", "unique-key")
                .with("field", field)
                .with("why", why);
            if let Some(find_by) = &operation.find_by {
                if !find_by.duplicate_statuses.is_empty() {
                    let statuses = find_by.duplicate_statuses.iter();
                    let statuses = statuses.map(|status| Value::from(i64::from(*status)));
                    object.put("duplicateStatuses", Value::List(statuses.collect()));
                }
                object.put("findBy", &find_by.operation);
                if let Some(parameter) = &find_by.parameter {
                    object.put("findByParameter", parameter);
                }
                if !find_by.renamed.is_empty() {
                    let mut renamed = Object::default();
                    for (field, found) in &find_by.renamed {
                        renamed.put(field, found);
                    }
                    object.put("renamed", renamed);
                }
                if !find_by.not_compared.is_empty() {
                    let paths = find_by.not_compared.iter();
                    let paths = paths.map(|(path, _)| Value::from(path)).collect();
                    object.put("notCompared", Value::List(paths));
                }
            }
            object
        }
    }
}
