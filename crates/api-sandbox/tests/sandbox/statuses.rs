//! Every status that the documents give an operation can be had from the sandbox, and how.

use std::collections::BTreeSet;

use api_sandbox::{Effect, Fault};
use serde_json::{Value, json};

use self::Way::{
    At, BadEscape, Good, Injected, NoJson, Nobody, OtherBody, OtherVersion, UnknownParameter,
};
use crate::calls::{self, Good as Call};
use crate::common::{As, Demo, demo};
use crate::responses::{operations, problems};

/// How a status is had. All but the last two are requests like any other.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// The request of `calls.rs`.
    Good,
    /// It without credentials.
    Nobody,
    /// It at another path.
    At(&'static str),
    /// It with a query that is badly escaped.
    BadEscape,
    /// It with a body that is no JSON of the description: an empty object.
    OtherBody,
    /// It with a body that is no JSON.
    NoJson,
    /// It at a version of the API that there is not.
    OtherVersion,
    /// It with a parameter that is not described, while the setting is on that refuses those.
    UnknownParameter,
    /// It, with a fault.
    Injected,
}

type Row = (&'static str, &'static str, &'static [(u16, Way)]);

const LIST: &[(u16, Way)] = &[(200, Good), (401, Nobody)];
const FEED: &[(u16, Way)] = &[
    (200, Good),
    (400, BadEscape),
    (422, UnknownParameter),
    (500, Injected),
];
const V1_CREATE: &[(u16, Way)] = &[
    (200, Good),
    (400, NoJson),
    (422, OtherBody),
    (500, Injected),
];
const PAYMENT: &[(u16, Way)] = &[
    (200, Good),
    (400, OtherBody),
    (401, Nobody),
    (404, OtherVersion),
];
const NO_FEED: &str = "/api/demo-api-token/v1/menu_feeds/7";
const NO_QUOTE: &str = "/api/demo-api-token/v1/incoming_quotes/1";

#[rustfmt::skip]
const TABLE: &[Row] = &[
    ("pos-v3", "create_incoming_order", &[(200, Good), (422, OtherBody)]),
    ("pos-v3", "get_incoming_order", &[(200, Good)]),
    ("pos-v3", "create_incoming_quote", &[(200, Good)]),
    ("pos-v3", "update_incoming_quote", &[(200, Good), (204, At("/api/v3/incoming_quotes/Q-1"))]),
    ("pos-v3", "get_incoming_quote", &[(200, Good), (404, At("/api/v3/incoming_quotes/Q-1"))]),
    ("pos-v3", "get_menu_feed", &[(200, Good), (401, Nobody), (404, At("/api/v3/menu_feeds/none"))]),
    ("pos-v3", "list_venues", &[(200, Good)]),
    ("pos-v3", "get_venue_info", &[(200, Good)]),
    ("pos-v2", "get_menu_feed.token_path", FEED),
    ("pos-v2", "get_menu_feed.bearer", FEED),
    ("pos-v2", "get_menu_feed_options", &[
        (200, Good), (400, BadEscape), (404, At("/api/v2/menu_feeds/7/options")), (422, UnknownParameter), (500, Injected),
    ]),
    ("pos-v2", "get_venue_info", FEED),
    ("pos-v2", "list_coupons", LIST),
    ("pos-v2", "list_customers", LIST),
    // Nothing tells which record it is that was not found: the sandbox has none, and finds all.
    ("pos-v2", "create_customer", &[(200, Good), (204, Injected), (400, OtherBody)]),
    ("pos-v2", "get_customer", &[
        (200, Good), (400, BadEscape), (422, At("/api/v2/venue/customers/first")), (500, Injected),
    ]),
    ("pos-v2", "update_customer", &[(200, Good), (204, At("/api/v2/venue/customers/1")), (400, OtherBody)]),
    ("pos-v2", "list_inventories", LIST),
    ("pos-v2", "list_manifest_items", LIST),
    ("pos-v2", "list_manifests", LIST),
    ("pos-v2", "list_sales_histories", LIST),
    ("pos-v2", "get_sales_history", LIST),
    ("pos-v2", "list_terminal_tills", LIST),
    ("pos-v2", "list_users", LIST),
    ("pos-v1", "get_venue_info", &[
        (200, Good), (400, BadEscape), (401, Nobody), (422, UnknownParameter), (500, Injected),
    ]),
    ("pos-v1", "list_coupons", FEED),
    ("pos-v1", "create_incoming_order", V1_CREATE),
    ("pos-v1", "get_incoming_order", &[
        (200, Good), (404, At("/api/demo-api-token/v1/incoming_orders/1")), (422, UnknownParameter), (500, Injected),
    ]),
    ("pos-v1", "create_incoming_quote", V1_CREATE),
    ("pos-v1", "get_incoming_quote", &[(200, Good), (404, At(NO_QUOTE)), (422, UnknownParameter), (500, Injected)]),
    ("pos-v1", "patch_incoming_quote", &[(200, Good), (204, At(NO_QUOTE)), (400, OtherBody)]),
    ("pos-v1", "update_incoming_quote", &[(200, Good), (204, At(NO_QUOTE))]),
    ("pos-v1", "finalize_incoming_quote", &[
        (200, Good), (204, At("/api/demo-api-token/v1/incoming_quotes/1/finalize")), (400, BadEscape),
    ]),
    ("pos-v1", "get_incoming_quote_by_id", &[(200, Good)]),
    ("pos-v1", "get_menu_feed.token_path", &[
        (200, Good), (400, BadEscape), (404, At(NO_FEED)), (422, UnknownParameter), (500, Injected),
    ]),
    ("pos-v1", "get_menu_feed.bearer", &[
        (200, Good), (400, BadEscape), (404, At("/api/v1/menu_feeds/none")), (422, UnknownParameter), (500, Injected),
    ]),
    ("pos-v1", "get_menu_feed_options", FEED),
    ("pos-v1", "list_customers", LIST),
    ("pos-v1", "list_employees", LIST),
    ("pos-v1", "list_inventories", LIST),
    ("pos-v1", "list_manifest_items", LIST),
    ("pos-v1", "list_sales_histories", LIST),
    ("vendor", "list_retailers", &[(200, Good)]),
    ("vendor", "list_vendors", &[(200, Good)]),
    ("payments", "create_request", PAYMENT),
    ("payments", "submit_request", PAYMENT),
    ("payments", "refund_request", PAYMENT),
    ("payments", "adjust_request", PAYMENT),
    ("payments", "addendum_request", PAYMENT),
];

#[test]
fn the_table_has_the_statuses_of_the_documents() {
    let described: BTreeSet<(&str, String, u16)> = operations()
        .into_iter()
        .flat_map(|(api, id, _, operation)| {
            let replies = operation["responses"].as_object().expect("replies");
            let statuses = replies
                .keys()
                .map(|status| status.parse().expect("a status"));
            statuses
                .map(|status| (api, id.clone(), status))
                .collect::<Vec<_>>()
        })
        .collect();
    let listed: BTreeSet<(&str, String, u16)> = TABLE
        .iter()
        .flat_map(|(api, id, statuses)| {
            statuses
                .iter()
                .map(|(status, _)| (*api, (*id).to_owned(), *status))
        })
        .collect();
    let new: Vec<_> = described.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&described).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "not in the table: {new:?}; not in the documents: {gone:?}"
    );
}

