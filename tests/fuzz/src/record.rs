//! Records. The first byte chooses the record, and the rest is its text.

use api_wire::{Record, from_slice, mismatches, text_of, to_string};

use crate::{plant, pointer, printed};
use test_support::json::{Tree, losses};

/// Reads the text as one of the records.
pub fn holds(bytes: &[u8]) {
    let Some((which, text)) = bytes.split_first() else {
        return;
    };
    match which {
        b'a' => check::<pos_model::IncomingOrderResponse>(text),
        b'b' => check::<pos_model::QuoteResponse>(text),
        b'c' => check::<pos_model::MenuItem>(text),
        b'd' => check::<pos_model::VenueInfo>(text),
        b'e' => check::<pos_v1_model::Inventory>(text),
        b'f' => check::<pos_v1_model::SalesHistory>(text),
        b'g' => check::<pos_v1_model::Customer>(text),
        b'h' => check::<pos_v1_model::IncomingOrderDetailsResponse>(text),
        b'i' => check::<pos_v2_model::Customer>(text),
        b'j' => check::<pos_v2_model::SalesHistory>(text),
        b'k' => check::<pos_v2_model::Coupon>(text),
        b'l' => check::<pos_v2_model::User>(text),
        b'm' => check::<pos_v2_model::Manifest>(text),
        b'n' => check::<pos_v3_model::VenueList>(text),
        _ => {}
    }
}

/// Checks rules 1, 5 and 8 of the wire rules.
fn check<R: Record + std::fmt::Debug + PartialEq>(bytes: &[u8]) {
    let record = match from_slice::<R>(bytes) {
        Ok(record) => record,
        Err(error) => return printed::is_harmless(&error),
    };
    let text = text_of(bytes).expect("a record was read from this text");
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let tree = Tree::read(text).expect("a record is JSON");

    let written = to_string(&record);
    let again = Tree::read(&written).expect("written text is JSON");
    let lost = losses(&tree, &again);
    assert_eq!(lost, [""; 0], "written as {written}");

    for mismatch in mismatches(&record) {
        printed::is_harmless(&mismatch);
        assert!(
            pointer::resolves(&mismatch.pointer, &tree),
            "{mismatch} in {text}"
        );
    }

    // Hidden values are not shown, wherever they occur.
    let planted = plant::in_hidden_places(&tree, &record);
    if let (false, Ok(again)) = (plant::shows(&record), api_wire::from_str::<R>(&planted)) {
        assert!(!plant::shows(&again), "{again:?} from {planted}");
    }
}
