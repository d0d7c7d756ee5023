//! Pages of the payments API without a browser: paths, statuses, headers, origins. Their behavior
//! is tested in a browser, by `tests/browser`.

use api_sandbox::PaymentAppState::{Closed, Declined, Opened, Paid};
use api_sandbox::{PaymentAppState, SDK_GLOBAL};
use reqwest::Method;

use crate::common::http_client;
use crate::common::{Auth, Demo, demo, rows};

const TESTER: &str = "/payments/test/thirdpartytester/payments";

/// A request of a page.
async fn page(demo: &Demo, method: Method, path: &str, origin: Option<&str>) -> reqwest::Response {
    let url = format!("http://{}{path}", demo.sandbox.address());
    let mut request = http_client().request(method, url);
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    request.send().await.expect("a response")
}

async fn get(demo: &Demo, path: &str) -> reqwest::Response {
    page(demo, Method::GET, path, None).await
}

fn header<'r>(response: &'r reqwest::Response, name: &str) -> &'r str {
    let value = response.headers().get(name);
    value.map_or("", |value| value.to_str().expect("text"))
}

/// The action of a button in the app.
async fn step(demo: &Demo, uid: &str, step: &str) -> u16 {
    let path = format!("/payments/test/app/{uid}/{step}");
    let response = page(demo, Method::POST, &path, None).await;
    response.status().as_u16()
}

fn app(demo: &Demo) -> Option<PaymentAppState> {
    demo.sandbox.control().payments()[0].app
}

#[tokio::test]
async fn serves_the_sdk_script_of_each_environment() {
    let demo = demo().await;
    let table = "
        /payments/test/ThirdParty/scripts/client/sdk-1.0.min.js TEST demo-public-key
        /payments/stage/api/ThirdParty/scripts/client/sdk-1.0.min.js STG demo-public-key-stage
        /payments/production/ThirdParty/scripts/client/sdk-1.0.min.js PRO demo-public-key-production
    ";
    for [path, word, key] in rows(table) {
        let response = get(&demo, path).await;
        assert_eq!(response.status(), 200, "{path}");
        for (name, value) in [
            ("content-type", "text/javascript; charset=utf-8"),
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "cross-origin"),
        ] {
            assert_eq!(header(&response, name), value, "{path}");
        }
        let script = response.text().await.expect("a script");
        for part in [word, key, SDK_GLOBAL] {
            assert!(script.contains(&format!("\"{part}\"")), "{path}: {part}");
        }
        assert!(!script.contains("demo-client"), "{path}");
    }
    for path in [
        "/payments/test/api/ThirdParty/scripts/client/sdk-1.0.min.js",
        "/payments/stage/ThirdParty/scripts/client/sdk-1.0.min.js",
        "/payments/test/ThirdParty/scripts/client/sdk-2.0.min.js",
    ] {
        assert_eq!(get(&demo, path).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn serves_the_tester_page_in_the_test_environment_only() {
    let demo = demo().await;
    let address = demo.sandbox.address();
    assert_eq!(
        demo.sandbox.tester_page_url(),
        format!("http://{address}{TESTER}")
    );
    let response = get(&demo, TESTER).await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        header(&response, "content-security-policy"),
        format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-src http://{address}; frame-ancestors 'none'"
        )
    );
    for environment in ["stage", "production"] {
        for path in ["thirdpartytester/payments", "pages/environment"] {
            let path = format!("/payments/{environment}/{path}");
            assert_eq!(get(&demo, &path).await.status(), 404, "{path}");
        }
    }
    let (_, environment) = demo
        .get(Auth::Anonymous, "/payments/test/pages/environment")
        .await;
    assert_eq!(environment["credentials"]["client_id"], "demo-client-id");
    let (_, overview) = demo.get(Auth::Anonymous, "/_sandbox").await;
    assert_eq!(overview["sdk_global"], SDK_GLOBAL);
    assert_eq!(
        overview["payments"][0]["tester_page"],
        demo.sandbox.tester_page_url()
    );
    assert!(overview["payments"][1]["tester_page"].is_null());
}

#[tokio::test]
async fn only_local_pages_may_frame_the_app() {
    let demo = demo().await;
    let uid = demo.payment().await;
    let response = get(&demo, &format!("/payments/test/app/{uid}")).await;
    assert_eq!(response.status(), 200);
    let policy = header(&response, "content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"));
    let (_, ancestors) = policy.split_once("frame-ancestors ").expect("ancestors");
    for ancestor in ancestors.split(' ') {
        let (_, host) = ancestor.split_once("://").expect("a scheme");
        assert!(["127.0.0.1:*", "localhost:*", "*.localhost:*"].contains(&host));
    }
    for path in [
        "/payments/test/app/none",
        &format!("/payments/stage/app/{uid}"),
    ] {
        let response = get(&demo, path).await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(
            header(&response, "content-type"),
            "text/html; charset=utf-8"
        );
    }
}

#[tokio::test]
async fn other_origins_may_load_the_script_only() {
    let demo = demo().await;
    let uid = demo.payment().await;
    let script = "/payments/test/ThirdParty/scripts/client/sdk-1.0.min.js";
    let status = async |method, path: &str, origin| {
        let response = page(&demo, method, path, Some(origin)).await;
        response.status().as_u16()
    };
    for origin in [
        "http://localhost:3000",
        "https://127.0.0.1:8443",
        "http://shop.localhost",
        "http://[::1]:3000",
    ] {
        assert_eq!(status(Method::GET, script, origin).await, 200, "{origin}");
        for path in ["/_sandbox", "/api/v3/info", TESTER] {
            assert_eq!(status(Method::GET, path, origin).await, 403, "{origin}");
        }
        let pay = format!("/payments/test/app/{uid}/pay");
        assert_eq!(status(Method::POST, &pay, origin).await, 403, "{origin}");
    }
    for origin in [
        "https://page.example",
        "http://localhost.page.example",
        "http://127.0.0.1.page.example:80",
        "null",
        "",
    ] {
        assert_eq!(status(Method::GET, script, origin).await, 403, "{origin}");
    }
    assert_eq!(app(&demo), None);
    let own = format!("http://{}", demo.sandbox.address());
    let pay = format!("/payments/test/app/{uid}/pay");
    assert_eq!(status(Method::POST, &pay, &own).await, 200);
    assert_eq!(app(&demo), Some(Paid));
}

#[tokio::test]
async fn app_actions_change_the_state_of_the_request() {
    let demo = demo().await;
    let uid = demo.payment().await;
    assert_eq!(app(&demo), None);
    // Action, status, and state afterwards.
    let steps = [
        ("open", 200, Opened),
        ("close", 200, Closed),
        ("open", 200, Opened),
        ("decline", 200, Declined),
        ("close", 200, Declined),
        ("pay", 200, Paid),
        ("pay", 409, Paid),
        ("decline", 409, Paid),
        ("open", 200, Paid),
        ("close", 200, Paid),
        ("refund", 404, Paid),
    ];
    for (name, status, state) in steps {
        assert_eq!(step(&demo, &uid, name).await, status, "{name}");
        assert_eq!(app(&demo), Some(state), "{name}");
    }
    assert_eq!(step(&demo, "none", "pay").await, 404);
    // Every action is recorded.
    let requests = demo.sandbox.control().requests();
    let path = format!("/payments/test/app/{uid}/pay");
    let paid = requests.iter().filter(|request| request.path == path);
    let statuses: Vec<_> = paid.map(|request| request.status).collect();
    assert_eq!(statuses, [Some(200), Some(409)]);
}