#[tokio::test]
async fn every_documented_status_can_be_had() {
    let demo = demo().await;
    // What changes something comes last, so that what it changes is there before.
    let mut failed = Vec::new();
    for last in [false, true] {
        for call in calls::all(&demo).await {
            let (_, _, statuses) = TABLE
                .iter()
                .find(|(api, id, _)| *api == call.api && *id == call.operation_id)
                .expect("a row");
            for (status, way) in statuses
                .iter()
                .filter(|(status, _)| (*status == 200) == last)
            {
                if let Err(problem) = had(&demo, &call, *status, *way).await {
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

/// Asks for a status in a way; the error says what came instead.
async fn had(demo: &Demo, call: &Call, status: u16, way: Way) -> Result<(), String> {
    let control = demo.sandbox.control();
    let (mut who, mut path, mut body) = (call.who, call.path.clone(), call.body.clone());
    let and = |path: &str, query: &str| {
        let joint = if path.contains('?') { '&' } else { '?' };
        format!("{path}{joint}{query}")
    };
    match way {
        Good => {}
        Nobody => {
            who = As::Nobody;
            path = path.replace("demo-api-token", "demo-wrong-token");
        }
        At(other) => path = other.to_owned(),
        BadEscape => path = and(&path, "colour=%zz"),
        OtherBody => body = Some(json!({})),
        NoJson => body = None,
        OtherVersion => {
            path = path.replace("/v1.0/", "/v2.0/");
            if let Some(version) = body.as_mut().and_then(|body| body.get_mut("ApiVersion")) {
                *version = "2.0".into();
            }
        }
        UnknownParameter => {
            control.deny_unknown_fields(true);
            path = and(&path, "colour=teal");
        }
        Injected => {
            let all = operations();
            let operation = all
                .iter()
                .find(|(api, id, _, _)| *api == call.api && *id == call.operation_id);
            let name = operation.and_then(|(_, _, _, operation)| operation["x-operation"].as_str());
            let fault = Fault::new(name.expect("a name"), Effect::Status(status)).for_api(call.api);
            control.inject(fault).map_err(|error| error.to_string())?;
        }
    }
    let (came, reply) = match way {
        NoJson => demo.send_text(who, call.method, &path, "{").await,
        _ => demo.send(who, call.method, &path, body).await,
    };
    control.deny_unknown_fields(false);
    if came != status {
        return Err(format!("{came} {reply}"));
    }
    let problems = body_problems(call, status, &reply);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(format!("{problems:?}"))
    }
}

/// What is wrong with a body: by the document, or by the README where the document does not show it.
fn body_problems(call: &Call, status: u16, reply: &Value) -> Vec<String> {
    let all = operations();
    let found = all
        .iter()
        .find(|(api, id, _, _)| *api == call.api && *id == call.operation_id);
    let (_, _, pointer, operation) = found.expect("the operation");
    let schema = "content/application~1json/schema";
    let shown = operation["responses"][status.to_string()]
        .pointer(&format!("/{schema}"))
        .is_some();
    if shown {
        let pointer = format!("{pointer}/responses/{status}/{schema}");
        return problems(call.api, &pointer, reply);
    }
    let good = match (call.api, status) {
        (_, 200) => true,
        (_, 204) => reply.is_null(),
        ("payments", _) => {
            reply["Success"] == false && reply["Payload"].is_null() && reply["Message"].is_string()
        }
        (_, 422) => reply["errors"]
            .as_array()
            .is_some_and(|errors| !errors.is_empty()),
        _ => reply["error"].is_string(),
    };
    if good {
        Vec::new()
    } else {
        vec![format!("the README shows another body than {reply}")]
    }
}
