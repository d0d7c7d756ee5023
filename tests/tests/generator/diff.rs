//! What a change of the spec means for each artifact.

use std::collections::BTreeMap;

use codegen::{Diff, Level, Sources};

use crate::support::{described, fixture, plain_api};

const ORDER: &str = "\
resource: order
source: Orders
doc: The orders of a shop.
enums:
  Kind: { doc: A kind., values: { big: ~, small: ~ } }
ids:
  OrderUid: { doc: An order. }
records:
  Order:
    doc: An order.
    fields:
      id: integer documented_required
      kind: Kind
      name: string(20) pii =none
      total: decimal strict
      other: string alias(also)
bodies:
  NewOrder:
    doc: An order.
    fields:
      reference: string(10) required
      kind: Kind
      note: string
operations:
  get_order:
    doc: Reads.
    http: GET /orders/{id}
    path: { id: integer }
    response: { order: Order }
    echoes: { id: order.id }
    essential: [order.id]
    statuses: [200, 401]
  list_orders:
    doc: Lists.
    http: GET /orders
    query: { tag: list(string) array(comma) max_items(5) }
    filters: { name: { eq: string } }
    pagination: { item: Order, items_key: orders, per_page: 100, max_per_page: 100 }
    statuses: [200]
  create_order:
    doc: Creates.
    http: POST /orders
    request_body: { order: NewOrder }
    response: { order: Order }
    statuses: [200, 422]
    retry: { never: Each request creates an order. }
  cancel_order:
    doc: Cancels.
    http: DELETE /orders/{uid}
    path: { uid: OrderUid }
    headers: { X-Tag: string }
    response_headers: { ETag: string documented_required }
    response: status_only
    statuses: [200]
    retry: { idempotent: A canceled order stays canceled. }
";

fn shop(api: &str, order: &str) -> Sources {
    Sources::new([("shop/api.yaml", api), ("shop/order.yaml", order)])
}

/// The diff of a replacement in the order file, or else in `api.yaml`.
fn diff(old: &str, new: &str) -> Diff {
    let api = plain_api();
    let (new_api, new_order) = match ORDER.contains(old) {
        true => (api.clone(), ORDER.replacen(old, new, 1)),
        false => {
            assert!(api.contains(old), "{old} is nowhere");
            (api.replacen(old, new, 1), ORDER.to_owned())
        }
    };
    match codegen::diff(&shop(&api, ORDER), &shop(&new_api, &new_order)) {
        Ok(diff) => diff,
        Err(diagnostics) => panic!("{old} → {new}: {diagnostics}"),
    }
}

/// Levels of Rust, sent, read, behavior and OpenAPI: `-`, `p`atch, `m`inor, `M`ajor.
fn levels(diff: &Diff) -> String {
    let levels = diff.verdict().levels();
    let letters = levels.iter().take(5).map(|(_, level)| match level {
        Level::None => '-',
        Level::Patch => 'p',
        Level::Minor => 'm',
        Level::Major => 'M',
    });
    letters.collect()
}

