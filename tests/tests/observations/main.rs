//! What an observer keeps of the responses of all APIs: their shapes, and no value of a secret, of
//! personal data, of free text or of an unknown field.

mod calls;
mod learned;
mod sample;

use api_observations::Observations;
use api_runtime::Observer;
use serde_json::{Value, json};

use crate::sample::{Canaries, KNOWN_VALUE, Responses};

/// The responses of each operation, at three venues.
const RESPONSES: usize = 60;

/// The maximum size of a file of all APIs in bytes.
const MAX_FILE: usize = 200 * 1024;

#[track_caller]
fn assert_hidden(file: &str, canaries: &Canaries) {
    // Words of the file, since a short canary may be a part of a longer name.
    let words = file.split(|c: char| !c.is_ascii_alphanumeric());
    for word in words {
        assert!(!canaries.contains(word), "the file has {word}");
    }
}

#[track_caller]
fn assert_is_small(observations: &Observations) {
    let size = observations.to_text().len();
    assert!(size <= MAX_FILE, "{size} bytes");
}

#[tokio::test(start_paused = true)]
async fn observers_of_clients_keep_no_canary() {
    let observer = Observer::without_sampling();
    let canaries = Canaries::default();
    let responses = Responses::new(&canaries);
    for index in 0..RESPONSES {
        calls::send_all(&observer, ["a", "b", "c"][index % 3], &responses, None).await;
    }
    let observations = observer.observations();
    let run = observations.runs().next().unwrap();
    assert_eq!((run.skipped, run.dropped), (0, 0));
    assert!(run.responses >= 1_000, "{}", run.responses);
    assert!(canaries.len() >= 10_000, "{}", canaries.len());
    let file = observer.to_text();
    assert_hidden(&file, &canaries);
    assert_is_small(&observations);
    // It is not that nothing was kept.
    assert!(file.contains(&format!("values={KNOWN_VALUE}:{RESPONSES}")));
    for api in ["payments", "pos-v1", "pos-v2", "pos-v3", "vendor"] {
        assert!(observations.iter().any(|(key, _)| key.api == api), "{api}");
    }
    let names: Vec<String> = observations.iter().map(|(key, _)| key.pointer).collect();
    for name in [
        "/customers/*/customer/unheard_of",
        "/customers/*/customer/token",
    ] {
        assert!(names.iter().any(|other| other == name), "{name}");
    }
}

#[test]
fn har_files_of_all_operations_keep_no_canary() {
    let canaries = Canaries::default();
    let responses = Responses::new(&canaries);
    let mut entries: Vec<Value> = Vec::new();
    for index in 0..RESPONSES {
        for operation in responses.operations() {
            let token = format!("Bearer {}", index % 3);
            let url = format!("https://api.example/api{}", operation.path);
            entries.push(json!({
                "startedDateTime": "2026-11-21T10:00:00Z",
                "request": {
                    "method": operation.method,
                    "url": url,
                    "headers": [{ "name": "authorization", "value": token }],
                },
                "response": {
                    "status": 200,
                    "content": { "text": responses.body(&operation.api, &operation.name) },
                },
            }));
        }
    }
    let har = json!({ "log": { "entries": entries } }).to_string();
    let mut reader = codegen::har_reader(&tests::spec::described(), None).unwrap();
    let read = reader.read("all.har", &har).unwrap();
    assert_eq!(read.counted, entries.len(), "{read}");
    assert!(canaries.len() >= 10_000, "{}", canaries.len());
    assert_hidden(&read.observations.to_text(), &canaries);
    assert_is_small(&read.observations);
    let run = read.observations.runs().next().unwrap();
    assert_eq!(run.dropped, 0);
    assert!(
        read.observations
            .to_text()
            .contains(&format!("values={KNOWN_VALUE}:{RESPONSES}"))
    );
}
