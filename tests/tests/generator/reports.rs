//! Reports about the spec: lines of a name, open questions, counts.

use std::sync::LazyLock;

use codegen::{FileTree, Located, Sources};

use crate::support::{described, fixture, generated, shop, snapshot};

/// The spec of this project and its generated files.
static PROJECT: LazyLock<(Sources, FileTree)> = LazyLock::new(|| {
    let sources = described();
    let tree = generated(&sources);
    (sources, tree)
});

/// The blocks of a report: what has the name, and its lines.
fn located(name: &str) -> Vec<(String, Vec<String>)> {
    let located = codegen::locate(&PROJECT.0, &PROJECT.1, name).unwrap();
    let Located::Lines(text) = located else {
        panic!("unknown: {name}");
    };
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("  ") {
            Some(line) => blocks.last_mut().unwrap().1.push(line.to_owned()),
            None => blocks.push((line.to_owned(), Vec::new())),
        }
    }
    blocks
}

fn block(name: &str, heading: &str) -> Vec<String> {
    let blocks = located(name);
    let found = blocks.iter().find(|(head, _)| head == heading);
    found
        .unwrap_or_else(|| panic!("{name} has no {heading}: {blocks:#?}"))
        .1
        .clone()
}

/// One of the lines is in this file and shows this code.
fn shows(lines: &[String], file: &str, code: &str) {
    let found = lines
        .iter()
        .any(|line| line.starts_with(&format!("{file}:")) && line.ends_with(&format!(": {code}")));
    assert!(found, "no line of {file} shows `{code}`: {lines:#?}");
}

#[test]
fn locates_a_wire_name_in_every_version() {
    let lines = block("points", "field points of Customer, pos-v2");
    assert!(
        lines[0].starts_with("spec/pos/v2/customer.yaml:"),
        "{lines:?}"
    );
    shows(
        &lines,
        "crates/pos-v2-model/src/customer.rs",
        "pub points: Option<i64>,",
    );
    shows(
        &lines,
        "crates/pos-v2-model/src/customer.rs",
        "points: \"points\",",
    );
    let v1 = block("points", "field points of Customer, pos-v1");
    shows(
        &v1,
        "crates/pos-v1-model/src/customer.rs",
        "pub points: Option<i64>,",
    );
}

#[test]
fn locates_an_alias() {
    let lines = block("customerId", "field customer_id of SalesHistory, pos-v1");
    assert!(
        lines
            .iter()
            .any(|line| line.contains("\"customer_id\" | \"customerId\"")),
        "{lines:#?}"
    );
}

#[test]
fn locates_a_record_in_spec_code_and_openapi() {
    let lines = block("Customer", "record Customer of pos-v2");
    assert!(
        lines[0].starts_with("spec/pos/v2/customer.yaml:"),
        "{lines:?}"
    );
    shows(
        &lines,
        "crates/pos-v2-model/src/customer.rs",
        "pub struct Customer {",
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("crates/api-description/openapi/pos-v2.json:")),
        "{lines:?}"
    );
}

#[test]
fn locates_an_operation_by_either_name() {
    let by_name = block("update_customer", "operation update_customer of pos-v2");
    shows(
        &by_name,
        "crates/pos-v2-client/src/customer.rs",
        "pub struct UpdateCustomer {",
    );
    assert_eq!(
        by_name,
        block("UpdateCustomer", "operation update_customer of pos-v2")
    );
}

#[test]
fn locates_a_parameter_by_either_name() {
    let by_rust = block(
        "updated_at_gt",
        "parameter q[updated_at_gt] of list_customers, pos-v2",
    );
    shows(
        &by_rust,
        "crates/pos-v2-client/src/customer.rs",
        "pub updated_at_gt: Option<Date>,",
    );
    let by_wire = block(
        "q[updated_at_gt]",
        "parameter q[updated_at_gt] of list_customers, pos-v2",
    );
    assert_eq!(by_rust, by_wire);
}