#[test]
fn each_change_has_its_level_for_each_artifact() {
    for (old, new, expected) in [
        // Responses: more can be read, but nothing else or less.
        (
            "      kind: Kind\n      name",
            "      kind: Kind\n      new: string\n      name",
            "m-m-m",
        ),
        ("      total: decimal strict\n", "", "M-M-M"),
        (
            "id: integer documented_required",
            "id: string documented_required",
            "M-M-M",
        ),
        ("other: string alias(also)", "other: string", "p-M-p"),
        (
            "other: string alias(also)",
            "other: string alias(also) alias(more)",
            "p-m-p",
        ),
        (
            "other: string alias(also)",
            "other: string alias(also) rename(another)",
            "M---p",
        ),
        (
            "other: string alias(also)",
            "other: string alias(also) string_or_number",
            "p-m-p",
        ),
        ("total: decimal strict", "total: decimal", "p-m-p"),
        (
            "name: string(20) pii =none",
            "name: string(20) pii =unnamed",
            "p-M-p",
        ),
        (
            "name: string(20) pii =none",
            "name: string(20) pii",
            "M-M-p",
        ),
        (
            "name: string(20) pii =none",
            "name: string(20) =none",
            "p--Mp",
        ),
        ("name: string(20)", "name: string(10)", "p---m"),
        ("name: string(20)", "name: string(30)", "p---M"),
        (
            "name: string(20) pii =none",
            "name: string(20) secret",
            "M-MMp",
        ),
        // Requests: more can be sent, but nothing else.
        (
            "reference: string(10) required",
            "reference: string(5) required",
            "pM--M",
        ),
        (
            "reference: string(10) required",
            "reference: string(15) required",
            "pm--m",
        ),
        (
            "reference: string(10) required",
            "reference: string(10)",
            "MM--M",
        ),
        ("      note: string\n", "", "MM--M"),
        // A literal of the struct has all its fields.
        (
            "      note: string\n",
            "      note: string\n      more: string\n",
            "M---m",
        ),
        (
            "      note: string\n",
            "      note: string\n      more: string required\n",
            "MM--M",
        ),
        ("note: string", "note: string required", "MM--M"),
        ("note: string", "note: text", "p---p"),
        // Enums are open in both directions.
        (
            "values: { big: ~, small: ~ }",
            "values: { big: ~, small: ~, huge: ~ }",
            "m-m-m",
        ),
        (
            "values: { big: ~, small: ~ }",
            "values: { big: ~ }",
            "MMM-M",
        ),
        // The same variant, another text.
        (
            "values: { big: ~, small: ~ }",
            "values: { BIG: { rename: Big }, small: ~ }",
            "pMM-M",
        ),
        (
            "values: { big: ~, small: ~ }",
            "values: { big: { rename: Large }, small: ~ }",
            "M---p",
        ),
        (
            "small: ~ } }",
            "small: ~ }, case_insensitive: true }",
            "M-M-p",
        ),
        // Operations.
        (
            "http: DELETE /orders/{uid}",
            "http: POST /orders/{uid}",
            "-M-MM",
        ),
        (
            "http: DELETE /orders/{uid}",
            "http: DELETE /canceled/{uid}",
            "pM--M",
        ),
        (
            "{ name: { eq: string } }",
            "{ name: { eq: string }, kind: { eq: Kind } }",
            "M---m",
        ),
        // Headers, and lists in queries.
        (
            "{ X-Tag: string }",
            "{ X-Tag: string, If-Match: string }",
            "M---m",
        ),
        (
            "{ X-Tag: string }",
            "{ X-Tag: string, If-Match: string required }",
            "MM--M",
        ),
        ("{ X-Tag: string }", "{ X-Tag: string required }", "MM--M"),
        (
            "max_items(5) }",
            "max_items(5), fields: list(string(15)) array(comma) max_items(5) required }",
            "MM--M",
        ),
        ("max_items(5)", "", "pm--m"),
        ("    headers: { X-Tag: string }\n", "", "MM--M"),
        (
            "{ ETag: string documented_required }",
            "{ ETag: string documented_required, X-Revision: integer }",
            "m-m-m",
        ),
        (
            "{ ETag: string documented_required }",
            "{ ETag: string documented_required, X-Revision: integer documented_required }",
            "m-M-m",
        ),
        (
            "    response_headers: { ETag: string documented_required }\n",
            "",
            "M-M-M",
        ),
        (
            "{ ETag: string documented_required }",
            "{ ETag: string }",
            "p-m-m",
        ),
        ("array(comma)", "array(repeated)", "pM--M"),
        ("max_items(5)", "max_items(3)", "pM--M"),
        ("max_items(5)", "max_items(9)", "pm--m"),
        ("    echoes: { id: order.id }\n", "", "p-mMp"),
        (
            "    essential: [order.id]\n",
            "    essential: [order.id, order.kind]\n",
            "p-MMp",
        ),
        ("items_key: orders", "items_key: list", "p-M-M"),
        ("statuses: [200, 422]", "statuses: [200, 401, 422]", "p---m"),
        ("statuses: [200, 422]", "statuses: [200]", "p---M"),
        (
            "statuses: [200, 422]",
            "statuses: { 200: ~, 422: { meaning: no order } }",
            "p---p",
        ),
        (
            "statuses: [200, 422]",
            "statuses: { 200: ~, 422: { body: none } }",
            "p---M",
        ),
        (
            "{ never: Each request creates an order. }",
            "{ idempotent: Each request creates an order. }",
            "p--Mp",
        ),
        (
            "{ never: Each request creates an order. }",
            "{ never: Because. }",
            "p---p",
        ),
        ("doc: Cancels.", "doc: Cancels it.", "p---p"),
        (
            "doc: Cancels.",
            "doc: Cancels.\n    deprecated: Use another.",
            "m---m",
        ),
        // The API.
        ("bearer: api_token", "bearer: other_token", "MM-MM"),
        ("{test_base_url}", "{another_base_url}", "p---M"),
        ("first_page: 1", "first_page: 0", "pM--M"),
    ] {
        let diff = diff(old, new);
        assert_eq!(levels(&diff), expected, "{old} → {new}\n{}", diff.to_text());
    }
}

