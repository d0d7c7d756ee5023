//! After an action in a shop, the syncs of the generated clients return exactly the changed
//! records, in versions 1 and 2.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use api_sandbox::jiff::SignedDuration;
use api_sandbox::{
    CustomerChange, Delivery, NewCustomer, NewEmployee, NewProduct, OrderStatus, ProductChange,
    RingUp, Sandbox, Shop,
};
use pos_v2_client::api_runtime::CheckpointFile;
use serde_json::json;

use crate::common::{Demo, VENUE, demo};

/// The ids of changed records by list.
type Changes = BTreeMap<&'static str, Vec<String>>;

/// The clients of venue 12, and their checkpoints.
struct Syncs {
    v1: pos_v1_client::Client,
    v2: pos_v2_client::Client,
    folder: tempfile::TempDir,
}

/// Runs a sync, and adds the ids of its records.
macro_rules! sync {
    ($changes:ident, $client:expr, $folder:expr, $name:literal, $operation:expr, $id:expr) => {{
        let file = CheckpointFile::new(&$folder.join($name));
        let overlap = Duration::from_secs(60);
        let mut run = $client
            .sync($operation, file, overlap)
            .expect("a checkpoint");
        let mut ids = Vec::new();
        while let Some(record) = run.next().await {
            ids.push($id(record.expect("a record")));
        }
        run.commit().expect("a checkpoint");
        ids.sort();
        if !ids.is_empty() {
            $changes.insert($name, ids);
        }
    }};
}

fn id(id: Option<i64>) -> String {
    id.expect("an id").to_string()
}

impl Syncs {
    fn new(sandbox: &Sandbox) -> Self {
        let token = sandbox.credentials().venues[0].api_token;
        let v1 = {
            use pos_v1_client::{Client, Config, Environment, VenueToken};
            let token = VenueToken::new(token);
            let config = Config::new(Environment::Staging, &sandbox.pos_url(), token);
            Client::new(config.expect("a config")).expect("a client")
        };
        let v2 = {
            use pos_v2_client::{Client, Config, Environment, VenueToken};
            let token = VenueToken::new(token);
            let config = Config::new(Environment::Staging, &sandbox.pos_url(), token);
            Client::new(config.expect("a config")).expect("a client")
        };
        let folder = tempfile::tempdir().expect("a folder");
        Self { v1, v2, folder }
    }

    /// The records of all lists that changed since the last call.
    async fn changes(&self) -> Changes {
        let mut changes = Changes::new();
        let folder: &Path = self.folder.path();
        {
            use pos_v1_client as v1;
            let client = &self.v1;
            sync!(
                changes,
                client,
                folder,
                "v1 customers",
                v1::ListCustomers::new(),
                |row: v1::model::Customer| id(row.customer_id)
            );
            sync!(
                changes,
                client,
                folder,
                "v1 employees",
                v1::ListEmployees::new(),
                |row: v1::model::Employee| id(row.employee_id)
            );
            sync!(
                changes,
                client,
                folder,
                "v1 inventories",
                v1::ListInventories::new(),
                |row: v1::model::Inventory| row.sku.expect("a SKU").to_string()
            );
            sync!(
                changes,
                client,
                folder,
                "v1 restocks",
                v1::ListManifestItems::new(),
                |row: v1::model::ManifestItem| id(row.restock_id)
            );
            sync!(
                changes,
                client,
                folder,
                "v1 sales",
                v1::ListSalesHistories::new(),
                |row: v1::model::SalesHistory| id(row.ticket_id)
            );
        }
        {
            use pos_v2_client as v2;
            let client = &self.v2;
            sync!(
                changes,
                client,
                folder,
                "customers",
                v2::ListCustomers::new(),
                |row: v2::model::Customer| id(row.id)
            );
            sync!(
                changes,
                client,
                folder,
                "inventories",
                v2::ListInventories::new(),
                |row: v2::model::Inventory| id(row.id)
            );
            sync!(
                changes,
                client,
                folder,
                "manifests",
                v2::ListManifests::new(),
                |row: v2::model::Manifest| id(row.id)
            );
            sync!(
                changes,
                client,
                folder,
                "manifest items",
                v2::ListManifestItems::new(),
                |row: v2::model::ManifestItem| id(row.id)
            );
            sync!(
                changes,
                client,
                folder,
                "sales",
                v2::ListSalesHistories::since("2026-02-01".parse().expect("a day")),
                |row: v2::model::SalesHistory| id(row.id)
            );
            sync!(
                changes,
                client,
                folder,
                "tills",
                v2::ListTerminalTills::new(),
                |row: v2::model::TerminalTill| id(row.id)
            );
            sync!(
                changes,
                client,
                folder,
                "users",
                v2::ListUsers::new(),
                |row: v2::model::User| id(row.id)
            );
        }
        changes
    }
}

