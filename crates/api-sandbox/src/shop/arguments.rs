//! The arguments of actions in JSON, checked for errors with a place.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::exact::{Decimal, number_text};
use crate::suggest::suggest;

/// An argument of an action.
struct Argument {
    name: &'static str,
    kind: Kind,
    is_required: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    Integer,
    Text,
    Boolean,
    /// A list of ids.
    Ids,
    /// A list of objects with these arguments.
    Items(&'static [Argument]),
}

use Kind::{Boolean, Ids, Integer, Items, Text};

const fn required(name: &'static str, kind: Kind) -> Argument {
    Argument {
        name,
        kind,
        is_required: true,
    }
}

const fn optional(name: &'static str, kind: Kind) -> Argument {
    Argument {
        name,
        kind,
        is_required: false,
    }
}

/// The arguments of each action. Names of numbers have their unit.
const ACTIONS: &[(&str, &[Argument])] = &[
    (
        "ring_up",
        &[
            required(
                "items",
                Items(&[required("sku", Integer), optional("quantity", Integer)]),
            ),
            optional("customer", Integer),
            optional("employee", Integer),
            optional("payment", Text),
            optional("coupons", Ids),
        ],
    ),
    (
        "set_stock",
        &[required("sku", Integer), required("quantity", Integer)],
    ),
    (
        "set_price",
        &[required("sku", Integer), required("price_cents", Integer)],
    ),
    (
        "add_product",
        &[
            required("name", Text),
            required("group", Text),
            required("price_cents", Integer),
            optional("brand", Text),
            optional("stock", Integer),
        ],
    ),
    (
        "update_product",
        &[
            required("product", Integer),
            optional("name", Text),
            optional("brand", Text),
            optional("active", Boolean),
        ],
    ),
    (
        "receive",
        &[
            required(
                "items",
                Items(&[
                    required("sku", Integer),
                    required("quantity", Integer),
                    optional("cost_cents", Integer),
                ]),
            ),
            optional("supplier", Text),
        ],
    ),
    ("accept_manifest", &[required("manifest", Integer)]),
    (
        "add_coupon",
        &[
            required("name", Text),
            optional("percent", Integer),
            optional("amount_cents", Integer),
            optional("products", Ids),
        ],
    ),
    ("enable_coupon", &[required("coupon", Integer)]),
    ("disable_coupon", &[required("coupon", Integer)]),
    ("open_till", &[required("employee", Integer)]),
    (
        "close_till",
        &[
            required("till", Integer),
            optional("counted_cents", Integer),
        ],
    ),
    (
        "add_customer",
        &[
            required("first_name", Text),
            required("last_name", Text),
            optional("telephone", Text),
            optional("email", Text),
        ],
    ),
    (
        "update_customer",
        &[
            required("customer", Integer),
            optional("first_name", Text),
            optional("last_name", Text),
            optional("email", Text),
            optional("add_points", Integer),
            optional("active", Boolean),
        ],
    ),
    (
        "hire",
        &[
            required("first_name", Text),
            required("last_name", Text),
            optional("perm_level", Integer),
        ],
    ),
    ("disable_employee", &[required("employee", Integer)]),
];

/// Checks the form of an action, and removes arguments that are null. The error has the place of
/// the argument, as in `items[0].sku`.
pub(super) fn check_action(action: &mut Map<String, Value>) -> Result<(), String> {
    let name = action.get("action").and_then(Value::as_str);
    let name = name.ok_or("`action` must be the name of an action")?;
    let Some((_, arguments)) = ACTIONS.iter().find(|(other, _)| *other == name) else {
        let names = ACTIONS.iter().map(|(name, _)| *name);
        return Err(format!("unknown action `{name}`{}", suggest(name, names)));
    };
    check_members(action, arguments, &["action"], "")
}

fn check_members(
    members: &mut Map<String, Value>,
    arguments: &[Argument],
    other_keys: &[&str],
    place: &str,
) -> Result<(), String> {
    let at = |error: String| match place {
        "" => error,
        place => format!("{place}: {error}"),
    };
    let names = || arguments.iter().map(|argument| argument.name);
    let is_known = |key: &&String| {
        names()
            .chain(other_keys.iter().copied())
            .any(|name| name == **key)
    };
    if let Some(key) = members.keys().find(|key| !is_known(key)) {
        let suggestion = suggest(key, names());
        return Err(at(format!("unknown key `{key}`{suggestion}")));
    }
    members.retain(|_, value| !value.is_null());
    for Argument {
        name,
        kind,
        is_required,
    } in arguments
    {
        let dot = if place.is_empty() { "" } else { "." };
        match members.get_mut(*name) {
            Some(value) => check_value(value, *kind, &format!("{place}{dot}{name}"))?,
            None if *is_required => return Err(at(format!("missing `{name}`"))),
            None => {}
        }
    }
    Ok(())
}

fn check_value(value: &mut Value, kind: Kind, place: &str) -> Result<(), String> {
    let (expected, is_valid) = match kind {
        Integer if is_integer(value) => ("an integer of 64 bits", value.is_i64()),
        Integer => ("an integer", value.is_i64()),
        Text => ("a string", value.is_string()),
        Boolean => ("true or false", value.is_boolean()),
        Ids | Items(_) => ("a list", value.is_array()),
    };
    if !is_valid {
        let found = found(value);
        return Err(format!("{place}: expected {expected}, found {found}"));
    }
    let elements = value.as_array_mut().into_iter().flatten();
    for (index, element) in elements.enumerate() {
        let place = format!("{place}[{index}]");
        match (kind, element) {
            (Items(arguments), Value::Object(item)) => check_members(item, arguments, &[], &place)?,
            (Items(_), other) => {
                let found = found(other);
                return Err(format!("{place}: expected an object, found {found}"));
            }
            (_, id) => check_value(id, Integer, &place)?,
        }
    }
    Ok(())
}

/// Whether it is an integer of any size.
fn is_integer(value: &Value) -> bool {
    let number = number_text(value);
    let number = number.and_then(|text| Decimal::parse(&text));
    number.is_some_and(|number| number.is_integer())
}

/// A short form of an unexpected value.
fn found(value: &Value) -> String {
    const MAX_LEN: usize = 40;
    if let Some(number) = number_text(value).filter(|text| text.len() <= MAX_LEN) {
        return format!("`{number}`");
    }
    match value {
        _ if number_text(value).is_some() => "a number".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.chars().count() > MAX_LEN => "a string".to_owned(),
        other => format!("`{other}`"),
    }
}
