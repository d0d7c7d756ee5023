//! Runs the steps, and compares the lists with each other.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::step::{SKUS, STATUSES, Step, TELEPHONES};
use crate::common::{Auth, Demo, TOKEN, VENUE, demo};

/// A placed order.
struct Placed {
    id: i64,
    /// The digits of its telephone number.
    telephone: String,
    is_fulfilled: bool,
}

/// A sandbox, its lists at the start, and what the steps did.
pub(super) struct Ledger {
    demo: Demo,
    start: &'static Lists,
    orders: Vec<Placed>,
    received: BTreeMap<i64, i64>,
    rung_up: BTreeSet<i64>,
}

/// The lists of the venue by their ids.
#[derive(PartialEq)]
struct Lists {
    inventories: BTreeMap<i64, Value>,
    sales: BTreeMap<i64, Value>,
    tills: BTreeMap<i64, Value>,
    customers: BTreeMap<i64, Value>,
    manifests: BTreeMap<i64, Value>,
}

fn number(record: &Value, key: &str) -> i64 {
    let value = &record[key];
    value.as_i64().unwrap_or_else(|| panic!("{key} is {value}"))
}

impl Lists {
    async fn read(demo: &Demo) -> Self {
        Self {
            inventories: rows(demo, "inventories", "inventory", "").await,
            sales: rows(
                demo,
                "sales_histories",
                "sales_histories",
                "&q[ordered_at_gt]=2025-12-01",
            )
            .await,
            tills: rows(demo, "terminal_tills", "terminal_tills", "").await,
            customers: rows(demo, "customers", "customers", "").await,
            manifests: rows(demo, "manifests", "manifests", "").await,
        }
    }
}

async fn rows(demo: &Demo, path: &str, key: &str, query: &str) -> BTreeMap<i64, Value> {
    let mut rows = BTreeMap::new();
    for page in 1.. {
        let path = format!("/api/v2/venue/{path}?page={page}{query}");
        let (status, body) = demo.get(TOKEN, &path).await;
        assert_eq!(status, 200, "{path}: {body}");
        for row in body[key].as_array().expect("a list") {
            let row = row.get("customer").unwrap_or(row);
            rows.insert(number(row, "id"), row.clone());
        }
        if page >= number(&body, "total_pages") {
            break;
        }
    }
    rows
}

impl Ledger {
    pub(super) async fn new() -> Self {
        let demo = demo().await;
        // The same for all sandboxes of a seed.
        static START: OnceCell<Lists> = OnceCell::const_new();
        let start = START.get_or_init(|| Lists::read(&demo)).await;
        Self {
            demo,
            start,
            orders: Vec::new(),
            received: BTreeMap::new(),
            rung_up: BTreeSet::new(),
        }
    }

    async fn control(&self, path: &str, body: Value) -> (u16, Value) {
        let path = format!("/_sandbox/{path}");
        self.demo.post(Auth::Anonymous, &path, body).await
    }

    async fn action(&self, body: Value) -> Option<i64> {
        let (status, body) = self.control("venues/12/actions", body).await;
        assert!(status == 200 || status == 400, "{status}: {body}");
        body["id"].as_i64()
    }

    pub(super) async fn run(&mut self, step: &Step) {
        match step {
            Step::PlaceOrder { items, telephone } => {
                self.place(items, TELEPHONES[*telephone]).await
            }
            Step::SetStatus { order, status } => {
                let count = self.orders.len();
                if count == 0 {
                    return;
                }
                let status = STATUSES[*status];
                let order = &mut self.orders[order % count];
                order.is_fulfilled |= ["Completed", "En Route", "Delivered"].contains(&status);
                let path = format!("orders/{}/status", order.id);
                let (code, body) = self.control(&path, json!({ "status": status })).await;
                assert_eq!(code, 200, "{body}");
            }
            Step::RingUp {
                sku,
                quantity,
                customer,
                payment,
            } => {
                let items = json!([{ "sku": SKUS[*sku], "quantity": quantity }]);
                let body = json!({
                    "action": "ring_up", "items": items, "customer": customer, "payment": payment,
                });
                // Without the stock it is rejected.
                if let Some(sale) = self.action(body).await {
                    self.rung_up.insert(sale);
                }
            }
            Step::Receive { sku, quantity } => {
                let sku = SKUS[*sku];
                let items = json!([{ "sku": sku, "quantity": quantity }]);
                let body = json!({ "action": "receive", "items": items });
                self.action(body).await.expect("a manifest");
                *self.received.entry(sku).or_default() += quantity;
            }
            Step::SetPrice { sku, price } => {
                let sku = SKUS[*sku];
                let body = json!({ "action": "set_price", "sku": sku, "price_cents": price });
                self.action(body).await.expect("a price");
            }
            Step::OpenTill => {
                let body = json!({ "action": "open_till", "employee": 13_801 });
                self.action(body).await.expect("a till");
            }
            Step::CloseTill => {
                let tills = rows(&self.demo, "terminal_tills", "terminal_tills", "").await;
                if let Some(till) = tills.values().find(|till| till["state"] == "open") {
                    let body = json!({ "action": "close_till", "till": till["id"] });
                    self.action(body).await.expect("a till");
                }
            }
            Step::InvalidAction => {
                let items = json!([{ "sku": 9_001, "quantity": 1 }, { "sku": 1, "quantity": 1 }]);
                for action in ["ring_up", "receive"] {
                    let body = json!({ "action": action, "items": items });
                    assert_eq!(self.action(body).await, None);
                }
            }
            Step::PassADay => {
                let (status, body) = self
                    .control("clock", json!({ "advance_seconds": 86_400 }))
                    .await;
                assert_eq!(status, 200, "{body}");
            }
        }
    }

