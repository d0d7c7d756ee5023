//! Fact lists: what they say, what they cannot say, and how a mismatch is reported.

use std::collections::BTreeMap;

use codegen::{FactLists, Sources};

use crate::support::shop;

const ORDER: &str = "\
records:
  Order:
    doc: An order.
    fields:
      id: integer documented_required
      name: string pii
      points: integer =0
operations:
  get_order:
    doc: Reads an order.
    http: GET /orders/{id}
    path: { id: integer }
    response: { order: Order }
    statuses: [200, 401]
";

const LIST: &str = "\
record Order
  list: id integer req; name string;
    points integer =0
  pii: name

operation get_order
  http: GET /orders/{id}
  path: id integer
  response: {order: Order}
  statuses: 200 401
";

fn lists(text: &str) -> Result<FactLists, String> {
    FactLists::parse(&BTreeMap::from([(
        "facts/shop.txt".to_owned(),
        text.to_owned(),
    )]))
}

/// The mismatches about anything but the API itself, which the list leaves out.
fn mismatches(list: &str, spec: &Sources) -> Vec<String> {
    let mismatches = lists(list).unwrap().compare(spec).unwrap();
    let lines = mismatches.iter().map(ToString::to_string);
    lines.filter(|line| !line.starts_with("api of")).collect()
}

#[test]
fn a_list_with_the_facts_of_the_spec_has_no_mismatch() {
    assert_eq!(mismatches(LIST, &shop(ORDER)), Vec::<String>::new());
}

#[test]
fn the_order_of_fields_and_marks_is_no_fact() {
    let other = "record Order\n  list: points integer =0; name string pii; id integer req\n";
    let (_, operation) = LIST.split_once("\n\n").unwrap();
    assert_eq!(
        mismatches(&format!("{other}\n{operation}"), &shop(ORDER)),
        Vec::<String>::new()
    );
}

#[test]
fn lists_of_strings_are_written_as_in_the_spec() {
    let field = "fields list(string(15)) array(comma) max_items(5)";
    let (name, notation) = field.split_once(' ').unwrap();
    let path = "    path: { id: integer }\n";
    let query = format!("{path}    query: {{ {name}: {notation} }}\n");
    let spec = shop(&ORDER.replace(path, &query));
    let list = LIST.replace("  response:", &format!("  query: {field}\n  response:"));
    assert_eq!(mismatches(&list, &spec), Vec::<String>::new());
    let other = mismatches(&list.replace("15", "16"), &spec);
    assert_eq!(other.len(), 1);
    assert!(
        other[0].contains("found `query: fields list(string(15)) "),
        "{other:?}"
    );
}

#[test]
fn a_misspelled_parent_is_reported_at_its_own_line() {
    let list = |name: &str| format!("record {name}\n  list: id integer\n\nrecord Old = Customer\n");
    assert_eq!(
        lists(&list("Custmer")).unwrap_err(),
        "facts/shop.txt:1: expected `record Customer`, which `record Old = Customer` (facts/shop.txt:4) has \
         the fields of, found `record Custmer`"
    );
    assert_eq!(
        lists(&list("Order")).unwrap_err(),
        "facts/shop.txt:4: unknown record in `record Old = Customer`"
    );
}

#[test]
fn a_changed_fact_is_reported_with_both_lines() {
    let spec = ORDER.replace("points: integer =0", "points: integer =1");
    assert_eq!(
        mismatches(LIST, &shop(&spec)),
        [
            "record Order of shop: expected `field: points integer =0 [list]` (facts/shop.txt:2), \
          found `field: points integer =1 [list]` (spec/shop/order.yaml:10)"
        ]
    );
}

#[test]
fn missing_and_invented_facts_are_reported() {
    let spec = ORDER.replace("[200, 401]", "[200, 422]");
    assert_eq!(
        mismatches(LIST, &shop(&spec)),
        [
            "operation get_order of shop: missing in the spec: `status: 401` (facts/shop.txt:10)",
            "operation get_order of shop: missing in the list: `status: 422` (spec/shop/order.yaml:12)",
        ]
    );
    let (record, _) = LIST.split_once("\n\n").unwrap();
    assert_eq!(
        mismatches(record, &shop(ORDER)),
        [
            "operation get_order of shop: missing in the list: `operation get_order` (spec/shop/order.yaml:12)"
        ]
    );
}

#[test]
fn the_order_of_required_fields_is_a_fact() {
    let spec = "\
bodies:
  NewOrder:
    doc: An order.
    fields:
      note: string required
      reason: string required
operations:
  create_order:
    doc: Creates an order.
    http: POST /orders
    request_body: NewOrder
    response: status_only
    statuses: [200, 401]
    retry: { never: Each request creates an order. }
";
    let list = "\
body NewOrder
  fields: reason string; note string
  required: *

operation create_order
  http: POST /orders
  body: NewOrder
  response: status only
  statuses: 200 401
  retry: never
";
    assert_eq!(
        mismatches(list, &shop(spec)),
        [
            "body NewOrder of shop: expected `order of required fields: reason, note` (facts/shop.txt:1), \
          found `order of required fields: note, reason` (spec/shop/order.yaml:5)"
        ]
    );
}

