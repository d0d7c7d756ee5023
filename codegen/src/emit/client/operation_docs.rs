//! Docs of operations: what it does, the request, an example, errors, what is undocumented.

use crate::emit::example::operation_example;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::{field_docs, markdown};
use crate::ir;
use crate::ir::{Field, FindBy, Operation, Package, Response, ResponseField, Retry, Spec, Type};
use crate::names;

pub(crate) fn operation_docs(spec: &Spec, package: &Package, operation: &Operation) -> Docs {
    let mut docs = Docs::of(&operation.doc);
    let mut facts = vec![
        format!("Request: {}", routes(operation)),
        format!("Credentials: {}", credentials(package, operation)),
        format!("Returns: {}", returns(operation)),
        format!("Retries: {}", retries(operation)),
    ];
    if !operation.reconcile_by.is_empty() {
        let names = operation.reconcile_by.iter();
        let names: Vec<String> = names.map(|name| markdown::code(name)).collect();
        facts.push(format!("Reconciled by: {}", names.join(", ")));
    }
    if !operation.response_headers.is_empty() {
        let headers = operation.response_headers.iter();
        let names: Vec<String> = headers.map(|field| markdown::code(&field.wire)).collect();
        let rust = operation.headers_type();
        facts.push(format!(
            "Response headers: {} in [`{rust}`](crate::{rust}), from \
             [`headers_of`](api_runtime::Response::headers_of) the response",
            names.join(", ")
        ));
    }
    docs.markdown_list(&facts);
    if let Retry::UniqueKey(..) = &operation.retry
        && let Some(find_by) = &operation.find_by
    {
        unique_docs(find_by, &mut docs);
    }
    if let Response::Page(page) = &operation.response
        && page.items_key.is_none()
    {
        docs.markdown(
            "The key of the list is undocumented: the only array of the response is read.",
        );
    }
    if let Some(confirmation) = &operation.confirms_callback {
        docs.markdown(&format!(
            "Confirms the callback `{}`.",
            confirmation.callback
        ));
    }
    docs.behavior(&operation.notes, &operation.open_questions);
    docs.heading("Example");
    docs.code(&operation_example(spec, package, operation));
    sync_docs(operation, &mut docs);
    error_docs(package, operation, &mut docs);
    docs.provenance(
        package,
        &operation.source,
        &operation.open_questions,
        operation.parameters().chain(&operation.response_headers),
    );
    docs
}

/// The docs of a field of an operation: of a parameter, or of the body.
pub(crate) fn operation_field_docs(operation: &Operation, field: &Field) -> Docs {
    let is_in = |fields: &[Field]| fields.iter().any(|other| other.rust == field.rust);
    if is_in(&operation.path) {
        field_docs::parameter(field, "Path parameter")
    } else if is_in(&operation.query) {
        field_docs::parameter(field, "Query parameter")
    } else if is_in(&operation.headers) {
        field_docs::parameter(field, "Header")
    } else {
        field.doc.as_deref().map(Docs::of).unwrap_or_default()
    }
}

fn routes(operation: &Operation) -> String {
    let routes: Vec<String> = operation
        .routes
        .iter()
        .map(|route| format!("`{} {}`", operation.method, route.template))
        .collect();
    routes.join(" or ")
}

fn credentials(package: &Package, operation: &Operation) -> String {
    let names: Vec<String> = operation
        .auth
        .iter()
        .map(|index| names::type_of(&package.auth[*index].name))
        .map(|name| format!("[`{name}`](crate::{name})"))
        .collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(" or "),
    }
}

fn returns(operation: &Operation) -> String {
    let model = |name: &str| format!("[`{name}`](crate::model::{name})");
    match &operation.response {
        Response::Record(named) => model(&named.name),
        Response::Wrapped(key, named) => format!(
            "{} in [`Wrapped`](crate::Wrapped), the value of {}",
            model(&named.name),
            markdown::code(key)
        ),
        Response::Payload(Type::Named(named)) => model(&named.name),
        Response::Payload(_) => "the payload of the envelope".to_owned(),
        Response::Page(page) => {
            let metadata = page.metadata.as_ref().map_or(String::new(), |metadata| {
                format!(", with {}", model(&metadata.name))
            });
            format!(
                "a [`Page`](crate::Page) of {}{metadata}",
                model(&page.item.name)
            )
        }
        Response::Unknown => {
            "[`RawResponse`](crate::RawResponse): the response body is undocumented and returned \
             unparsed"
                .to_owned()
        }
        Response::Accepted => {
            "[`RawResponse`](crate::RawResponse): the response body is undocumented".to_owned()
        }
    }
}

/// The retry rule with its reason.
fn retries(operation: &Operation) -> String {
    let sentence = |rule: &str, why: &str| {
        let why = markdown::end_sentence(why);
        format!("{rule}. {why}")
    };
    match &operation.retry {
        Retry::Safe => format!("yes. A `{}` request is safe.", operation.method),
        Retry::Idempotent(why) => sentence("yes, idempotent", why),
        Retry::Never(why) => sentence("only if nothing was sent", why),
        Retry::UniqueKey(field, why) => sentence(
            &format!(
                "only if nothing was sent; the unique key is {}",
                markdown::code(field)
            ),
            why,
        ),
    }
}

