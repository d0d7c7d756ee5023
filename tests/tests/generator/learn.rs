//! What HAR files show becomes lines of the spec, with counts.

use codegen::{Archive, Learned, Sources};
use serde_json::{Value, json};

use crate::support::{fixture, generated, snapshot};

const URL: &str = "https://shop.example/base";

/// A request and its response, as a browser records them.
fn exchange(second: usize, url: &str, body: &Value) -> Value {
    json!({
        "startedDateTime": format!("2026-11-21T10:00:{second:02}.000Z"),
        "request": { "method": "GET", "url": url, "headers": [] },
        "response": { "status": 200, "content": { "mimeType": "application/json", "text": body.to_string() } },
    })
}

fn archive(name: &str, entries: &[Value]) -> Archive {
    let text = json!({ "log": { "version": "1.2", "entries": entries } }).to_string();
    Archive::parse(name, &format!("\u{feff}{text}")).unwrap()
}

/// A page of 24 orders, of which the first has fields of its own.
fn page() -> Value {
    let mut orders: Vec<Value> = (0..24)
        .map(|index| {
            json!({
                "id": index, "total": "12.50", "number": "A-1", "points": 7, "note": true, "tier": 3,
                "kind": "drive through", "size": "small", "placed_on": "2026-11-21",
                "lines": [{ "name": "Tea", "weight": 1.5 }], "nickname": "Ada", "labels": ["new"],
            })
        })
        .collect();
    let first = json!({
        "id": 1, "kind": "no", "lines": [], "on": true, "seen_at": "2026-11-21T10:00:00Z", "born_on": "11/21/2026",
        "place": { "city": "Paris" }, "nothing": null, "number": 3,
    });
    orders[0] = first;
    json!({ "orders": orders, "total_records": 24 })
}

