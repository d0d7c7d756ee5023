//! Secrets and personal data in the texts of a server: what errors show in their place.

use api_runtime::__generated::{OperationInfo, ResponseReader};
use api_runtime::api_wire::{Body, Parameters, ReadError};
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::testing::Step;
use api_runtime::{Client, Method, RawRequest, RawResponse};
use test_support::retry_rules::{GetThing, Shop, VenueApiToken, builder, client};
use test_support::script::script;

const SECRET: &str = "aB3/x+9~Q?z%2f&_-ü\"1=";

fn client_with(response: Step, secrets: &[&str]) -> Client<Shop, VenueApiToken> {
    let named = (0..).zip(secrets);
    let builder = named.fold(builder(&script([response])), |builder, (number, secret)| {
        builder.query(format!("s{number}"), secret)
    });
    builder.build().unwrap()
}

/// The message of a rejection, of a call with these secrets and personal data.
async fn message(secrets: &[&str], personal: &[&str], text: &str) -> String {
    let body = serde_json::json!({ "errors": [text] }).to_string();
    let client = client_with(Step::response(422, body), secrets);
    let raw = RawRequest::<Shop>::new(Method::Post, "/v2/people");
    let error = client.send(raw.body(serde_json::json!(personal))).await;
    error.unwrap_err().messages()[0].clone()
}

/// What is shown of a body that is no JSON.
async fn excerpt(body: impl Into<Vec<u8>>) -> String {
    let response = Step::response(501, body.into()).header("content-type", "text/plain");
    let client = client_with(response, &[]);
    let text = client.send(GetThing).await.unwrap_err().to_string();
    let (_, excerpt) = text.split_once(", status 501: \"").unwrap();
    excerpt.strip_suffix('"').unwrap().to_owned()
}

