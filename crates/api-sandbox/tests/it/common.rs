//! A sandbox, and requests without the generated clients.

use std::sync::OnceLock;

use api_sandbox::{PaymentEnvironment, Sandbox, SandboxBuilder};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// Noon in UTC, on a Saturday in winter.
pub(crate) const NOW: &str = "2026-02-14T12:00:00Z";

/// The sandbox of a test, with its clock at [`NOW`].
pub(crate) struct Demo {
    pub(crate) sandbox: Sandbox,
    http: reqwest::Client,
}

/// The credentials of a request.
#[derive(Clone, Copy)]
pub(crate) enum Auth<'a> {
    Anonymous,
    Basic(&'a str, &'a str),
    Bearer(&'a str),
    /// The whole value of the header.
    Header(&'a str),
}

pub(crate) const VENUE: Auth<'static> = Auth::Basic("demo-integrator-token", "demo-venue-token");
pub(crate) const TOKEN: Auth<'static> = Auth::Bearer("demo-api-token");
pub(crate) const CLIENT: Auth<'static> = Auth::Basic("demo-client-id", "demo-client-secret");

/// The credentials of a name in a table.
pub(crate) fn auth(name: &str) -> Auth<'static> {
    match name {
        "none" => Auth::Anonymous,
        "venue" => VENUE,
        "token" => TOKEN,
        "venue-2" => Auth::Basic("demo-integrator-token", "demo-venue-token-2"),
        "token-2" => Auth::Bearer("demo-api-token-2"),
        "unknown" => Auth::Bearer("demo-unknown"),
        "client" => CLIENT,
        "integrator" => Auth::Basic("demo-integrator-token", ""),
        "vendor" => Auth::Basic("demo-integrator-token", "demo-vendor-token"),
        other => panic!("{other}: unknown credentials"),
    }
}

/// The rows of a table: words, the last of which is the rest of the line.
pub(crate) fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = table.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).map(|line| {
        let mut rest = line;
        std::array::from_fn(|column| {
            if column + 1 == N {
                return rest;
            }
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            rest = after.trim_start();
            word
        })
    })
}

/// A body in a table; none if it is empty.
pub(crate) fn body(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| serde_json::from_str(text).expect("JSON"))
}

pub(crate) async fn demo() -> Demo {
    demo_with(Sandbox::builder()).await
}

pub(crate) async fn demo_with(builder: SandboxBuilder) -> Demo {
    let now = NOW.parse().expect("a time");
    let sandbox = builder.clock(now).start().await.expect("a sandbox");
    Demo {
        sandbox,
        http: http_client(),
    }
}

/// A client of the interfaces that no generated client has.
pub(crate) fn http_client() -> reqwest::Client {
    // To build one takes longer than most tests. A connection belongs to the runtime of a test.
    static CLIENT: OnceLock<reqwest::Client> = OnceLock::new();
    let client = CLIENT.get_or_init(|| {
        let builder = test_support::tls::http_client().pool_max_idle_per_host(0);
        builder.build().expect("a client")
    });
    client.clone()
}

impl Demo {
    /// Sends a request, and returns status and body; no body is null.
    pub(crate) async fn send(
        &self,
        auth: Auth<'_>,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let text = body.map(|body| body.to_string());
        Self::receive(self.request(auth, method, path, text)).await
    }

    /// Sends a text as JSON, valid or not.
    pub(crate) async fn send_text(
        &self,
        auth: Auth<'_>,
        method: &str,
        path: &str,
        text: &str,
    ) -> (u16, Value) {
        let request = self.request(auth, method, path, Some(text.to_owned()));
        Self::receive(request).await
    }

    /// Sends a text as JSON, and returns status and body as they are received.
    pub(crate) async fn exchange(
        &self,
        auth: Auth<'_>,
        method: &str,
        path: &str,
        text: &str,
    ) -> (u16, String) {
        let request = self.request(auth, method, path, Some(text.to_owned()));
        let response = request.send().await.expect("a response");
        let status = response.status().as_u16();
        (status, response.text().await.expect("a body"))
    }

