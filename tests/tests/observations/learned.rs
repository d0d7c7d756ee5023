//! What is learned from the observers of clients, over sockets: the hidden types of a server.

use api_runtime::Observer;
use serde_json::Value;
use tests::loopback::Loopback;
use tests::spec::described;

use crate::calls;
use crate::sample::{Canaries, HiddenTypes, Responses};

/// The responses of each operation, at three venues.
const RESPONSES: usize = 60;

#[tokio::test]
async fn types_that_servers_have_are_learned_from_observers_of_clients() {
    let server = Loopback::start().await;
    let observer = Observer::new();
    let canaries = Canaries::default();
    let hidden = HiddenTypes::default();
    let responses = Responses::with_hidden_types(&canaries, &hidden);
    for index in 0..RESPONSES {
        let venue = ["a", "b", "c"][index % 3];
        calls::send_all(&observer, venue, &responses, Some(&server)).await;
    }
    let sources = described();
    let learned = codegen::learn(&sources, &observer.observations()).unwrap();
    let tree = codegen::generate(&learned.sources).unwrap();

    let sent = hidden.sent.borrow();
    let (mut right, mut wrong) = (0, Vec::new());
    for (api, schema, key) in sent.iter().filter(|(_, schema, _)| !schema.is_empty()) {
        let path = format!("crates/api-description/openapi/{api}.json");
        let document: Value = serde_json::from_str(&tree.0[&path]).unwrap();
        let field = &document["components"]["schemas"][schema]["properties"][key];
        let (ty, format, _) = HiddenTypes::from_key(key, 0);
        let found = field["type"].as_str().or(field["type"][0].as_str());
        let found_format = field["format"].as_str().filter(|_| format.is_some());
        // An inferred type that fits is kept: a date is a string, an integer a decimal.
        let is_kept = field["x-inferred"] == true;
        let is_type = found == Some(ty) || (is_kept && (found, ty) == (Some("number"), "integer"));
        if is_type && (found_format == format || is_kept) {
            right += 1;
            continue;
        }
        // What would contradict another fact, such as a unit or a default, is listed with the reason.
        let mut unlearned = learned.unlearned.iter();
        let is_listed = unlearned.any(|other| other.subject.ends_with(&format!(".{key}")));
        if !field["x-observed"].is_null() || !is_listed {
            wrong.push(format!(
                "{api} {schema}.{key}: expected {ty}, found {field}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n{}",
        wrong.join("\n"),
        learned.report()
    );
    assert!(right >= 200, "{right} of {}", sent.len());

    let again = codegen::learn(&learned.sources, &observer.observations()).unwrap();
    assert_eq!(again.changed(&learned.sources).count(), 0);
}
