//! The API reference over HTTP. The page is tested in a browser, by `tests/browser`.

use crate::common::{Auth, Demo, demo, http_client};

async fn fetched(demo: &Demo, path: &str) -> (u16, reqwest::header::HeaderMap, String) {
    let url = format!("http://{}{path}", demo.sandbox.address());
    let response = http_client().get(url).send().await.expect("a response");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    (status, headers, response.text().await.expect("a text"))
}

#[tokio::test]
async fn serves_the_documents_unchanged() {
    let demo = demo().await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../api-description/openapi");
    let (.., index) = fetched(&demo, "/reference/openapi/index.json").await;
    let mut names: Vec<String> = serde_json::from_str(&index).expect("a list");
    for name in &names {
        let file = std::fs::read_to_string(format!("{folder}/{name}.json")).expect("a document");
        let (status, headers, text) =
            fetched(&demo, &format!("/reference/openapi/{name}.json")).await;
        assert_eq!(status, 200, "{name}");
        assert_eq!(headers["content-type"], "application/json");
        assert!(text == file, "{name} differs from its file");
    }
    names.sort();
    let files = std::fs::read_dir(folder).expect("the documents");
    let files = files.map(|file| file.expect("a file").path().with_extension(""));
    let mut files: Vec<_> = files
        .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
        .collect();
    files.sort();
    assert_eq!(names, files);
    for path in [
        "/reference/openapi/pos.json",
        "/reference/other.js",
        "/referenced",
    ] {
        assert_eq!(fetched(&demo, path).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn page_loads_nothing_from_elsewhere_and_is_not_recorded() {
    let demo = demo().await;
    // The root redirects to the page.
    for path in [
        "/",
        "/reference",
        "/reference/init.js",
        "/reference/scalar.js",
    ] {
        let (status, headers, text) = fetched(&demo, path).await;
        assert!(status == 200 && !text.is_empty(), "{path}: {status}");
        if path.ends_with(".js") {
            continue;
        }
        let policy = headers["content-security-policy"].to_str().expect("a text");
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(&format!("{rule};")) || policy.ends_with(rule));
        }
        for word in ["http:", "https:", "*"] {
            assert!(!policy.contains(word), "{path}: {word} in {policy}");
        }
    }
    assert_eq!(demo.sandbox.control().requests(), []);
    demo.send(Auth::Anonymous, "GET", "/api/v3/info", None)
        .await;
    assert_eq!(demo.sandbox.control().requests().len(), 1);
}