#[test]
fn a_required_field_of_the_browser_configuration_is_major_in_typescript() {
    let level = |old: &str, new: &str| {
        let [old, new] = [old, new].map(|fields| {
            let script = format!(
                "resource: script\nsource: The script\ndoc: The script.\n\
                 ids: {{ Uid: {{ doc: An order. }} }}\n\
                 browser_sdk:\n  namespace: Shop\n  scripts: {{ test: \"{{test_base_url}}/pay.js\" }}\n  \
                 entry_points:\n    init: {{ doc: Starts it., argument: configuration }}\n    \
                 open: {{ doc: Opens an order., argument: Uid }}\n  \
                 configuration: {{ {fields} }}\n"
            );
            let api = plain_api();
            Sources::new([("shop/api.yaml", api), ("shop/script.yaml", script)])
        });
        let diff = codegen::diff(&old, &new).unwrap();
        let levels = diff.verdict().levels();
        levels.iter().last().map(|(_, level)| *level)
    };
    let debug = "debug: boolean";
    for (added, expected) in [
        ("name: string", Level::Minor),
        ("name: string required", Level::Major),
        ("name: string constant(a)", Level::Major),
    ] {
        let new = format!("{debug}, {added}");
        assert_eq!(level(debug, &new), Some(expected), "{added}");
        assert_eq!(level(&new, debug), Some(Level::Major), "{added}");
    }
}

/// The diff of the fields of the body.
fn diff_of_body(old: &str, new: &str) -> Diff {
    let api = plain_api();
    let fields = "reference: string(10) required\n      kind: Kind\n      note: string";
    let [old, new] = [old, new].map(|by| shop(&api, &ORDER.replace(fields, by)));
    codegen::diff(&old, &new).unwrap()
}

#[test]
fn order_of_positional_arguments_is_a_part_of_the_rust_api() {
    let diff = diff_of_body(
        "reference: string(10) required\n      total: decimal required\n      note: string",
        "total: decimal required\n      reference: string(10) required\n      note: string",
    );
    assert_eq!(levels(&diff), "M----", "{}", diff.to_text());
    assert!(
        diff.to_text()
            .contains("required fields `new(reference, total)` → `new(total, reference)`"),
        "{}",
        diff.to_text()
    );
}

#[test]
fn order_of_named_fields_is_no_part_of_the_rust_api() {
    let diff = diff_of_body(
        "reference: string(10) required\n      note: string required",
        "note: string required\n      reference: string(10) required",
    );
    assert!(diff.is_empty(), "{}", diff.to_text());
}