fn learned(sources: &Sources) -> Learned {
    let list = exchange(1, &format!("{URL}/orders?page=1"), &page());
    let mut damaged = exchange(4, &format!("{URL}/orders/8"), &json!({}));
    damaged["response"] = json!({ "status": 502, "content": { "text": "<html>" } });
    let mut encoded = exchange(5, &format!("{URL}/orders/9"), &Value::Null);
    encoded["response"]["content"] = json!({ "text": "eyJ0b3RhbCI6Mn0=", "encoding": "base64" });
    let first = [
        list.clone(),
        exchange(
            2,
            &format!("{URL}/orders/old/7"),
            &json!({ "id": 7, "color": "red" }),
        ),
        exchange(3, &format!("{URL}/orders/7/ping"), &json!({ "ok": true })),
        damaged,
        encoded,
        exchange(6, "https://elsewhere.example/", &json!({})),
    ];
    let archives = [archive("a.har", &first), archive("b.har", &[list])];
    codegen::learn(sources, &archives).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn responses_become_lines_of_the_spec() {
    let sources = fixture("learn");
    let learned = learned(&sources);
    snapshot("learn", "report", &learned.report);
    snapshot("learn", "written", &learned.sources.0["shop/order.yaml"]);
    generated(&learned.sources);
}

#[test]
fn a_second_run_finds_nothing_new() {
    let once = learned(&fixture("learn"));
    let twice = learned(&once.sources);
    assert_eq!((twice.lines, &twice.sources), (0, &once.sources));
}

/// What an archive with one order adds to the spec.
fn lines_of(order: &Value) -> (String, String) {
    lines_of_orders(&fixture("learn"), &[order])
}

/// What an archive with a page of orders adds to the spec.
fn lines_of_orders(sources: &Sources, orders: &[&Value]) -> (String, String) {
    let page = json!({ "orders": orders });
    let archive = archive(
        "a.har",
        &[exchange(1, &format!("{URL}/orders?page=1"), &page)],
    );
    let learned = codegen::learn(sources, std::slice::from_ref(&archive))
        .unwrap_or_else(|errors| panic!("{errors}"));
    generated(&learned.sources);
    let again =
        codegen::learn(&learned.sources, &[archive]).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!((again.lines, &again.sources), (0, &learned.sources));
    let before = &sources.0["shop/order.yaml"];
    let after = learned.sources.0["shop/order.yaml"].lines();
    let new = after.filter(|line| !before.lines().any(|known| known == *line));
    let new: Vec<&str> = new.map(str::trim).collect();
    (new.join("\n"), learned.report)
}

#[test]
fn a_bad_name_blocks_its_own_line_alone() {
    let order = json!({
        "2fa": true, "color": "red", "firstName": "Ada", "first_name": "Ada", "gr\u{f6}\u{df}e": "L", "": "x", "kind": "",
    });
    let (lines, report) = lines_of(&order);
    let expected = "\"2fa\": boolean inferred rename(field_2fa)\ncolor: string inferred pii\nfirstName: string inferred pii";
    assert_eq!(lines, expected, "{report}");
    let (_, left) = report.split_once("Not written").unwrap();
    for name in [
        "\"\": string",
        "first_name: string",
        "\"gr\u{f6}\u{df}e\": string",
        "\"\": Not documented",
    ] {
        assert!(left.contains(name), "{name}: {report}");
    }
}

#[test]
fn what_may_be_personal_data_is_marked_so() {
    let order = json!({
        "ssn": "078-05-1120", "tags": ["Ada"], "address": { "city": "Paris" }, "mixed": [1, "Ada"], "weight": 1.5, "open": true,
    });
    let (lines, report) = lines_of(&order);
    let expected = "address: json pii\nmixed: list(integer|string) inferred pii\nopen: boolean inferred\n\
                    ssn: string inferred pii\ntags: list(string) inferred pii\nweight: decimal inferred";
    assert_eq!(lines, expected, "{report}");
}

/// Lines that the spec does not have elsewhere.
const RECORDS: &str = r#"place: OrderPlace inferred
stops: list(OrderStops) inferred
OrderPlaceAt:
doc: Not documented; seen in responses.
lat: decimal inferred
OrderPlace:
doc: Not documented; seen in responses.
at: OrderPlaceAt inferred
city: string inferred pii
OrderStops:
doc: Not documented; seen in responses.
"1st": boolean inferred rename(field_1st)"#;

#[test]
fn objects_with_the_same_fields_become_records() {
    let order = json!({
        "place": { "city": "Paris", "at": { "lat": 48.9 }, "gone": null }, "stops": [{ "1st": true }],
    });
    let orders = |count| vec![&order; count];
    let sources = fixture("learn");
    let (lines, report) = lines_of_orders(&sources, &orders(20));
    assert_eq!(lines, RECORDS, "{report}");
    // Fewer may be maps.
    let (lines, report) = lines_of_orders(&sources, &orders(19));
    assert_eq!(lines, "place: json pii\nstops: json pii", "{report}");
    // One that is known as JSON stays marked.
    let mut sources = sources;
    let file = sources.0.get_mut("shop/order.yaml").unwrap();
    *file = file.replace("points: json", "place: json pii\n      points: json");
    let (lines, report) = lines_of_orders(&sources, &orders(20));
    assert!(
        lines.starts_with("place: OrderPlace pii inferred"),
        "{report}"
    );
}

#[test]
fn objects_with_different_members_stay_json() {
    let orders: Vec<Value> = (0..40)
        .map(|index| json!({ "prices": { format!("size_{index}"): 1 }, "open": { "monday": index % 2 == 0 } }))
        .collect();
    let mut orders: Vec<&Value> = orders.iter().collect();
    let closed = json!({ "prices": {}, "open": {} });
    orders.extend([&closed; 10]);
    let (lines, report) = lines_of_orders(&fixture("learn"), &orders);
    assert_eq!(lines, "open: json pii\nprices: json pii", "{report}");
}

#[test]
fn a_record_without_a_name_leaves_its_field_alone() {
    let order = json!({ "gr\u{f6}\u{df}e": { "width": 1 }, "place": { "gr\u{f6}\u{df}e": 1 }, "open": true });
    let (lines, report) = lines_of_orders(&fixture("learn"), &[&order; 20]);
    assert_eq!(lines, "open: boolean inferred", "{report}");
    let (_, left) = report.split_once("Not written").unwrap();
    for name in ["OrderGr\u{f6}\u{df}e", "OrderPlace"] {
        assert!(left.contains(&format!("{name}: {{ doc")), "{report}");
    }
}

#[test]
fn line_ends_stay() {
    let sources = fixture("learn");
    let expected = learned(&sources).sources;
    let with_returns = |sources: &Sources| {
        let files = sources.0.iter();
        Sources::new(files.map(|(path, text)| (path.clone(), text.replace('\n', "\r\n"))))
    };
    assert_eq!(
        learned(&with_returns(&sources)).sources,
        with_returns(&expected)
    );
}

#[test]
fn a_file_that_is_no_archive_is_told_with_its_line() {
    let error = Archive::parse("a.har", "{\n\"log\": 3}").unwrap_err();
    assert!(error.starts_with("a.har:2: not an HAR file: "), "{error}");
}

#[tokio::test]
async fn a_client_records_what_is_learned() {
    use api_runtime::testing::ScriptedTransport;
    use pos_v2_client::{Client, Config, Environment, GetCustomer, ListCustomers, VenueApiToken};

    let file = tempfile::NamedTempFile::new().unwrap();
    let token = VenueApiToken::new("token");
    let config = Config::new(Environment::Staging, "https://pos.example/api", token).unwrap();
    let customer = |id: u32| {
        json!({ "customer": {
            "id": id, "nickname": "Ada", "level": 3, "since": "2026-11-21", "customer_type": "gold", "last_name": "Byron",
        } })
    };
    let page = json!({ "customers": [customer(8)], "total_records": 1 });
    let responses = [(200, customer(7).to_string()), (200, page.to_string())];
    let client = Client::builder(config).transport(ScriptedTransport::new(responses));
    let client = client.record(file.path()).build().unwrap();
    client.send(GetCustomer::new(7)).await.unwrap();
    client.send(ListCustomers::new()).await.unwrap();

    let text = std::fs::read_to_string(file.path()).unwrap();
    let archive = Archive::parse("first.har", &text).unwrap();
    let learned = codegen::learn(&crate::support::described(), &[archive]);
    let learned = learned.unwrap_or_else(|errors| panic!("{errors}"));
    assert!(
        learned.report.starts_with("first.har: 2 responses\n"),
        "{}",
        learned.report
    );
    for line in [
        "nickname: string inferred pii  # Customer, new: 2 string in 2 objects",
        "level: integer inferred  # Customer, new: 2 integer in 2 objects",
        "since: date inferred  # Customer, new: 2 date in 2 objects",
        "gold: Not documented; seen in responses.  # CustomerType, new: 2 of 2 values",
    ] {
        assert!(learned.report.contains(line), "{line}: {}", learned.report);
    }
}
