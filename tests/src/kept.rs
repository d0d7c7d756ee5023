//! What records hold beside their fields.

use api_wire::{Fields, WireValue};

/// How many values a record and all records in it keep beside their fields.
pub fn count(fields: &dyn Fields) -> usize {
    let mut kept = 0;
    fields.with_fields(&mut |shows, extra| {
        kept += extra.len();
        for show in shows {
            kept += inside(show.to_wire());
        }
    });
    kept
}

fn inside(shape: WireValue<'_>) -> usize {
    match shape {
        WireValue::Record(fields) => count(fields),
        WireValue::List(items) => (0..items.count())
            .map(|index| inside(items.item(index)))
            .sum(),
        WireValue::Map(entries) => {
            let mut kept = 0;
            entries.for_each(&mut |_, shape| kept += inside(shape));
            kept
        }
        _ => 0,
    }
}
