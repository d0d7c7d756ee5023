//! Every operation, sent over a socket as it is documented, and its responses.
//!
//! The expected requests and responses are in `fixtures/wire`, written by hand.

use std::collections::BTreeSet;

/// Declares a test for each operation, and the list of these operations.
macro_rules! wire_tests {
    ($api:literal $($test:ident: $operation:ident,)*) => {
        /// The operations with a test here.
        pub(crate) const OPERATIONS: &[&str] = &[$(stringify!($operation)),*];

        $(#[tokio::test]
        async fn $test() {
            let mut wire = super::harness::Wire::open($api, stringify!($operation)).await;
            $operation(&mut wire).await;
            wire.finish();
        })*
    };
}

/// Lists with pages and the filter `updated_at_gt`. The files of all of them have the same requests.
macro_rules! syncable_lists {
    ($($operation:ident: $list:ident in $key:literal, $per_page:literal per page,)*) => {
        $(async fn $operation(wire: &mut Wire) {
            wire.in_key($key);
            let client = client(wire);
            let since = super::shared::date("2026-01-31");
            let all = $list::new().page(2u32).per_page($per_page as u32).updated_at_gt(since);
            wire.sends(&client, "all parameters", all).await;
            wire.sends(&client, "no parameters", $list::new()).await;
            wire.sends(&client, "filter alone", $list::new().updated_at_gt(since)).await;
            wire.sends(&client, "page alone", $list::new().page(3u32)).await;
            wire.receives(&client, $list::new).await;
        })*
    };
}

mod harness;
mod json;
mod leftovers;
mod payments;
mod pos_v1;
mod pos_v2;
mod pos_v3;
mod rewrite;
mod shared;
mod values;
mod vendor;

#[test]
fn every_operation_has_a_wire_file_and_a_test() {
    let tested = [
        ("payments", payments::OPERATIONS),
        ("pos-v1", pos_v1::OPERATIONS),
        ("pos-v2", pos_v2::OPERATIONS),
        ("pos-v3", pos_v3::OPERATIONS),
        ("vendor", vendor::OPERATIONS),
    ];
    let mut missing = Vec::new();
    for (api, document) in api_description::ALL {
        let tested = tested.iter().find(|(name, _)| name == api);
        let tested = tested.map_or(&[][..], |(_, operations)| operations);
        let files = test_support::fixture::operations(api);
        let described = described(document);
        for name in &described {
            if !files.contains(name) {
                missing.push(format!("no file tests/fixtures/wire/{api}/{name}.http"));
            }
            if !tested.contains(&name.as_str()) {
                missing.push(format!(
                    "no test of {api} {name} in tests/tests/clients/wire"
                ));
            }
        }
        let gone = files.iter().filter(|name| !described.contains(*name));
        missing.extend(gone.map(|name| format!("{api} has no operation {name}")));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The names of the operations of an OpenAPI document.
fn described(document: &str) -> BTreeSet<String> {
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    let items = document["paths"].as_object().unwrap().values();
    let operations = items.flat_map(|item| item.as_object().unwrap().values());
    operations
        .map(|operation| {
            // An operation with several paths has one name.
            let name = operation["x-operation"].as_str();
            name.or(operation["operationId"].as_str())
                .unwrap()
                .to_owned()
        })
        .collect()
}
