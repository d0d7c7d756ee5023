//! Reasons for invalid fields of requests.

use api_runtime::__generated::{ClientValue, OperationInfo, ResponseReader};
use api_runtime::api_wire::{Body, Parameters, ReadError, ToWire, WireValue};
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::{Error, Json, Method, RawRequest, RawResponse};
use test_support::till::Till;

use super::Report;
use super::till::{Authorize, TillClient, valid_config};

#[derive(Clone, PartialEq, Body)]
struct Note {
    #[wire(max = 4)]
    text: String,
    #[wire(max = 4)]
    author: Option<String>,
}

/// Writes what is no JSON.
struct Cut;

impl ToWire for Cut {
    fn to_wire(&self) -> WireValue<'_> {
        WireValue::Json(r#"{"note": "#)
    }
}

macro_rules! operations {
    ($($name:ident { $($fields:tt)* } = $info:expr;)*) => {$(
        #[derive(Parameters)]
        struct $name {
            $($fields)*
        }

        impl Operation for $name {
            type Api = Till;
            type Output = RawResponse;
            const INFO: OperationInfo = $info;

            fn read_response(response: &ResponseReader) -> Result<RawResponse, ReadError> {
                response.undocumented()
            }
        }

        impl AuthorizedBy<Authorize> for $name {}
    )*};
}

const LIST: OperationInfo = OperationInfo::new("list_notes", Method::Get, "/notes");
const ADD: OperationInfo = OperationInfo::new("add_note", Method::Post, "/notes");

operations! {
    GetNotes { #[wire(path)] id: Vec<i64>, } = OperationInfo::new("get_notes", Method::Get, "/{id}");
    FilterNotes { #[wire(query)] filter: Vec<Vec<i64>>, } = LIST;
    ListNotes {
        #[wire(query, count)] page: Option<u32>,
        #[wire(query, count, max = 100)] per_page: Option<u32>,
    } = LIST;
    AddNote { #[wire(body)] body: Note, } = ADD;
    AddWrapped { #[wire(wrapped_body)] note: Note, } = ADD;
    AddDeep { #[wire(wrapped_body)] note: Json, } = ADD;
    AddCut { #[wire(body)] body: Cut, } = ADD;
    AddText { #[wire(body)] body: String, } = ADD;
    AddWithVersion { #[wire(body)] body: Json, } = ADD.client_values(&[ClientValue::body("ApiVersion", "api_version")]);
    AddWrappedWithVersion { #[wire(wrapped_body)] note: Json, } = ADD.client_values(&[ClientValue::body("ApiVersion", "api_version")]);
    AddWithKey {} = ADD.client_values(&[ClientValue::body("PublicKey", "public_key")]);
    GetByKey {} = OperationInfo::new("get_by_key", Method::Get, "/{key}")
        .client_values(&[ClientValue::path("key", "public_key")]);
}

pub(crate) fn report(report: &mut Report) {
    report.section("Requests");
    let get = |template: &'static str| RawRequest::new(Method::Get, template);
    let list = |page, per_page| ListNotes { page, per_page };
    let cases = [
        ("a template with dots", error(get("/a/.."))),
        ("a variable without a value", error(get("/{id}"))),
        ("a list as a path value", error(GetNotes { id: vec![1] })),
        ("an empty path value", error(get("/{id}").path("id", ""))),
        (
            "a path value with a line break",
            error(get("/{id}").path("id", "a\nb")),
        ),
        ("dots as a path value", error(get("/{id}").path("id", ".."))),
        (
            "a list as a query value",
            error(FilterNotes {
                filter: vec![vec![1]],
            }),
        ),
        ("JSON that is nested too deep with its key", {
            let note = format!("{}{}", "[".repeat(127), "]".repeat(127));
            let note = note.parse().unwrap();
            error(AddDeep { note })
        }),
        ("a body that is cut", error(AddCut { body: Cut })),
        ("page 0", error(list(Some(0), None))),
        ("too many items", error(list(None, Some(101)))),
        (
            "a long string",
            error(AddNote {
                body: note("12345", None),
            }),
        ),
        (
            "a long string under a key",
            error(AddWrapped {
                note: note("12345", None),
            }),
        ),
        (
            "two long strings",
            error(AddNote {
                body: note("12345", Some("12345")),
            }),
        ),
        (
            "a string as a body",
            error(AddText {
                body: "12345".to_owned(),
            }),
        ),
        (
            "a list with client values",
            error(AddWithVersion { body: json("[]") }),
        ),
        (
            "a client value that is set already",
            error(AddWithVersion {
                body: json(r#"{"ApiVersion": "2.0"}"#),
            }),
        ),
        (
            "one that is set already under a key",
            error(AddWrappedWithVersion {
                note: json(r#"{"ApiVersion": "2.0"}"#),
            }),
        ),
        ("a missing client value in the body", error(AddWithKey {})),
        ("a missing client value in the path", error(GetByKey {})),
        ("a value without a variable", error(get("/a").path("id", 7))),
    ];
    for (situation, error) in cases {
        let fields = error.invalid_fields().iter().map(ToString::to_string);
        report.line(situation, fields.collect::<Vec<_>>().join("\n    "));
    }
}

fn error<O>(operation: O) -> Error
where
    O: Operation<Api = Till> + AuthorizedBy<Authorize>,
{
    let client = TillClient::new(valid_config()).unwrap();
    client.call().to_http(&operation).unwrap_err()
}

fn note(text: &str, author: Option<&str>) -> Note {
    Note {
        text: text.to_owned(),
        author: author.map(str::to_owned),
    }
}

fn json(text: &str) -> Json {
    text.parse().unwrap()
}