#[test]
fn client_value_without_a_default_is_a_part_of_the_rust_api() {
    let api = |default: &str| {
        let values = format!("client_values: {{ lang: {{ doc: The language.{default} }} }}");
        plain_api().replace("environments:", &format!("{values}\nenvironments:"))
    };
    let order = ORDER.replace("note: string", "note: string from_client(lang)");
    let [none, de, en] =
        ["", ", default: de", ", default: en"].map(|default| shop(&api(default), &order));
    let levels = |old, new| levels(&codegen::diff(old, new).unwrap());
    assert_eq!(levels(&de, &en), "pM--p");
    assert_eq!(levels(&de, &none), "MM--p");
    assert_eq!(levels(&none, &de), "MM--p");
}

#[test]
fn client_values_keep_their_literal_beside_a_new_constructor() {
    let api = |default: &str| {
        let first = format!("lang: {{ doc: The language.{default} }}");
        let values = format!("client_values: {{ {first}, key: {{ doc: A key. }} }}");
        plain_api().replace("environments:", &format!("{values}\nenvironments:"))
    };
    let fields = "note: string from_client(lang)\n      key: string from_client(key)";
    let order = ORDER.replace("note: string", fields);
    let [literal, constructor] = ["", ", default: de"].map(|default| shop(&api(default), &order));
    let levels = |old, new| levels(&codegen::diff(old, new).unwrap());
    assert_eq!(levels(&literal, &constructor), "mM--p");
    assert_eq!(levels(&constructor, &literal), "MM--p");
}

#[test]
fn a_new_api_is_one_addition_with_its_environments_and_client_values() {
    let values = "client_values: { lang: { doc: The language. } }\nenvironments:";
    let depot = plain_api().replace("api: shop", "api: depot");
    let old = shop(&plain_api(), ORDER);
    let mut new = shop(&plain_api(), ORDER);
    let order = ORDER.replace("note: string", "note: string from_client(lang)");
    for (path, text) in [
        ("depot/api.yaml", depot.replace("environments:", values)),
        ("depot/order.yaml", order),
    ] {
        new.0.insert(path.to_owned(), text);
    }
    let text = codegen::diff(&old, &new).unwrap().to_text();
    assert!(!text.contains("environment `"), "{text}");
    assert!(!text.contains("client value `"), "{text}");
    assert_eq!(
        levels(&codegen::diff(&old, &new).unwrap()),
        "m---m",
        "{text}"
    );
    assert_eq!(levels(&codegen::diff(&new, &old).unwrap()), "M---M");
}

#[test]
fn a_successor_is_only_in_docs() {
    let old = fixture("whole");
    let mut new = fixture("whole");
    let entry = new.0.get_mut("feed/entry.yaml").unwrap();
    let successor =
        "    in_later_versions: { shop: { to: find_order, but: An id is required. } }\n";
    assert!(entry.contains(successor));
    *entry = entry.replace(successor, "");
    for (old, new) in [(&old, &new), (&new, &old)] {
        let diff = codegen::diff(old, new).unwrap();
        assert!(!diff.is_empty());
        assert_eq!(levels(&diff), "p---p", "{}", diff.to_text());
    }
}

#[test]
fn names_of_environments_are_a_part_of_the_rust_api() {
    let without = "base_url: \"{test_base_url}\" }";
    let diff = |old: &str, new: &str| {
        let [old, new] = [old, new].map(|name| {
            let environment = without.replace(" }", &format!("{name} }}"));
            shop(&plain_api().replace(without, &environment), ORDER)
        });
        codegen::diff(&old, &new).unwrap().verdict().rust
    };
    let (test, other) = (", sdk_name: TEST", ", sdk_name: OTHER");
    assert_eq!(diff("", test), Level::Minor);
    assert_eq!(diff(test, ""), Level::Major);
    assert_eq!(diff(test, other), Level::Patch);
}

