//! Constructors: arguments that can be swapped unnoticed are named.

use std::time::SystemTime;

use api_wire::jiff::civil::{Date, DateTime, Time};
use api_wire::jiff::{Timestamp, Zoned};
use api_wire::{CaseInsensitive, Decimal, Id, Json, LocalDateTime, Secret};
use codegen::FileTree;
use payments_model::RequestUid;
use pos_model::{CouponType, OrderType};

use crate::support::{generated, shop};

/// Whether an argument of type `T` accepts an `S`, itself or by `into()`.
struct Accepts<T, S>(std::marker::PhantomData<(T, S)>);

trait AcceptsNot {
    const RESULT: bool = false;
}

impl<T, S> AcceptsNot for Accepts<T, S> {}

impl<T: From<S>, S> Accepts<T, S> {
    // It hides the one of the trait.
    const RESULT: bool = true;
}

/// Which expressions an argument of a type accepts. `into()` of a boolean as a number is left out.
macro_rules! accepted {
    ($ty:ty) => {
        accepted!(
            $ty: &'static str, String, char, Id, serde_json::Value,
            i32, i64, u32, u64, f64, Decimal,
            Date, DateTime, Time, Timestamp, Zoned, SystemTime
        )
    };
    ($ty:ty: $($source:ty),*) => { vec![$(<Accepts<$ty, $source>>::RESULT),*] };
}

/// The types of fields, and the expressions that their arguments accept.
fn types() -> Vec<(&'static str, Vec<bool>)> {
    vec![
        ("string", accepted!(String)),
        ("time", accepted!(String)),
        ("string secret", accepted!(Secret)),
        ("integer|string", accepted!(Id)),
        ("OrderUid", accepted!(RequestUid)),
        ("Kind", accepted!(OrderType)),
        ("Mode", accepted!(CaseInsensitive<CouponType>)),
        ("integer", accepted!(i64)),
        ("decimal", accepted!(Decimal)),
        ("boolean", accepted!(bool)),
        ("date", accepted!(Date)),
        ("datetime", accepted!(Timestamp)),
        ("local_datetime", accepted!(LocalDateTime)),
        ("json", accepted!(Json)),
        ("list(string)", accepted!(Vec<String>)),
    ]
}

const TYPES: &str = "\
ids:
  OrderUid: { doc: An order. }
enums:
  Kind: { doc: A kind., values: { big: ~, small: ~ } }
  Mode: { doc: A mode., case_insensitive: true, values: { fast: ~, slow: ~ } }
";

/// The model of bodies with these fields: `NewOrder0` and so on.
fn models(bodies: &[Vec<(&str, &str)>]) -> String {
    let mut text = format!("{TYPES}bodies:\n");
    for (index, fields) in bodies.iter().enumerate() {
        text += &format!("  NewOrder{index}:\n    doc: An order.\n    fields:\n");
        for (name, ty) in fields {
            text += &format!("      {name}: {ty}\n");
        }
    }
    let FileTree(mut files) = generated(&shop(&text));
    files.remove("crates/shop-model/src/order.rs").unwrap()
}

/// The model of a body with these fields.
fn model(fields: &[(&str, &str)]) -> String {
    models(&[fields.to_vec()])
}

/// The parameters of `new` of a body, in one line.
fn parameters(model: &str, body: usize) -> Option<String> {
    let (_, after) = model.split_once(&format!("impl NewOrder{body} {{"))?;
    let (_, after) = after.split_once("pub fn new(")?;
    let (parameters, _) = after.split_once(") -> Self")?;
    Some(parameters.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn arguments_that_accept_the_same_expression_are_named() {
    let types: Vec<_> = types()
        .into_iter()
        .map(|(ty, accepted)| (ty, format!("{ty} required"), accepted))
        .collect();
    let pairs = || {
        types
            .iter()
            .flat_map(|left| types.iter().map(move |right| (left, right)))
    };
    let bodies =
        pairs().map(|(left, right)| vec![("a", &*left.1), ("b", &*right.1), ("c", "boolean")]);
    let model = models(&bodies.collect::<Vec<_>>());
    for (body, ((left, _, accepted_by_left), (right, _, accepted_by_right))) in pairs().enumerate()
    {
        let parameters = parameters(&model, body).unwrap();
        let mut both = accepted_by_left.iter().zip(accepted_by_right);
        let is_swappable = left == right || both.any(|(left, right)| *left && *right);
        assert_eq!(
            parameters == format!("required: NewOrder{body}Required"),
            is_swappable,
            "{left}, {right}: {parameters}"
        );
    }
}

#[test]
fn empty_lists_are_named_whatever_their_elements_are() {
    let lists = [
        ("a", "list(string) required"),
        ("b", "list(integer) required"),
    ];
    assert_eq!(parameters(&model(&lists), 0), None);
}

#[test]
fn order_of_named_fields_is_no_part_of_the_api() {
    for optional in [&[][..], &[("c", "boolean")]] {
        let fields = [("a", "string required"), ("b", "string required")];
        let swapped = [fields[1], fields[0]];
        let sorted = |fields: &[(&str, &str)]| {
            let model = model(&[fields, optional].concat());
            let mut lines: Vec<String> = model.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&fields), sorted(&swapped));
    }
}

#[test]
fn order_of_positional_fields_is_the_order_of_their_types() {
    let fields = [("a", "string required"), ("b", "integer required")];
    let swapped = [fields[1], fields[0]];
    let [fields, swapped] = [fields, swapped].map(|fields| parameters(&model(&fields), 0).unwrap());
    assert_eq!(fields, "a: impl Into<String>, b: i64");
    assert_eq!(swapped, "b: i64, a: impl Into<String>");
}

#[test]
fn any_number_of_fields_can_be_required() {
    let names: Vec<String> = (0..40).map(|index| format!("field_{index}")).collect();
    let mut fields: Vec<(&str, &str)> = names
        .iter()
        .map(|name| (&**name, "string required"))
        .collect();
    assert_eq!(parameters(&model(&fields), 0), None);
    fields.push(("note", "string"));
    assert_eq!(
        parameters(&model(&fields), 0).unwrap(),
        "required: NewOrder0Required"
    );
}
