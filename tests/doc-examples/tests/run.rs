//! Each example of the clients' docs runs against the sandbox.

use std::collections::BTreeSet;

use doc_examples::{EXAMPLES, OPERATIONS, run};

/// Examples that fail, with the reason. At most three.
const EXCEPTIONS: [(&str, &str, &str); 1] = [(
    "pos-v1-client",
    "PatchIncomingQuote",
    "its request body is undocumented, and the sandbox requires one",
)];

#[tokio::test]
async fn every_example_succeeds_except_the_listed_ones() {
    let mut wrong = Vec::new();
    for (client, operation) in EXAMPLES {
        let is_exempt = EXCEPTIONS
            .iter()
            .any(|(a, b, _)| (a, b) == (client, operation));
        match (run(client, operation).await, is_exempt) {
            (Ok(()), false) | (Err(_), true) => {}
            (Ok(()), true) => wrong.push(format!("{client}: {operation}: expected an error")),
            (Err(error), false) => wrong.push(format!("{client}: {operation}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_operation_and_readme_has_an_example() {
    let examples = BTreeSet::from_iter(EXAMPLES);
    let (readmes, of_operations): (BTreeSet<_>, BTreeSet<_>) = examples
        .into_iter()
        .partition(|(_, name)| *name == "README");
    assert_eq!(of_operations, BTreeSet::from_iter(OPERATIONS));
    assert!(OPERATIONS.len() >= 47, "{}", OPERATIONS.len());
    let clients = BTreeSet::from_iter(OPERATIONS.iter().map(|(client, _)| client));
    assert_eq!(
        BTreeSet::from_iter(readmes.iter().map(|(client, _)| client)),
        clients
    );
}

#[test]
fn at_most_three_examples_fail() {
    assert!(EXCEPTIONS.len() <= 3);
    for (client, operation, reason) in EXCEPTIONS {
        assert!(
            EXAMPLES.contains(&(client, operation)),
            "{client}: {operation}"
        );
        assert!(reason.len() > 20, "{operation}: {reason}");
    }
}