struct SyncedShop {
    demo: Demo,
    syncs: Syncs,
    shop: Shop,
}

impl SyncedShop {
    async fn new() -> Self {
        let demo = demo().await;
        let syncs = Syncs::new(&demo.sandbox);
        let shop = demo.sandbox.control().shop(12);
        let synced = Self { demo, syncs, shop };
        // The demo data end at the start of the sandbox, within the overlap of the syncs.
        synced.pass_an_hour();
        let first = synced.syncs.changes().await;
        assert_eq!(
            first.len(),
            12,
            "the first run of each list returns records"
        );
        synced.pass_an_hour();
        synced
    }

    fn pass_an_hour(&self) {
        let control = self.demo.sandbox.control();
        let hour = SignedDuration::from_hours(1);
        control.advance_clock(hour).expect("a time");
    }

    /// The changes since the last call. Time passes before and after, so that no record changes
    /// within the overlap of two runs.
    async fn changes(&self) -> Changes {
        self.pass_an_hour();
        let changes = self.syncs.changes().await;
        self.pass_an_hour();
        changes
    }

    /// Checks the changes since the last check.
    async fn expect(&self, action: &str, expected: &[(&'static str, &[i64])]) {
        let mut expected_changes = Changes::new();
        for (list, ids) in expected {
            let text = |id: &i64| match *list {
                "v1 inventories" => format!("SKU-{id}"),
                _ => id.to_string(),
            };
            let mut ids: Vec<String> = ids.iter().map(text).collect();
            ids.sort();
            expected_changes.insert(list, ids);
        }
        let changes = self.changes().await;
        assert_eq!(changes, expected_changes, "{action}");
    }
}

type Expected<'i> = [(&'static str, &'i [i64]); 2];

fn inventories(skus: &[i64]) -> Expected<'_> {
    [("inventories", skus), ("v1 inventories", skus)]
}

fn customers(ids: &[i64]) -> Expected<'_> {
    [("customers", ids), ("v1 customers", ids)]
}

fn staff(ids: &[i64]) -> Expected<'_> {
    [("users", ids), ("v1 employees", ids)]
}

#[tokio::test]
async fn sales_change_stock_customer_and_till() {
    let synced = SyncedShop::new().await;
    let shop = &synced.shop;
    shop.set_stock(9_001, 50).expect("a stock");
    shop.set_stock(9_002, 50).expect("a stock");
    let stock = ("inventories", &[9_001, 9_002][..]);
    let v1_stock = ("v1 inventories", &[9_001, 9_002][..]);
    synced.expect("set_stock", &[stock, v1_stock]).await;

    let ring_up = RingUp::new(9_001, 2).item(9_002, 1).customer(8_803);
    let receipt = shop.ring_up(ring_up).expect("a sale");
    synced
        .expect(
            "ring_up",
            &[
                stock,
                v1_stock,
                ("sales", &[receipt.sale]),
                ("v1 sales", &[receipt.sale]),
                ("customers", &[8_803]),
                ("v1 customers", &[8_803]),
                ("tills", &[receipt.till]),
            ],
        )
        .await;
    shop.close_till(receipt.till, Some(20_000)).expect("a till");
    synced
        .expect("close_till", &[("tills", &[receipt.till])])
        .await;
    let till = shop.open_till(13_801).expect("a till");
    synced.expect("open_till", &[("tills", &[till])]).await;
    assert_ne!(till, receipt.till);
    let receipt = shop.ring_up(RingUp::new(9_001, 1)).expect("a sale");
    assert_eq!(receipt.till, till, "the till that was opened last");
}

