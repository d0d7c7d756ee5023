//! The default limit of decoded sizes lets the largest documented pages pass.

use api_wire::{MemoryBudget, Page, PageShape, Record};

const SHAPE: PageShape = PageShape {
    key: Some("items"),
    wrapped_in: None,
};

/// Reads a page of one record this often, and reports its mismatches, as a client does. Returns the
/// size of the page, and what was spent.
fn read<R: Record>(times: usize, record: &str) -> (usize, usize) {
    let text = format!("{{\"items\":[{}]}}", vec![record; times].join(","));
    let mut budget = MemoryBudget::for_document(text.len());
    let page: Page<R> = Page::read_within(&text, &SHAPE, &mut budget).expect("a page");
    page.mismatches_within(&mut budget).expect("mismatches");
    assert_eq!(page.items.len(), times);
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

/// A record without a value takes at most eight times its text.
fn check<R: Record>() {
    let (size, spent) = read::<R>(100, &object::<R>("", "null"));
    let name = R::default().schema().name();
    assert!(spent <= 8 * size, "{name}: {spent} bytes for {size}");
}

#[test]
fn full_pages_of_the_largest_records_are_read() {
    check::<pos_model::MenuItem>();
    check::<pos_v1_model::IncomingOrderDetails>();
    check::<pos_v2_model::Customer>();
    // The largest page, of a version of the API with other fields.
    let other = object::<pos_v2_model::Customer>("new_", "\"some text\"");
    read::<pos_v2_model::Customer>(1_000, &other);
}
