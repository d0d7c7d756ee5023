//! The menu partner, as a process that is killed.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use api_sandbox::{Effect, Fault, OrderStatus, Sandbox};
use pos_v3_client::transport::reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use super::service::{free_address, wait_until};

struct Partner {
    process: Child,
    url: String,
    web_server: Client,
}

impl Partner {
    /// Starts the program, and waits until it has read the menus of its venues.
    async fn start(sandbox: &Sandbox, folder: &Path, address: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_partner"))
            .env("ADDRESS", address)
            .env("PUBLIC_URL", format!("http://{address}"))
            .env("POS_URL", sandbox.pos_url())
            .env("POS_ENVIRONMENT", "staging")
            .env("DATABASE", folder.join("partner.db"))
            .env("VENUES", folder.join("venues.json"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let partner = Self {
            process,
            url: format!("http://{address}/venues"),
            web_server: Client::new(),
        };
        for venue in [12, 13] {
            wait_until(async || partner.get(&format!("{venue}/menu")).await.1 != "[]").await;
        }
        partner
    }

    async fn get(&self, path: &str) -> (StatusCode, String) {
        let response = self
            .web_server
            .get(format!("{}/{path}", self.url))
            .send()
            .await;
        let response = response.expect("a response");
        (response.status(), response.text().await.expect("a body"))
    }

    fn order(
        &self,
        path: &str,
        product: &str,
    ) -> impl Future<Output = Option<(StatusCode, String)>> + Send + 'static {
        let body = json!([{"product": product, "quantity": 1}]);
        let request = self.web_server.post(format!("{}/{path}", self.url));
        let request = request.header("content-type", "application/json");
        let response = request.body(body.to_string()).send();
        async {
            let response = response.await.ok()?;
            Some((response.status(), response.text().await.ok()?))
        }
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The ids of the prices on a menu that are in stock, for everybody.
fn products(menu: &str) -> Vec<String> {
    let groups: Value = serde_json::from_str(menu).expect("a menu");
    let groups = groups.as_array().expect("groups").iter();
    let items = groups.flat_map(|group| group["menu_items"].as_array().expect("items"));
    let items = items.filter(|item| item["is_medical_only"] != json!(true));
    let prices = items.flat_map(|item| item["prices"].as_array().expect("prices"));
    let prices = prices.filter(|price| price["quantity_on_hand"] != json!("0.0"));
    let ids = prices.map(|price| match &price["id"] {
        Value::String(id) => id.clone(),
        id => id.to_string(),
    });
    ids.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn partner_shows_the_menus_of_its_venues_and_places_each_order_once() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let control = sandbox.control();
    let folder = tempfile::tempdir().expect("a directory");
    let demo = sandbox.credentials();
    let venues = demo.venues.iter().zip([12, 13]);
    let venues = venues.map(|(venue, id)| {
        json!({
            "id": id, "api_token": venue.api_token, "menu_feed_key": venue.menu_feed_key,
            "callback_secret": format!("5f1d7a84db00d2fce00b31a7fc7322{id}"),
        })
    });
    let settings = Value::from_iter(venues).to_string();
    std::fs::write(folder.path().join("venues.json"), settings).expect("a file");
    let address = free_address();

    // Nothing is in stock.
    for _ in [12, 13] {
        let none = Effect::Value("quantity_on_hand".to_owned(), json!("0.0"));
        let fault = Fault::new("get_menu_feed", none);
        control.inject(fault).expect("a fault");
    }
    let partner = Partner::start(&sandbox, folder.path(), &address).await;
    let sold_out = partner.order("12/orders/A-0", "9001").await;
    let (status, _) = sold_out.expect("a response");
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    drop(partner);

    let partner = Partner::start(&sandbox, folder.path(), &address).await;
    let mut products_of = Vec::new();
    for venue in [12, 13] {
        let (_, menu) = partner.get(&format!("{venue}/menu")).await;
        products_of.push(products(&menu));
    }
    assert_ne!(products_of[0], products_of[1]);
    let unknown = partner.order("14/orders/A-1", "9001").await;
    assert_eq!(unknown.expect("a response").0, StatusCode::NOT_FOUND);
    // Each venue has its keys: both have a cart of this name.
    let mut ids = Vec::new();
    for (venue, products) in [12, 13].into_iter().zip(&products_of) {
        let path = format!("{venue}/orders/A-1");
        let (status, id) = partner
            .order(&path, &products[0])
            .await
            .expect("a response");
        assert_eq!(status, StatusCode::CREATED, "{id}");
        let again = partner.order(&path, &products[0]).await;
        assert_eq!(again, Some((StatusCode::CREATED, id.clone())));
        ids.push(id.parse::<i64>().expect("an id"));
    }
    let placed = |reference: &str| {
        let orders = control.orders();
        let ours = orders
            .iter()
            .filter(|order| order.reference_no == reference);
        Vec::from_iter(ours.map(|order| order.id))
    };
    assert_eq!(placed("A-1"), ids);

    // The process is killed while the response of an order is on its way.
    let slow = Effect::SlowBytes(Duration::from_secs(1));
    let fault = Fault::new("create_incoming_order", slow);
    control.inject(fault).expect("a fault");
    let product = products_of[0][0].clone();
    let request = tokio::spawn(partner.order("12/orders/A-2", &product));
    wait_until(async || placed("A-2").len() == 1).await;
    drop(partner);
    assert_eq!(request.await.expect("an end"), None);
    // A callback that the next process receives: by its id, the order is found.
    let partner = Partner::start(&sandbox, folder.path(), &address).await;
    control
        .set_order_status(placed("A-2")[0], OrderStatus::Completed)
        .expect("an order");
    wait_until(async || partner.get("12/orders/A-2").await.1 == "Completed").await;
    let again = partner
        .order("12/orders/A-2", &product)
        .await
        .expect("a response");
    assert_eq!(again, (StatusCode::CREATED, placed("A-2")[0].to_string()));
    assert_eq!(placed("A-2").len(), 1);
    // The other venue has no such order.
    assert_eq!(partner.get("13/orders/A-2").await.1, "unknown");
    // While its file is away, the web server is told to come again.
    let file = folder.path().join("partner.db");
    std::fs::rename(file, folder.path().join("away")).expect("a file");
    let (status, _) = partner.get("13/orders/A-2").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
}
