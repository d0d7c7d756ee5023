//! The program.

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

/// The running program, which is killed on drop.
struct Program {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_api-sandbox"))
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a program");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        Self { child, lines }
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

#[tokio::test]
async fn prints_usage_and_requests() {
    let mut program = Program::start(&["--clock", "2026-02-14T12:00:00Z", "--seed", "5"]);
    let mut greeting = String::new();
    while !greeting.contains("\nRequests:") {
        greeting += &program.line();
        greeting.push('\n');
    }
    for word in [
        "/api",
        "/payments/stage",
        "demo-venue-token",
        "demo-client-secret",
        "/payments/test/thirdpartytester/payments",
        "curl -u",
        "/reference",
    ] {
        assert!(greeting.contains(word), "{word}");
    }
    let address = greeting
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split("/api").next())
        .expect("an address");
    let url = format!("http://{address}/api/demo-api-token/v1/coupons");
    let response = reqwest::get(url).await.expect("a response");
    assert_eq!(response.status().as_u16(), 200);
    let shown = program.line();
    assert!(
        shown.contains("GET   /api/{token}/v1/coupons 200"),
        "{shown}"
    );
    assert!(shown.ends_with("list_coupons"), "{shown}");

    // Control requests are printed without a number, and are not recorded.
    let control = format!("http://{address}/_sandbox");
    let requests = reqwest::get(format!("{control}/requests"))
        .await
        .expect("a response");
    let shown = program.line();
    assert!(
        shown.starts_with("   - GET   /_sandbox/requests 200 "),
        "{shown}"
    );
    let requests = requests.text().await.expect("a body");
    assert!(!requests.contains("_sandbox"), "{requests}");
    let client = reqwest::Client::new();
    let rejected = client.post(format!("{control}/faults")).body("{}").send();
    assert_eq!(rejected.await.expect("a response").status().as_u16(), 400);
    let shown = program.line();
    assert!(
        shown.starts_with("   - POST  /_sandbox/faults 400 ")
            && shown.ends_with(": missing `effect`"),
        "{shown}"
    );
}

#[test]
fn rejects_unknown_options() {
    let output = Command::new(env!("CARGO_BIN_EXE_api-sandbox"))
        .arg("--public")
        .output()
        .expect("a program");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--port PORT"));
}