#[test]
fn named_constructors_replace_new_and_default() {
    let filters = "    filters: { name: { eq: string } }\n";
    let named =
        "    constructors: { all: { doc: All. }, named: { doc: By name., filter: name_eq } }\n";
    let diff = diff(filters, &format!("{filters}{named}"));
    assert_eq!(diff.verdict().rust, Level::Major, "{}", diff.to_text());
}

#[test]
fn filter_of_a_sync_is_not_a_part_of_the_rust_api() {
    let order = ORDER
        .replace("      total:", "      updated_at: datetime\n      total:")
        .replace("eq: string } }", "eq: string }, updated_at: { gt: date } }")
        .replace(
            "max_per_page: 100 }",
            "max_per_page: 100, sync: { watermark: updated_at, id: id } }",
        );
    let api = plain_api();
    let other = api.replace("q[{field}_{predicate}]", "f[{field}_{predicate}]");
    let diff = codegen::diff(&shop(&api, &order), &shop(&other, &order)).unwrap();
    let verdict = diff.verdict();
    assert_eq!(verdict.behavior, Level::Major, "{}", diff.to_text());
    assert_eq!(verdict.rust, Level::Patch, "{}", diff.to_text());
}

#[test]
fn form_of_the_constructor_is_a_part_of_the_rust_api() {
    let diff = diff_of_body(
        "reference: string(10) required\n      note: string required",
        "reference: string(10) required\n      note: string required\n      kind: Kind",
    );
    assert!(
        diff.to_text().contains(
            "required fields `NewOrder { note, reference }` → `NewOrderRequired { note, reference }`"
        ),
        "{}",
        diff.to_text()
    );
}

#[test]
fn shows_the_lines_of_both_sides_and_the_public_items() {
    let diff = diff("name: string(20) pii =none", "name: string(10) pii =none");
    assert_eq!(
        diff.to_text(),
        "minor  field `Order.name` of shop: maximum length `20` → `10`\n\
         \x20      spec/shop/order.yaml:14 → spec/shop/order.yaml:14\n\
         \x20      Rust patch, OpenAPI minor\n\
         \x20      shop_model::Order::name\n\
         1 changed fact: Rust patch, OpenAPI minor\n"
    );
    assert_eq!(diff.to_changelog(), "");
    assert_eq!(
        diff.to_markdown(),
        "**1 changed fact**: Rust patch, OpenAPI minor\n\n\
         | level | change | artifacts | lines |\n|---|---|---|---|\n\
         | minor | field `Order.name` of shop: maximum length `20` → `10` | Rust patch, OpenAPI minor \
         | spec/shop/order.yaml:14 → spec/shop/order.yaml:14 |\n"
    );
}

#[test]
fn long_values_are_shown_from_their_first_difference() {
    let long = |last: &str| {
        let path = format!("/{}/orders/{{uid}}/{last}", "a".repeat(60));
        ORDER.replace("/orders/{uid}", &path)
    };
    let api = plain_api();
    let (old, new) = (shop(&api, &long("cancel")), shop(&api, &long("end")));
    let text = codegen::diff(&old, &new).unwrap().to_text();
    let expected = "path `…aaaaaa/orders/{uid}/cancel` → `…aaaaaa/orders/{uid}/end`\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn the_end_and_the_start_of_an_item_are_one_change_each() {
    let without = ORDER.replace("      note: string\n", "");
    let api = plain_api();
    let removed = codegen::diff(&shop(&api, ORDER), &shop(&api, &without)).unwrap();
    assert_eq!(
        removed.to_changelog(),
        "* major: field `NewOrder.note` of shop is gone.\n"
    );
    let added = codegen::diff(&shop(&api, &without), &shop(&api, ORDER)).unwrap();
    assert_eq!(
        added.to_changelog(),
        "* major: field `NewOrder.note` of shop is new.\n"
    );
}

