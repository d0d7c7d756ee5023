//! Where the secrets of a body are.

use api_wire::Fields;

use crate::body::fields::for_each_field;

/// The JSON pointers of the fields that are secret, without the indices of lists: `/order/items/pin`.
pub(crate) fn secret_fields(wrapper: Option<&str>, fields: &dyn Fields) -> Vec<String> {
    let mut pointers = Vec::new();
    for_each_field(wrapper, fields, &mut |field| {
        if field.is_secret {
            pointers.push(field.pointer.to_owned());
        }
    });
    pointers.sort_unstable();
    pointers.dedup();
    pointers
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
