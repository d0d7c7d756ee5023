//! TLS: certificates, clients that trust them, URLs, options. `container/test.sh` does the same with
//! curl and another TLS library.

use std::process::Command;
use std::time::Duration;

use api_sandbox::{PaymentEnvironment, Sandbox, SandboxBuilder};
use payments_client::api_runtime::ErrorKind;
use payments_client::model::{NewPaymentRequest, NewPaymentRequestRequired};
use payments_client::{
    Client, ClientCredentials, ClientValues, Config, CreateRequest, Environment,
};
use reqwest::Certificate;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::common::http_client;
use crate::program::{Program, failure};

async fn start(builder: SandboxBuilder) -> Sandbox {
    builder.start().await.expect("a sandbox")
}

fn trusting(sandbox: &Sandbox) -> reqwest::Client {
    let pem = sandbox.ca_certificate().expect("a certificate");
    let root = Certificate::from_pem(pem.as_bytes()).expect("a certificate");
    let builder = test_support::tls::http_client().tls_certs_only([root]);
    builder.build().expect("a client")
}

#[tokio::test]
async fn client_that_trusts_the_sandbox_creates_a_payment() {
    let sandbox = start(Sandbox::builder().tls()).await;
    let url = sandbox.payments_url(PaymentEnvironment::Test);
    assert!(url.starts_with("https://127.0.0.1:"), "{url}");
    let demo = PaymentEnvironment::Test.credentials();
    let config = || {
        let credentials = ClientCredentials::new(demo.client_id, demo.client_secret);
        let values = ClientValues::new(demo.public_key);
        Config::with_client_values(Environment::Test, &url, credentials, values).expect("a config")
    };
    let trusting = |sandbox: &Sandbox| {
        let pem = sandbox.ca_certificate().expect("a certificate");
        let builder = Client::builder(config()).add_root_certificate(pem);
        builder.build().expect("a client")
    };
    let client = trusting(&sandbox);
    let create = CreateRequest::new(two_lamps());
    client.send(&create).await.expect("a payment");
    assert_eq!(sandbox.control().payments().len(), 1);

    let distrusting = Client::new(config()).expect("a client");
    let error = distrusting.send(&create).await.expect_err("an error");
    assert_eq!(error.kind(), ErrorKind::Tls, "{error}");
    let other = start(Sandbox::builder().tls()).await;
    let error = trusting(&other).send(&create).await;
    assert_eq!(error.expect_err("an error").kind(), ErrorKind::Tls);
    assert_eq!(sandbox.control().payments().len(), 1);
}

#[tokio::test]
async fn urls_of_pages_and_overview_are_https() {
    let sandbox = start(Sandbox::builder().tls()).await;
    let client = trusting(&sandbox);
    let root = sandbox.root_url();
    for path in [
        "/_sandbox",
        "/payments/test/ThirdParty/scripts/client/sdk-1.0.min.js",
    ] {
        let response = client.get(format!("{root}{path}")).send().await;
        let text = response.expect("a response").text().await.expect("a body");
        assert!(text.contains(&format!("{root}/payments/test")), "{text}");
        assert!(!text.contains("http://"), "{text}");
    }
    let tester = client.get(sandbox.tester_page_url()).send().await;
    let tester = tester.expect("a response");
    let policy = &tester.headers()["content-security-policy"];
    let policy = policy.to_str().expect("text");
    assert!(policy.contains(&format!("frame-src {root};")), "{policy}");
    let ca = client.get(format!("{root}/_sandbox/ca.pem")).send().await;
    let ca = ca.expect("a response").text().await.expect("a body");
    assert_eq!(Some(ca.as_str()), sandbox.ca_certificate());
}

#[tokio::test]
async fn certificate_names_allowed_hosts() {
    let sandbox = start(Sandbox::builder().tls().allow_host("sandbox.test:443")).await;
    let pem = sandbox.ca_certificate().expect("a certificate");
    let root = Certificate::from_pem(pem.as_bytes()).expect("a certificate");
    let client = test_support::tls::http_client()
        .tls_certs_only([root])
        .resolve("sandbox.test", sandbox.address())
        .resolve("other.test", sandbox.address())
        .build()
        .expect("a client");
    // The port is that of the address, the default one is in the Host header.
    let response = client.get("https://sandbox.test/_sandbox").send().await;
    assert_eq!(response.expect("a response").status().as_u16(), 200);
    assert!(
        client
            .get("https://other.test/_sandbox")
            .send()
            .await
            .is_err()
    );
}

#[tokio::test]
async fn requests_without_tls_get_the_reason() {
    let sandbox = start(Sandbox::builder().tls()).await;
    let url = sandbox.root_url().replace("https:", "http:");
    let response = http_client().get(url).send().await.expect("a response");
    assert_eq!(response.status().as_u16(), 400);
    let text = response.text().await.expect("a body");
    assert_eq!(text, "the sandbox serves https, not http\n");
}

#[tokio::test]
async fn closes_unfinished_handshakes_after_the_timeout() {
    let builder = Sandbox::builder().tls();
    let sandbox = start(builder.request_timeout(Duration::from_millis(200))).await;
    let mut stream = TcpStream::connect(sandbox.address())
        .await
        .expect("a connection");
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut [0; 16])).await;
    assert!(matches!(read.expect("a closed connection"), Ok(0) | Err(_)));
}

#[test]
fn program_writes_the_certificate_to_trust() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("ca.pem");
    let file = file.to_str().expect("UTF-8");
    let mut program = Program::start(&["--tls", "--tls-ca-file", file]);
    let url = program.root_url();
    assert!(url.starts_with("https://127.0.0.1:"), "{url}");
    let output = Command::new(env!("CARGO_BIN_EXE_api-sandbox"))
        .args(["--health", &url.replace("https:", "http:")])
        .output()
        .expect("a program");
    assert!(output.status.success(), "{output:?}");
    let (code, error) = failure(&["--tls", "--tls-ca-file", "/missing/ca.pem"]);
    assert_eq!(code, Some(1));
    assert!(
        error.contains("cannot write the CA file /missing/ca.pem: No such"),
        "{error}"
    );
}

#[test]
fn a_certificate_file_requires_tls() {
    let (code, error) = failure(&["--tls-ca-file", "ca.pem"]);
    assert_eq!(code, Some(2));
    let expected = "error: `--tls-ca-file` requires `--tls`\n";
    assert!(error.starts_with(expected), "{error}");
}

fn two_lamps() -> NewPaymentRequest {
    NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: 125.into(),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: "buyer@shop.example".into(),
        user_first_name: "Ada".into(),
        user_last_name: "Byron".into(),
        user_phone: "5550100".into(),
    })
}