#[test]
fn a_spec_does_not_differ_from_itself() {
    let spec = described();
    let diff = codegen::diff(&spec, &spec).unwrap();
    assert!(diff.is_empty());
    assert_eq!(diff.to_text(), "no changed fact: nothing is affected\n");
}

/// Changes of a line, of which the generator refuses some.
const MUTATIONS: [(&str, &str); 24] = [
    (": integer", ": string"),
    (": string", ": integer"),
    (": string", ": text"),
    (": decimal", ": float"),
    (": decimal", ": integer"),
    (": boolean", ": json"),
    (": date", ": string"),
    (": list(string)", ": list(integer)"),
    (" documented_required", ""),
    (" pii", ""),
    (" secret", ""),
    (" inferred", ""),
    (" required", ""),
    (" nullable", ""),
    (" strict", ""),
    (" envelope", ""),
    (" string_or_number", ""),
    (" also_us_date", ""),
    (" =0", " =1"),
    ("true", "false"),
    ("/v", "/w"),
    ("(", "(1"),
    ("unit(cents)", "unit(unknown)"),
    ("per_page: 1000", "per_page: 500"),
];

/// Generated code without comments, and the OpenAPI documents.
fn code(sources: &Sources) -> Option<(BTreeMap<String, String>, BTreeMap<String, String>)> {
    let tree = codegen::generate(sources).ok()?;
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let without_comments = |text: &str| text.lines().filter(|line| !is_comment(line)).collect();
    let (rust, other): (Vec<_>, Vec<_>) = tree
        .0
        .into_iter()
        .partition(|(path, _)| path.ends_with(".rs"));
    let rust = rust
        .into_iter()
        .map(|(path, text)| (path, without_comments(&text)));
    Some((rust.collect(), other.into_iter().collect()))
}

#[test]
fn changed_code_has_a_level_and_unchanged_code_no_major_one() {
    let spec = described();
    let (rust, other) = code(&spec).unwrap();
    let count = match std::env::var_os("LONG_TESTS") {
        Some(_) => 100,
        None => 20,
    };
    let lines: Vec<(&String, usize)> = spec
        .0
        .iter()
        .flat_map(|(file, text)| (0..text.lines().count()).map(move |line| (file, line)))
        .collect();
    // Every line is as likely as every other one, in each run the same.
    let (mut place, mut tried) = (0, 0);
    while tried < count {
        place = (place + 7_919) % lines.len();
        let (file, number) = lines[place];
        let line = spec.0[file].lines().nth(number).unwrap();
        let Some((old, new)) = MUTATIONS
            .iter()
            .cycle()
            .skip(tried)
            .take(MUTATIONS.len())
            .find(|(old, _)| line.contains(old))
        else {
            continue;
        };
        let changed = line.replacen(old, new, 1);
        let mut mutant = spec.clone();
        let text: Vec<&str> = spec.0[file]
            .lines()
            .enumerate()
            .map(|(index, line)| {
                if index == number {
                    changed.as_str()
                } else {
                    line
                }
            })
            .collect();
        mutant.0.insert(file.clone(), text.join("\n") + "\n");
        let Some((new_rust, new_other)) = code(&mutant) else {
            continue;
        };
        tried += 1;
        let diff = codegen::diff(&spec, &mutant).unwrap();
        let what = format!(
            "{file}:{}: {line} → {changed}\n{}",
            number + 1,
            diff.to_text()
        );
        let verdict = diff.verdict();
        let highest = verdict
            .rust
            .max(verdict.sent)
            .max(verdict.read)
            .max(verdict.behavior);
        if new_rust != rust {
            assert!(highest >= Level::Minor, "changed code: {what}");
        } else {
            assert!(verdict.rust < Level::Major, "unchanged code: {what}");
        }
        if new_other != other {
            assert!(!diff.is_empty(), "changed documents: {what}");
        }
    }
}