#[test]
fn every_located_line_exists() {
    let sources = described();
    let tree = generated(&sources);
    for name in [
        "Customer",
        "points",
        "updated_at_gt",
        "create_request",
        "RequestUid",
        "reference_no",
    ] {
        let blocks = located(name);
        assert!(!blocks.is_empty(), "{name} is nowhere");
        for (head, lines) in blocks {
            assert!(lines.len() > 1, "{head} has no line of code");
            for line in lines {
                let mut parts = line.splitn(3, ':');
                let (file, number) = (parts.next().unwrap(), parts.next().unwrap());
                let text = match file.strip_prefix("spec/") {
                    Some(path) => &sources.0[path],
                    None => &tree.0[file],
                };
                let there = text
                    .lines()
                    .nth(number.parse::<usize>().unwrap() - 1)
                    .unwrap();
                match parts.next() {
                    Some(code) => assert_eq!(there.trim(), code.trim(), "{head}"),
                    // The line of a field is where it is declared, under either name.
                    None => assert!(there.contains(':'), "{head}: {there}"),
                }
            }
        }
    }
}

#[test]
fn locates_everything_that_has_a_name() {
    for (name, heading) in [
        ("Customer.points", "field points of Customer, pos-v2"),
        ("customer_id", "field customer_id of SalesHistory, pos-v1"),
        (
            "NewPaymentRequest.user_email",
            "field UserEmail of NewPaymentRequest, payments",
        ),
        ("/v2/venue/customers", "operation list_customers of pos-v2"),
        (
            "PATCH /v2/venue/customers/{id}",
            "operation update_customer of pos-v2",
        ),
        (
            "list_customers.updated_at_gt",
            "parameter q[updated_at_gt] of list_customers, pos-v2",
        ),
        ("En Route", "value En Route of OrderStatus, pos"),
        ("OrderStatus::EnRoute", "value En Route of OrderStatus, pos"),
        ("VenueToken", "auth scheme venue_token of pos-v2"),
        ("integrator_token", "auth scheme integrator of pos-v3"),
        ("staging", "environment staging of pos-v2"),
        ("incoming_order", "resource incoming_order of pos-v3"),
        ("order_status", "callback order_status of pos"),
        (
            "Payments.open",
            "entry point Payments.open of the browser SDK, payments",
        ),
        (
            "onClose",
            "event handler onClose of the browser SDK, payments",
        ),
        ("pos/v2", "package pos-v2"),
        ("pos-v2-client", "package pos-v2"),
        ("customer.POINTS", "field points of Customer, pos-v2"),
        ("NewOrderItemRequired", "body NewOrderItem of pos"),
    ] {
        let lines = block(name, heading);
        assert!(lines[0].starts_with("spec/"), "{name}: {lines:?}");
    }
    let patch = located("PATCH /v2/venue/customers/{id}");
    assert_eq!(patch.len(), 1, "{patch:?}");
}

#[test]
fn locates_what_is_declared_at_a_line() {
    let heading = "field points of Customer, pos-v2";
    for line in block("points", heading) {
        let mut parts = line.split(':');
        let place = format!("{}:{}", parts.next().unwrap(), parts.next().unwrap());
        assert_eq!(block(&place, heading), block("points", heading));
    }
    let without_root = block("points", heading)[0].replace("spec/", "");
    assert_eq!(block(&without_root, heading), block("points", heading));
}

#[test]
fn locates_a_line_with_its_column_and_by_file_name() {
    let heading = "field points of Customer, pos-v2";
    let lines = block("points", heading);
    let place = &lines[0];
    for place in [
        format!("{place}:7"),
        format!("./{place}"),
        place.replace("spec/pos/", ""),
    ] {
        assert_eq!(block(&place, heading), lines, "{place}");
    }
    let record = block("Customer", "record Customer of pos-v2");
    assert_eq!(located("pos-v2.Customer").len(), 1);
    assert_eq!(
        block("pos-v2.Customer", "record Customer of pos-v2"),
        record
    );
    let operation = located("pos-v2.list_customers");
    assert_eq!(operation[0].0, "operation list_customers of pos-v2");
    assert_eq!(operation.len(), 1);
}

