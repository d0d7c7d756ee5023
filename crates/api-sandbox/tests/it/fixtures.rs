//! Fixtures from a file.

use api_sandbox::Sandbox;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{Client, Config, CreateIncomingOrder, Environment, IntegratorAndVenue};
use serde_json::{Value, json};

use crate::common::{Auth, TOKEN, VENUE, auth, demo_with};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shop.yaml");

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[tokio::test]
async fn orders_have_the_prices_of_the_fixtures() -> Result<()> {
    let sandbox = Sandbox::builder().fixtures(FILE).start().await?;
    let (control, venue) = (sandbox.control(), &sandbox.venues()[0]);
    let credentials = IntegratorAndVenue::new("demo-integrator-token", venue.venue_token.as_str());
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let items = vec![NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "101".into(),
        product_id: 1101.into(),
        quantity: 2,
    })];
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", items));
    Client::new(config)?.send(order).await?;
    let order = control.next_order().await?;
    let product = order.items[0].product_name.as_str();
    assert_eq!((order.venue, product), (7, "Green tea"));
    // Two bags with the coupon, and the tax of the venue.
    assert_eq!((order.subtotal, order.total), (900, 974));
    Ok(())
}

#[tokio::test]
async fn all_lists_have_the_records_of_the_fixtures_only() {
    let demo = demo_with(Sandbox::builder().fixtures(FILE)).await;
    let list = async |path: &str| demo.get(TOKEN, &format!("/api/v2/venue/{path}")).await.1;
    let customers = list("customers").await;
    assert_eq!(customers["total_records"], 1, "{customers}");
    let customer = &customers["customers"][0]["customer"];
    assert_eq!(
        (&customer["telephone"], &customer["points"]),
        (&json!("5550100123"), &json!(120))
    );
    for (path, count) in [
        ("inventories", 3),
        ("coupons", 1),
        ("users", 1),
        ("sales_histories", 0),
        ("terminal_tills", 0),
        ("manifests", 0),
    ] {
        let response = list(path).await;
        assert_eq!(response["total_records"], count, "{path}: {response}");
    }
    let info = list("info").await;
    assert_eq!(
        (&info["name"], &info["timezone"]),
        (&json!("Tea House"), &json!("America/Chicago"))
    );
    let feed = demo.sandbox.venues()[0].menu_feed_key.clone();
    let (_, menu) = demo.get(VENUE, &format!("/api/v3/menu_feeds/{feed}")).await;
    let groups = menu["menu_feed"]["menu_groups"].as_array().expect("groups");
    let names = groups.iter().filter_map(|group| group["name"].as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Tea", "Cups"]);
    // The demo venues do not exist.
    let (status, _) = demo.get(auth("token-2"), "/api/v2/venue/info").await;
    assert_eq!(status, 401);
}

#[tokio::test]
async fn venues_have_tokens_of_their_own_or_those_of_the_demo_venues() {
    let shop = "
venues:
  - { id: 1, name: One, tokens: { venue_token: demo-one, api_token: demo-one-api } }
  - { id: 2, name: Two }
  - { id: 3, name: Three }
";
    let demo = demo_with(Sandbox::builder().fixtures_str(shop)).await;
    let name =
        async |token| demo.get(Auth::Bearer(token), "/api/v2/venue/info").await.1["name"].clone();
    assert_eq!(name("demo-one-api").await, "One");
    assert_eq!(name("demo-api-token-2").await, "Two");
    assert_eq!(name("demo-api-token-3").await, "Three");
    assert_eq!(name("demo-api-token").await, Value::Null);
    let (_, overview) = demo.get(Auth::Anonymous, "/_sandbox").await;
    assert_eq!(overview["venues"][0]["venue_token"], "demo-one");
    assert_eq!(overview["venues"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn mistakes_are_errors_of_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shop.json");
    let json = "{\"venues\": [\n  {\"id\": 1, \"name\": \"A\", \"stok\": []}\n]}";
    std::fs::write(&file, json).expect("to write");
    let started = Sandbox::builder().fixtures(&file).start().await;
    let error = started.expect_err("no sandbox").to_string();
    let expected = format!(
        "invalid fixtures:\n{}: unknown field `stok`, expected one of `id`, ",
        file.display()
    );
    assert!(error.starts_with(&expected), "{error}");
    assert!(error.ends_with("at line 2 column 31"), "{error}");
    for (yaml, expected) in [
        ("[]", "invalid type: sequence"),
        ("{}", "missing field `venues`"),
        (
            "venues: [{ id: 1 }]",
            "venue 1: expected an `id` above 0 and a `name`",
        ),
        ("venues: []", "`venues`: expected at least one"),
        ("venues: [", "did not find expected node content at line 2"),
        (
            "venues:\n  - id: 7\n    name: Tea\n    products:\n      - { id: 1, name: A, prices: [{ sku: 1, price_cents: -1 }] }",
            "price 1: expected a `sku` above 0, `price_cents` and `on_hand` of at least 0",
        ),
    ] {
        let started = Sandbox::builder().fixtures_str(yaml).start().await;
        let error = started.expect_err("no sandbox").to_string();
        assert!(error.contains(expected), "{yaml}: {error}");
    }
    let yaml = "
venues:
  - id: 7
    name: Tea House
    tokens: { venue_token: secret, api_token: demo-integrator-token }
    timezone: America/Denwer
    groups: [{ name: Tea }]
    products:
      - { id: 1, name: Green tea, group: Te, prices: [{ sku: 11, price_cents: 1 }] }
      - { id: 1, name: Black tea, group: Tea, prices: [{ sku: 11, price_cents: 2 }] }
    customers:
      - { id: 3, birthday: 2026-02-30 }
    coupons:
      - { id: 1, name: Both, percent: 10, amount_cents: 100, products: [2] }
  - { id: 7, name: Five }
";
    let started = Sandbox::builder().fixtures_str(yaml).start().await;
    let error = started.expect_err("no sandbox").to_string();
    let lines: Vec<&str> = error.lines().skip(1).collect();
    let expected = [
        "duplicate venue id `7`",
        "venue 7: not a demo credential, expected the prefix `demo-`",
        "venue 7: `demo-integrator-token` is a credential of the sandbox",
        "venue 7: unknown time zone `America/Denwer`, did you mean `America/Denver`?",
        "duplicate product id `1`",
        "duplicate SKU `11`",
        "product 1: unknown group `Te`, did you mean `Tea`?",
        "customer 3: `birthday`: expected a date as in 2001-12-31",
        "coupon 1: expected either `percent` or `amount_cents`",
        "coupon 1: unknown product `2`",
    ];
    assert_eq!(lines, expected.map(|line| format!("fixtures: {line}")));
    let error = Sandbox::builder().fixtures("/no/shop.yaml").start().await;
    let error = error.expect_err("no sandbox").to_string();
    assert!(
        error.starts_with("cannot read the fixtures `/no/shop.yaml`: "),
        "{error}"
    );
}

#[tokio::test]
async fn data_files_are_opened_with_the_same_fixtures_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let shop = "venues: [{ id: 1, name: One, customers: [{ id: 99000, first_name: Ada }] }]";
    let same = "# The same content.\nvenues:\n  - id: 1\n    name: One\n    customers:\n      - id: 99000\n        first_name: Ada\n";
    let builder = |text: &str| Sandbox::builder().data_file(&data).fixtures_str(text);
    let customer = json!({ "customer": { "first_name": "Ben", "telephone": "5550100200" } });
    let created = {
        let demo = demo_with(builder(shop)).await;
        let path = "/api/v2/venue/customers";
        let response = demo.ok(TOKEN, "POST", path, Some(customer)).await;
        response["customer"]["id"].as_i64().expect("an id")
    };
    assert_eq!(created, 99_001, "ids continue after those of the fixtures");
    {
        let demo = demo_with(builder(same)).await;
        let path = format!("/api/v2/venue/customers/{created}");
        demo.ok(TOKEN, "GET", &path, None).await;
    }
    let data = data.display();
    let hint = "use another data file, or the same fixtures";
    let error = builder(&shop.replace("Ada", "Eva"))
        .start()
        .await
        .expect_err("no sandbox");
    let expected = format!(
        "cannot open the data file `{data}`: it has changes to other fixtures, not to the fixtures `fixtures`: {hint}"
    );
    assert_eq!(error.to_string(), expected);
    let error = Sandbox::builder()
        .data_file(data.to_string())
        .start()
        .await
        .expect_err("no sandbox");
    let expected = format!(
        "cannot open the data file `{data}`: it has changes to other fixtures, not to the demo data: {hint}"
    );
    assert_eq!(error.to_string(), expected);
}