#[test]
fn a_record_may_have_the_fields_of_another_one() {
    let list = "\
record Small = Order - name
  example: points; code string
  string_or_number: code

record Order
  list: id integer; name; points integer
";
    let spec = "\
records:
  Order:
    doc: An order.
    fields: { id: integer, name: string inferred, points: integer }
  Small:
    doc: An order without a name.
    extends: Order
    omit: [name]
    in_list_example: { points: {}, code: string }
operations:
  get_order:
    doc: Reads an order.
    http: GET /orders
    response: Order
    statuses: [200]
  get_small:
    doc: Reads an order.
    http: GET /small
    response: Small
    statuses: [200]
";
    let mismatches = mismatches(list, &shop(spec));
    let of_records = mismatches.iter().filter(|line| line.starts_with("record"));
    let of_records: Vec<&String> = of_records.collect();
    // A string of inferred type may be a number in any case.
    assert_eq!(
        of_records,
        [
            "record Small of shop: expected `field: code string inferred string_or_number [example]` \
          (facts/shop.txt:2), found `field: code string inferred [example]` (spec/shop/order.yaml:12)"
        ]
    );
}

const OPEN: &str = "\
enums:
  State:
    doc: A state.
    values: { open: The order is not paid yet., paid: ~ }
    transitions: unknown
records:
  Order:
    doc: An order.
    fields:
      id: { type: integer, unknowns: [Whether it is unique.] }
      state: State
    unknowns:
      - Whether an order can be canceled.
      - Whether a canceled order is kept.
    conflicts:
      - says: An order has one state.
        but: A payment has states of its own.
        so: Both are read.
operations:
  get_order:
    doc: Reads an order.
    http: GET /orders/{id}
    path: { id: integer }
    response: Order
    statuses: [200]
";

const OPEN_LIST: &str = "\
enum State
  values: open; paid
  meanings: open not paid
  unknowns: transitions

record Order
  list: id integer unknown; state State
  unknowns: canceled; canceled kept
  conflicts: state payment

operation get_order
  http: GET /orders/{id}
  path: id integer
  response: Order
  statuses: 200
";

#[test]
fn the_wording_of_unknowns_conflicts_and_meanings_is_no_fact() {
    assert_eq!(mismatches(OPEN_LIST, &shop(OPEN)), Vec::<String>::new());
    let reworded = OPEN.replace(
        "Whether a canceled order is kept",
        "If it is kept, once Canceled",
    );
    assert_eq!(
        mismatches(OPEN_LIST, &shop(&reworded)),
        Vec::<String>::new()
    );
}

#[test]
fn missing_invented_and_changed_unknowns_conflicts_and_meanings_are_reported() {
    for (from, to, expected) in [
        (
            "      - Whether a canceled order is kept.\n",
            "",
            "record Order of shop: missing in the spec: `unknowns: canceled kept` (facts/shop.txt:8)",
        ),
        (
            "An order has one state",
            "An order has one date",
            "record Order of shop: expected `conflicts: state payment` (facts/shop.txt:9), found \
             `conflicts: An order has one date. A payment has",
        ),
        (
            "is not paid yet",
            "is new",
            "enum State of shop: expected `meanings: open not paid` (facts/shop.txt:3), found \
             `meanings: open The order is new.`",
        ),
        (
            "{ type: integer, unknowns: [Whether it is unique.] }",
            "integer",
            "record Order of shop: expected `field: id integer unknown [list]` (facts/shop.txt:7), found \
             `field: id integer [list]`",
        ),
        (
            "    unknowns:\n",
            "    unknowns:\n      - The currency.\n",
            "record Order of shop: missing in the list: `unknowns: The currency.`",
        ),
    ] {
        let spec = OPEN
            .replace(from, to)
            .replace("states of its own", "its own");
        let found = mismatches(OPEN_LIST, &shop(&spec));
        assert!(
            matches!(&found[..], [line] if line.starts_with(expected)),
            "{found:#?}"
        );
    }
}

#[test]
fn invalid_lists_are_errors_with_their_line() {
    for (list, expected) in [
        (
            "  list: id integer\n",
            "facts/shop.txt:1: expected a subject",
        ),
        (
            "record Order\n  id integer\n",
            "facts/shop.txt:2: expected `:`, found `id integer`",
        ),
        (
            "record Order\n  list: id integer, name string\n",
            "facts/shop.txt:2: expected `;` between fields, found `id integer, name string`",
        ),
        (
            "record Order\n  list: id integer; id integer\n",
            "facts/shop.txt:2: duplicate `id`",
        ),
        (
            "record Order\n  list: id integer\n  pii: name\n",
            "facts/shop.txt:3: unknown field `name` with `pii`",
        ),
        (
            "record Order\n  example: id\n",
            "facts/shop.txt:2: missing type of `id`",
        ),
        (
            "record Order = Other\n",
            "facts/shop.txt:1: unknown record in `record Order = Other`",
        ),
        (
            "id OrderUid\nid OrderUid\n",
            "facts/shop.txt:2: duplicate `id OrderUid`",
        ),
    ] {
        assert_eq!(lists(list).unwrap_err(), expected);
    }
}
