//! Pages. The first byte chooses the list, and the rest is the text of the response.

use std::fmt::Debug;

use api_wire::{Fields, NoMetadata, Page, PageShape, ReadErrorKind, Record, to_string};
use pos_model::CouponListMetadata;
use pos_v2_model::SalesHistoryListMetadata;

use crate::json::{Tree, losses};
use crate::{normalize, pointer, printed};

/// Reads the text as one of the lists: with a key, with wrapped items, with its own metadata, or
/// without a known key.
pub fn holds(bytes: &[u8]) {
    let Some((which, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    match which {
        b'a' => {
            check::<pos_v2_model::Customer, NoMetadata>(text, Some("customers"), Some("customer"))
        }
        b'b' => check::<pos_v2_model::Inventory, NoMetadata>(text, Some("inventory"), None),
        b'c' => check::<pos_v2_model::SalesHistory, SalesHistoryListMetadata>(
            text,
            Some("sales_histories"),
            None,
        ),
        b'd' => check::<pos_v2_model::Coupon, CouponListMetadata>(text, None, None),
        b'e' => check::<pos_v2_model::User, NoMetadata>(text, None, None),
        b'f' => check::<pos_model::OrderItem, NoMetadata>(text, Some("order_items"), None),
        b'g' => check::<pos_v1_model::Customer, NoMetadata>(text, None, Some("customer")),
        _ => {}
    }
}

fn check<T, F>(text: &str, key: Option<&'static str>, wrapped_in: Option<&'static str>)
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
    let tree = Tree::read(text).expect("a page is JSON");
    let mismatches = page.mismatches();
    for mismatch in &mismatches {
        printed::is_harmless(mismatch);
        assert!(
            pointer::resolves(&mismatch.pointer, &tree),
            "{mismatch} in {text}"
        );
    }

    // Each element is an item or a mismatch, in order.
    let Some((key, elements)) = collection::<F>(&tree, &shape) else {
        // A null or missing list is empty next to a total of 0.
        assert_eq!(page.total_records, Some(0), "a page has a collection");
        assert!(page.items.is_empty(), "items without a list in {text}");
        return;
    };
    let mut items = page.items.iter();
    for (index, element) in elements.iter().enumerate() {
        let pointer = format!("/{}/{index}", pointer::shown(key));
        if mismatches
            .iter()
            .any(|mismatch| mismatch.pointer == pointer)
        {
            continue;
        }
        let item = items
            .next()
            .expect("an element without a mismatch is an item");
        let written = to_string(item);
        let written_tree = Tree::read(&written).expect("written text is JSON");
        let received = wrapped_in.map_or(Some(element), |wrapper| element.get(wrapper));
        let received = received.expect("an item has its wrapper");
        let lost = losses(
            &normalize::normalized(received),
            &normalize::normalized(&written_tree),
        );
        assert_eq!(lost, [""; 0], "{pointer} written as {written}");
    }
    assert!(items.next().is_none(), "more items than elements in {text}");

    // A total that is a number is read.
    if let Some(Tree::Number(received)) = tree.get("total_pages") {
        assert_eq!(page.total_pages, normalize::integer(received), "in {text}");
    }
}

/// The collection, if there is exactly one.
fn collection<'a, F: Record>(tree: &'a Tree, shape: &PageShape) -> Option<(&'a str, &'a [Tree])> {
    let metadata = F::default();
    let totals = ["total_records", "current_page", "total_pages", "per_page"];
    let is_metadata = |key: &str| {
        let mut fields = metadata.schema().fields().iter();
        totals.contains(&key) || fields.any(|field| field.wire_names().contains(&key))
    };
    let mut lists = tree
        .members()
        .iter()
        .filter_map(|(key, value)| match value {
            // An error response has `errors`, which is no collection unless it is the known key.
            Tree::List(items)
                if shape
                    .key
                    .map_or(key != "errors" && !is_metadata(key), |known| known == key) =>
            {
                Some((key.as_str(), items.as_slice()))
            }
            _ => None,
        });
    lists.next()
}

/// Whether the text is certainly a page: an object with one collection.
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
