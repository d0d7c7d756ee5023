//! Every operation, sent over a socket as it is documented, and its responses.
//!
//! The expected requests and responses are in `fixtures/wire`, written by hand.

use std::collections::BTreeSet;

/// Declares a test for each operation, with the sections of its file: what a client sends for each
/// request, and the key of the collection or wrapper in the response. The responses are those to the
/// first request.
macro_rules! wire_tests {
    ($api:literal $($test:ident: $operation:ident $(in $key:literal $(of $each:literal)?)? {
        $($client:ident: [$($section:literal => $request:expr,)*])*
    })*) => {
        /// The operations with a test here.
        pub(crate) const OPERATIONS: &[&str] = &[$(stringify!($operation)),*];

        $(#[tokio::test]
        async fn $test() {
            let mut wire = crate::wire::harness::Wire::open($api, stringify!($operation)).await;
            $(wire.in_key($key); $(wire.each_in($each);)?)?
            $(let client = $client(&wire);
            wire.check(vec![$(($section, crate::wire::harness::Call::new(&client, $request))),*]).await;)*
            wire.finish();
        })*
    };
}

/// The requests of a list with pages and the filter `updated_at_gt`: the files of all have the same.
macro_rules! syncable_lists {
    ($api:literal $($test:ident: $operation:ident = $list:ident in $key:literal, $per_page:literal per page;)*) => {
        wire_tests! {
            $api
            $($test: $operation in $key {
                client: [
                    "no parameters" => $list::new(),
                    "all parameters" => $list::new().page(2u32).per_page($per_page as u32).updated_at_gt(since()),
                    "filter alone" => $list::new().updated_at_gt(since()),
                    "page alone" => $list::new().page(3u32),
                ]
            })*
        }
    };
}

mod harness;
mod json;
mod leftovers;
pub(crate) mod payments;
mod pos_v1;
mod pos_v2;
mod pos_v3;
mod recorded;
mod rewrite;
mod shared;
mod values;
mod vendor;

#[test]
fn every_operation_has_a_wire_file_and_a_test() {
    let tested = [
        ("payments", payments::OPERATIONS),
        ("pos-v1", pos_v1::OPERATIONS),
        ("pos-v1", pos_v1::lists::OPERATIONS),
        ("pos-v2", pos_v2::OPERATIONS),
        ("pos-v2", pos_v2::lists::OPERATIONS),
        ("pos-v3", pos_v3::OPERATIONS),
        ("vendor", vendor::OPERATIONS),
    ];
    let mut missing = Vec::new();
    for (api, document) in api_description::ALL {
        let tested = tested.iter().filter(|(name, _)| name == api);
        let tested: Vec<&str> = tested
            .flat_map(|(_, operations)| *operations)
            .copied()
            .collect();
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