    async fn receive(request: reqwest::RequestBuilder) -> (u16, Value) {
        let response = request.send().await.expect("a response");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        let body = if text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&text).expect("JSON")
        };
        (status, body)
    }

    pub(crate) async fn try_send(
        &self,
        auth: Auth<'_>,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> reqwest::Result<reqwest::Response> {
        let text = body.map(|body| body.to_string());
        self.request(auth, method, path, text).send().await
    }

    fn request(
        &self,
        auth: Auth<'_>,
        method: &str,
        path: &str,
        body: Option<String>,
    ) -> reqwest::RequestBuilder {
        let method = method.parse().expect("a method");
        let mut request = self
            .http
            .request(method, format!("http://{}{path}", self.sandbox.address()));
        request = match auth {
            Auth::Anonymous => request,
            Auth::Basic(user, password) => request.header(
                "authorization",
                format!("Basic {}", STANDARD.encode(format!("{user}:{password}"))),
            ),
            Auth::Header(value) => request.header("authorization", value),
            Auth::Bearer(token) => request.header("authorization", format!("Bearer {token}")),
        };
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body);
        }
        request
    }

    /// Sends a request, and returns the body of the response with status 200.
    pub(crate) async fn ok(
        &self,
        auth: Auth<'_>,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> Value {
        let (status, response) = self.send(auth, method, path, body).await;
        assert_eq!(status, 200, "{method} {path}: {response}");
        response
    }

    /// Sends the requests of a table: status, credentials, method, path, a word of the response, body.
    pub(crate) async fn check_table(&self, table: &str) {
        for [status, credentials, method, path, word, text] in rows(table) {
            let (actual, response) = self.send(auth(credentials), method, path, body(text)).await;
            assert_eq!(actual.to_string(), status, "{method} {path}: {response}");
            assert!(response.to_string().contains(word), "{path}: {response}");
        }
    }

    pub(crate) async fn get(&self, auth: Auth<'_>, path: &str) -> (u16, Value) {
        self.send(auth, "GET", path, None).await
    }

    pub(crate) async fn post(&self, auth: Auth<'_>, path: &str, body: Value) -> (u16, Value) {
        self.send(auth, "POST", path, Some(body)).await
    }

    /// Creates an order, and returns its id.
    pub(crate) async fn order(&self, reference: &str, callback: Option<&str>) -> i64 {
        let body = Some(order(reference, callback));
        let path = "/api/v3/incoming_orders";
        let response = self.ok(VENUE, "POST", path, body).await;
        response["incoming_order"]["id"].as_i64().expect("an id")
    }

    /// Creates a quote, and returns its id.
    pub(crate) async fn quote(&self) -> i64 {
        self.quote_of(quote()).await["reference_no"]
            .as_str()
            .and_then(|reference| reference.strip_prefix("Q-")?.parse().ok())
            .expect("a reference")
    }

    /// Creates a quote from a body, and returns it.
    pub(crate) async fn quote_of(&self, body: Value) -> Value {
        let path = "/api/v3/incoming_quotes";
        self.ok(VENUE, "POST", path, Some(body)).await["quote"].take()
    }

    /// Creates a payment request in the Test environment, and returns its `RequestUid`.
    pub(crate) async fn payment(&self) -> String {
        let path = "/payments/test/thirdparty/payments/v1.0/CreateRequest";
        let response = self.ok(CLIENT, "POST", path, Some(payment())).await;
        response["Payload"]
            .as_str()
            .expect("a RequestUid")
            .to_owned()
    }
}

pub(crate) fn order(reference: &str, callback: Option<&str>) -> Value {
    let mut body = json!({
        "incoming_order": {
            "order_type": "delivery",
            "first_name": "Ada",
            "reference_no": reference,
            "order_items_attributes": [{ "product_parent_id": "7001", "product_id": 9001, "quantity": 2 }],
        }
    });
    if let Some(callback) = callback {
        body["incoming_order"]["status_callback"] = callback.into();
    }
    body
}

pub(crate) fn quote() -> Value {
    json!({
        "quote": {
            "incoming_order_id": null,
            "venue_id": 12,
            "fulfillment": { "source": "online_store", "order_type": "pickup", "tip_amount": 150, "tip_type": "amount" },
            "customer": { "first_name": "Ada", "telephone": "(555) 010-0123" },
            "payment": { "requested_payment_method": "cash" },
            "items": [{ "sku_id": 9001, "product_id": 7001, "quantity": 2, "price": 1 }],
        }
    })
}

pub(crate) fn payment() -> Value {
    json!({
        "Amount": 125.5,
        "ApiVersion": "1.0",
        "ClientPubKey": PaymentEnvironment::Test.credentials().public_key,
        "UserBusinessAddress": "1 Main Street",
        "UserBusinessCity": "Springfield",
        "UserBusinessName": "Corner Shop",
        "UserBusinessStateCode": "CO",
        "UserBusinessZip": "80000",
        "UserEmail": "buyer@shop.example",
        "UserFirstName": "Ada",
        "UserLastName": "Byron",
        "UserPhone": "5550100",
    })
}