#[tokio::test(start_paused = true)]
async fn secret_is_redacted_as_it_was_sent_percent_encoded_and_in_base64() {
    for echoed in [
        SECRET,
        "AB3/X+9~Q?Z%2F&_-ü\"1=",
        // What an encoder leaves alone differs.
        "aB3%2Fx%2B9~Q%3Fz%252f%26_-%C3%BC%221%3D",
        "aB3/x+9%7eQ?z%252f&%5f-%c3%bc%221=",
        r#"aB3\/x+9~Q?z%2f&_-ü\"1="#,
        "aB3~1x+9~0Q?z%2f&_-ü\"1=",
        "YUIzL3grOX5RP3olMmYmXy3DvCIxPQ==",
        "YUIzL3grOX5RP3olMmYmXy3DvCIxPQ",
    ] {
        for (before, after) in [("<", ">"), ("\"", "\""), ("x=", "&"), ("a", "b")] {
            let text = format!("is {before}{echoed}{after}.");
            let expected = format!("is {before}[hidden]{after}.");
            assert_eq!(message(&[SECRET], &[], &text).await, expected, "{text}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn short_secrets_and_personal_data_are_whole_words() {
    let secrets = ["venue", "integrator", "w/rd", "a disconnected integrator"];
    let personal = ["male", "Main St. 7", "CA", "José Ångström"];
    for (text, expected) in [
        (
            "this has disconnected the integrators, and this",
            "this has disconnected the integrators, and this",
        ),
        (
            "/venue_settings/0: invalid venues of an integrator_token",
            "/venue_settings/0: invalid venues of an integrator_token",
        ),
        ("female in CA", "female in CA"),
        ("w/r xw/rdx", "w/r xw/rdx"),
        (
            "Bearer venue is unknown, /api/venue/v1, token=Integrator",
            "Bearer [hidden] is unknown, /api/[hidden]/v1, token=[hidden]",
        ),
        ("%2Fvenue%2F w%2Frd", "%2F[hidden]%2F [hidden]"),
        ("male, Male, main%20St.+7", "[hidden], [hidden], [hidden]"),
        (
            "José Ångström, JOSÉ ÅNGSTRÖM, Jos%c3%a9+%c3%85ngstr%c3%b6m",
            "[hidden], [hidden], [hidden]",
        ),
    ] {
        assert_eq!(message(&secrets, &personal, text).await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn overlapping_secrets_are_redacted_at_once() {
    let secrets = ["abcd", "abcd-efgh", "efgh-ijkl", "is"];
    let text = "this abcd-efgh is abcd, abcd-efgh-ijkl";
    let expected = "this [hidden] is [hidden], [hidden]";
    assert_eq!(message(&secrets, &[], text).await, expected);
}

#[tokio::test(start_paused = true)]
async fn long_secrets_are_redacted_by_their_parts() {
    let secret: String = (0..300).map(|number| number.to_string()).collect();
    let text = format!("is {secret}.");
    assert_eq!(message(&[&secret], &[], &text).await, "is [hidden].");
    // It has 790 bytes: four parts.
    let start = &secret[..300];
    let expected = format!("[hidden]{}", &start[198..]);
    assert_eq!(message(&[&secret], &[], start).await, expected);
    let longer = "s3cret-".repeat(1_000);
    let text = format!("{longer} done");
    assert_eq!(message(&[&longer], &[], &text).await, "[hidden] done");
}

#[tokio::test(start_paused = true)]
async fn other_text_is_not_changed() {
    for text in ["a", "%2f%2F~1&amp;", "é\u{1f600}", "the order is invalid"] {
        assert_eq!(message(&[SECRET], &[], text).await, text);
    }
}

#[tokio::test(start_paused = true)]
async fn messages_are_limited() {
    let long = "é\n".repeat(1_000);
    assert!(message(&[], &[], &long).await.len() <= 512);
    assert_eq!(message(&[], &[], &"x".repeat(1_000)).await.len(), 512);
    // The limit of what is searched for secrets is in the middle of a character.
    let text = format!("x{}", "é".repeat(40_000));
    let secret = "é".repeat(10);
    assert_eq!(message(&[&secret], &[], &text).await, "x[hidden]");
    // And it is one for all messages together.
    let count = async |length: usize| {
        let texts = vec!["x".repeat(length); 6];
        let body = serde_json::json!({ "errors": texts }).to_string();
        let client = client_with(Step::response(422, body), &[]);
        client.send(GetThing).await.unwrap_err().messages().len()
    };
    assert_eq!(count(16 * 1024).await, 4);
    assert_eq!(count(64 * 1024 + 1).await, 1);
}

#[tokio::test(start_paused = true)]
async fn excerpt_is_short_and_escapes_control_characters() {
    let text = excerpt(format!("\u{1b}[31m\n\u{202e}{}", "x".repeat(1000))).await;
    assert!(text.starts_with("\\u{1b}[31m\\n\\u{202e}xxx"), "{text}");
    assert_eq!(text.chars().count(), 200);
    assert_eq!(excerpt("\u{1f600}".repeat(1000)).await.len(), 512);
}

#[tokio::test(start_paused = true)]
async fn excerpt_ends_before_a_record() {
    for (body, shown) in [
        (
            "<b>Notice</b>: old API\n{\"token\":\"a\"}",
            "<b>Notice</b>: old API…",
        ),
        ("dict {'id': 7, 'token': 'a'}", "dict…"),
        // The rest of a record.
        ("7,\"token\":\"a\"}", "…"),
        // Another text.
        (
            "invalid \"quantity\": too small",
            "invalid \"quantity\": too small",
        ),
    ] {
        assert_eq!(excerpt(body).await, shown, "{body}");
    }
}

#[derive(Clone, PartialEq, Body)]
struct Person {
    #[wire(pii)]
    phone: i64,
    #[wire(pii)]
    name: String,
    town: String,
}

#[derive(Parameters)]
struct AddPerson {
    #[wire(path, pii)]
    card: String,
    #[wire(query, pii)]
    email: String,
    #[wire(query)]
    shop: String,
    #[wire(header, "x-device", secret)]
    device: String,
    #[wire(wrapped_body)]
    person: Person,
}

impl Operation for AddPerson {
    type Api = Shop;
    type Output = RawResponse;
    const INFO: OperationInfo =
        OperationInfo::new("add_person", Method::Post, "/v2/cards/{card}/person");

    fn read_response(response: &ResponseReader) -> Result<RawResponse, ReadError> {
        response.undocumented()
    }
}

impl AuthorizedBy<VenueApiToken> for AddPerson {}

#[tokio::test(start_paused = true)]
async fn marked_parameters_and_fields_are_redacted_wherever_they_are_sent() {
    let texts = [
        "C-4711",
        "ada@mail.example",
        "D-77-aa",
        "5550199",
        "Ada Byron",
        "Leeds",
        "S-9",
    ];
    let body = serde_json::json!({ "errors": texts }).to_string();
    let [card, email, device, _, name, town, shop] = texts.map(str::to_owned);
    let person = Person {
        phone: 5_550_199,
        name,
        town,
    };
    let operation = AddPerson {
        card,
        email,
        shop,
        device,
        person,
    };
    let client = client(&script([Step::response(422, body)]));
    let error = client.send(operation).await.unwrap_err();
    let hidden = "[hidden]";
    assert_eq!(
        error.messages(),
        [hidden, hidden, hidden, hidden, hidden, "Leeds", "S-9"]
    );
}
