//! The leftovers of records.

use api_wire::{Fields, WireValue};

/// The number of leftovers of a record and of all records in it.
pub(crate) fn count(fields: &dyn Fields) -> usize {
    let mut count = 0;
    fields.with_fields(&mut |values, extra| {
        count += extra.len();
        for value in values {
            count += of_value(value.to_wire());
        }
    });
    count
}

fn of_value(value: WireValue<'_>) -> usize {
    match value {
        WireValue::Record(fields) => count(fields),
        WireValue::List(items) => (0..items.count())
            .map(|index| of_value(items.item(index)))
            .sum(),
        WireValue::Map(entries) => {
            let mut count = 0;
            entries.for_each(&mut |_, value| count += of_value(value));
            count
        }
        _ => 0,
    }
}
