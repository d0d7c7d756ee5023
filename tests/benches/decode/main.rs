//! The time to read large responses: by our records, by strict structs with serde's derive, and as
//! plain JSON values.
//!
//! The goal for ours is at most one and a half times the time of the strict structs. They read
//! more: other forms and shapes of values, unknown fields and exact decimals.

mod strict;

use api_wire::{Page, PageShape, ReadError, Wrapped, from_utf8};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pos_model::MenuFeed;
use pos_v2_model::Customer;
use serde::de::DeserializeOwned;
use serde_json::Value;

const CUSTOMERS: PageShape = PageShape {
    key: Some("customers"),
    wrapped_in: Some("customer"),
};

fn our_feed(bytes: &[u8]) -> Result<Wrapped<MenuFeed>, ReadError> {
    Wrapped::read(from_utf8(bytes)?, "menu_feed")
}

fn our_customers(bytes: &[u8]) -> Result<Page<Customer>, ReadError> {
    Page::read(from_utf8(bytes)?, &CUSTOMERS)
}

/// Times the three ways of reading a document.
fn compare<Ours, Strict: DeserializeOwned>(
    criterion: &mut Criterion,
    name: &str,
    document: &[u8],
    ours: fn(&[u8]) -> Result<Ours, ReadError>,
) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    group.throughput(Throughput::Bytes(document.len() as u64));
    group.bench_with_input(
        BenchmarkId::from_parameter("ours"),
        document,
        |bencher, document| {
            bencher.iter_with_large_drop(|| ours(document).expect("valid"));
        },
    );
    group.bench_with_input(
        BenchmarkId::from_parameter("strict"),
        document,
        |bencher, document| {
            bencher.iter_with_large_drop(|| {
                serde_json::from_slice::<Strict>(document).expect("valid")
            });
        },
    );
    group.bench_with_input(
        BenchmarkId::from_parameter("value"),
        document,
        |bencher, document| {
            bencher
                .iter_with_large_drop(|| serde_json::from_slice::<Value>(document).expect("valid"));
        },
    );
    group.finish();
}

/// The same document with the keys of every object sorted, unlike the fields of any record.
fn sorted(document: &[u8]) -> Vec<u8> {
    let mut value: Value = serde_json::from_slice(document).expect("JSON");
    value.sort_all_objects();
    serde_json::to_vec(&value).expect("JSON")
}

fn decode(criterion: &mut Criterion) {
    let feed = strict::menu_feed(10_000_000);
    let customers = strict::customers(1_000);
    // The timed reads have no mismatch and no missing field.
    assert!(our_feed(&feed).is_ok_and(|feed| feed.mismatches().is_empty()));
    assert!(
        our_customers(&customers)
            .is_ok_and(|page| page.items.len() == 1_000 && page.mismatches().is_empty())
    );
    compare::<_, strict::MenuFeedResponse>(criterion, "menu feed of 10 MB", &feed, our_feed);
    compare::<_, strict::CustomerPage>(
        criterion,
        "page of 1,000 customers",
        &customers,
        our_customers,
    );
    compare::<_, strict::CustomerPage>(
        criterion,
        "page of 1,000 customers, keys sorted",
        &sorted(&customers),
        our_customers,
    );
}

criterion_group!(benches, decode);
criterion_main!(benches);
