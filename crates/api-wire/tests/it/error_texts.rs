//! Every text of an error or a mismatch, in one snapshot: the input, then what is printed for it.

use std::fmt::Write;

use crate::common::{Everything, Nested, Quote, Wrappers};
use api_wire::{
    Body, Change, Extra, Json, MemoryBudget, NoMetadata, Page, PageShape, Record, Wrapped, form,
    from_slice, from_str, from_str_within, mismatches, mismatches_within, validate,
};
use serde::Deserialize;
use serde::de::value::{BytesDeserializer, MapDeserializer};

/// A body with a limit, and a record with a list of wrapped items.
#[derive(Clone, Default, PartialEq, Body)]
pub struct NewOrder {
    /// A string of at most three characters.
    #[wire(max = 3)]
    pub name: Option<String>,
}

/// A record whose table has two names for one field.
#[derive(Clone, Default, PartialEq, Record)]
pub struct Aliased {
    /// A strict amount.
    #[wire("total", "amount", strict)]
    pub total: Option<i64>,
    pub extra: Extra,
}

/// What is printed for each input.
#[derive(Default)]
struct Texts(String);

impl Texts {
    fn deserialized<T>(&mut self, input: &str, result: Result<T, serde_json::Error>) {
        let text = result.map_or_else(|error| error.to_string(), |_| "no error".to_owned());
        self.row(input, &text);
    }

    fn section(&mut self, title: &str) {
        let _ = writeln!(self.0, "\n# {title}\n");
    }

    fn row(&mut self, input: &str, text: &str) {
        let mut shown = String::new();
        for character in input.chars().take(80) {
            match character {
                ' '..='~' => shown.push(character),
                other => shown.extend(other.escape_default()),
            }
        }
        if input.chars().nth(80).is_some() {
            shown.push('…');
        }
        let _ = writeln!(self.0, "{shown}\n    {text}");
    }

    /// The error, or all mismatches, of reading a record.
    fn read<R: Record>(&mut self, input: &str) {
        let text = match from_str::<R>(input) {
            Ok(record) => {
                let all = mismatches(&record);
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                all.join("\n    ")
            }
            Err(error) => format!("{:?}: {error}", error.kind()),
        };
        assert!(!text.is_empty(), "{input}");
        self.row(input, &text);
    }

    fn page(&mut self, input: &str, shape: PageShape) {
        let text = match Page::<Nested, NoMetadata>::read(input, &shape) {
            Ok(page) => page.mismatches()[0].to_string(),
            Err(error) => format!("{:?}: {error}", error.kind()),
        };
        self.row(input, &text);
    }

    fn form(&mut self, input: &[u8]) {
        let shown = match std::str::from_utf8(input) {
            Ok(shown) if shown.len() < 100 => shown.to_owned(),
            _ => format!("({} bytes)", input.len()),
        };
        let error = form::read::<Quote>(input, "order").unwrap_err();
        self.row(&shown, &error.to_string());
    }
}

