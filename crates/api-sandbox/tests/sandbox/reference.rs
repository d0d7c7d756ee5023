//! The API reference over HTTP. The content of the page is tested in a browser, by `tests/browser`.

use std::path::Path;

use crate::common::{Auth, Demo, demo};

/// Status, headers and body of a request without credentials. Redirects are not followed.
async fn fetched(
    demo: &Demo,
    method: &str,
    path: &str,
) -> (u16, reqwest::header::HeaderMap, String) {
    let http = test_support::tls::http_client()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client");
    let url = format!("http://{}{path}", demo.sandbox.address());
    let method = method.parse().expect("a method");
    let response = http.request(method, url).send().await.expect("a response");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    (status, headers, response.text().await.expect("a text"))
}

#[tokio::test]
async fn serves_the_documents_unchanged() {
    let demo = demo().await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../api-description/openapi");
    for api in ["payments", "pos-v1", "pos-v2", "pos-v3", "vendor"] {
        for name in [format!("{api}.json"), format!("strict/{api}.json")] {
            let file = std::fs::read_to_string(format!("{folder}/{name}")).expect("a document");
            let path = format!("/reference/openapi/{name}");
            let (status, headers, text) = fetched(&demo, "GET", &path).await;
            assert_eq!(status, 200, "{name}");
            assert_eq!(headers["content-type"], "application/json", "{name}");
            assert!(text == file, "{name} differs from its file");
        }
    }
}

#[tokio::test]
async fn index_lists_all_documents() {
    let demo = demo().await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../api-description/openapi");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter_map(|name| Some(name.strip_suffix(".json")?.to_owned()))
        .collect();
    files.sort();
    let (_, headers, text) = fetched(&demo, "GET", "/reference/openapi/index.json").await;
    assert_eq!(headers["content-type"], "application/json");
    let names: Vec<String> = serde_json::from_str(&text).expect("a list");
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(sorted, files);
    let position = |api: &str| names.iter().position(|name| name == api);
    assert!(
        position("pos-v3") < position("pos-v1"),
        "deprecated ones are last: {names:?}"
    );
}

#[tokio::test]
async fn root_redirects_to_the_reference() {
    let demo = demo().await;
    let (status, headers, _) = fetched(&demo, "GET", "/").await;
    assert_eq!(status, 303);
    assert_eq!(headers["location"], "/reference");
    let (status, headers, text) = fetched(&demo, "GET", "/reference").await;
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "text/html; charset=utf-8");
    assert!(text.starts_with("<!doctype html>"));
}

#[tokio::test]
async fn page_loads_nothing_from_elsewhere_and_runs_no_markup() {
    let demo = demo().await;
    let paths = [
        "/reference",
        "/reference/page.js",
        "/reference/openapi/vendor.json",
    ];
    for path in paths {
        let (_, headers, _) = fetched(&demo, "GET", path).await;
        let policy = headers["content-security-policy"].to_str().expect("a text");
        let rules: Vec<&str> = policy.split(';').map(str::trim).collect();
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(rules.contains(&rule), "{path}: {rule} in {policy}");
        }
        for word in ["unsafe-", "http:", "https:", "*"] {
            assert!(!policy.contains(word), "{path}: {word} in {policy}");
        }
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn serves_every_file_that_the_reference_loads() {
    let demo = demo().await;
    let mut seen = vec!["/reference".to_owned()];
    let mut next = 0;
    while let Some(path) = seen.get(next).cloned() {
        let (status, headers, text) = fetched(&demo, "GET", &path).await;
        assert_eq!(status, 200, "{path}");
        let kind = headers["content-type"].to_str().expect("a text");
        let expected = match path.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(kind, expected, "{path}");
        let named = text.split(['"', '\'']).filter_map(|word| {
            let file = word
                .strip_prefix("./")
                .map(|file| format!("/reference/{file}"));
            let file = file.or_else(|| word.starts_with("/reference/").then(|| word.to_owned()))?;
            (file.ends_with(".js") || file.ends_with(".css")).then_some(file)
        });
        for file in named {
            if !seen.contains(&file) {
                seen.push(file);
            }
        }
        next += 1;
    }
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ui/reference");
    let files = std::fs::read_dir(files).expect("a folder");
    let is_source = |path: &Path| path.extension().is_some_and(|extension| extension == "rs");
    let files = files
        .filter(|entry| !is_source(&entry.as_ref().expect("an entry").path()))
        .count();
    assert_eq!(
        seen.len(),
        files,
        "the page loads all of its files: {seen:?}"
    );
}

#[tokio::test]
async fn other_paths_and_methods_are_404() {
    let demo = demo().await;
    for path in [
        "/reference/",
        "/reference/other.js",
        "/reference/index.html",
        "/referenced",
        "/reference/openapi",
        "/reference/openapi/pos.json",
        "/reference/openapi/vendor.json/",
        "/reference/openapi/vendor",
        "/reference/openapi/strict/index.json",
        "/reference/openapi/strict/strict/vendor.json",
    ] {
        assert_eq!(fetched(&demo, "GET", path).await.0, 404, "{path}");
    }
    for path in ["/", "/reference", "/reference/openapi/vendor.json"] {
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            assert_eq!(fetched(&demo, method, path).await.0, 404, "{method} {path}");
        }
        let (status, _, text) = fetched(&demo, "HEAD", path).await;
        assert!(status < 400 && text.is_empty(), "HEAD {path}: {status}");
    }
}

#[tokio::test]
async fn requests_for_the_reference_are_not_recorded() {
    let demo = demo().await;
    fetched(&demo, "GET", "/reference").await;
    assert_eq!(demo.sandbox.control().requests(), []);
    demo.send(Auth::Anonymous, "GET", "/api/v3/info", None)
        .await;
    assert_eq!(demo.sandbox.control().requests().len(), 1);
}
