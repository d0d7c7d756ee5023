//! The program.

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use crate::common::{http_client, rows};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_api-sandbox");

/// The running program, which is killed on drop.
pub(crate) struct Program {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    pub(crate) fn start(options: &[&str]) -> Self {
        Self::from_command(Command::new(PROGRAM).args(options))
    }

    pub(crate) fn from_command(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a program");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        Self { child, lines }
    }

    /// Kills the process (SIGKILL).
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("a running process");
        self.child.wait().expect("a status");
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("a line").expect("text")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    /// What it prints before the requests.
    fn greeting(&mut self) -> String {
        let mut greeting = String::new();
        while !greeting.contains("\nRequests:") {
            greeting += &self.line();
            greeting.push('\n');
        }
        greeting
    }

    /// The root URL in the greeting.
    pub(crate) fn root_url(&mut self) -> String {
        let greeting = self.greeting();
        let (_, rest) = greeting
            .split_once("point of sale, vendor API")
            .expect("a URL");
        let (url, _) = rest.split_once("/api").expect("a URL");
        url.trim().to_owned()
    }
}

/// The exit code and the standard error of a program with these options.
pub(crate) fn failure(options: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(PROGRAM).args(options).output();
    let output = output.expect("a program");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), error)
}

#[tokio::test]
async fn prints_usage_and_requests() {
    let mut program = Program::start(&["--clock", "2026-02-14T12:00:00Z"]);
    let greeting = program.greeting();
    for word in [
        "/api",
        "/payments/stage",
        "demo-venue-token",
        "demo-client-secret",
        "/payments/test/thirdpartytester/payments",
        "curl -u",
        "/reference",
        "/_sandbox/board",
    ] {
        assert!(greeting.contains(word), "{word}");
    }
    let address = greeting
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split("/api").next())
        .expect("an address");
    let url = format!("http://{address}/api/demo-api-token/v1/coupons");
    let response = http_client().get(url).send().await.expect("a response");
    assert_eq!(response.status().as_u16(), 200);
    let shown = program.line();
    assert!(
        shown.contains("GET   /api/{token}/v1/coupons 200"),
        "{shown}"
    );
    assert!(shown.ends_with("list_coupons"), "{shown}");

    // Control requests are printed without a number, and are not recorded.
    let control = format!("http://{address}/_sandbox");
    let requests = http_client()
        .get(format!("{control}/requests"))
        .send()
        .await
        .expect("a response");
    let shown = program.line();
    assert!(
        shown.starts_with("   - GET   /_sandbox/requests 200 "),
        "{shown}"
    );
    let requests = requests.text().await.expect("a body");
    assert!(!requests.contains("_sandbox"), "{requests}");
    let client = http_client();
    let rejected = client.post(format!("{control}/faults")).body("{}").send();
    assert_eq!(rejected.await.expect("a response").status().as_u16(), 400);
    let shown = program.line();
    assert!(
        shown.starts_with("   - POST  /_sandbox/faults 400 ")
            && shown.ends_with(": missing field `operation`"),
        "{shown}"
    );
}

#[test]
fn errors_of_options_name_option_value_and_expectation() {
    let table = "
        --prot 4000 => unknown option `--prot`
        -q => unknown option `-q`
        4000 => expected an option, found `4000`
        --port => missing value of `--port`
        --port 99999 => invalid `--port 99999`: expected a number from 0 to 65535
        --bind localhost => invalid `--bind localhost`: expected an IP address
        --clock noon => invalid `--clock noon`: expected a time as in 2026-02-01T12:00:00Z
    ";
    for [row] in rows(table) {
        let (options, expected) = row.split_once(" => ").expect("an error");
        let options: Vec<&str> = options.split(' ').collect();
        let (code, error) = failure(&options);
        assert_eq!(code, Some(2), "{options:?}");
        let line = error.lines().next().expect("a line");
        assert_eq!(line, format!("error: {expected}"));
    }
}

#[test]
fn start_errors_name_the_port_in_use() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener
        .local_addr()
        .expect("an address")
        .port()
        .to_string();
    let (code, error) = failure(&["--port", &port]);
    assert_eq!(code, Some(1));
    assert_eq!(
        error,
        format!("error: cannot listen on 127.0.0.1:{port}: port {port} is in use\n")
    );
    let (code, error) = failure(&["--allow-callbacks-to", "http://shop"]);
    let expected =
        "error: invalid target of callbacks `http://shop`: expected HOST:PORT or HOST:*\n";
    assert_eq!((code, error.as_str()), (Some(1), expected));
}

#[test]
fn probes_the_health_of_another_program() {
    let mut program = Program::start(&["--bind", "127.0.0.2"]);
    let url = program.root_url();
    assert!(url.starts_with("http://127.0.0.2:"), "{url}");
    let probe = |url: &str| {
        let output = Command::new(PROGRAM).args(["--health", url]).output();
        output.expect("a program")
    };
    let output = probe(&url);
    assert!(output.status.success(), "{output:?}");
    let health: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(health["status"], "ok");
    drop(program);
    let output = probe(&url);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.starts_with(&format!("error: {url} is not ready: ")),
        "{error}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn signals_finish_running_requests_and_stop_the_program() {
    for signal in ["TERM", "INT"] {
        // Again, if the signal may have been later than the response.
        while !is_finished_after(signal).await {}
    }
}

/// Sends a signal during a request. Whether the request was surely running.
#[cfg(unix)]
async fn is_finished_after(signal: &str) -> bool {
    let mut program = Program::start(&[]);
    let url = program.root_url();
    let client = http_client();
    let fault = r#"{"operation": "list_venues", "effects": [{"delay_milliseconds": 300}]}"#;
    let faults = client.post(format!("{url}/_sandbox/faults")).body(fault);
    let response = faults.send().await.expect("a response");
    assert_eq!(response.status().as_u16(), 200);
    let request = client
        .get(format!("{url}/api/v3/info"))
        .basic_auth("demo-integrator-token", Some(""));
    let started = Instant::now();
    let running = tokio::spawn(request.send());
    // Until the request is running.
    loop {
        let unused = client.get(format!("{url}/_sandbox/faults/unused")).send();
        let unused = unused.await.expect("a response").text().await;
        let unused: serde_json::Value =
            serde_json::from_str(&unused.expect("a body")).expect("JSON");
        if unused["faults"] == serde_json::json!([]) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let id = program.child.id().to_string();
    let killed = Command::new("kill").args(["-s", signal, &id]).status();
    assert!(killed.expect("a program").success());
    let was_running = started.elapsed() < Duration::from_millis(300);
    let response = running.await.expect("a task").expect("a response");
    assert_eq!(response.status().as_u16(), 200, "{signal}");
    let status = program.child.wait().expect("a status");
    assert_eq!(status.code(), Some(0), "{signal}");
    was_running
}
