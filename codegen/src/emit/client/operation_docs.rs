//! Docs of operations: what it does, the request, an example, errors, what is undocumented.

use crate::emit::prose;
use crate::emit::rust::decisions::Subject;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::field_docs;
use crate::example::operation_example;
use crate::ir;
use crate::ir::{Field, FindBy, Operation, Package, Response, Retry, Spec, Type};
use crate::markdown;
use crate::names;

pub(crate) fn operation_docs(spec: &Spec, package: &Package, operation: &Operation) -> Docs {
    let mut docs = Docs::of(&operation.doc);
    docs.markdown(&request(package, operation));
    docs.markdown(&repeats(&operation.retry));
    docs.markdown(&send(operation));
    if let Response::Page(page) = &operation.response
        && page.items_key.is_none()
    {
        docs.markdown(
            "The documents do not show the key of the list: the only array of the response is read.",
        );
    }
    if let Some(confirmation) = &operation.confirms_callback {
        docs.markdown(&format!(
            "Use this to confirm an [`{}`], for which no signature is documented.",
            confirmation.callback_record.name
        ));
    }
    let of = Subject::item(&operation.rust);
    docs.behavior(of, &operation.notes, &operation.open_questions);
    docs.heading("Example");
    docs.code(&operation_example(spec, package, operation));
    sync_docs(operation, &mut docs);
    error_docs(package, operation, &mut docs);
    docs.not_documented(&operation.open_questions);
    docs.with_rust_names(package).with_links("crate::model")
}

/// The docs of a field of an operation: of a parameter, or of the body.
pub(crate) fn operation_field_docs(operation: &Operation, field: &Field) -> Docs {
    match operation.binding_of(field) {
        Some(_) => field_docs::sent_field(&operation.rust, field).with_links("crate::model"),
        None => field.doc.as_deref().map(Docs::of).unwrap_or_default(),
    }
}

/// The request with its credentials, the response, and the documented statuses.
fn request(package: &Package, operation: &Operation) -> String {
    let routes = operation.routes.iter();
    let routes = routes.map(|route| format!("`{} {}`", operation.method, route.template));
    let names = package.accepted_by(operation).map(|auth| &auth.name);
    let names = prose::or(names.map(|name| format!("[`{}`]", names::type_of(name))));
    let credentials = match names.is_empty() {
        true => " without credentials".to_owned(),
        false => format!(" with {names}"),
    };
    let (routes, returns) = (prose::or(routes), returns(operation));
    let statuses = operation.statuses.iter();
    let statuses: Vec<String> = statuses.map(|status| status.code.to_string()).collect();
    let statuses = match statuses.is_empty() {
        true => "The documents list no statuses".to_owned(),
        false => format!("Documented statuses: {}", statuses.join(", ")),
    };
    format!("{routes}{credentials}; returns {returns}. {statuses}.")
}

fn returns(operation: &Operation) -> String {
    // The names are in scope: they are the output of the operation.
    let link = |name: &str| format!("[`{name}`]");
    match &operation.response {
        Response::Record(named) | Response::Payload(Type::Named(named)) => link(&named.name),
        Response::Wrapped(key, named) => {
            let (record, key) = (link(&named.name), markdown::code(key));
            format!("{record} from the key {key}")
        }
        Response::Payload(_) => "the payload of the envelope".to_owned(),
        Response::Page(page) => {
            let metadata = page.metadata.as_ref().map_or(String::new(), |metadata| {
                format!(", with {}", link(&metadata.name))
            });
            format!("a [`Page`] of {}{metadata}", link(&page.item.name))
        }
        Response::Unknown | Response::StatusOnly => link("RawResponse"),
    }
}

/// When the client repeats it. A test compares this, and the end of the next paragraph, with the rules of the runtime.
fn repeats(retry: &Retry) -> String {
    const AFTER_FAILURE: &str = "The client retries this call after a transient failure:";
    const IF_NOT_SENT: &str = "The client retries this call only if it was [not sent](api_runtime::Outcome::NotSent), or with new \
                               credentials after a 401.";
    match retry {
        Retry::Safe => format!("{AFTER_FAILURE} it only reads."),
        Retry::Harmless { why } => {
            let why = markdown::end_sentence(why);
            format!("{AFTER_FAILURE} {}", prose::continued(&why))
        }
        Retry::Never { why } => format!("{IF_NOT_SENT} {}", markdown::end_sentence(why)),
        Retry::UniqueKey { field, why } => {
            let (field, why) = (markdown::code(field), markdown::end_sentence(why));
            format!(
                "{IF_NOT_SENT} Its unique key is {field}: {}",
                prose::continued(&why)
            )
        }
    }
}

