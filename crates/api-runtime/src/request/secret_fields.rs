//! Where the secrets of a body are.

use api_wire::Fields;

use crate::body::fields::for_each_value;

/// The JSON pointers of the fields that are secret, without the indices of lists: `/order/items/pin`.
pub(crate) fn secret_fields(wrapper: Option<&str>, fields: &dyn Fields) -> Vec<String> {
    let mut pointers = Vec::new();
    for_each_value(wrapper, fields, &mut |value| {
        if value.is_secret {
            pointers.push(value.pointer.to_owned());
        }
    });
    pointers.sort_unstable();
    pointers.dedup();
    pointers
}
