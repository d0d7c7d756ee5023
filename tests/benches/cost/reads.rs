//! The cost of reading large responses, with dropping the values.

use std::fs;
use std::hint::black_box;

use api_wire::{Page, PageShape, ReadError, Wrapped, text_of};
use pos_model::MenuFeed;
use pos_v2_model::Customer;
use serde::de::DeserializeOwned;

use crate::ratio;
use benches::{Document, strict};

const CUSTOMERS: PageShape = PageShape {
    key: Some("customers"),
    wrapped_in: Some("customer"),
};

fn our_feed(bytes: &[u8]) -> Result<Wrapped<MenuFeed>, ReadError> {
    Wrapped::read(&text_of(bytes)?, "menu_feed")
}

fn our_customers(bytes: &[u8]) -> Result<Page<Customer>, ReadError> {
    Page::read(&text_of(bytes)?, &CUSTOMERS)
}

fn strict<T: DeserializeOwned>(bytes: &[u8]) -> T {
    serde_json::from_slice(bytes).expect("valid")
}

/// Reads and drops a document.
fn read_by(side: &str, document: Document, text: &[u8]) {
    match (side, document) {
        ("ours", Document::MenuFeed) => drop(black_box(our_feed(text))),
        ("ours", _) => drop(black_box(our_customers(text))),
        (_, Document::MenuFeed) => drop(black_box(strict::<strict::MenuFeedResponse>(text))),
        _ => drop(black_box(strict::<strict::CustomerPage>(text))),
    }
}

pub(crate) fn compare() {
    // What is timed has no mismatch and no missing field.
    let feed = our_feed(&Document::MenuFeed.text()).expect("a feed");
    let page = our_customers(&Document::Customers.text()).expect("a page");
    assert!(feed.mismatches().is_empty() && page.mismatches().is_empty());
    assert_eq!(page.items.len(), 1_000);
    for document in Document::ALL {
        let text = document.text();
        let reads = match document {
            Document::MenuFeed => 5,
            _ => 40,
        };
        let ratio = ratio(21, || {
            let ours = cpu_time(reads, || read_by("ours", document, &text));
            cpu_time(reads, || read_by("strict", document, &text)) / ours
        });
        println!(
            "{}: as fast as strict structs times {ratio}",
            document.name()
        );
    }
}

/// The CPU time in nanoseconds of reading a document often enough for the clock of Linux, which is
/// a few milliseconds late.
fn cpu_time(reads: usize, read: impl Fn()) -> f64 {
    let clock = || {
        let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
        let time = text.split(' ').next().map(str::parse::<f64>);
        time.expect("a column").expect("nanoseconds")
    };
    let start = clock();
    for _ in 0..reads {
        read();
    }
    clock() - start
}
