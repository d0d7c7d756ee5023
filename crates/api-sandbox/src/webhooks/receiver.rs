//! A receiver of callbacks, for tests.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc};
use tokio::task::{JoinHandle, JoinSet};

use super::form;
use crate::state::venue::status::OrderStatus;

/// The largest body of a callback.
const MAX_BODY: usize = 64 * 1024;

/// The most callbacks that wait to be returned. Further ones are responded to with 503.
const MAX_WAITING: usize = 1_000;

/// The time limit of [`CallbackReceiver::next`].
const TIMEOUT: Duration = Duration::from_secs(5);

/// Receives status callbacks on loopback, in a test of code that has no HTTP server of its own. It
/// stops on drop.
///
/// ```
/// # use api_sandbox::{CallbackReceiver, OrderStatus, Sandbox};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let sandbox = Sandbox::start().await?;
/// let receiver = CallbackReceiver::start().await?;
/// # let order = |url: &str| serde_json::json!({ "incoming_order": {
/// #     "reference_no": "WEB-1", "status_callback": url, "order_items_attributes": [
/// #         { "product_parent_id": "7001", "product_id": 9001, "quantity": 1 }] } });
/// // The code under test places an order with `receiver.url()` as its `status_callback`.
/// # let demo = sandbox.credentials();
/// # let http = test_support::tls::http_client().build()?;
/// # http.post(format!("{}/v3/incoming_orders", sandbox.pos_url()))
/// #     .basic_auth(demo.integrator_token, Some(demo.venues[0].venue_token))
/// #     .header("Content-Type", "application/json")
/// #     .body(order(receiver.url()).to_string()).send().await?.error_for_status()?;
/// let order = sandbox.control().next_order().await?;
/// sandbox.control().set_order_status(order.id, OrderStatus::Delivered)?;
/// let callback = receiver.next().await?;
/// assert_eq!((callback.order, callback.status), (order.id, OrderStatus::Delivered));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[doc(alias = "webhook")]
pub struct CallbackReceiver {
    url: String,
    received: Mutex<mpsc::Receiver<ReceivedCallback>>,
    server: JoinHandle<()>,
}

/// A callback that was received.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReceivedCallback {
    /// The id of the order.
    pub order: i64,
    /// Its reference.
    pub reference_no: String,
    /// Its new status.
    pub status: OrderStatus,
    /// As in `delivery`.
    pub order_type: String,
}

impl CallbackReceiver {
    /// Starts a receiver on a free port. It responds with 200 to callbacks, and with 400 to other
    /// requests.
    ///
    /// # Errors
    ///
    /// No port is free.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/", listener.local_addr()?);
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        Ok(Self {
            url,
            received: Mutex::new(receiver),
            server: tokio::spawn(serve(listener, Arc::new(sender))),
        })
    }

    /// The URL for the `status_callback` of an order.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Waits for the next callback, at most 5 seconds. Each is returned once, the oldest first.
    ///
    /// # Errors
    ///
    /// There is none in time.
    pub async fn next(&self) -> io::Result<ReceivedCallback> {
        let next = async { self.received.lock().await.recv().await };
        let next = tokio::time::timeout(TIMEOUT, next).await;
        next.ok().flatten().ok_or_else(|| {
            let message = format!("no callback within {TIMEOUT:?}");
            io::Error::new(io::ErrorKind::TimedOut, message)
        })
    }
}

impl Drop for CallbackReceiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

type Sender = Arc<mpsc::Sender<ReceivedCallback>>;

async fn serve(listener: TcpListener, sender: Sender) {
    // The connections end with the receiver.
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let sender = Arc::clone(&sender);
        connections.spawn(async move {
            let service = service_fn(|request| receive(request, &sender));
            // A client that goes away is no failure.
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            let _ = connection.await;
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn receive(
    request: Request<Incoming>,
    sender: &Sender,
) -> Result<Response<Empty<Bytes>>, Infallible> {
    let is_post = request.method() == Method::POST;
    let body = Limited::new(request.into_body(), MAX_BODY).collect().await;
    let callback = body.ok().and_then(|body| parse(&body.to_bytes()));
    let status = match callback.filter(|_| is_post) {
        None => StatusCode::BAD_REQUEST,
        Some(callback) => match sender.try_send(callback) {
            Ok(()) => StatusCode::OK,
            Err(_) => StatusCode::SERVICE_UNAVAILABLE,
        },
    };
    let mut response = Response::new(Empty::new());
    *response.status_mut() = status;
    Ok(response)
}

fn parse(body: &[u8]) -> Option<ReceivedCallback> {
    let mut fields = form::parse(std::str::from_utf8(body).ok()?)?;
    let mut take = |name: &str| fields.remove(&format!("incoming_order[{name}]"));
    Some(ReceivedCallback {
        order: take("id")?.parse().ok()?,
        reference_no: take("reference_no")?,
        status: serde_json::from_value(take("status")?.into()).ok()?,
        order_type: take("order_type")?,
    })
}