    async fn place(&mut self, items: &[(usize, i64)], telephone: &str) {
        let item = |(sku, quantity): &(usize, i64)| {
            let sku = SKUS[*sku];
            let product = self.start.inventories[&sku]["product_id"].to_string();
            json!({ "product_parent_id": product, "product_id": sku, "quantity": quantity })
        };
        let items: Vec<Value> = items.iter().map(item).collect();
        let reference = format!("MODEL-{}", self.orders.len());
        let order = json!({ "incoming_order": {
            "reference_no": reference,
            "telephone": telephone,
            "order_items_attributes": items,
        } });
        let (status, body) = self
            .demo
            .post(VENUE, "/api/v3/incoming_orders", order)
            .await;
        assert_eq!(status, 200, "{body}");
        self.orders.push(Placed {
            id: number(&body["incoming_order"], "id"),
            telephone: telephone.chars().filter(char::is_ascii_digit).collect(),
            is_fulfilled: false,
        });
    }

    pub(super) async fn check(&self) -> Result<(), String> {
        let end = Lists::read(&self.demo).await;
        if Lists::read(&self.demo).await != end {
            return Err("reading changes a list".to_owned());
        }
        let is_new = |id: &i64| !self.start.sales.contains_key(id);
        let sales: Vec<&Value> = (end.sales.iter())
            .filter(|(id, _)| is_new(id))
            .map(|(_, sale)| sale)
            .collect();
        self.check_sales(&sales).await?;
        self.check_stock(&end, &sales)?;
        check_tills(&end)?;
        self.check_customers(&end, &sales)
    }

    /// Each fulfilled order has one sale with its items and amounts; each other sale was rung up.
    async fn check_sales(&self, sales: &[&Value]) -> Result<(), String> {
        for order in &self.orders {
            let id = order.id;
            let of_order = |sale: &&&Value| sale["incoming_order_id"] == id;
            let found: Vec<_> = sales.iter().filter(of_order).collect();
            if found.len() != usize::from(order.is_fulfilled) {
                return Err(format!("order {id} has {} sales", found.len()));
            }
            let Some(sale) = found.first() else { continue };
            let path = format!("/api/demo-api-token/v1/incoming_orders/{id}");
            let (_, body) = self.demo.get(TOKEN, &path).await;
            if sale["total"] != body["incoming_order"]["total"] {
                return Err(format!("{sale} has not the total of {body}"));
            }
            let items = body["order_items"].as_array().expect("items");
            let sold = sale["items"].as_array().expect("items");
            let pairs = items.iter().zip(sold);
            let are_equal = pairs.clone().all(|(item, sold)| {
                item["sku_id"] == sold["inventory_id"]
                    && item["quantity"] == sold["quantity"]
                    && item["tax"] == sold["tax"]
                    && item["discount"] == sold["discount"]
                    && number(item, "price") * number(item, "quantity") == number(sold, "sub_total")
            });
            if items.len() != sold.len() || !are_equal {
                return Err(format!("{sale} has not the items of {body}"));
            }
        }
        let other = |sale: &&&Value| sale["incoming_order_id"].is_null();
        let rung_up: BTreeSet<i64> = (sales.iter().filter(other))
            .map(|sale| number(sale, "id"))
            .collect();
        if rung_up != self.rung_up {
            return Err(format!("sales {rung_up:?}, expected {:?}", self.rung_up));
        }
        for sale in sales {
            let items = sale["items"].as_array().expect("items");
            for key in ["sub_total", "discount", "tax", "total", "cost"] {
                let sum: i64 = items.iter().map(|item| number(item, key)).sum();
                if sum != number(sale, key) {
                    return Err(format!("{key} of {sale} is not the sum of its items"));
                }
            }
        }
        Ok(())
    }