/// How to send a write, and what the caller does if the outcome stays unknown.
fn send(operation: &Operation) -> String {
    let unique_key = match &operation.retry {
        Retry::Safe => return String::new(),
        Retry::Harmless { .. } => {
            return "Send it with [`send`](api_runtime::Client::send): under a key, it is not retried after an unknown outcome, and a \
                    second call returns no response. If the outcome stays unknown, make the call again."
                .to_owned();
        }
        Retry::Never { .. } => None,
        Retry::UniqueKey { field, .. } => Some(field),
    };
    let names = operation.reconcile_by.iter();
    // The journal adds it.
    let names = names.chain(unique_key.filter(|field| !operation.reconcile_by.contains(field)));
    let names: Vec<String> = names.map(|name| markdown::code(name)).collect();
    let unknown = match &operation.find_by {
        Some(find_by) => {
            let condition = match find_by.parameter {
                Some(_) => "If",
                None => "If, with a finder,",
            };
            format!(
                "{} {condition} the outcome is still unknown, make the same call with the same key again: it looks, compares, and \
                 sends if there is none. The worker of the journal looks, too, but cannot compare: if it sees a record, make the \
                 call within an hour. After that the key sends nothing, and a person has to search for the record at the provider, \
                 by {}.",
                look_up(find_by),
                names.join(" and ")
            )
        }
        None => {
            let names = match names.as_slice() {
                [] => String::new(),
                // Its names may be those of a record that it changes.
                [name] => format!(
                    ": its name there is {name}. A record that was there before proves nothing"
                ),
                names => format!(
                    ": its names there are {}. A record that was there before proves nothing",
                    names.join(" and ")
                ),
            };
            format!(
                "If the outcome stays unknown, a person has to find out at the provider whether it took effect{names}."
            )
        }
    };
    format!(
        "Send it with [`once`](api_runtime::Client::once): under one key, the call takes effect at most once, {}. {unknown}",
        prose::AT_MOST_ONCE
    )
}

/// How `once` finds the created record by its unique key, and when it sends again.
fn look_up(find_by: &FindBy) -> String {
    let rejection = match find_by.duplicate_statuses.as_slice() {
        [] => "a rejection".to_owned(),
        statuses => format!("a {}", prose::or(statuses.iter().map(ToString::to_string))),
    };
    let again = "it sends once more, if the time of the call and its retries allow it, and relies on the provider to reject a \
                 duplicate";
    let text = match &find_by.parameter {
        Some(_) => format!(
            "If the outcome is unknown, it looks for the record by its unique key; if there is none, {again}, as a look-up may \
             miss a new record. After {rejection}, it only looks."
        ),
        None => format!(
            "If the outcome is unknown, it asks the client's [`finder`](api_runtime::ClientBuilder::finder) for the record's id. \
             With an id, it reads the record, and sends nothing. If the finder knows no id, {again}. After \
             {rejection}, it only looks. Without a finder, it looks nothing up, and only a \
             person finds an unknown outcome out."
        ),
    };
    let exceptions = find_by.not_compared.iter().map(|(path, why)| {
        let why = markdown::end_sentence(why);
        let why = prose::continued(why.trim_end_matches('.'));
        format!("{}: {why}", markdown::code(path))
    });
    let exceptions: Vec<String> = exceptions.collect();
    let exceptions = match exceptions.is_empty() {
        true => String::new(),
        false => format!(", except {}", exceptions.join("; ")),
    };
    format!(
        "{text} Values that both the request and the record show are compared{exceptions}. If a look-up finds other values, the \
         error is [`Duplicate`](crate::ErrorKind::Duplicate), and the outcome is unknown. If the response of this call has other \
         values, the call is a success with [`differences`](api_runtime::Sent::differences): check \
         [`needs_person`](api_runtime::Sent::needs_person) before you deliver."
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
        "[`sync`](api_runtime::Call::sync) yields the records whose `{}` is later than the watermark of the last run, some of them again, \
         and those without one. Upsert them by `{}`.",
        rust(&sync.watermark),
        rust(&sync.id)
    ));
    if let Some(misses) = &sync.misses {
        docs.markdown(&format!(
            "It does not report {} To find such changes, [`lookback`](api_runtime::IncrementalSync::lookback) reads the records of the \
             last days again.",
            markdown::end_sentence(misses)
        ));
    }
}

