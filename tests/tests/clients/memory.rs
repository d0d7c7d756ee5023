//! The default limit of decoded sizes lets the largest documented pages pass.

use api_wire::{MemoryBudget, Page, PageShape, ReadErrorKind, Record};

/// The records of the largest pages.
const RECORDS: usize = 1_000;

const SHAPE: PageShape = PageShape {
    key: Some("items"),
    wrapped_in: None,
};

/// Reads a page of one record many times, and reports its mismatches, as a client does. Returns the
/// size of the page, and what was spent.
fn read<R: Record>(record: &str) -> (usize, usize) {
    let text = format!("{{\"items\":[{}]}}", vec![record; RECORDS].join(","));
    let mut budget = MemoryBudget::for_document(text.len());
    let page: Page<R> = Page::read_within(&text, &SHAPE, &mut budget).expect("a page");
    page.mismatches_within(&mut budget).expect("mismatches");
    assert_eq!(page.items.len(), RECORDS);
    (text.len(), budget.limit() - budget.remaining())
}

/// A record with a value under each wire name, after a prefix.
fn object<R: Record>(prefix: &str, value: &str) -> String {
    let record = R::default();
    let names = record
        .schema()
        .fields()
        .iter()
        .map(|field| field.wire_name());
    let members: Vec<_> = names
        .map(|name| format!("\"{prefix}{name}\":{value}"))
        .collect();
    format!("{{{}}}", members.join(","))
}

fn check<R: Record>() {
    let name = R::default().schema().name();
    let (size, spent) = read::<R>(&object::<R>("", "null"));
    assert!(spent <= 8 * size, "{name}: {spent} bytes for {size}");
    // Few fields, and a version of the API with other ones.
    read::<R>("{\"id\":1,\"name\":\"some text\"}");
    read::<R>(&object::<R>("new_", "\"some text\""));
}

#[test]
fn full_pages_of_the_largest_records_are_read() {
    check::<pos_model::MenuItem>();
    check::<pos_v1_model::IncomingOrderDetails>();
    check::<pos_v2_model::Customer>();
}

#[test]
fn a_page_of_empty_records_is_over_the_limit() {
    let text = format!("{{\"items\":[{}{{}}]}}", "{},".repeat(100_000));
    let result: Result<Page<pos_v2_model::Customer>, _> = Page::read(&text, &SHAPE);
    assert_eq!(result.unwrap_err().kind(), ReadErrorKind::Size);
}
