//! The documents: every operation, every status and every body of theirs.

use std::cell::RefCell;
use std::sync::OnceLock;

use api_sandbox::{Effect, Fault};
use boon::{Compiler, Draft, Schemas};
use serde_json::{Value, json};

use self::Cause::{
    Anonymous, At, BadEscape, Good, Injected, InvalidBody, InvalidJson, UnknownParameter,
    UnknownVersion,
};
use crate::calls::{self, GoodRequest as Call};
use crate::common::http_client;
use crate::common::{Auth, Demo, demo};

pub(crate) fn documents() -> &'static [(&'static str, Value)] {
    static DOCUMENTS: OnceLock<Vec<(&str, Value)>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        let parsed = |&(name, text): &(&'static str, &str)| {
            (name, serde_json::from_str(text).expect("JSON"))
        };
        api_description::ALL.iter().map(parsed).collect()
    })
}

/// An operation: API, operationId, JSON pointer, and itself with the responses that it documents, without
/// `default`.
pub(crate) type Described = (&'static str, String, String, Value);

/// The operations of all APIs.
pub(crate) fn operations() -> &'static [Described] {
    static OPERATIONS: OnceLock<Vec<Described>> = OnceLock::new();
    OPERATIONS.get_or_init(|| {
        let mut operations = Vec::new();
        for (api, document) in documents() {
            for (path, item) in document["paths"].as_object().expect("paths") {
                for (method, operation) in item.as_object().expect("operations") {
                    let id = operation["operationId"].as_str().expect("an id").to_owned();
                    let escaped = path.replace('~', "~0").replace('/', "~1");
                    let mut operation = operation.clone();
                    let responses = operation["responses"].as_object_mut().expect("responses");
                    responses.retain(|status, _| status.parse::<u16>().is_ok());
                    let pointer = format!("/paths/{escaped}/{method}");
                    operations.push((*api, id, pointer, operation));
                }
            }
        }
        operations
    })
}

/// The name of an operation, which all of its paths share.
pub(crate) fn name_of(operation: &Value) -> &str {
    let name = operation["x-operation"].as_str();
    name.unwrap_or_else(|| operation["operationId"].as_str().expect("an id"))
}

pub(crate) fn document(api: &str) -> &'static Value {
    let mut documents = documents().iter();
    let found = documents.find(|(name, _)| *name == api);
    &found.expect("the document").1
}

/// Validates a body against a schema in the document, without the sandbox's code.
pub(crate) fn problems(api: &str, pointer: &str, body: &Value) -> Vec<String> {
    thread_local! {
        /// A compiler with the documents, and what it has compiled: to add a document takes time.
        static COMPILED: RefCell<(Compiler, Schemas)> = RefCell::new(compiler());
    }
    if document(api).pointer(pointer).is_none() {
        return Vec::new();
    }
    let pointer = pointer.replace('{', "%7B").replace('}', "%7D");
    let location = format!("{}#{pointer}", location(api));
    COMPILED.with_borrow_mut(|(compiler, schemas)| {
        // A schema that was compiled before is found.
        let schema = compiler.compile(&location, schemas).expect("a schema");
        let error = schemas.validate(body, schema).err();
        error
            .map(|error| format!("{error:#}"))
            .into_iter()
            .collect()
    })
}

/// The name of a document for the compiler.
fn location(api: &str) -> String {
    format!("https://sandbox.invalid/{api}")
}

fn compiler() -> (Compiler, Schemas) {
    let mut compiler = Compiler::new();
    compiler.set_default_draft(Draft::V2020_12);
    compiler.enable_format_assertions();
    for (api, document) in documents() {
        let resource = compiler.add_resource(&location(api), document.clone());
        resource.expect("a document");
    }
    (compiler, Schemas::new())
}

