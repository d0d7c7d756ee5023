//! The secrets and personal data of a body, for redaction where a server echoes them.

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::record::traits::{Fields, WireValue};

/// Why a value is never printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Sensitivity {
    /// Personal data.
    Personal,
    /// A secret: a token, a password, a one-time code.
    Secret,
}

/// Calls `f` with the text of each scalar in the fields that are secret or personal data, nested ones
/// included.
///
/// ```
/// use api_wire::{Secret, Sensitivity, body, for_each_sensitive};
///
/// body! {
///     pub struct NewCustomer {
///         pub name: String [pii],
///         pub notes: String,
///         pub pin: Secret [secret],
///     }
/// }
///
/// let [name, notes] = ["Ada", "rings twice"].map(str::to_owned);
/// let customer = NewCustomer { name, notes, pin: "1234".into() };
/// let mut values = Vec::new();
/// for_each_sensitive(&customer, &mut |sensitivity, text| {
///     values.push((sensitivity, text.to_owned()));
/// });
/// assert_eq!(values, [
///     (Sensitivity::Personal, "Ada".to_owned()),
///     (Sensitivity::Secret, "1234".to_owned()),
/// ]);
/// ```
pub fn for_each_sensitive(fields: &dyn Fields, f: &mut dyn FnMut(Sensitivity, &str)) {
    visit_fields(fields, None, f);
}

fn visit_fields(
    fields: &dyn Fields,
    outer: Option<Sensitivity>,
    f: &mut dyn FnMut(Sensitivity, &str),
) {
    fields.with_fields(&mut |values, _| {
        for (field, value) in fields.schema().fields().iter().zip(values) {
            let own = match (field.is_secret(), field.is_sensitive()) {
                (true, _) => Some(Sensitivity::Secret),
                (false, true) => Some(Sensitivity::Personal),
                (false, false) => None,
            };
            visit(value.to_wire(), outer.max(own), f);
        }
    });
}

fn visit(
    value: WireValue<'_>,
    sensitivity: Option<Sensitivity>,
    f: &mut dyn FnMut(Sensitivity, &str),
) {
    match (value, sensitivity) {
        (WireValue::Secret(text), _) => f(Sensitivity::Secret, text),
        (WireValue::Record(fields), sensitivity) => visit_fields(fields, sensitivity, f),
        (WireValue::List(items), sensitivity) => {
            for index in 0..items.count() {
                visit(items.item(index), sensitivity, f);
            }
        }
        (WireValue::Map(entries), sensitivity) => {
            entries.for_each(&mut |_, value| visit(value, sensitivity, f));
        }
        (WireValue::Number(text) | WireValue::String(text), Some(sensitivity)) => {
            f(sensitivity, &text);
        }
        (WireValue::Integer(integer), Some(sensitivity)) => f(sensitivity, &integer.to_string()),
        (WireValue::Json(text), Some(sensitivity)) => {
            // The text is valid JSON.
            let _ = visit_json(&mut Cursor::new(text), sensitivity, f);
        }
        _ => {}
    }
}

/// The scalars of a value of any kind.
fn visit_json(
    cursor: &mut Cursor<'_>,
    sensitivity: Sensitivity,
    f: &mut dyn FnMut(Sensitivity, &str),
) -> Result<(), ReadError> {
    let mut first = true;
    match cursor.kind()? {
        Kind::Null | Kind::Bool => cursor.skip_value().map(drop),
        Kind::Number => cursor.number().map(|number| f(sensitivity, number)),
        Kind::String => cursor.string().map(|string| f(sensitivity, &string)),
        Kind::Array => {
            cursor.enter()?;
            while cursor.next_item(&mut first)? {
                visit_json(cursor, sensitivity, f)?;
            }
            Ok(())
        }
        Kind::Object => {
            cursor.enter()?;
            while cursor.next_member(&mut first)? {
                cursor.string()?;
                cursor.expect_colon()?;
                visit_json(cursor, sensitivity, f)?;
            }
            Ok(())
        }
    }
}
