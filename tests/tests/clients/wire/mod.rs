//! Every operation, sent over a socket as it is documented, and its responses.
//!
//! The expected requests and responses are in `fixtures/wire`, written by hand.

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
fn every_wire_file_has_a_test() {
    let tested = [
        ("payments", payments::OPERATIONS),
        ("pos-v1", pos_v1::OPERATIONS),
        ("pos-v2", pos_v2::OPERATIONS),
        ("pos-v3", pos_v3::OPERATIONS),
        ("vendor", vendor::OPERATIONS),
    ];
    assert_eq!(
        test_support::fixture::apis(),
        tested.map(|(api, _)| api.to_owned())
    );
    for (api, operations) in tested {
        let mut operations = operations.to_vec();
        operations.sort_unstable();
        assert_eq!(test_support::fixture::operations(api), operations, "{api}");
    }
}
