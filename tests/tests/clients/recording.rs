//! Recordings of calls, and calls that play them. What they must not show is searched for in `wire/recorded.rs`.

use std::fs;
use std::path::PathBuf;

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{ErrorKind, Method, RawRequest};
use pos_v2_client::model::NewCustomer;
use pos_v2_client::{
    Client, ClientBuilder, CreateCustomer, GetCustomer, GetMenuFeed, GetMenuFeedRoute,
    ListCustomers,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::config;

const CUSTOMER: &str = r#"{"customer": {"id": 7, "first_name": "Ada", "birthday": "12/10/1815", "customer_type": "gold", "points": "many", "zz": [1]}}"#;

/// A folder for a recording, which is removed at the end.
struct Recording(TempDir);

impl Recording {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("first.har")
    }

    /// A client that records the responses of a script.
    fn client<S: Into<Step>>(&self, steps: impl IntoIterator<Item = S>) -> Client {
        let client = builder(ScriptedTransport::new(steps));
        client.record(self.path()).build().unwrap()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    fn entries(&self) -> Vec<Value> {
        let file: Value = serde_json::from_str(&self.text()).unwrap();
        file["log"]["entries"].as_array().unwrap().clone()
    }

    /// A client that plays the recording, and its transport.
    fn played(&self) -> (Client, ScriptedTransport) {
        let transport = ScriptedTransport::from_har(&self.text());
        (builder(transport.clone()).build().unwrap(), transport)
    }
}

fn builder(transport: ScriptedTransport) -> ClientBuilder {
    Client::builder(config::pos_v2("https://pos.example/demo-secret-path/api")).transport(transport)
}

/// The texts of a body, as JSON.
fn body(entry: &Value) -> Value {
    let text = entry["response"]["content"]["text"].as_str().unwrap();
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn a_request_is_recorded_as_its_operation_describes_it() {
    let recording = Recording::new();
    let client = recording.client([(422, ""); 5]);
    let list = ListCustomers::new()
        .per_page(2u32)
        .telephone_eq("+1 555 0100");
    client.send(list).await.unwrap_err();
    let customer = NewCustomer::new()
        .first_name("Ada")
        .active(true)
        .email("ada@shop.example");
    client
        .send(CreateCustomer::new(customer))
        .await
        .unwrap_err();
    client.send(GetCustomer::new(7)).await.unwrap_err();
    let feed = GetMenuFeed::new("4521").route(GetMenuFeedRoute::TokenPath);
    client.send(feed).await.unwrap_err();
    let raw = RawRequest::new(Method::Post, "/v2/{place}/people").path("place", "Paris");
    let raw = raw
        .query("name", "Ada")
        .body(json!({ "age": 36, "name": "Ada" }));
    client
        .call()
        .header("x-mine", "Ada")
        .send(raw)
        .await
        .unwrap_err();

    let requests = recording.entries();
    let requests = requests.iter().map(|entry| {
        let request = &entry["request"];
        let body = request["postData"]["text"].as_str().unwrap_or_default();
        format!(
            "{} {} {} {body}",
            request["method"].as_str().unwrap(),
            request["url"].as_str().unwrap(),
            request["headers"]
        )
    });
    let origin = "https://recorded.invalid/api";
    assert_eq!(
        requests.collect::<Vec<_>>(),
        [
            format!("GET {origin}/v2/venue/customers?per_page=2&q%5Btelephone_eq%5D=x [] "),
            format!(
                r#"POST {origin}/v2/venue/customers [] {{"customer":{{"first_name":"x","email":"x","active":true}}}}"#
            ),
            format!("GET {origin}/v2/venue/customers/7 [] "),
            format!("GET {origin}/x/v2/menu_feeds/1 [] "),
            format!(r#"POST {origin}/v2/x/people?name=x [] {{"age":1,"name":"x"}}"#),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_response_keeps_what_is_described_and_the_form_of_the_rest() {
    let recording = Recording::new();
    let busy = Step::response(503, "<p>Busy</p>")
        .header("retry-after", "2")
        .header("content-type", "text/html");
    let client = recording.client([
        busy,
        Step::response(200, CUSTOMER)
            .header("content-type", "application/json; charset=utf-8")
            .header("x-id", "5f0c"),
    ]);
    client.send(GetCustomer::new(7)).await.unwrap();

    let [busy, customer] = &recording.entries()[..] else {
        panic!("{}", recording.text())
    };
    assert_eq!(busy["response"]["content"]["text"], "x");
    let expected = [
        json!({ "name": "retry-after", "value": "2" }),
        json!({ "name": "content-type", "value": "x" }),
    ];
    assert_eq!(busy["response"]["headers"], json!(expected));
    let expected = json!({ "customer": {
        "id": 7, "first_name": "x", "birthday": "2000-01-01", "customer_type": "gold", "points": "x", "zz": [1],
    } });
    assert_eq!(body(customer), expected);
    let expected = [
        json!({ "name": "content-type", "value": "application/json" }),
        json!({ "name": "x-id", "value": "x" }),
    ];
    assert_eq!(customer["response"]["headers"], json!(expected));

    // It is read as the response was.
    let (client, transport) = recording.played();
    let played = client
        .call()
        .send_for_response(GetCustomer::new(7))
        .await
        .unwrap();
    assert_eq!((played.mismatches.len(), transport.attempts()), (1, 2));
    assert!(transport.requests()[1].elapsed.as_secs() >= 2);
    let customer = played.value.value;
    assert_eq!(
        (customer.id, customer.first_name.as_deref()),
        (Some(7), Some("x"))
    );
}

#[tokio::test]
async fn what_the_client_hides_is_in_no_described_field() {
    let recording = Recording::new();
    let text = |id: &str| {
        format!(
            r#"{{"customers": [{{"customer": {{"id": 7, "status": "{id}"}}}}], "total_records": 1}}"#
        )
    };
    let client = recording.client([
        (200, text("token demo-api-token")),
        (200, text("of 5550100123")),
        (200, text("fine")),
    ]);
    for _ in 0..3 {
        let list = ListCustomers::new().telephone_eq("5550100123");
        client.send(list).await.unwrap();
    }
    let entries = recording.entries();
    let shown = entries
        .iter()
        .map(|entry| body(entry)["customers"][0]["customer"]["status"].clone());
    assert_eq!(shown.collect::<Vec<_>>(), ["x", "x", "fine"]);
    assert_eq!(body(&entries[0])["customers"][0]["customer"]["id"], 7);
}

#[tokio::test]
async fn each_operation_plays_its_responses_in_their_order() {
    let recording = Recording::new();
    let customer = |id: i64| (200, format!(r#"{{"customer": {{"id": {id}}}}}"#));
    let list = (200, r#"{"customers": []}"#.to_owned());
    let client = recording.client([customer(1), list, customer(2)]);
    client.send(GetCustomer::new(1)).await.unwrap();
    client.send(ListCustomers::new()).await.unwrap();
    client.send(GetCustomer::new(2)).await.unwrap();

    let (client, _) = recording.played();
    assert_eq!(client.send(GetCustomer::new(1)).await.unwrap().id, Some(1));
    assert_eq!(client.send(GetCustomer::new(2)).await.unwrap().id, Some(2));
    assert_eq!(client.send(ListCustomers::new()).await.unwrap().items, []);
    let beyond = tokio::spawn(async move { client.send(ListCustomers::new()).await });
    assert!(beyond.await.unwrap_err().is_panic());
}

#[tokio::test]
async fn a_recording_is_empty_until_there_is_a_response() {
    let recording = Recording::new();
    let client = recording.client([Step::lost()]);
    assert_eq!(recording.entries(), [] as [Value; 0]);
    client
        .send(CreateCustomer::new(NewCustomer::new()))
        .await
        .unwrap_err();
    assert_eq!(recording.entries(), [] as [Value; 0]);
    // The next one replaces it.
    let client = recording.client([(200, CUSTOMER)]);
    client.send(GetCustomer::new(7)).await.unwrap();
    assert_eq!(recording.entries().len(), 1);
    recording.client([(200, "")]);
    assert_eq!(recording.entries().len(), 0);
}

#[test]
fn a_file_that_cannot_be_created_is_an_error_of_build() {
    let recording = Recording::new();
    let client = builder(ScriptedTransport::new([(200, "")]));
    let error = client.record(recording.0.path()).build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert!(error.to_string().contains("record"), "{error}");
}