    /// Stock is that of the start, without the sold and with the received units.
    fn check_stock(&self, end: &Lists, sales: &[&Value]) -> Result<(), String> {
        let mut sold: BTreeMap<i64, i64> = BTreeMap::new();
        let items = sales.iter().filter_map(|sale| sale["items"].as_array());
        for item in items.flatten() {
            *sold.entry(number(item, "inventory_id")).or_default() += number(item, "quantity");
        }
        for (sku, before) in &self.start.inventories {
            let of = |sums: &BTreeMap<i64, i64>| sums.get(sku).copied().unwrap_or_default();
            let expected = number(before, "quantity_on_hand") - of(&sold) + of(&self.received);
            let after = &end.inventories[sku];
            if number(after, "quantity_on_hand") != expected {
                return Err(format!("expected {expected} on hand, found {after}"));
            }
            if number(after, "sold") != number(before, "sold") + of(&sold) {
                return Err(format!(
                    "expected {} more sold than {before}, found {after}",
                    of(&sold)
                ));
            }
        }
        let is_new = |id: &&i64| !self.start.manifests.contains_key(id);
        let manifests = end.manifests.keys().filter(is_new);
        let received: i64 = manifests
            .map(|id| number(&end.manifests[id], "accepted_quantity"))
            .sum();
        if received != self.received.values().sum::<i64>() {
            return Err(format!("{received} units in manifests"));
        }
        Ok(())
    }

    /// Points are those of the sales, which each order of a telephone number belongs to.
    fn check_customers(&self, end: &Lists, sales: &[&Value]) -> Result<(), String> {
        let mut orders: BTreeMap<&str, usize> = BTreeMap::new();
        for order in self.orders.iter().filter(|order| order.is_fulfilled) {
            *orders.entry(&order.telephone).or_default() += 1;
        }
        orders.remove("");
        let telephone = |customer: &Value| customer["telephone"].as_str().map(str::to_owned);
        for (id, customer) in &end.customers {
            let of_customer = |sale: &&&Value| sale["customer_id"] == *id;
            let own: Vec<_> = sales.iter().filter(of_customer).collect();
            let ordered = own
                .iter()
                .filter(|sale| !sale["incoming_order_id"].is_null());
            let expected = telephone(customer).and_then(|telephone| orders.remove(&*telephone));
            if ordered.count() != expected.unwrap_or_default() {
                return Err(format!("expected {expected:?} orders of {customer}"));
            }
            let points: i64 = own.iter().map(|sale| number(sale, "total") / 100).sum();
            let before = self.start.customers.get(id);
            let before = before.map_or(0, |customer| number(customer, "points"));
            if number(customer, "points") != before + points {
                return Err(format!(
                    "expected {points} more points than {before}, found {customer}"
                ));
            }
            let is_same = self.start.customers.get(id) == Some(customer);
            if is_same != own.is_empty() {
                return Err(format!("{} sales of {customer}", own.len()));
            }
        }
        if orders.is_empty() {
            Ok(())
        } else {
            Err(format!("orders without a customer: {orders:?}"))
        }
    }
}

/// The expected amount of each till is that of its start and its cash sales, in the demo data too.
fn check_tills(end: &Lists) -> Result<(), String> {
    let mut cash: BTreeMap<i64, i64> = BTreeMap::new();
    for sale in end.sales.values() {
        for tender in sale["sales_tenders"].as_array().expect("tenders") {
            if tender["payment_method_name"] == "cash" {
                let till = number(sale, "terminal_till_id");
                *cash.entry(till).or_default() += number(tender, "total");
            }
        }
    }
    for (id, till) in &end.tills {
        let cash = cash.remove(id).unwrap_or_default();
        if number(till, "expected_amount") != number(till, "start_amount") + cash {
            return Err(format!("expected {cash} of cash in {till}"));
        }
    }
    if cash.is_empty() {
        Ok(())
    } else {
        Err(format!("sales of unknown tills: {cash:?}"))
    }
}
