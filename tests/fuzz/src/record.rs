//! Records. The first byte chooses the record, and the others are its text.

use api_wire::{Record, from_slice, mismatches, to_string};

use crate::json::{Tree, losses};
use crate::{plant, pointer, printed, spelled};

/// Reads the text as one of the records.
pub fn holds(bytes: &[u8]) {
    let Some((which, text)) = bytes.split_first() else {
        return;
    };
    match which {
        b'a' => of::<pos_model::IncomingOrderResponse>(text),
        b'b' => of::<pos_model::QuoteResponse>(text),
        b'c' => of::<pos_model::MenuItem>(text),
        b'd' => of::<pos_model::VenueInfo>(text),
        b'e' => of::<pos_v1_model::Inventory>(text),
        b'f' => of::<pos_v1_model::SalesHistory>(text),
        b'g' => of::<pos_v1_model::Customer>(text),
        b'h' => of::<pos_v1_model::IncomingOrderDetailsResponse>(text),
        b'i' => of::<pos_v2_model::Customer>(text),
        b'j' => of::<pos_v2_model::SalesHistory>(text),
        b'k' => of::<pos_v2_model::Coupon>(text),
        b'l' => of::<pos_v2_model::User>(text),
        b'm' => of::<pos_v2_model::Manifest>(text),
        b'n' => of::<pos_v3_model::VenueList>(text),
        _ => {}
    }
}

/// What holds for every record: rules 1, 5 and 8 of the wire rules.
fn of<R: Record + std::fmt::Debug + PartialEq>(bytes: &[u8]) {
    let record = match from_slice::<R>(bytes) {
        Ok(record) => record,
        Err(error) => return printed::is_harmless(&error),
    };
    let text = std::str::from_utf8(bytes).expect("what was read is UTF-8");
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = Tree::read(text).expect("what was read is JSON");

    let written = to_string(&record);
    let again = Tree::read(&written).expect("what is written is JSON");
    let lost = losses(&spelled::alike(&tree), &spelled::alike(&again));
    assert_eq!(lost, [""; 0], "written as {written}");

    for mismatch in mismatches(&record) {
        printed::is_harmless(&mismatch);
        assert!(
            pointer::leads_somewhere(&mismatch.pointer, &tree),
            "{mismatch} in {text}"
        );
    }

    // What is hidden stays hidden, wherever somebody puts it.
    let planted = plant::in_hidden_places(&tree, &record);
    if let (false, Ok(again)) = (plant::shows(&record), api_wire::from_str::<R>(&planted)) {
        assert!(!plant::shows(&again), "{again:?} from {planted}");
    }
}
