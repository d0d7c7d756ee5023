//! The cost of reading large responses: by our records, by strict structs with serde's derive, and
//! as plain JSON values.
//!
//! ```sh
//! cargo bench -p tests --features bench --bench decode                    # times
//! cargo bench -p tests --features bench --bench decode -- turns           # the ratio of CPU times, both sides alternating (Linux)
//! cargo bench -p tests --features bench --bench decode -- instructions    # the ratio of instructions, by valgrind's callgrind
//! ```
//!
//! Ours read more than the strict structs: other forms and shapes of values, unknown fields, dates,
//! and exact decimals.
//!
//! Instructions are the difference between two processes, the second with one read more. They and
//! CPU times include dropping the values.

#[path = "../call/callgrind.rs"]
#[expect(dead_code, reason = "counts per call are for the other benchmark")]
mod callgrind;
mod document;
mod strict;

use std::env;
use std::fs;
use std::hint::black_box;

use api_wire::{Page, PageShape, ReadError, Wrapped, from_utf8};
use criterion::{BenchmarkId, Criterion, Throughput};
use document::Document;
use pos_model::MenuFeed;
use pos_v2_model::Customer;
use serde::de::DeserializeOwned;
use serde_json::Value;

const CUSTOMERS: PageShape = PageShape {
    key: Some("customers"),
    wrapped_in: Some("customer"),
};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["read", times, side, document] => read_often(times, side, Document::from_name(document)),
        ["instructions", ..] => instructions(),
        ["turns", ..] => turns(),
        _ => times(),
    }
}

fn our_feed(bytes: &[u8]) -> Result<Wrapped<MenuFeed>, ReadError> {
    Wrapped::read(from_utf8(bytes)?, "menu_feed")
}

fn our_customers(bytes: &[u8]) -> Result<Page<Customer>, ReadError> {
    Page::read(from_utf8(bytes)?, &CUSTOMERS)
}

fn strict<T: DeserializeOwned>(bytes: &[u8]) -> T {
    serde_json::from_slice(bytes).expect("valid")
}

/// Reads a document this often, in the counted process.
fn read_often(times: &str, side: &str, document: Document) {
    let text = document.text();
    for _ in 0..times.parse().expect("a number") {
        match (side, document) {
            ("ours", Document::MenuFeed) => drop(black_box(our_feed(&text))),
            ("ours", _) => drop(black_box(our_customers(&text))),
            (_, Document::MenuFeed) => {
                drop(black_box(strict::<strict::MenuFeedResponse>(&text)));
            }
            _ => drop(black_box(strict::<strict::CustomerPage>(&text))),
        }
    }
}

fn instructions() {
    for document in Document::ALL {
        let [ours, strict] = ["ours", "strict"].map(|side| {
            // The first read makes the tables of keys.
            let [two, three] =
                ["2", "3"].map(|times| callgrind::count(&["read", times, side, document.name()]));
            two.until(three)
        });
        println!(
            "{}: ours {ours}; strict {strict}; {:.2} times as fast",
            document.name(),
            strict.instructions as f64 / ours.instructions as f64,
        );
    }
}

/// The median ratio of CPU times over many turns, so that other load on the machine affects both
/// sides alike.
fn turns() {
    for document in Document::ALL {
        let text = document.text();
        match document {
            Document::MenuFeed => {
                let strict = || strict::<strict::MenuFeedResponse>(&text);
                compare_turns(document, 5, &|| our_feed(&text), &strict);
            }
            _ => {
                let strict = || strict::<strict::CustomerPage>(&text);
                compare_turns(document, 40, &|| our_customers(&text), &strict);
            }
        }
    }
}

fn compare_turns<Ours, Strict>(
    document: Document,
    reads: usize,
    ours: &dyn Fn() -> Ours,
    strict: &dyn Fn() -> Strict,
) {
    const TURNS: usize = 21;
    let mut ratios: Vec<f64> = (0..TURNS)
        .map(|_| {
            let ours = cpu_time(reads, ours);
            cpu_time(reads, strict) / ours
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let [low, median, high] = [TURNS / 4, TURNS / 2, TURNS * 3 / 4].map(|index| ratios[index]);
    println!(
        "{}: {median:.2} times as fast (quartiles {low:.2} and {high:.2})",
        document.name()
    );
}

/// The CPU time in nanoseconds of reading a document often enough for the clock of Linux, which is
/// a few milliseconds late.
fn cpu_time<T>(reads: usize, read: &dyn Fn() -> T) -> f64 {
    let clock = || {
        let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
        let time = text.split(' ').next().map(str::parse::<f64>);
        time.expect("a column").expect("nanoseconds")
    };
    let start = clock();
    for _ in 0..reads {
        drop(black_box(read()));
    }
    clock() - start
}

fn times() {
    let mut criterion = Criterion::default().configure_from_args();
    let feed = Document::MenuFeed.text();
    let customers = Document::Customers.text();
    // The timed reads have no mismatch and no missing field.
    assert!(our_feed(&feed).is_ok_and(|feed| feed.mismatches().is_empty()));
    assert!(
        our_customers(&customers)
            .is_ok_and(|page| page.items.len() == 1_000 && page.mismatches().is_empty())
    );
    for document in Document::ALL {
        let criterion = &mut criterion;
        match document {
            Document::MenuFeed => {
                compare::<_, strict::MenuFeedResponse>(criterion, document, our_feed);
            }
            _ => compare::<_, strict::CustomerPage>(criterion, document, our_customers),
        }
    }
    criterion.final_summary();
}

/// Times the three ways of reading a document.
fn compare<Ours, Strict: DeserializeOwned>(
    criterion: &mut Criterion,
    document: Document,
    ours: fn(&[u8]) -> Result<Ours, ReadError>,
) {
    let text = document.text();
    let mut group = criterion.benchmark_group(document.name());
    group.sample_size(20);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function(BenchmarkId::from_parameter("ours"), |bencher| {
        bencher.iter_with_large_drop(|| ours(&text).expect("valid"));
    });
    group.bench_function(BenchmarkId::from_parameter("strict"), |bencher| {
        bencher.iter_with_large_drop(|| strict::<Strict>(&text));
    });
    group.bench_function(BenchmarkId::from_parameter("value"), |bencher| {
        bencher.iter_with_large_drop(|| strict::<Value>(&text));
    });
    group.finish();
}
