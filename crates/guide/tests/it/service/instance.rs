//! A process of the service.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use api_sandbox::{PaymentEnvironment, SDK_GLOBAL, Sandbox};
use pos_v3_client::transport::reqwest::{Client, Error, Response, StatusCode};
use serde_json::Value;

use super::{Setup, wait_until};

/// The token of a member of the staff.
const TOKEN: &str = "0f5e1c9a7b3d2468";

/// A process of the service, which is killed on drop.
pub(crate) struct Instance {
    process: Child,
    stdout: BufReader<ChildStdout>,
    /// The lines of its log.
    log: Arc<Mutex<Vec<String>>>,
    url: String,
    /// Of the listener of the staff.
    staff_url: String,
    browser: Client,
}

impl Instance {
    /// Starts the program, and waits until it listens.
    pub(crate) async fn start(setup: &Setup, address: &str) -> Self {
        let demo = setup.sandbox.credentials();
        let payments = PaymentEnvironment::Test;
        let mut command = Command::new(env!("CARGO_BIN_EXE_service"));
        command
            .env("ADDRESS", address)
            .env("STAFF_ADDRESS", "127.0.0.1:0")
            .env("STAFF", format!("ada:{TOKEN}"))
            .env("PUBLIC_URL", format!("http://{}", setup.public_address))
            .env("CALLBACK_SECRET", "5f1d7a84db00d2fce00b31a7fc73224f")
            .env("POS_URL", setup.sandbox.pos_url())
            .env("POS_ENVIRONMENT", "staging")
            .env("VENUE", "12")
            .env("INTEGRATOR_TOKEN", demo.integrator_token)
            .env("VENUE_TOKEN", demo.venues[0].venue_token)
            .env("MENU_FEED_KEY", demo.venues[0].menu_feed_key)
            .env("PAYMENTS_ENVIRONMENT", "test")
            .env("PAYMENTS_URL", setup.sandbox.payments_url(payments))
            .env("CLIENT_ID", payments.credentials().client_id)
            .env("CLIENT_SECRET", payments.credentials().client_secret)
            .env("CLIENT_PUBLIC_KEY", payments.credentials().public_key)
            .env("SDK_GLOBAL", SDK_GLOBAL)
            .env("DATABASE", setup.database.name())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = command.spawn().expect("a process");
        let stdout = BufReader::new(process.stdout.take().expect("its output"));
        let stderr = BufReader::new(process.stderr.take().expect("its log"));
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                // Shown if the test fails.
                eprintln!("{line}");
                lines.lock().expect("the log").push(line);
            }
        });
        let mut instance = Self {
            process,
            stdout,
            log,
            url: String::new(),
            staff_url: String::new(),
            browser: Client::new(),
        };
        let mut line = String::new();
        while instance.url.is_empty() {
            line.clear();
            let length = instance.stdout.read_line(&mut line).expect("a line");
            assert_ne!(length, 0, "the process ended");
            match line.trim().rsplit_once(' ') {
                Some(("staff:", address)) => instance.staff_url = format!("http://{address}"),
                Some(("listening on", address)) => instance.url = format!("http://{address}"),
                _ => {}
            }
        }
        instance
    }

    /// Waits until the log has a line with this text.
    pub(crate) async fn logs(&self, text: &str) {
        let has = |line: &String| line.contains(text);
        wait_until(async || self.log.lock().expect("the log").iter().any(has)).await;
    }

    /// What a browser with this ticket gets.
    pub(crate) async fn get(&self, path: &str, ticket: &str) -> Response {
        self.page(path, ticket).await.expect("a response")
    }

    /// The same for a browser that may go away meanwhile.
    pub(crate) fn page(
        &self,
        path: &str,
        ticket: &str,
    ) -> impl Future<Output = Result<Response, Error>> + Send + 'static {
        let request = self.browser.get(format!("{}{path}", self.url));
        let cookie = format!("a=b; ticket={ticket}");
        request.header("cookie", cookie).send()
    }

    /// What a browser with this ticket posts, to a process that may be killed meanwhile.
    pub(crate) fn post(
        &self,
        path: &str,
        ticket: &str,
        body: &Value,
    ) -> impl Future<Output = Result<Response, Error>> + Send + 'static {
        let request = self.browser.post(format!("{}{path}", self.url));
        let request = request.header("content-type", "application/json");
        let request = request.header("cookie", format!("ticket={ticket}"));
        request.body(body.to_string()).send()
    }

    /// What the staff see at their listener.
    pub(crate) async fn staff(&self, path: &str) -> String {
        let request = self.browser.get(format!("{}{path}", self.staff_url));
        let response = request.bearer_auth(TOKEN).send().await;
        response.expect("a response").text().await.expect("a body")
    }

    pub(crate) async fn staff_post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let request = self.browser.post(format!("{}{path}", self.staff_url));
        let request = request.header("content-type", "application/json");
        let request = request.body(body.to_string()).bearer_auth(TOKEN);
        let response = request.send().await.expect("a response");
        let (status, body) = (response.status(), response.text().await.expect("a body"));
        (status, serde_json::from_str(&body).unwrap_or_default())
    }

    pub(crate) async fn staff_delete(&self, path: &str) -> StatusCode {
        let request = self.browser.delete(format!("{}{path}", self.staff_url));
        let response = request.bearer_auth(TOKEN).send().await;
        response.expect("a response").status()
    }

    /// What anybody gets at the listener of the buyers, and at that of the staff.
    pub(crate) async fn anybody(&self, path: &str) -> [StatusCode; 2] {
        let mut statuses = [StatusCode::OK; 2];
        for (url, status) in [&self.url, &self.staff_url].into_iter().zip(&mut statuses) {
            let response = self.browser.get(format!("{url}{path}")).send().await;
            *status = response.expect("a response").status();
        }
        statuses
    }

    /// What the buyer does in the payment app.
    pub(crate) async fn pay(&self, sandbox: &Sandbox, request_uid: &str) {
        let app = format!(
            "http://{}/payments/test/app/{request_uid}",
            sandbox.address()
        );
        for button in ["open", "pay"] {
            let pressed = self.browser.post(format!("{app}/{button}")).send().await;
            let pressed = pressed.expect("a response");
            assert!(pressed.status().is_success(), "{button}");
        }
    }

    /// Kills the process (SIGKILL) in the middle of what it does.
    pub(crate) fn kill(mut self) {
        assert_eq!(self.process.try_wait().expect("a status"), None);
        self.process.kill().expect("a running process");
    }

    /// Stops the process as an operator does (SIGTERM), and waits until it has ended.
    pub(crate) async fn stop(mut self) {
        let id = self.process.id().to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status();
        assert!(status.expect("kill").success());
        let wait = move || {
            let mut output = String::new();
            self.stdout.read_to_string(&mut output).expect("text");
            assert!(output.contains("stopped\n"), "{output}");
            assert!(self.process.wait().expect("a status").success(), "{output}");
        };
        tokio::task::spawn_blocking(wait).await.expect("an end");
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address of an instance that receives no callbacks: its port is any one that is free.
pub(crate) const ANY_ADDRESS: &str = "127.0.0.1:0";

/// An address that is free, and stays so until an instance listens: its port is none that systems give
/// to connections and to listeners at port 0, and each test has another one.
pub(crate) fn free_address() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id() * 32 + NEXT.fetch_add(1, Ordering::Relaxed);
        let address = format!("127.0.0.1:{}", 20_000 + number % 10_000);
        if TcpListener::bind(&address).is_ok() {
            return address;
        }
    }
}