#[tokio::test]
async fn prices_products_and_deliveries_change_inventories() {
    let synced = SyncedShop::new().await;
    let shop = &synced.shop;
    shop.set_price(9_001, 1_250).expect("a price");
    synced.expect("set_price", &inventories(&[9_001])).await;
    shop.set_price(9_001, 1_250).expect("a price");
    synced.expect("the same price", &[]).await;

    let product = NewProduct::new("Gift Card", "Accessories", 2_500).stock(10);
    let product = shop.add_product(product).expect("a product");
    synced
        .expect("add_product", &inventories(&[product.sku]))
        .await;
    let change = ProductChange::new(product.id).active(false);
    shop.update_product(change).expect("a product");
    synced
        .expect("update_product", &inventories(&[product.sku]))
        .await;

    let delivery = Delivery::new(9_001, 5).item(product.sku, 7).cost(900);
    let manifest = shop.receive(delivery).expect("a delivery");
    let items = [manifest * 100 + 1, manifest * 100 + 2];
    synced
        .expect(
            "receive",
            &[
                ("inventories", &[9_001, product.sku]),
                ("v1 inventories", &[9_001, product.sku]),
                ("manifests", &[manifest]),
                ("manifest items", &items),
                ("v1 restocks", &items),
            ],
        )
        .await;
}

#[tokio::test]
async fn customers_and_employees_change_their_lists() {
    let synced = SyncedShop::new().await;
    let shop = &synced.shop;
    let customer = NewCustomer::new("Zoe", "Young").telephone("555 020 0100");
    let customer = shop.add_customer(customer).expect("a customer");
    synced.expect("add_customer", &customers(&[customer])).await;
    let change = CustomerChange::new(8_801).add_points(40);
    shop.update_customer(change).expect("a customer");
    synced.expect("update_customer", &customers(&[8_801])).await;

    let employee = shop
        .hire(NewEmployee::new("Zoe", "Young"))
        .expect("an employee");
    synced.expect("hire", &staff(&[employee])).await;
    shop.disable_employee(employee).expect("an employee");
    synced.expect("disable_employee", &staff(&[employee])).await;
}

#[tokio::test]
async fn a_delivered_order_changes_all_linked_lists_once() {
    let synced = SyncedShop::new().await;
    let mut body = crate::common::order("LINKED-1", None);
    body["incoming_order"]["telephone"] = "555-020-0100".into();
    let (status, body) = synced
        .demo
        .post(VENUE, "/api/v3/incoming_orders", body)
        .await;
    assert_eq!(status, 200, "{body}");
    let order = body["incoming_order"]["id"].as_i64().expect("an id");
    synced.expect("the order", &[]).await;
    let control = synced.demo.sandbox.control();
    control
        .set_order_status(order, OrderStatus::Processing)
        .expect("an order");
    synced.expect("processing", &[]).await;
    control
        .set_order_status(order, OrderStatus::Completed)
        .expect("an order");
    let changes = synced.changes().await;
    let lists: Vec<&str> = changes.keys().copied().collect();
    let expected = [
        "customers",
        "inventories",
        "sales",
        "tills",
        "v1 customers",
        "v1 inventories",
        "v1 sales",
    ];
    assert_eq!(lists, expected);
    assert!(changes.values().all(|ids| ids.len() == 1), "{changes:?}");

    let path = format!("/api/v2/venue/sales_histories/{}", changes["sales"][0]);
    let (_, sale) = synced.demo.get(crate::common::TOKEN, &path).await;
    let sale = &sale["sales_history"];
    assert_eq!(sale["incoming_order_id"], order);
    assert_eq!(sale["items"][0]["inventory_id"], 9_001);
    assert_eq!(sale["customer_id"].to_string(), changes["customers"][0]);
    for status in [
        OrderStatus::Completed,
        OrderStatus::Delivered,
        OrderStatus::Pending,
        OrderStatus::EnRoute,
        OrderStatus::Canceled,
    ] {
        control.set_order_status(order, status).expect("an order");
    }
    synced.expect("later statuses", &[]).await;

    let (_, other) = synced
        .demo
        .get(crate::common::TOKEN, "/api/v2/venue/users")
        .await;
    assert_eq!(other["total_records"], json!(8));
}