fn texts() -> String {
    let mut texts = Texts::default();

    texts.section("Syntax");
    for input in [
        "",
        r#"{"text": "a"#,
        r#"{"text": x}"#,
        r#"{"text": tru}"#,
        r#"{"unknown": -}"#,
        r#"{"decimal": 01}"#,
        r#"{"text": "\x"}"#,
        r#"{"text": "\ud800"}"#,
        "{\"text\": \"a\nb\"}",
        r#"{"list": [1 2]}"#,
        r#"{"list": [1, 2}"#,
        r#"{"text": "a" "json": 1}"#,
        r#"{text: "a"}"#,
        r#"{"text" "a"}"#,
        r#"{"text": "a"} {}"#,
    ] {
        texts.read::<Everything>(input);
    }
    let deep = format!("{{\"json\": {}", "[".repeat(127));
    let error = from_str::<Everything>(&deep).unwrap_err();
    texts.row(&deep, &format!("{:?}: {error}", error.kind()));
    let error = from_slice::<Everything>(b"{\"t\xffxt\": \"a\"}").unwrap_err();
    texts.row(
        "{\"t\\xffxt\": \"a\"}",
        &format!("{:?}: {error}", error.kind()),
    );
    let error = "1 2".parse::<Json>().unwrap_err();
    texts.row("1 2", &format!("{:?}: {error}", error.kind()));

    texts.section("Wrappers");
    for input in [
        "[]",
        "null",
        "{}",
        r#"{"quote": {}}"#,
        r#"{"quotes": []}"#,
        r#"{"quote": null, "quotes": []}"#,
        r#"{"quote": [], "quotes": []}"#,
        r#"{"quote": {}, "quotes": null}"#,
        r#"{"quote": 3, "quotes": []}"#,
        r#"{"quote": {}, "quotes": {}}"#,
    ] {
        texts.read::<Wrappers>(input);
    }
    for input in [
        "3",
        "{}",
        r#"{"customer": null}"#,
        r#"{"customer": []}"#,
        r#"{"customer": x}"#,
    ] {
        let error = Wrapped::<Nested>::read(input, "customer").unwrap_err();
        texts.row(input, &format!("{:?}: {error}", error.kind()));
    }

    texts.section("Pages");
    let keyed = PageShape {
        key: Some("customers"),
        wrapped_in: None,
    };
    let wrapped = PageShape {
        wrapped_in: Some("customer"),
        ..keyed
    };
    for input in [
        "[]",
        "{}",
        r#"{"customers": null}"#,
        r#"{"customers": {}}"#,
        r#"{"Customers": []}"#,
        r#"{"customers": []} 1"#,
        r#"{"customers": [3]}"#,
        r#"{"customers": [], "total_records": "many"}"#,
        r#"{"customers": [], "customers": []}"#,
    ] {
        texts.page(input, keyed);
    }
    for input in [
        "{}",
        r#"{"customers": {}}"#,
        r#"{"customers": [3]}"#,
        r#"{"customers": [{"customer": null}]}"#,
    ] {
        texts.page(input, wrapped);
    }
    for input in ["{}", r#"{"errors": []}"#, r#"{"a": [], "b": []}"#] {
        texts.page(input, PageShape::default());
    }

    texts.section("Strict fields");
    for input in [
        r#"{"total": 12.5}"#,
        r#"{"total": {}}"#,
        r#"{"total": 1, "total": 2}"#,
        r#"{"prices": [1, "x"]}"#,
        r#"{"prices": [null]}"#,
        r#"{"prices": 3}"#,
    ] {
        texts.read::<Quote>(input);
    }
    texts.read::<Aliased>(r#"{"total": 1, "amount": 1}"#);

    texts.section("Mismatches");
    for input in [
        r#"{"text": 3}"#,
        r#"{"lenient": []}"#,
        r#"{"integer": 12.5}"#,
        r#"{"integer": "many\n"}"#,
        r#"{"integer": 99999999999999999999}"#,
        r#"{"integer": "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee"}"#,
        r#"{"integer": 1, "integer": "again"}"#,
        r#"{"decimal": 1e400}"#,
        r#"{"boolean": 2}"#,
        r#"{"date": "11/21/2026"}"#,
        r#"{"birthday": "1987-02-30"}"#,
        r#"{"instant": "2026-11-21T10:00:00"}"#,
        r#"{"local": "2026-11-21T10:00:00Z"}"#,
        r#"{"secret": 3}"#,
        r#"{"password": false}"#,
        r#"{"id": true}"#,
        r#"{"order_type": null, "status": 1}"#,
        r#"{"nested": "x"}"#,
        r#"{"list": {}}"#,
        r#"{"list": [1, null]}"#,
        r#"{"map": []}"#,
        r#"{"map": {"a/~\u202e": "x", "b": 1, "b": 2}}"#,
        r#"{"matrix": [[1], [2, "x"]]}"#,
    ] {
        texts.read::<Everything>(input);
    }
    let key = "k".repeat(101);
    texts.read::<Everything>(&format!(r#"{{"map": {{"{key}": "x"}}}}"#));

    texts.section("Forms");
    for input in [&b"{\"total\": 1}"[..], b"total=12.5", b"order[total]=%ff"] {
        texts.form(input);
    }
    let input = b"total=1&total=2";
    let error = form::read_about::<Quote>(input, "order", "total").unwrap_err();
    texts.row("total=1&total=2", &error.to_string());
    let error = form::read::<Wrappers>(b"x=1", "order").unwrap_err();
    texts.row("x=1", &error.to_string());

    texts.section("Limits");
    let text = "{\"quote\":{\"prices\":[1,2,3]},\"quotes\":[]}";
    let error = from_str_within::<Wrappers>(text, &mut MemoryBudget::new(40)).unwrap_err();
    texts.row(text, &format!("{:?}: {error}", error.kind()));
    let record: Everything = from_str("{\"integer\":[]}").unwrap();
    let error = mismatches_within(&record, &mut MemoryBudget::new(40)).unwrap_err();
    texts.row("{\"integer\":[]}", &format!("{:?}: {error}", error.kind()));

    texts.section("Data formats");
    // Binary floats, as in the buffers of serde.
    let floats = [("decimal", 12.5), ("integer", 9_007_199_254_740_992.0)];
    for (name, float) in floats {
        let map = MapDeserializer::<_, serde_json::Error>::new([(name, float)].into_iter());
        texts.deserialized(
            &format!("{{\"{name}\": {float:?}}}"),
            Everything::deserialize(map),
        );
    }
    texts.deserialized("[]", serde_json::from_str::<Everything>("[]"));
    let input = r#"{"name": "a", "names": "b"}"#;
    texts.deserialized(input, serde_json::from_str::<NewOrder>(input));
    let bytes: BytesDeserializer<serde_json::Error> = BytesDeserializer::new(b"a");
    texts.deserialized("bytes", Json::deserialize(bytes));
    let leave = serde_json::to_string(&Change::<i64>::Leave);
    texts.deserialized("Change::Leave", leave);

    texts.section("Validation");
    for error in validate(&NewOrder::default().name("four")) {
        texts.row("name: four", &error.to_string());
    }
    texts.0
}

#[test]
fn texts_are_those_of_the_snapshot() {
    insta::assert_snapshot!("error_texts", texts());
}
