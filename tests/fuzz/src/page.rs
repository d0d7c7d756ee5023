//! Pages. The first byte chooses the list, and the others are the text of the reply.

use std::fmt::Debug;

use api_wire::{Fields, NoMetadata, Page, PageShape, ReadErrorKind, Record, to_string};
use pos_model::CouponListMetadata;
use pos_v2_model::SalesHistoryListMetadata;

use crate::json::{Tree, losses};
use crate::{pointer, printed, spelled};

/// Reads the text as one of the lists: with a key, with wrapped items, with facts of its own, without a known key.
pub fn holds(bytes: &[u8]) {
    let Some((which, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    match which {
        b'a' => of::<pos_v2_model::Customer, NoMetadata>(text, Some("customers"), Some("customer")),
        b'b' => of::<pos_v2_model::Inventory, NoMetadata>(text, Some("inventory"), None),
        b'c' => of::<pos_v2_model::SalesHistory, SalesHistoryListMetadata>(
            text,
            Some("sales_histories"),
            None,
        ),
        b'd' => of::<pos_v2_model::Coupon, CouponListMetadata>(text, None, None),
        b'e' => of::<pos_v2_model::User, NoMetadata>(text, None, None),
        b'f' => of::<pos_model::OrderItem, NoMetadata>(text, Some("order_items"), None),
        b'g' => of::<pos_v1_model::Customer, NoMetadata>(text, None, Some("customer")),
        _ => {}
    }
}

fn of<T, F>(text: &str, key: Option<&'static str>, wrapped_in: Option<&'static str>)
where
    T: Record + Fields + Debug + PartialEq,
    F: Record + Debug + PartialEq,
{
    let shape = PageShape { key, wrapped_in };
    let page = match Page::<T, F>::read(text, &shape) {
        Ok(page) => page,
        Err(error) => {
            printed::is_harmless(&error);
            if matches!(error.kind(), ReadErrorKind::Wrapper | ReadErrorKind::Syntax) {
                assert!(!is_page::<F>(text, &shape), "{error} in {text}");
            }
            return;
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = Tree::read(text).expect("what was read is JSON");
    let mismatches = page.mismatches();
    for mismatch in &mismatches {
        printed::is_harmless(mismatch);
        assert!(
            pointer::leads_somewhere(&mismatch.pointer, &tree),
            "{mismatch} in {text}"
        );
    }

    // Each element is an item, or kept and told. The order stays.
    let (key, elements) = collection::<F>(&tree, &shape).expect("a page has a collection");
    let mut items = page.items.iter();
    for (index, element) in elements.iter().enumerate() {
        let pointer = format!("/{}/{index}", pointer::shown(key));
        if mismatches.iter().any(|one| one.pointer == pointer) {
            continue;
        }
        let item = items
            .next()
            .expect("an element that is not told is an item");
        let written = to_string(item);
        let written_tree = Tree::read(&written).expect("what is written is JSON");
        let came = wrapped_in.map_or(Some(element), |wrapper| element.get(wrapper));
        let came = came.expect("an item has its wrapper");
        let lost = losses(&spelled::alike(came), &spelled::alike(&written_tree));
        assert_eq!(lost, [""; 0], "{pointer} written as {written}");
    }
    assert!(items.next().is_none(), "more items than elements in {text}");

    // A total that is a plain number is read.
    if let Some(Tree::Number(came)) = tree.get("total_pages") {
        assert_eq!(page.total_pages, spelled::integer(came), "in {text}");
    }
}

/// The collection, where there is exactly one.
fn collection<'a, F: Record>(tree: &'a Tree, shape: &PageShape) -> Option<(&'a str, &'a [Tree])> {
    let facts = F::default();
    let totals = ["total_records", "current_page", "total_pages", "per_page"];
    let is_fact = |key: &str| {
        let mut fields = facts.schema().fields().iter();
        totals.contains(&key) || fields.any(|field| field.wire_names().contains(&key))
    };
    let mut lists = tree
        .members()
        .iter()
        .filter_map(|(key, value)| match value {
            Tree::List(items) if shape.key.map_or(!is_fact(key), |known| known == key) => {
                Some((key.as_str(), items.as_slice()))
            }
            _ => None,
        });
    lists.next()
}

/// Whether others see a page in the text: an object, with one list in its place.
fn is_page<F: Record>(text: &str, shape: &PageShape) -> bool {
    if serde_json::from_str::<serde_json::Value>(text).is_err() {
        return false;
    }
    let Ok(tree) = Tree::read(text) else {
        return false;
    };
    let candidates = tree
        .members()
        .iter()
        .filter(|(key, value)| match shape.key {
            Some(known) => known == key,
            None => matches!(value, Tree::List(_)),
        });
    candidates.count() == 1 && collection::<F>(&tree, shape).is_some()
}
