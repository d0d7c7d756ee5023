//! The hand-written requests in `tests/fixtures/wire`.

use std::path::Path;

use crate::common::{Auth, Demo, demo};

/// A request of a wire file.
struct Request {
    name: String,
    method: String,
    path: String,
    authorization: Option<String>,
    body: Option<serde_json::Value>,
}

fn requests(folder: &Path) -> Vec<Request> {
    let mut requests = Vec::new();
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            requests.extend(self::requests(&entry));
            continue;
        }
        let text = std::fs::read_to_string(&entry).expect("a file");
        let sections = text.split("\n### ").skip(1);
        for section in sections {
            let Some(section) = section.strip_prefix("request ") else {
                continue;
            };
            let (name, rest) = section.split_once('\n').expect("a name");
            let (head, body) = rest.split_once("\n\n").unwrap_or((rest, ""));
            let mut lines = head.lines();
            let mut words = lines.next().expect("a request line").split(' ');
            let mut word = || words.next().expect("a word").to_owned();
            let header = lines.find_map(|line| line.strip_prefix("authorization: "));
            requests.push(Request {
                name: format!("{} {name}", entry.display()),
                method: word(),
                path: word(),
                authorization: header.map(str::to_owned),
                body: serde_json::from_str(body).ok(),
            });
        }
    }
    requests
}

async fn status(demo: &Demo, request: &Request) -> (u16, serde_json::Value) {
    // Payments have a base URL of their own.
    let path = match request.path.strip_prefix("/thirdparty") {
        Some(rest) => format!("/payments/test/thirdparty{rest}"),
        None => request.path.clone(),
    };
    let auth = request
        .authorization
        .as_deref()
        .map_or(Auth::Anonymous, Auth::Header);
    demo.send(auth, &request.method, &path, request.body.clone())
        .await
}

#[tokio::test]
async fn accepts_the_requests_of_the_wire_fixtures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/wire");
    let demo = demo().await;
    let requests = requests(&folder);
    assert!(requests.len() > 50, "{}", requests.len());
    let control = demo.sandbox.control();
    control.save_snapshot("start").expect("a snapshot");
    let mut rejected = Vec::new();
    for request in &requests {
        // Some references are used twice.
        let control = demo.sandbox.control();
        control.restore_snapshot("start").expect("a snapshot");
        let (status, response) = status(&demo, request).await;
        // Records that are not in the demo data are not found.
        if ![200, 204, 404].contains(&status) {
            rejected.push(format!("{}: {status} {response}", request.name));
        }
    }
    assert!(rejected.is_empty(), "{rejected:#?}");
}