fn sync_docs(operation: &Operation, docs: &mut Docs) {
    let Response::Page(page) = &operation.response else {
        return;
    };
    let Some(sync) = &page.sync else {
        return;
    };
    let rust = |wire: &str| names::field(wire).unwrap_or_else(|_| wire.to_owned());
    docs.heading("Incremental sync");
    docs.markdown(&format!(
        "[`client.sync`](api_runtime::Client::sync) yields the records whose `{}` is later than the watermark. \
         Upsert them by `{}`.",
        rust(&sync.watermark),
        rust(&sync.id)
    ));
    if let Some(misses) = &sync.misses {
        docs.prose(&format!("Not reported: {misses}"));
        docs.markdown(
            "[`lookback`](api_runtime::IncrementalSync::lookback) reads the records of the last days again, which \
             reports such changes to them.",
        );
    }
}

/// The errors of this operation; those of every call are in the docs of `ErrorKind`.
fn error_docs(package: &Package, operation: &Operation, docs: &mut Docs) {
    let statuses = operation.statuses.iter();
    let failures = statuses.filter(|status| status.not_found || status.code >= 300);
    let mut errors: Vec<String> = failures
        .map(|status| status_text(package, status))
        .collect();
    let fields = |fields: &[ResponseField]| {
        let names: Vec<String> = fields
            .iter()
            .map(|field| markdown::code(&field.dotted()))
            .collect();
        names.join(" or ")
    };
    let is_undocumented = matches!(operation.response, Response::Unknown | Response::Accepted);
    for echo in &operation.echoes {
        let (response, request) = (fields(&echo.response), markdown::code(&echo.request));
        let error = "[`WrongRecord`](crate::ErrorKind::WrongRecord)";
        errors.push(match is_undocumented {
            true => format!("{error} if the body has {response} with another value than {request} of the request"),
            false => format!("{error} if {response}, which repeats {request}, has another value"),
        });
    }
    for echo in &operation.distinct {
        errors.push(format!(
            "[`WrongRecord`](crate::ErrorKind::WrongRecord) if {} has the value of {} in the request: the \
             response is about a new record",
            fields(&echo.response),
            markdown::code(&echo.request)
        ));
    }
    if !operation.essential.is_empty() {
        errors.push(format!(
            "[`Decode`](crate::ErrorKind::Decode) if the response lacks {}",
            fields(&operation.essential)
        ));
    }
    if is_undocumented {
        errors.push(
            "A response body is a success only if it is empty, or JSON that reports no failure."
                .to_owned(),
        );
    }
    docs.heading("Errors");
    match errors.is_empty() {
        true => docs.markdown("Those of every call: [`ErrorKind`](crate::ErrorKind)."),
        false => docs
            .markdown("Besides those of every call, see [`ErrorKind`](crate::ErrorKind):")
            .markdown_list(&errors),
    };
    let unproven = unproven(operation);
    if !unproven.is_empty() {
        docs.markdown("Not proven by a success:")
            .markdown_list(&unproven);
    }
}

/// What a response does not show, as far as it is documented.
fn unproven(operation: &Operation) -> Vec<String> {
    let is_write = !matches!(operation.retry, Retry::Safe);
    let is_undocumented = matches!(operation.response, Response::Unknown | Response::Accepted);
    let is_record = matches!(
        operation.response,
        Response::Record(_) | Response::Wrapped(..)
    );
    // Of a new record, the value is another one.
    let known = operation.echoes.iter().chain(&operation.distinct);
    let is_known = |name: &str| known.clone().any(|echo| echo.request == name);
    let path = operation.path.iter().map(|field| field.wire.as_str());
    let not_repeated: Vec<String> = path
        .filter(|name| !is_known(name))
        .map(markdown::code)
        .collect();
    let mut unproven = Vec::new();
    if !not_repeated.is_empty() {
        unproven.push(format!(
            "that the response is about the requested record: no field is documented to repeat {}",
            not_repeated.join(" or ")
        ));
    } else if is_write && operation.echoes.is_empty() {
        unproven.push(
            "that the response belongs to this request: no field is documented to repeat a value of \
             the request"
                .to_owned(),
        );
    }
    if is_write && is_undocumented {
        unproven
            .push("that the request took effect: the body of a success is undocumented".to_owned());
    } else if is_write && is_record && operation.essential.is_empty() {
        unproven.push(
            "that the record was saved: no field is documented that only a saved record has"
                .to_owned(),
        );
    }
    unproven
}

fn status_text(package: &Package, status: &ir::Status) -> String {
    let body = match &status.body {
        ir::StatusBody::Resource => String::new(),
        ir::StatusBody::None => "; no body".to_owned(),
        ir::StatusBody::Unknown => "; undocumented body".to_owned(),
        ir::StatusBody::Error(name) => package
            .error_bodies
            .iter()
            .find(|body| body.name == *name)
            .map_or(String::new(), |body| {
                format!("; body {}", markdown::code(&body.example.to_string()))
            }),
    };
    let meaning = markdown::escape_markdown(&status.meaning);
    format!("{}: {meaning}{body}", status.code)
}

/// How to send it so that the created record is found.
fn unique_docs(find_by: &FindBy, docs: &mut Docs) {
    let end = match &find_by.parameter {
        Some(_) => ".",
        None => " by the id that [`finder`](api_runtime::ClientBuilder::finder) names.",
    };
    let rejection = match find_by.duplicate_statuses.as_slice() {
        [] => "every rejection may be that of a duplicate".to_owned(),
        statuses => {
            let statuses: Vec<String> = statuses.iter().map(ToString::to_string).collect();
            format!("{} may be that of a duplicate", statuses.join(" or "))
        }
    };
    docs.markdown(&format!(
        "With [`unique`](api_runtime::Call::unique), an unknown outcome is settled by reading the created record{end} \
         Only if there is none, the request is sent once more. The record is also read after a first rejection, \
         because {rejection}."
    ));
    for (path, why) in &find_by.not_compared {
        docs.prose(&format!("Not compared with that record: `{path}`. {why}"));
    }
}
