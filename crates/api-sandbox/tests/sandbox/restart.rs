//! Processes that are killed after the server created an order and before they received any of its
//! response. A second process sends the order again.

use std::io::{self, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::common::{Demo, demo};

/// The base URL of the process that places an order. Unset in the process of the tests.
const BASE_URL: &str = "RESTART_BASE_URL";

/// The id that the process knows of its order, as from a callback that it stored.
const ORDER_ID: &str = "RESTART_ORDER_ID";

const REFERENCE: &str = "WEB-1001";

/// A process that places the order.
struct Process(Child);

impl Process {
    /// Starts this program with a test that places the order.
    fn start(test: &str, base_url: &str, order_id: Option<i64>) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command
            .args(["--exact", test, "--nocapture"])
            .env(BASE_URL, base_url)
            .stdout(Stdio::piped());
        if let Some(id) = order_id {
            command.env(ORDER_ID, id.to_string());
        }
        Self(command.spawn().expect("a process"))
    }

    /// Kills the process (SIGKILL), unless it has ended. Returns its output.
    fn kill(mut self) -> String {
        let ended = self.0.try_wait().expect("a status");
        assert_eq!(ended, None, "the process must wait for the response");
        self.0.kill().expect("a running process");
        self.output()
    }

    fn output(&mut self) -> String {
        let mut output = String::new();
        let mut stdout = self.0.stdout.take().expect("its output");
        stdout.read_to_string(&mut output).expect("text");
        self.0.wait().expect("a status");
        output
    }

    /// The line that the process prints about its order.
    async fn result(mut self) -> String {
        let waiting = tokio::task::spawn_blocking(move || self.output());
        let output = waiting.await.expect("an output");
        let (_, result) = output.split_once("order: ").expect("a result");
        result.lines().next().unwrap_or_default().to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A proxy that forwards one request, and drops the response. Returns its base URL.
async fn proxy_without_responses(demo: &Demo) -> String {
    let url = demo.sandbox.pos_url();
    let (_, rest) = url.split_once("http://").expect("a scheme");
    let (server, path) = rest.split_once('/').expect("a path");
    let server = server.to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
    let proxy = listener.local_addr().expect("its address").to_string();
    let base_url = format!("http://{proxy}/{path}");
    tokio::spawn(async move {
        let (mut from_client, _) = listener.accept().await?;
        let mut to_server = TcpStream::connect(&server).await?;
        let mut request = vec![0; 64 * 1024];
        loop {
            let count = from_client.read(&mut request).await?;
            // The sandbox checks the host.
            let part = String::from_utf8_lossy(&request[..count]).replace(&proxy, &server);
            to_server.write_all(part.as_bytes()).await?;
            if count == 0 {
                return io::Result::Ok(());
            }
        }
    });
    base_url
}

/// The ids of the orders with our reference.
fn orders(demo: &Demo) -> Vec<i64> {
    let orders = demo.sandbox.control().orders();
    let ours = orders
        .iter()
        .filter(|order| order.reference_no == REFERENCE);
    ours.map(|order| order.id).collect()
}

/// Kills a process that waits for the response to its order, which the server created.
async fn create_and_kill(demo: &Demo, test: &str) -> i64 {
    let process = Process::start(test, &proxy_without_responses(demo).await, None);
    let created = timeout(Duration::from_secs(20), async {
        loop {
            if let [id] = orders(demo).as_slice() {
                break *id;
            }
            sleep(Duration::from_millis(5)).await;
        }
    });
    let id = created.await.expect("an order");
    let output = process.kill();
    assert!(!output.contains("order: "), "{output}");
    id
}

/// What a service prints and records of its order.
macro_rules! print_result {
    ($created:expr) => {
        match $created {
            Ok(Created::Confirmed(response)) => {
                println!("order: confirmed {:?}", response.incoming_order.id)
            }
            Ok(Created::Recovered(found)) => {
                println!("order: recovered {:?}", found.incoming_order.id)
            }
            Ok(Created::Changed { differences, .. } | Created::Differs { differences, .. }) => {
                println!("order: differs {differences:?}")
            }
            Err(error) => println!("order: {:?}", error.outcome()),
        }
    };
}

mod version_1 {
    use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
    use pos_v1_client::*;

    use super::*;

    const TEST: &str = "restart::version_1::order_of_a_killed_process_is_recovered";

    /// Finds the order by its reference.
    async fn place(base_url: &str) {
        let token = VenueToken::new("demo-api-token");
        let config = Config::new(Environment::Staging, base_url, token).expect("valid");
        let items = vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })];
        let order = CreateIncomingOrder::new(NewIncomingOrder::new(REFERENCE, items));
        let client = Client::new(config).expect("a client");
        print_result!(client.create_once(order).await);
    }

    #[tokio::test]
    async fn order_of_a_killed_process_is_recovered() {
        if let Ok(base_url) = std::env::var(BASE_URL) {
            return place(&base_url).await;
        }
        let demo = demo().await;
        let id = create_and_kill(&demo, TEST).await;
        let second = Process::start(TEST, &demo.sandbox.pos_url(), None);
        assert_eq!(second.result().await, format!("recovered Some({id})"));
        assert_eq!(orders(&demo), [id]);
    }
}

mod version_3 {
    use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
    use pos_v3_client::*;

    use super::*;

    const TEST: &str = "restart::version_3::order_of_a_killed_process_is_recovered_by_a_known_id";

    /// Finds the order by the id that is known, if any.
    async fn place(base_url: &str) {
        let credentials = IntegratorAndVenue::new("demo-integrator-token", "demo-venue-token");
        let config = Config::new(Environment::Staging, base_url, credentials).expect("valid");
        let items = vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })];
        let order = CreateIncomingOrder::new(NewIncomingOrder::new(REFERENCE, items));
        let client = Client::new(config).expect("a client");
        let find = async |_: String| {
            let id = std::env::var(ORDER_ID).ok()?.parse().ok()?;
            Some(GetIncomingOrder::new(id))
        };
        print_result!(client.create_once_with(order, find).await);
    }

    #[tokio::test]
    async fn order_of_a_killed_process_is_recovered_by_a_known_id() {
        if let Ok(base_url) = std::env::var(BASE_URL) {
            return place(&base_url).await;
        }
        let demo = demo().await;
        let id = create_and_kill(&demo, TEST).await;
        let base_url = demo.sandbox.pos_url();
        let second = Process::start(TEST, &base_url, Some(id));
        assert_eq!(second.result().await, format!("recovered Some({id})"));
        // Without the id, and with that of another order, the order may exist.
        let other = demo.order("WEB-1002", None).await;
        for known in [None, Some(other), Some(0)] {
            let process = Process::start(TEST, &base_url, known);
            assert_eq!(process.result().await, "Unknown", "{known:?}");
        }
        assert_eq!(orders(&demo), [id]);
    }
}
