//! The requests that were written by hand from the documents: the sandbox takes every one of them.

use std::path::Path;

use crate::common::{As, Demo, demo};

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
    // Payments have their own base address here.
    let path = match request.path.strip_prefix("/thirdparty") {
        Some(rest) => format!("/payments/test/thirdparty{rest}"),
        None => request.path.clone(),
    };
    let who = request
        .authorization
        .as_deref()
        .map_or(As::Nobody, As::Header);
    demo.send(who, &request.method, &path, request.body.clone())
        .await
}

#[tokio::test]
async fn every_request_that_is_written_by_hand_is_taken() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/wire");
    let demo = demo().await;
    let requests = requests(&folder);
    assert!(requests.len() > 50, "{}", requests.len());
    let mut refused = Vec::new();
    for request in &requests {
        // The files use some references twice.
        demo.sandbox.control().reset().expect("a reset");
        let (status, reply) = status(&demo, request).await;
        // What the demo data do not have is not found; nothing is refused.
        if ![200, 204, 404].contains(&status) {
            refused.push(format!("{}: {status} {reply}", request.name));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}
