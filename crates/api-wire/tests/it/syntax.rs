//! JSON syntax: valid and invalid documents.

use crate::common::{Everything, Quote, error, mismatch, read};
use api_wire::{Json, ReadErrorKind, from_slice, from_str, mismatches, to_string};

#[test]
fn syntax_errors_have_a_location() {
    let texts = [
        "  ",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{,}",
        "{\"list\":[1,]}",
        "{\"list\":[",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":1e}",
        "{\"a\":+1}",
        "{\"a\":nul}",
        "{\"a\":NaN}",
        "{\"a\":\"x}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\",
        "{\"text\":\"\u{1}\"}",
        "{}x",
        "{}\u{a0}",
        "<html>",
        "{'a':1}",
        "{\"a\":1}//",
        "\u{feff}\u{feff}{}",
        "nulé",
        "{\"\\udc00\":1}",
        "{\"x\":{\"\\ud800\\u0041\":1}}",
        "{\"x\":\"\\ud800\\ud80\"}",
    ];
    for text in texts {
        let error = error::<Everything>(text);
        assert_eq!(error.kind(), ReadErrorKind::Syntax, "{text}");
        assert!(error.line().is_some());
    }
    let error = error::<Everything>("{\"records\": [{},\n {\"points\": 1x}]}");
    assert_eq!(
        (error.line(), error.column(), error.pointer().as_str()),
        (Some(2), Some(14), "/records/1")
    );
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(
        from_str::<Everything>("\u{feff}{\"integer\":1}")
            .unwrap()
            .integer,
        Some(1)
    );
    assert_eq!(
        from_slice::<Everything>(b"\xef\xbb\xbf {\"integer\":1} ")
            .unwrap()
            .integer,
        Some(1)
    );
}

#[test]
fn other_encodings_are_errors() {
    let latin1 = [b"{\"text\":\"", &b"\xe9".repeat(10_000)[..], b"\"}"].concat();
    for bytes in [&b"\xff\xfe{\0}\0"[..], b"\xed\xa0\x80", &latin1] {
        assert_eq!(
            from_slice::<Everything>(bytes).unwrap_err().kind(),
            ReadErrorKind::Encoding
        );
    }
}

#[test]
fn a_byte_that_is_no_utf8_costs_its_string() {
    for (bytes, kept) in [
        (&b"caf\xe9"[..], "caf\u{fffd}\\udce9"),
        (b"\xe2\x82", "\u{fffd}\\udce2\u{fffd}\\udc82"),
        // After half of a surrogate pair, it is not the other half.
        (b"\\ud83d\xff", "\\ud83d\u{fffd}\\udcff"),
    ] {
        for field in ["text", "secret", "decimal", "order_type", "json"] {
            let document = [
                b"{\"",
                field.as_bytes(),
                b"\":\"",
                bytes,
                b"\",\"integer\":1}",
            ]
            .concat();
            let record: Everything = from_slice(&document).unwrap();
            assert_eq!(record.integer, Some(1), "{field}");
            let is_json = field == "json";
            let kept = format!("\"{kept}\"");
            let found = match is_json {
                true => record.json.as_ref(),
                false => record.extra.get(field),
            };
            assert_eq!(found.map(Json::as_str), Some(&*kept), "{field}");
            assert_eq!(mismatches(&record).len(), usize::from(!is_json), "{field}");
            let again: Everything = read(&to_string(&record));
            assert_eq!(again, record);
        }
    }
    let record: Everything = from_slice(b"{\"text\":\"caf\xe9\"}").unwrap();
    assert_eq!(mismatch(&record).found, "string \"caf\u{fffd}\\\\udce9\"");
}

#[test]
fn a_byte_that_is_no_utf8_is_an_error_elsewhere() {
    for (bytes, kind, line) in [
        (&b"{\n\"t\xe9xt\":\"a\"}"[..], ReadErrorKind::Encoding, 2),
        (b"{\"map\":{\"\xe9\":1}}", ReadErrorKind::Encoding, 1),
        (b"{\"text\":\xe9}", ReadErrorKind::Encoding, 1),
        (b"{\"text\":\"\\\xe9\"}", ReadErrorKind::Encoding, 1),
        (b"{}\n\xe9", ReadErrorKind::Encoding, 2),
    ] {
        let error = from_slice::<Everything>(bytes).unwrap_err();
        assert_eq!((error.kind(), error.line()), (kind, Some(line)), "{error}");
    }
    let error = from_slice::<Quote>(b"{\"total\":\"1\xe9\"}").unwrap_err();
    assert_eq!(error.kind(), ReadErrorKind::Strict);
}