/// The errors of this operation; those of every call are in the docs of `ErrorKind`.
fn error_docs(package: &Package, operation: &Operation, docs: &mut Docs) {
    let statuses = operation.statuses.iter();
    let failures = statuses.filter(|status| status.not_found || status.code >= 300);
    // A status without a meaning or body of its own is as for every operation.
    let is_general = |status: &ir::Status| {
        let mut general = package.statuses.iter();
        let is_same = |general: &ir::Status| {
            (general.code, &general.meaning, &general.body)
                == (status.code, &status.meaning, &status.body)
        };
        status.code >= 300 && general.any(is_same)
    };
    let special = failures.filter(|status| !is_general(status));
    let mut errors: Vec<String> = special
        .map(|status| status_text(package, operation, status))
        .collect();
    const WRONG_RECORD: &str = "[`WrongRecord`](crate::ErrorKind::WrongRecord) if";
    errors.extend(operation.echoes.iter().map(|echo| {
        let is_wrong = prose::is_not_repeated(echo);
        format!("{WRONG_RECORD} {is_wrong}")
    }));
    errors.extend(operation.distinct.iter().map(|echo| {
        let is_wrong = prose::is_repeated(echo);
        format!("{WRONG_RECORD} {is_wrong}, not that of a new record")
    }));
    const MAY_HAVE_EFFECT: &str = "the outcome is unknown, and the write may have taken effect";
    if !operation.essential.is_empty() {
        let unknown = match operation.retry {
            Retry::Safe => String::new(),
            _ => format!(". Then {MAY_HAVE_EFFECT}"),
        };
        errors.push(format!(
            "[`Decode`](crate::ErrorKind::Decode) if the response {}{unknown}",
            prose::lacks_id(&operation.essential)
        ));
    }
    if operation.is_write_without_documented_body() {
        let envelope = package.envelope.as_ref();
        let success = prose::undocumented_success(envelope);
        errors.push(format!(
            "The body of a response proves success only if it is {success}. With another JSON body, the kind is \
             [`Decode`](crate::ErrorKind::Decode): {MAY_HAVE_EFFECT}"
        ));
    }
    if let (true, Some(envelope)) = (operation.is_write(), &package.envelope) {
        let failure = markdown::code(&format!("{}: false", envelope.success));
        errors.push(format!(
            "[`Unsuccessful`](crate::ErrorKind::Unsuccessful) if the body has {failure}. If the body is the envelope alone, without a \
             payload, the outcome is rejected: the next call with the key sends again. With anything else beside {failure}, the \
             outcome is unknown"
        ));
    }
    if !errors.is_empty() {
        docs.heading("Errors")
            .markdown("In addition to [those of every call](crate::ErrorKind):")
            .markdown_list(&errors);
    }
}

fn status_text(package: &Package, operation: &Operation, status: &ir::Status) -> String {
    let meaning = markdown::escape_markdown(&status.meaning);
    if status.not_found && !operation.reads_not_found(status) {
        return format!(
            "{}: documented as \"{meaning}\", although the request names no record. The kind is \
             [`Decode`](crate::ErrorKind::Decode), and the outcome is unknown.",
            status.code
        );
    }
    let body = match &status.body {
        ir::StatusBody::Error(name) => {
            let mut bodies = package.error_bodies.iter();
            let body = bodies.find(|body| body.name == *name);
            body.map_or(String::new(), |body| {
                format!(
                    ", with the body {}",
                    markdown::code(&body.example.to_string())
                )
            })
        }
        ir::StatusBody::Response | ir::StatusBody::None | ir::StatusBody::Unknown => String::new(),
    };
    let kind = match status.code < 300 {
        true => ", an error of kind [`NotFound`](crate::ErrorKind::NotFound)",
        false => "",
    };
    let duplicate = duplicate(operation, status.code).unwrap_or_default();
    format!("{}: {meaning}{kind}{body}{duplicate}", status.code)
}

/// Which kind the rejection of a create has whose status may be that of a duplicate.
fn duplicate(operation: &Operation, code: u16) -> Option<String> {
    let (Retry::UniqueKey { field, .. }, Some(find_by)) = (&operation.retry, &operation.find_by)
    else {
        return None;
    };
    let statuses = &find_by.duplicate_statuses;
    let is_possible = statuses.is_empty() || statuses.contains(&code);
    let field = markdown::code(field);
    (matches!(code, 400 | 422) && is_possible).then(|| {
        format!(
            ". The kind is [`Duplicate`](crate::ErrorKind::Duplicate), and the outcome unknown, if the messages name {field} or its \
             value, or there are none; otherwise [`BadRequest`](crate::ErrorKind::BadRequest). After `Duplicate`, do not choose \
             another {field}"
        )
    })
}