#[test]
fn locates_the_type_of_an_impl_block() {
    let file = "crates/pos-v2-client/src/customer.rs";
    let text = &PROJECT.1.0[file];
    let heading = "impl Operation for ListCustomers {";
    let line = text.lines().position(|line| line == heading).unwrap() + 2;
    let blocks = located(&format!("{file}:{line}"));
    assert_eq!(blocks[0].0, "operation list_customers of pos-v2");
    assert_eq!(blocks.len(), 1, "{blocks:?}");
}

#[test]
fn lines_without_an_item_are_not_located() {
    let error = |place: &str| match codegen::locate(&PROJECT.0, &PROJECT.1, place) {
        Ok(Located::Nowhere(error)) => error,
        Ok(Located::Lines(lines)) => panic!("{place}: {lines}"),
        _ => panic!("{place}"),
    };
    let customer = "spec/pos/v2/customer.yaml";
    let text = &PROJECT.0.0["pos/v2/customer.yaml"];
    let count = text.lines().count();
    for line in [0, count + 1, 99_999] {
        assert_eq!(
            error(&format!("{customer}:{line}")),
            format!("no such line: {customer}:{line}; it has {count} lines")
        );
    }
    let line = |start: &str| {
        text.lines()
            .position(|line| line.starts_with(start))
            .unwrap()
            + 1
    };
    for line in [line("doc:"), line("records:"), line("operations:")] {
        assert_eq!(
            error(&format!("{customer}:{line}")),
            format!("nothing is described at {customer}:{line}")
        );
    }
    let missing = error("spec/pos/v2/custmer.yaml:3");
    assert_eq!(missing, "no such file: spec/pos/v2/custmer.yaml");
    assert!(error("api.yaml:3").starts_with("ambiguous file api.yaml: spec/"));
}

#[test]
fn unknown_names_are_not_located_and_get_a_suggestion() {
    let similar = |name: &str| match codegen::locate(&PROJECT.0, &PROJECT.1, name) {
        Ok(Located::Unknown(similar)) => similar,
        other => panic!("{:?}", other.is_ok()),
    };
    assert_eq!(similar("no_such_name_anywhere"), None);
    assert_eq!(
        similar("Custmer.points").as_deref(),
        Some("Customer.points")
    );
    assert_eq!(
        similar("/v2/venue/customer").as_deref(),
        Some("/v2/venue/customers")
    );
}

#[test]
fn counts_and_unknowns_of_one_package() {
    let sources = described();
    let all = codegen::counts(&sources, None).unwrap();
    let row = |text: &str| -> Vec<String> {
        let row = text.lines().find(|line| line.starts_with("pos-v2 "));
        let numbers = row.unwrap().split_whitespace();
        numbers.map(str::to_owned).collect()
    };
    for name in ["pos-v2", "pos/v2", "spec/pos/v2", "spec/pos/v2/"] {
        let counts = codegen::counts(&sources, Some(name)).unwrap();
        assert_eq!(row(&counts), row(&all));
        assert_eq!(counts.lines().count(), 3, "{counts}");
        let unknowns = codegen::unknowns(&sources, Some(name)).unwrap();
        assert!(unknowns.contains("spec/pos/v2/"), "{unknowns}");
        assert!(!unknowns.contains("spec/payments/"), "{unknowns}");
        let numbers = row(&counts);
        for (head, number) in ["Undocumented", "Conflicting"]
            .into_iter()
            .zip(&numbers[9..])
        {
            assert!(
                unknowns.contains(&format!("{head} ({number}):")),
                "{unknowns}"
            );
        }
    }
    let note = "unknowns and conflicts of several packages count once in the total\n\n";
    assert!(all.starts_with(note), "{all}");
    assert_eq!(codegen::counts(&sources, Some("pos-v9")).unwrap(), "");
    assert_eq!(codegen::unknowns(&sources, Some("pos-v9")).unwrap(), "");
}