#[test]
fn escapes_are_read_and_written() {
    let record: Everything = read(r#"{"text": "\"\\\/\b\f\n\r\t\u0000\u00e9\ud83d\ude00 é😀"}"#);
    let text = "\"\\/\u{8}\u{c}\n\r\t\0é😀 é😀";
    assert_eq!(record.text.as_deref(), Some(text));
    let again: Everything = read(&to_string(&record));
    assert_eq!(again, record);
    let value: serde_json::Value = to_string(&record).parse().unwrap();
    assert_eq!(value["text"], text);
}

#[test]
fn strings_of_every_length_and_end_are_scanned() {
    for length in 0..40 {
        for stop in ["\\n", "\\\"", "é", "\\u0041"] {
            let plain = "x".repeat(length);
            let json = format!("{{\"text\":\"{plain}{stop}{plain}\"}}");
            let value: serde_json::Value = json.parse().unwrap();
            assert_eq!(
                read::<Everything>(&json).text.as_deref(),
                value["text"].as_str()
            );
        }
        let broken = format!("{{\"text\":\"{}\u{1f}\"}}", "x".repeat(length));
        assert!(from_str::<Everything>(&broken).is_err());
    }
}

#[test]
fn the_recursion_limit_is_that_of_serde_json() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for depth in [1, 126, 127, 128, 129, 100_000] {
            let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let ours = text.parse::<Json>().is_ok();
            let theirs = text.parse::<serde_json::Value>().is_ok();
            assert_eq!((ours, theirs), (depth < 128, depth < 128), "{depth}");
        }
    }
    let nested = |depth: usize| format!("{}1{}", "{\"boxed\":".repeat(depth), "}".repeat(depth));
    assert!(from_str::<Everything>(&nested(127)).is_ok());
    assert_eq!(
        error::<Everything>(&nested(128)).kind(),
        ReadErrorKind::Depth
    );
    assert_eq!(
        error::<Everything>(&nested(100_000)).kind(),
        ReadErrorKind::Depth
    );
}

#[test]
fn keys_in_errors_are_escaped_and_long_ones_are_replaced() {
    let long = "k".repeat(96);
    let of = |key: &str| error::<Everything>(&format!("{{\"{key}\": x}}")).pointer();
    let pointer = format!("/a~1~0\\u{{1b}}{long}");
    assert_eq!(of(&format!("a/~\\u001b{long}")), pointer);
    assert_eq!(of(&format!("a/~\\u001b{long}k")), "/[101 characters]");
}

#[test]
fn invisible_characters_in_keys_are_escaped() {
    let error = error::<Everything>("{\"a\u{202e}\u{2028}\u{200b}\u{feff}é\": x}");
    assert_eq!(error.pointer(), "/a\\u{202e}\\u{2028}\\u{200b}\\u{feff}é");
}

#[test]
fn long_pointers_are_abbreviated_in_the_middle() {
    let key = "\u{202e}".repeat(100);
    let error = error::<Everything>(&format!("{{\"map\":{{\"{key}\":{{\"last\":x}}}}}}"));
    assert_eq!(error.pointer().len(), "/map/".len() + 800);
    let text = error.to_string();
    assert!(
        text.contains(" at /map/\\u{202e}") && text.contains('…') && text.contains("202e} (line"),
        "{text}"
    );
    assert!(text.len() < 300, "{text}");

    let texts = mismatch(&read::<Everything>(&format!(
        "{{\"map\":{{\"{key}\":[]}}}}"
    )))
    .to_string();
    assert!(
        texts.starts_with("/map/\\u{202e}") && texts.len() < 300,
        "{texts}"
    );
}

#[test]
fn short_pointers_are_printed_whole() {
    let key = "é~".repeat(50);
    let error = error::<Everything>(&format!("{{\"map\":{{\"{key}\":x}}}}"));
    assert!(error.pointer().ends_with("é~0"), "{error}");
    assert!(error.to_string().contains(&error.pointer()), "{error}");
}
