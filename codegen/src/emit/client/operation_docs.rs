//! Docs of operations: what it does, the request, an example, errors, what is undocumented.

use crate::emit::prose;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::field_docs;
use crate::emit::rust::subject::Subject;
use crate::example::operation_example;
use crate::ir;
use crate::ir::{Field, FindBy, Operation, Package, Response, Retry, Spec, Type};
use crate::markdown;
use crate::names;

pub(crate) fn operation_docs(spec: &Spec, package: &Package, operation: &Operation) -> Docs {
    let mut docs = Docs::of(&operation.doc);
    docs.markdown(&request(package, operation));
    for paragraph in repeats(&operation.retry).into_iter().chain(send(operation)) {
        docs.markdown(&paragraph);
    }
    if let Response::Page(page) = &operation.response
        && page.items_key.is_none()
    {
        docs.markdown("The list is the only array of the response, under any key but `errors`.");
    }
    if let Some(confirmation) = &operation.confirms_callback {
        docs.markdown(&format!(
            "Use this to confirm an [`{}`], whose signature, if it has one, is not checked.",
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

/// When the client repeats a write; the README says it of reads. A test compares this, and the last paragraph of `send`, with
/// the rules of the runtime.
fn repeats(retry: &Retry) -> Option<String> {
    const AFTER_FAILURE: &str = "The client retries this call after a transient failure:";
    const IF_NOT_SENT: &str = "The client retries this call only if it was [not sent](api_runtime::Outcome::NotSent), or with new \
                               credentials after a 401.";
    Some(match retry {
        Retry::Safe => return None,
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
        Retry::Idempotent { why, .. } => {
            let why = markdown::end_sentence(why);
            format!(
                "{AFTER_FAILURE} all attempts of a call have one idempotency key, which the client makes. {why} A 409 leaves the \
                 outcome unknown: an earlier request with the key may be executed right now."
            )
        }
    })
}

/// How to send a write, and what the caller does if the outcome stays unknown.
fn send(operation: &Operation) -> Vec<String> {
    let unique_key = match &operation.retry {
        Retry::Safe => return Vec::new(),
        Retry::Harmless { .. } => {
            return vec![
                "Send it with [`send`](api_runtime::Client::send): under a key, it is not retried after an unknown outcome, and a \
                 second call returns no response. If the outcome stays unknown, make the call again."
                    .to_owned(),
            ];
        }
        Retry::Never { .. } | Retry::Idempotent { .. } => None,
        Retry::UniqueKey { field, .. } => Some(field),
    };
    let names = operation.reconcile_by.iter();
    // The journal adds it.
    let names = names.chain(unique_key.filter(|field| !operation.reconcile_by.contains(field)));
    let names: Vec<String> = names.map(|name| markdown::code(name)).collect();
    let names = names.join(" and ");
    let once = "Send it with [`once`](api_runtime::Client::once): under one key, it takes effect at most once, [as long as the \
                journal keeps the key](crate#calls)."
        .to_owned();
    let Some(find_by) = &operation.find_by else {
        // They may be the names of a record that it changes.
        let names = match names.is_empty() {
            true => String::new(),
            false => format!(
                ", by the {names} of the request. Such a record proves nothing: it may have been there before"
            ),
        };
        let person =
            format!("a person has to find out at the provider whether it took effect{names}.");
        return vec![match operation.retry {
            Retry::Idempotent {
                kept_hours: Some(hours),
                ..
            } => format!(
                "{once} If the outcome is still unknown, make the same call with the same key again: until {} after the first \
                 one, it sends the same idempotency key. After that it sends nothing, and {person}",
                prose::hours_text(hours)
            ),
            _ => format!("{once} If the outcome stays unknown, {person}"),
        }];
    };
    let condition = match (&find_by.parameter, &find_by.callback_url) {
        (None, Some(url)) => format!("If, with a {},", markdown::code(url)),
        _ => "If".to_owned(),
    };
    let unknown = format!(
        "{condition} the outcome is still unknown, make the same call with the same key again: it looks, compares, and sends if \
         there is no record. Make it within an hour: the journal's worker looks, too, but cannot compare, and an hour after it has \
         seen the record, the key sends nothing, and a person has to search at the provider, by {names}."
    );
    let [look_up, comparison] = look_up(find_by);
    vec![once, look_up, comparison, unknown]
}

/// How `once` finds the created record by its unique key, when it sends again, and what it compares.
fn look_up(find_by: &FindBy) -> [String; 2] {
    let rejection = match find_by.duplicate_statuses.as_slice() {
        [] => "a rejection".to_owned(),
        statuses => format!("a {}", prose::or(statuses.iter().map(ToString::to_string))),
    };
    let again = "it sends once more, if its timeout and its retries allow it, and relies on the provider to reject a duplicate";
    let text = match (&find_by.parameter, &find_by.callback_url) {
        (Some(_), _) => format!(
            "If the outcome is unknown, the call looks for the record by its unique key. If there is none, {again}: a look-up may \
             miss a new record. After {rejection}, it only looks."
        ),
        (None, Some(url)) => format!(
            "If the outcome is unknown, and the request has a {url}, the call asks the journal for the record's id, which a callback \
             may have named to a `Handler` over the store of the journal. With an id, it reads the record, and sends nothing. If no \
             callback has named one, {again}. After {rejection}, it only looks. Without a {url}, it does not look, and only a \
             person can find out an unknown outcome.",
            url = markdown::code(url)
        ),
        (None, None) => {
            "It does not look: only a person can find out an unknown outcome.".to_owned()
        }
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
    let comparison = format!(
        "Values that both the request and the record show are compared{exceptions}. If a look-up finds other values, the error is \
         [`Duplicate`](crate::ErrorKind::Duplicate): the outcome is unknown, and a person has to compare. If the response of this \
         call has other values, the call is a success with [`differences`](api_runtime::Sent::differences): check \
         [`needs_person`](api_runtime::Sent::needs_person) before you deliver."
    );
    [text, comparison]
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
        "[`sync`](api_runtime::Client::sync) yields the records whose `{}` is later than the watermark of the last run, some of them again, \
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
    let mut unproven = Vec::new();
    for echo in &operation.echoes {
        unproven.push(("WrongRecord", prose::is_not_repeated(echo)));
    }
    for echo in &operation.distinct {
        let is_wrong = prose::is_repeated(echo);
        unproven.push((
            "WrongRecord",
            format!("{is_wrong}, not that of a new record"),
        ));
    }
    if !operation.essential.is_empty() {
        let lacks_id = prose::lacks_id(&operation.essential);
        unproven.push(("Decode", format!("the response {lacks_id}")));
    }
    if operation.is_write_without_documented_body() {
        let is_json = match &package.envelope {
            None => "the body is JSON that reports no error: only an empty body proves success"
                .to_owned(),
            Some(envelope) => format!(
                "the body is other JSON than the envelope alone with {}: only that, or an empty body, proves success",
                markdown::code(&format!("{}: true", envelope.success))
            ),
        };
        unproven.push(("Decode", is_json));
    }
    let link = |kind: &str| format!("[`{kind}`](crate::ErrorKind::{kind})");
    if let (true, Some(envelope)) = (operation.is_write(), &package.envelope) {
        errors.push(format!(
            "{} if the body has {}: rejected if there is nothing but the envelope, without a payload, otherwise with an unknown outcome",
            link("Unsuccessful"),
            markdown::code(&format!("{}: false", envelope.success))
        ));
    }
    let unproven_texts = unproven.iter();
    errors.extend(unproven_texts.map(|(kind, when)| format!("{} if {when}", link(kind))));
    if errors.is_empty() {
        return;
    }
    docs.heading("Errors")
        .markdown("In addition to [those of every call](crate::ErrorKind):")
        .markdown_list(&errors);
    let mut kinds: Vec<&str> = unproven.into_iter().map(|(kind, _)| kind).collect();
    kinds.dedup();
    if operation.is_write() && !kinds.is_empty() {
        let kinds = prose::or(kinds.into_iter().map(markdown::code));
        docs.markdown(&format!(
            "After {kinds}, the outcome is unknown: the write may have taken effect."
        ));
    }
}

fn status_text(package: &Package, operation: &Operation, status: &ir::Status) -> String {
    let meaning = markdown::escape_markdown(&status.meaning);
    if status.not_found && !operation.reads_not_found(status) {
        return format!(
            "{}: documented as \"{meaning}\", although the request names no record. The kind is \
             [`Decode`](crate::ErrorKind::Decode), and the outcome unknown",
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
