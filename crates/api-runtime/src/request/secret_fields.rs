//! Where the secrets of a body are.

use api_wire::{Fields, WireValue};

/// The JSON pointers of the fields that are secret, without the indices of lists: `/order/items/pin`.
pub(crate) fn secret_fields(wrapper: Option<&str>, fields: &dyn Fields) -> Vec<String> {
    let mut pointers = Vec::new();
    let start = wrapper.map_or_else(String::new, |key| format!("/{key}"));
    in_fields(&start, fields, &mut pointers);
    pointers.sort_unstable();
    pointers.dedup();
    pointers
}

fn in_fields(outer: &str, fields: &dyn Fields, pointers: &mut Vec<String>) {
    fields.with_fields(&mut |values, _| {
        for (field, value) in fields.schema().fields().iter().zip(values) {
            let pointer = format!("{outer}/{}", field.wire_name());
            match field.is_secret() {
                true => pointers.push(pointer),
                false => in_value(&pointer, &value.to_wire(), pointers),
            }
        }
    });
}

fn in_value(pointer: &str, value: &WireValue<'_>, pointers: &mut Vec<String>) {
    match value {
        WireValue::Secret(_) => pointers.push(pointer.to_owned()),
        WireValue::Record(fields) => in_fields(pointer, *fields, pointers),
        WireValue::List(items) => {
            (0..items.count()).for_each(|index| in_value(pointer, &items.item(index), pointers));
        }
        WireValue::Map(entries) => entries.for_each(&mut |key, value| {
            in_value(&format!("{pointer}/{key}"), &value, pointers);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use api_wire::{Secret, body};

    use super::*;

    body! {
        struct Item {
            name: String,
            pin: Option<Secret> => Secret [secret],
        }
    }

    body! {
        struct NewOrder {
            callback: Secret ["status_callback" secret],
            items: Vec<Item>,
        }
    }

    #[test]
    fn secrets_are_found_in_lists_and_where_they_are_absent() {
        let item = |pin: Option<&str>| Item {
            name: "tea".to_owned(),
            pin: pin.map(Secret::from),
        };
        let order = NewOrder {
            callback: "https://shop.example/?key=1".into(),
            items: vec![item(Some("1234")), item(None)],
        };
        let expected = ["/order/items/pin", "/order/status_callback"];
        assert_eq!(secret_fields(Some("order"), &order), expected);
    }
}