/// How to cause a status.
#[derive(Clone, Copy, Debug)]
enum Cause {
    /// The request of `calls.rs`.
    Good,
    /// Without credentials.
    Anonymous,
    /// Another path.
    At(&'static str),
    /// An invalid escape in the query.
    BadEscape,
    /// An invalid body: an empty object.
    InvalidBody,
    /// A body that is not JSON.
    InvalidJson,
    /// An unknown version of the API.
    UnknownVersion,
    /// An undocumented parameter, when those are denied.
    UnknownParameter,
    /// An injected fault.
    Injected,
}

const NO_QUOTE: &str = "/api/demo-api-token/v1/incoming_quotes/1";

/// The causes that neither the status nor the body of a request tells.
const CAUSES: &[(&str, &str, u16, Cause)] = &[
    (
        "pos-v3",
        "update_incoming_quote",
        204,
        At("/api/v3/incoming_quotes/Q-1"),
    ),
    (
        "pos-v3",
        "get_incoming_quote",
        404,
        At("/api/v3/incoming_quotes/Q-1"),
    ),
    (
        "pos-v3",
        "get_menu_feed",
        404,
        At("/api/v3/menu_feeds/none"),
    ),
    (
        "pos-v2",
        "get_menu_feed_options",
        404,
        At("/api/v2/menu_feeds/7/options"),
    ),
    (
        "pos-v2",
        "get_customer",
        422,
        At("/api/v2/venue/customers/first"),
    ),
    (
        "pos-v2",
        "update_customer",
        204,
        At("/api/v2/venue/customers/1"),
    ),
    (
        "pos-v1",
        "get_incoming_order",
        404,
        At("/api/demo-api-token/v1/incoming_orders/1"),
    ),
    ("pos-v1", "get_incoming_quote", 404, At(NO_QUOTE)),
    ("pos-v1", "patch_incoming_quote", 204, At(NO_QUOTE)),
    ("pos-v1", "update_incoming_quote", 204, At(NO_QUOTE)),
    (
        "pos-v1",
        "finalize_incoming_quote",
        204,
        At("/api/demo-api-token/v1/incoming_quotes/1/finalize"),
    ),
    ("pos-v1", "finalize_incoming_quote", 400, BadEscape),
    (
        "pos-v1",
        "get_menu_feed_token_path",
        404,
        At("/api/demo-api-token/v1/menu_feeds/7"),
    ),
    (
        "pos-v1",
        "get_menu_feed",
        404,
        At("/api/v1/menu_feeds/none"),
    ),
];

/// The documented statuses of a request, and how to cause them.
fn causes(call: &Call) -> Vec<(u16, Cause)> {
    let (_, operation) = operation_of(call);
    let responses = operation["responses"].as_object().expect("responses");
    let documented = |status: &str| responses.contains_key(status);
    let cause = |status: u16| {
        let mut special = CAUSES.iter();
        let special = special.find(|(api, id, other, _)| {
            (*api, *id, *other) == (call.api, call.operation_id, status)
        });
        match (status, &call.body) {
            _ if special.is_some() => special.expect("a cause").3,
            (200, _) => Good,
            (401, _) => Anonymous,
            (404, _) if call.api == "payments" => UnknownVersion,
            (400, Some(_)) if documented("422") => InvalidJson,
            (400 | 422, Some(_)) => InvalidBody,
            (400, None) => BadEscape,
            (422, None) => UnknownParameter,
            // The documents do not say what causes it.
            _ => Injected,
        }
    };
    let statuses = responses
        .keys()
        .map(|status| status.parse().expect("a status"));
    statuses.map(|status| (status, cause(status))).collect()
}

#[tokio::test]
async fn every_documented_status_can_be_caused() {
    let demo = demo().await;
    // Successful requests are last, as they change the records that the others need.
    let mut failed = Vec::new();
    for last in [false, true] {
        let calls = calls::all(&demo).await;
        let has_call = |(api, id, ..): &&Described| {
            let mut calls = calls.iter();
            calls.any(|call| call.api == *api && call.operation_id == *id)
        };
        let missing = operations().iter().filter(|described| !has_call(described));
        let missing = missing.map(|(api, id, ..)| format!("no row of `REQUESTS`: {api} {id}"));
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<String>::new());
        for call in calls {
            let causes = causes(&call).into_iter();
            for (status, cause) in causes.filter(|(status, _)| (*status == 200) == last) {
                if let Err(problem) = cause_status(&demo, &call, status, cause).await {
                    failed.push(format!(
                        "{} {} {status}: {problem}",
                        call.api, call.operation_id
                    ));
                }
            }
        }
        demo.sandbox.control().reset().expect("a reset");
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// The JSON pointer of a request's operation, and the operation.
fn operation_of(call: &Call) -> (&'static str, &'static Value) {
    let mut all = operations().iter();
    let found = all.find(|(api, id, ..)| *api == call.api && *id == call.operation_id);
    let (.., pointer, operation) = found.expect("the operation");
    (pointer, operation)
}

/// Causes a status; the error is the actual response.
async fn cause_status(demo: &Demo, call: &Call, status: u16, cause: Cause) -> Result<(), String> {
    let control = demo.sandbox.control();
    let (mut auth, mut path, mut body) = (call.auth, call.path.clone(), call.body.clone());
    let and = |path: &str, query: &str| {
        let joint = if path.contains('?') { '&' } else { '?' };
        format!("{path}{joint}{query}")
    };
    match cause {
        Good => {}
        Anonymous => {
            auth = Auth::Anonymous;
            path = path.replace("demo-api-token", "demo-wrong-token");
        }
        At(other) => path = other.to_owned(),
        BadEscape => path = and(&path, "color=%zz"),
        InvalidBody => body = Some(json!({})),
        InvalidJson => body = None,
        UnknownVersion => {
            path = path.replace("/v1.0/", "/v2.0/");
            if let Some(version) = body.as_mut().and_then(|body| body.get_mut("ApiVersion")) {
                *version = "2.0".into();
            }
        }
        UnknownParameter => {
            control.deny_unknown_fields(true);
            path = and(&path, "color=teal");
        }
        Injected => {
            let (_, operation) = operation_of(call);
            let name = name_of(operation);
            let fault = Fault::new(name, Effect::Status(status)).for_api(call.api);
            control.inject(fault).map_err(|error| error.to_string())?;
        }
    }
    let (actual, response) = match cause {
        InvalidJson => demo.send_text(auth, call.method, &path, "{").await,
        _ => demo.send(auth, call.method, &path, body).await,
    };
    control.deny_unknown_fields(false);
    if actual != status {
        return Err(format!("{actual} {response}"));
    }
    let problems = body_problems(call, status, &response);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(format!("{problems:?}"))
    }
}

/// Validates a body against the document, or `CHOICES.md` if it is not documented.
fn body_problems(call: &Call, status: u16, response: &Value) -> Vec<String> {
    let (pointer, operation) = operation_of(call);
    let schema = "content/application~1json/schema";
    let shown = operation["responses"][status.to_string()]
        .pointer(&format!("/{schema}"))
        .is_some();
    if shown {
        let pointer = format!("{pointer}/responses/{status}/{schema}");
        return problems(call.api, &pointer, response);
    }
    let good = match (call.api, status) {
        (_, 200) => true,
        (_, 204) => response.is_null(),
        ("payments", _) => {
            response["Success"] == false
                && response["Payload"].is_null()
                && response["Message"].is_string()
        }
        (_, 422) => response["errors"]
            .as_array()
            .is_some_and(|errors| !errors.is_empty()),
        _ => response["error"].is_string(),
    };
    if good {
        Vec::new()
    } else {
        vec![format!("unlike CHOICES.md: {response}")]
    }
}

/// The status, and the values of `WWW-Authenticate`.
async fn challenges(demo: &Demo, auth: Auth<'_>, request: &Call, path: &str) -> (u16, Vec<String>) {
    let response = demo.try_send(auth, request.method, path, request.body.clone());
    let response = response.await.expect("a response");
    let values = response.headers().get_all("www-authenticate").iter();
    let values = values.map(|value| value.to_str().expect("ASCII").to_owned());
    (response.status().as_u16(), values.collect())
}

/// The challenges of an operation: one for each of its schemes in a header, by the document.
fn documented_challenges(request: &Call) -> String {
    let (_, operation) = operation_of(request);
    let requirements = operation["security"].as_array().expect("requirements");
    let schemes = requirements.iter().map(|requirement| {
        let requirement = requirement.as_object().expect("a requirement");
        let name = requirement.keys().next().expect("a name");
        let scheme = &document(request.api)["components"]["securitySchemes"][name]["scheme"];
        match scheme.as_str() {
            Some("basic") => format!("Basic realm=\"{}\"", request.api),
            Some("bearer") => format!("Bearer realm=\"{}\"", request.api),
            other => panic!("scheme {other:?}"),
        }
    });
    let mut schemes: Vec<_> = schemes.collect();
    schemes.dedup();
    schemes.join(", ")
}

#[tokio::test]
async fn every_operation_requires_credentials_and_names_its_scheme() {
    let demo = demo().await;
    for request in calls::all(&demo).await {
        let wrong = request.path.replace("demo-api-token", "demo-wrong-token");
        let expected = documented_challenges(&request);
        for auth in [
            Auth::Anonymous,
            Auth::Header("Digest username=\"x\""),
            Auth::Bearer("live-token"),
            Auth::Bearer("demo-wrong-token"),
            Auth::Basic("demo-integrator-token", "demo-wrong-token"),
        ] {
            let found = challenges(&demo, auth, &request, &wrong).await;
            assert_eq!(found, (401, vec![expected.clone()]), "{wrong}");
        }
    }
}

#[tokio::test]
async fn several_authorization_headers_are_unauthorized() {
    let demo = demo().await;
    let url = format!("{}/v2/venue/info", demo.sandbox.pos_url());
    let request = http_client().get(url).bearer_auth("demo-api-token");
    let twice = request
        .try_clone()
        .expect("no body")
        .header("authorization", "Bearer demo-wrong-token");
    for (request, status) in [(request, 200), (twice, 401)] {
        let response = request.send().await.expect("a response");
        assert_eq!(response.status().as_u16(), status);
    }
}
