//! Traps of YAML and of sizes: what other parsers fail on. `diagnostics` has the mistakes.

use codegen::Sources;

use crate::support::{generated, plain_api, report, shop};

const RECORD: &str = "records:\n  Order: { doc: An order., fields: { id: integer } }\n";

#[test]
fn alias_bombs_are_rejected_without_expansion() {
    let mut text = String::from("unknowns: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..40 {
        let before = level - 1;
        text.push_str(&format!(
            "k{level}: &a{level} [{}]\n",
            vec![format!("*a{before}"); 10].join(", ")
        ));
    }
    assert!(report(&shop(&text)).contains("unsupported YAML alias"));
}

#[test]
fn deep_nesting_is_rejected_without_a_deep_stack() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", "")] {
        let text = format!(
            "unknowns:\n  {}x{}\n",
            open.repeat(20_000),
            close.repeat(20_000)
        );
        let report = report(&shop(&text));
        assert!(
            report.contains("nested deeper than 32 levels") || report.contains("invalid YAML"),
            "{}",
            report.chars().take(400).collect::<String>()
        );
    }
    let text = format!(
        "records:\n  Order: {{ doc: An order., fields: {{ id: \"{}string{}\" }} }}\n",
        "list(".repeat(20_000),
        ")".repeat(20_000)
    );
    assert!(report(&shop(&text)).contains("nested deeper than 8 levels"));
}

#[test]
fn byte_order_mark_and_crlf_change_nothing() {
    let plain = shop(RECORD);
    let expected = generated(&plain);
    for (name, change) in [
        (
            "a byte order mark",
            (|text: &str| format!("\u{feff}{text}")) as fn(&str) -> String,
        ),
        ("CRLF", |text: &str| text.replace('\n', "\r\n")),
        ("no last line end", |text: &str| text.trim_end().to_owned()),
    ] {
        let changed = Sources::new(
            plain
                .0
                .iter()
                .map(|(path, text)| (path.clone(), change(text))),
        );
        assert!(generated(&changed).0 == expected.0, "{name}");
    }
}

/// Otherwise the first call of the README fails.
#[test]
fn a_base_url_is_accepted_if_a_configuration_accepts_it() {
    use test_support::shop::{Config, Environment, venue};

    for url in [
        "https://shop.example",
        "https://shop.example/api/",
        "https://127.0.0.1:8443/api",
        "http://shop.example/api",
        "http://localhost:8080/api",
        "http://localhost.example",
        "http://127.0.0.1",
        "http://127.0.0.9:80/api",
        "http://128.0.0.1",
        "http://[::1]:80/api",
        "http://[::2]/api",
        "ftp://shop.example",
        "shop.example",
        "https://",
        "https:///shop.example",
        "https://user@shop.example",
        "https://shop.example?x=1",
        "https://shop.example#x",
        "https://shop.example/a b",
        r"https://shop.example\\a",
    ] {
        let mut sources = shop(RECORD);
        let api = sources.0.get_mut("shop/api.yaml").unwrap();
        *api = api.replace("{test_base_url}", url);
        let is_accepted = codegen::generate(&sources).is_ok();
        let is_valid = Config::new(Environment::Staging, url, venue()).is_ok();
        assert_eq!(is_accepted, is_valid, "{url}");
    }
}

#[test]
fn recursive_records_are_boxed() {
    let tree = generated(&shop(
        "records:\n  A: { doc: A., fields: { b: B } }\n  B: { doc: B., fields: { a: A, c: C } }\n  C: { doc: C., fields: { id: integer } }\n",
    ));
    let text = &tree.0["crates/shop-model/src/order.rs"];
    assert!(
        text.contains("Option<Box<B>>") && text.contains("Option<Box<A>>"),
        "{text}"
    );
    assert!(text.contains("pub c: Option<C>"), "{text}");
}

#[test]
fn empty_spec_generates_no_api_crates() {
    let tree = generated(&Sources::default());
    let others = [
        "crates/api-description/",
        "spec/schema/",
        "tests/tests/facts/",
    ];
    let is_other = |path: &String| others.iter().any(|folder| path.starts_with(folder));
    assert!(tree.0.keys().all(is_other));
}

#[test]
fn api_without_resources_generates_valid_rust() {
    let tree = generated(&Sources::new([("shop/api.yaml", plain_api())]));
    for (path, text) in tree.0.iter().filter(|(path, _)| path.ends_with(".rs")) {
        assert!(syn::parse_file(text).is_ok(), "{path}:\n{text}");
    }
}

#[test]
fn records_of_more_than_256_fields_are_rejected() {
    let record = |count: usize| {
        let fields: Vec<String> = (0..count)
            .map(|index| format!("f{index}: string"))
            .collect();
        shop(&format!(
            "records:\n  Order: {{ doc: An order., fields: {{ {} }} }}\n",
            fields.join(", ")
        ))
    };
    generated(&record(256));
    let report = report(&record(257));
    assert!(report.contains("`Order` has 257 fields"), "{report}");
}

/// A deletion that was done must not be reported as a record that was not found.
#[test]
fn an_operation_says_that_its_204_is_a_success() {
    let delete = |statuses: &str| {
        shop(&format!(
            "operations:\n  delete_order:\n    doc: Deletes.\n    http: DELETE /orders/{{id}}\n    path: {{ id: integer }}\n    \
             response: status_only\n    statuses: {statuses}\n    retry: {{ harmless: It is gone. }}\n"
        ))
    };
    for (statuses, is_not_found) in [
        ("[200, 204]", true),
        ("{ 200: ~, 204: { body: none } }", true),
        ("{ 200: ~, 204: { meaning: deleted } }", false),
        ("{ 200: ~, 204: { meaning: gone, not_found: true } }", true),
    ] {
        let tree = generated(&delete(statuses));
        let client = &tree.0["crates/shop-client/src/order.rs"];
        let found = client.contains("no_content_is_not_found");
        assert_eq!(found, is_not_found, "{statuses}");
    }
}
