//! Docs of operations: what it does, the request, an example, errors, what is undocumented.

use crate::emit::prose;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::{field_docs, markdown};
use crate::example::operation_example;
use crate::ir;
use crate::ir::{Field, FindBy, Operation, Package, Response, ResponseField, Retry, Spec, Type};
use crate::names;

pub(crate) fn operation_docs(spec: &Spec, package: &Package, operation: &Operation) -> Docs {
    let mut docs = Docs::of(&operation.doc);
    docs.markdown(&request(package, operation));
    for paragraph in repeats(operation).split("\n\n") {
        docs.markdown(paragraph);
    }
    for (path, why) in operation
        .find_by
        .iter()
        .flat_map(|find_by| &find_by.not_compared)
    {
        docs.markdown(&format!(
            "It does not compare {} with the record that it reads. {}",
            markdown::code(path),
            markdown::end_sentence(why)
        ));
    }
    if !operation.reconcile_by.is_empty() {
        let names = operation.reconcile_by.iter();
        let names: Vec<String> = names.map(|name| markdown::code(name)).collect();
        docs.markdown(&format!("People find the record by {}.", names.join(", ")));
    }
    if let Response::Page(page) = &operation.response
        && page.items_key.is_none()
    {
        docs.markdown(
            "The documents do not show the key of the list: the only array of the response is read.",
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
    docs.not_documented(&operation.open_questions, operation.parameters());
    docs
}

/// The docs of a field of an operation: of a parameter, or of the body.
pub(crate) fn operation_field_docs(operation: &Operation, field: &Field) -> Docs {
    let mut bindings = operation.bindings.iter();
    match bindings.find(|binding| binding.field.rust == field.rust) {
        Some(binding) => field_docs::parameter(field, &prose::capitalized(binding.place.noun())),
        None => field.doc.as_deref().map(Docs::of).unwrap_or_default(),
    }
}

/// The request with its credentials, and the response, as one sentence.
fn request(package: &Package, operation: &Operation) -> String {
    let routes: Vec<String> = operation
        .routes
        .iter()
        .map(|route| format!("`{} {}`", operation.method, route.template))
        .collect();
    let credentials: Vec<String> = operation
        .auth
        .iter()
        .map(|index| names::type_of(&package.auth[*index].name))
        .map(|name| format!("[`{name}`](crate::{name})"))
        .collect();
    let credentials = match credentials.is_empty() {
        true => " without credentials".to_owned(),
        false => format!(" with {}", credentials.join(" or ")),
    };
    let (routes, returns) = (routes.join(" or "), returns(operation));
    format!("{routes}{credentials}; returns {returns}.")
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

/// When the client repeats it.
fn repeats(operation: &Operation) -> String {
    const ONCE: &str = "It is sent once, and again only if nothing was sent.";
    /// How to send it so that a crash or a second call does not repeat it.
    const KEY: &str = "\n\nSend it with [`once`](api_runtime::Client::once), under a key of yours: the journal of the client \
     knows after a crash, and in a second call, what became of it.";
    match &operation.retry {
        Retry::Safe => "It is repeated after a failure, as it changes nothing.".to_owned(),
        Retry::Idempotent(why) => {
            let why = markdown::end_sentence(why);
            format!("It is repeated after a failure. {why}")
        }
        Retry::Never(why) => format!("{ONCE} {}{KEY}", markdown::end_sentence(why)),
        Retry::UniqueKey(field, why) => {
            let (field, why) = (markdown::code(field), markdown::end_sentence(why));
            let find_by = operation.find_by.as_ref();
            let unique = find_by.map_or(String::new(), unique);
            format!("{ONCE} Its unique key is {field}. {why}{KEY}{unique}")
        }
    }
}

/// How to send it so that the created record is found.
fn unique(find_by: &FindBy) -> String {
    let how = match &find_by.parameter {
        Some(_) => "",
        None => " by the id that [`finder`](api_runtime::ClientBuilder::finder) names",
    };
    let rejection = match find_by.duplicate_statuses.as_slice() {
        [] => "a rejection".to_owned(),
        statuses => {
            let statuses: Vec<String> = statuses.iter().map(ToString::to_string).collect();
            format!("a {}", statuses.join(" or "))
        }
    };
    format!(
        "\n\nWithout a journal, send it with [`unique`](api_runtime::Call::unique). If the outcome is unknown, it \
         reads the record{how}, and only if there is none, it sends the request once more. It also reads the record after \
         {rejection}, which may be because of a duplicate."
    )
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
        "[`client.call().sync(…)`](api_runtime::Call::sync) yields the records whose `{}` is later than the watermark. \
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
    for echo in &operation.echoes {
        errors.push(format!(
            "[`WrongRecord`](crate::ErrorKind::WrongRecord) if {}, which repeats {}, has another value",
            fields(&echo.response),
            markdown::code(&echo.request)
        ));
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
    if matches!(operation.response, Response::Unknown | Response::Accepted) {
        errors.push(
            "A response body is a success only if it is empty, or JSON that reports no failure."
                .to_owned(),
        );
    }
    if !errors.is_empty() {
        docs.heading("Errors")
            .markdown("Besides those of every call ([`ErrorKind`](crate::ErrorKind)):")
            .markdown_list(&errors);
    }
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
