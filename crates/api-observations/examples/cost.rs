//! What counting costs beside decoding, for `valgrind --tool=callgrind`: `cost decode|observe N`
//! reads N pages of 100 records, and counts those of a client's sample with `observe`.

use std::time::Instant;

use api_observations::Collector;
use api_wire::{Extra, NoMetadata, Page, PageShape, record};

#[derive(Clone, Default, PartialEq)]
struct Order {
    id: Option<i64>,
    state: Option<String>,
    name: Option<String>,
    note: Option<String>,
    created_at: Option<api_wire::Timestamp>,
    total: Option<api_wire::Decimal>,
    paid: Option<bool>,
    lines: Vec<Line>,
    extra: Extra,
}

record! {
    Order {
        id: "id",
        state: "state",
        name: "name" pii,
        note: "note",
        created_at: "created_at",
        total: "total",
        paid: "paid",
        lines: "lines",
    }
}

#[derive(Clone, Default, PartialEq)]
struct Line {
    sku: Option<String>,
    count: Option<i64>,
    price: Option<api_wire::Decimal>,
    extra: Extra,
}

record! { Line { sku: "sku", count: "count", price: "price", } }

const SHAPE: PageShape = PageShape {
    key: Some("orders"),
    wrapped_in: None,
};

/// One response of so many is counted after the first ones.
const SAMPLE: u32 = 16;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "observe".to_owned());
    let pages: u32 = arguments.next().map_or(160, |count| count.parse().unwrap());
    let orders = (0..100).map(|id| {
        let state = ["pending", "processing", "done"][id % 3];
        format!(
            r#"{{"id":{id},"state":"{state}","name":"Ada {id}","note":"Ring twice, order {id}",
            "created_at":"2026-11-21T10:00:00Z","total":12.50,"paid":true,
            "lines":[{{"sku":"A-{id}","count":2,"price":5.25}},{{"sku":"B-{id}","count":1,"price":2}}]}}"#
        )
    });
    let orders: Vec<String> = orders.collect();
    let text = format!(r#"{{"orders":[{}],"total_records":100}}"#, orders.join(","));

    let mut collector = Collector::new(1 << 20);
    let body = collector.body("shop", "list_orders", 200).unwrap();
    let started = Instant::now();
    let mut items = 0;
    for number in 0..pages {
        let page: Page<Order, NoMetadata> = Page::read(&text, &SHAPE).unwrap();
        items += page.items.len();
        if mode == "all" || (mode == "observe" && number % SAMPLE == 0) {
            collector.describe_page(body, "orders", None, &page.items, &page.metadata);
            collector.count_decoded(body, Some("7"), &text).unwrap();
        }
    }
    let elapsed = started.elapsed();
    println!(
        "{mode}: {items} records of {} bytes in {elapsed:?}",
        text.len() / 100
    );
}
