//! Callbacks: targets, forms, limits.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use api_sandbox::{CallbackOutcome, OrderStatus, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::common::{Auth, Demo, VENUE, demo, demo_with, order};

/// Receives callbacks on loopback, and sends the same response to each.
pub(crate) struct Receiver {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Receiver {
    pub(crate) async fn ok() -> Self {
        Self::responding("HTTP/1.1 200 OK\r\n\r\n").await
    }

    async fn responding(response: &'static str) -> Self {
        Self::responding_on("127.0.0.1:0", response, false).await
    }

    async fn responding_on(address: &str, response: &'static str, endless: bool) -> Self {
        let listener = TcpListener::bind(address).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorded = Arc::clone(&requests);
        tokio::spawn(async move {
            loop {
                let Ok((mut stream, _)) = listener.accept().await else {
                    return;
                };
                let mut request = vec![0; 16 * 1024];
                let count = stream.read(&mut request).await.unwrap_or(0);
                let request = String::from_utf8_lossy(&request[..count]).into_owned();
                recorded.lock().expect("a lock").push(request);
                while stream.write_all(response.as_bytes()).await.is_ok() && endless {}
            }
        });
        Self { address, requests }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://{}/orders?shop=1", self.address)
    }

    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("a lock").clone()
    }

    pub(crate) fn bodies(&self) -> Vec<String> {
        let requests = self.requests().into_iter();
        let body = |request: String| request.split("\r\n\r\n").nth(1).map(str::to_owned);
        requests.filter_map(body).collect()
    }
}

/// Creates an order with this callback URL, changes its status, and returns the outcome of the
/// callback.
async fn outcome(demo: &Demo, reference: &str, callback: &str) -> CallbackOutcome {
    let id = demo.order(reference, Some(callback)).await;
    let control = demo.sandbox.control();
    control
        .set_order_status(id, OrderStatus::Processing)
        .expect("a change");
    control.wait_for_callbacks().await;
    control.callbacks().pop().expect("a callback").outcome
}

#[tokio::test]
async fn posts_one_form_per_status_change() {
    let demo = demo().await;
    let receiver = Receiver::responding("HTTP/1.1 410 Gone\r\n\r\n").await;
    let id = demo.order("WEB 1/é", Some(&receiver.address())).await;
    let control = demo.sandbox.control();
    for status in [
        OrderStatus::Processing,
        OrderStatus::Processing,
        OrderStatus::Canceled,
    ] {
        control.set_order_status(id, status).expect("a change");
    }
    control.wait_for_callbacks().await;
    let requests = receiver.requests();
    assert_eq!(requests.len(), 2, "no callback for the same status");
    assert!(requests[0].starts_with("POST /orders?shop=1 HTTP/1.1\r\n"));
    assert!(requests[0].contains("Content-Type: application/x-www-form-urlencoded\r\n"));
    let form = format!(
        "incoming_order%5Bid%5D={id}&incoming_order%5Breference_no%5D=WEB+1%2F%C3%A9\
         &incoming_order%5Bstatus%5D=Processing&incoming_order%5Border_type%5D=delivery"
    );
    assert_eq!(receiver.bodies()[0], form);
    let gone = CallbackOutcome::Responded(410);
    let mut callbacks = control.callbacks().into_iter();
    assert!(callbacks.all(|callback| callback.outcome == gone));
}

#[tokio::test]
async fn blocks_hostile_targets() {
    let demo = demo().await;
    let own = demo.sandbox.address().port();
    let targets = format!(
        "http://169.254.169.254/latest/meta-data/ http://metadata.google.internal/ http://10.0.0.1/ \
         http://172.16.0.1/ http://192.168.1.1/ http://[::1]:9/ http://[::ffff:127.0.0.1]:9/ http://0.0.0.0:9/ \
         http://2130706433/ http://0x7f.1/ http://rebind.example/ http://127.0.0.1:9@example.com/ \
         http://127.0.0.1:{own}/api/v3/incoming_orders http://localhost:{own}/_sandbox/reset"
    );
    for (index, target) in targets.split(' ').enumerate() {
        let outcome = outcome(&demo, &format!("HOSTILE-{index}"), target).await;
        let is_blocked = matches!(outcome, CallbackOutcome::Blocked(_));
        assert!(is_blocked, "{target}: {outcome:?}");
    }
    for target in ["file:///etc/passwd", "gopher://127.0.0.1:9/", "not a url"] {
        let body = order("NO-URL", Some(target));
        let (status, response) = demo.post(VENUE, "/api/v3/incoming_orders", body).await;
        let message = "status_callback must be a URL, as in https://shop.example/orders";
        assert_eq!((status, &response["errors"][0]), (422, &message.into()));
    }
}

