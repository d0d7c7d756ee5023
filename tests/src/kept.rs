//! What records hold beside their fields.

use api_wire::{Fields, Shape};

/// How many values a record and all records in it keep beside their fields.
pub fn count(fields: &dyn Fields) -> usize {
    let mut kept = 0;
    fields.each(&mut |shows, extra| {
        kept += extra.len();
        for show in shows {
            kept += inside(show.shape());
        }
    });
    kept
}

fn inside(shape: Shape<'_>) -> usize {
    match shape {
        Shape::Record(fields) => count(fields),
        Shape::List(items) => (0..items.count())
            .map(|index| inside(items.item(index)))
            .sum(),
        Shape::Map(entries) => {
            let mut kept = 0;
            entries.each_entry(&mut |_, shape| kept += inside(shape));
            kept
        }
        _ => 0,
    }
}