#[test]
fn counts_and_unknowns_match_their_snapshots() {
    let sources = fixture("reports");
    snapshot(
        "reports",
        "counts",
        &codegen::counts(&sources, None).unwrap(),
    );
    snapshot(
        "reports",
        "unknowns",
        &codegen::unknowns(&sources, None).unwrap(),
    );
}

#[test]
fn lists_every_unknown_of_a_line() {
    let text = codegen::unknowns(&shop(
        "unknowns: [The first., The second.]\nrecords:\n  Order: { doc: An order., fields: { id: integer } }\n  Other: { doc: Another., extends: Order }\n",
    ), None)
    .unwrap();
    assert!(
        text.contains("spec/shop/order.yaml:4: order: The first.\n"),
        "{text}"
    );
    assert!(
        text.contains("spec/shop/order.yaml:4: order: The second.\n"),
        "{text}"
    );
}

#[test]
fn untyped_fields_are_counted_by_where_they_occur() {
    // `tax` counts twice: `NewOrder` shares it with `Order`, whose responses show it.
    let text = codegen::unknowns(&fixture("untyped"), None).unwrap();
    let expected = "
catalog: 1 untyped field: 1 in no operation
shop: 6 untyped fields: 4 in responses, 1 in callbacks but no response, 1 only in requests
all: 7 untyped fields: 4 in responses, 1 in callbacks but no response, 1 only in requests, 1 in no operation
";
    assert!(text.ends_with(expected), "{text}");
    let text = codegen::unknowns(&shop("enums:\n  Kind: { doc: A kind., values: { one: ~ } }\nrecords:\n  Order: { doc: An order., fields: { kind: Kind } }\n"), None).unwrap();
    assert!(text.ends_with("\nshop: 0 untyped fields\n"), "{text}");
}

#[test]
fn counts_of_untyped_fields_agree() {
    let sources = described();
    let counts = codegen::counts(&sources, None).unwrap();
    let mut rows = counts.lines().skip_while(|line| !line.contains("untyped"));
    let heads: Vec<&str> = rows.next().unwrap().split_whitespace().collect();
    let column = heads.iter().position(|head| *head == "untyped").unwrap();
    let rows = rows.map(|row| {
        let cells: Vec<&str> = row.split_whitespace().collect();
        (cells[0], cells[column + 1].parse().unwrap())
    });
    let rows: Vec<(&str, usize)> = rows.collect();
    let text = codegen::unknowns(&sources, None).unwrap();
    let lines = text.lines().filter_map(|line| {
        let (package, numbers) = line.split_once(": ")?;
        let (count, rest) = numbers.split_once(" untyped field")?;
        let words = rest.split_whitespace();
        let parts = words.filter_map(|word| word.parse::<usize>().ok());
        let count: usize = count.parse().unwrap();
        assert_eq!(parts.sum::<usize>(), count, "{line}");
        Some((package, count))
    });
    assert_eq!(lines.collect::<Vec<_>>(), rows);
    assert!(rows.iter().any(|(_, count)| *count > 0), "{text}");
}

#[test]
fn lists_the_generated_crates_and_what_clients_contain() {
    let tree = generated(&described());
    let manifests = tree.0.iter().filter_map(|(path, text)| {
        let package = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
        let (_, kind) = package.rsplit_once('-')?;
        let mut line = format!("{package} {kind}");
        for (part, dependency) in [
            ("browser-sdk", "\napi-browser = "),
            ("callbacks", "\napi-callbacks = "),
        ] {
            if text.contains(dependency) {
                line.push_str(&format!(" {part}"));
            }
        }
        ["client", "model", "versions"]
            .contains(&kind)
            .then_some(line)
    });
    let mut expected: Vec<String> = manifests.collect();
    let text = codegen::crates(&described()).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort();
    expected.sort();
    assert!(lines.contains(&"payments-client client browser-sdk"));
    assert_eq!(lines, expected);
}