#[tokio::test]
async fn does_not_follow_redirects() {
    let receiver =
        Receiver::responding("HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n")
            .await;
    let outcome = outcome(&demo().await, "MOVED", &receiver.address()).await;
    assert_eq!(outcome, CallbackOutcome::Responded(302));
}

#[tokio::test]
async fn limits_the_size_of_responses() {
    let receiver =
        Receiver::responding_on("127.0.0.1:0", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", true).await;
    let outcome = outcome(&demo().await, "ENDLESS", &receiver.address()).await;
    assert!(matches!(outcome, CallbackOutcome::Failed(_)), "{outcome:?}");
}

#[tokio::test]
async fn sends_to_allowed_addresses_and_hosts() {
    // IPv6 loopback, which every machine has and the sandbox blocks by default.
    let receiver =
        Receiver::responding_on("[::1]:0", "HTTP/1.1 204 No Content\r\n\r\n", false).await;
    for target in [receiver.address.to_string(), "[::1]:*".to_owned()] {
        let demo = demo_with(Sandbox::builder().allow_callbacks_to(target)).await;
        let outcome = outcome(&demo, "ALLOWED", &receiver.address()).await;
        assert_eq!(outcome, CallbackOutcome::Responded(204));
    }
}

#[tokio::test]
async fn resolves_allowed_names_only() {
    // No resolver knows a name below `invalid`.
    let builder = Sandbox::builder().allow_callbacks_to("allowed.invalid:8080");
    let demo = demo_with(builder).await;
    let allowed = outcome(&demo, "ALLOWED", "http://allowed.invalid:8080/").await;
    assert!(matches!(allowed, CallbackOutcome::Failed(_)), "{allowed:?}");
    let reason = "the host is neither on IPv4 loopback nor allowed".to_owned();
    let other = outcome(&demo, "OTHER", "http://other.invalid:8080/").await;
    assert_eq!(other, CallbackOutcome::Blocked(reason));
}

#[tokio::test]
async fn a_callback_is_sent_again_with_the_same_form() {
    let demo = demo().await;
    let receiver = Receiver::ok().await;
    let order = demo.order("WEB-1", Some(&receiver.address())).await;
    let control = demo.sandbox.control();
    control
        .set_order_status(order, OrderStatus::Processing)
        .expect("a change");
    control.wait_for_callbacks().await;
    let first = control.callbacks().remove(0);
    control.resend_callback(first.number).expect("a callback");
    control.wait_for_callbacks().await;
    let callbacks = control.callbacks();
    assert_eq!(callbacks.len(), 2);
    assert_eq!(callbacks[1].number, first.number + 1);
    assert_eq!(
        (&callbacks[1].body, &callbacks[1].url, &callbacks[1].outcome),
        (&first.body, &first.url, &first.outcome)
    );
    assert_eq!(receiver.bodies()[0], receiver.bodies()[1]);

    let resend = async |number: &str| {
        let path = format!("/_sandbox/callbacks/{number}/resend");
        demo.send(Auth::Anonymous, "POST", &path, None).await.0
    };
    assert_eq!(resend("2").await, 200);
    control.wait_for_callbacks().await;
    assert_eq!(control.callbacks().len(), 3);
    for unknown in ["4", "0", "x", "-1"] {
        assert_eq!(resend(unknown).await, 404, "{unknown}");
    }
    assert!(control.resend_callback(99).is_err());
}
