//! Forms, which are untrusted.

use crate::common::{Everything, OrderStatus};
use api_wire::form::{self, FormError};
use api_wire::{Id, mismatches};

fn read(body: &str) -> Result<Everything, FormError> {
    form::read(body.as_bytes(), "order")
}

#[test]
fn reads_bracketed_flat_and_escaped_keys() {
    let expected = read("order[integer]=3&order[text]=a+b").unwrap();
    assert_eq!(expected.integer, Some(3));
    assert_eq!(expected.text.as_deref(), Some("a b"));
    assert_eq!(read("integer=3&text=a%20b").unwrap(), expected);
    assert_eq!(
        read("order%5Binteger%5D=%33&order%5btext%5d=a+b&").unwrap(),
        expected
    );
    let record = read("text=%D0%97-7").unwrap();
    assert_eq!(record.text.as_deref(), Some("З-7"));
}

#[test]
fn reads_every_scalar_from_a_string() {
    let record = read(
        "text=3&lenient=x&integer=-4&decimal=3.50&boolean=1&date=2026-11-21&birthday=11/21/2026&instant=2026-11-21T10:00:00%2B01:00\
         &local=2026-11-21T10:00:00&secret=s&password=p&id=7&json={}&order_type=pickup&status=EN+ROUTE&uid=u&customerId=9&type=",
    )
    .unwrap();
    assert!(mismatches(&record).is_empty(), "{:?}", mismatches(&record));
    assert_eq!(record.text.as_deref(), Some("3"));
    assert_eq!(record.integer, Some(-4));
    assert_eq!(record.decimal.unwrap().to_string(), "3.50");
    assert_eq!(record.boolean, Some(true));
    assert_eq!(record.date, record.birthday);
    assert_eq!(record.instant.unwrap().to_string(), "2026-11-21T09:00:00Z");
    assert_eq!(record.id, Some(Id::Integer(7)));
    assert_eq!(record.json.unwrap().as_str(), r#""{}""#);
    assert_eq!(record.status.unwrap(), OrderStatus::EnRoute);
    assert_eq!(record.customer_id, Some(9));
    assert_eq!(record.r#type.as_deref(), Some(""));
    assert_eq!(read("id=007").unwrap().id, Some(Id::from("007")));
    assert_eq!(read("id=a-b").unwrap().id, Some(Id::from("a-b")));
}

#[test]
fn keeps_values_that_do_not_fit() {
    let record =
        read("order[integer]=x&order[list]=1&order[new]=%22%0A&other[id]=1&alone&order[nested]=")
            .unwrap();
    assert_eq!(mismatches(&record).len(), 3);
    assert_eq!(record.extra.get("integer").unwrap().as_str(), r#""x""#);
    assert_eq!(
        record.extra.get("new").unwrap().parse::<String>().unwrap(),
        "\"\n"
    );
    assert_eq!(record.extra.get("other[id]").unwrap().as_str(), r#""1""#);
    assert_eq!(record.extra.get("alone").unwrap().as_str(), r#""""#);
    assert_eq!(
        mismatches(&read("integer=").unwrap())[0].pointer,
        "/integer"
    );
}

#[test]
fn of_two_values_of_a_field_the_last_counts() {
    for body in [
        "integer=2&integer=1",
        "order[integer]=2&order[integer]=1",
        "integer=x&integer=1",
        "integer=%ff&integer=1",
        "integer=1&integer=%31",
        "\u{feff}integer=1",
    ] {
        assert_eq!(read(body), read("integer=1"), "{body}");
    }
    let by_alias = read("customer_id=1&customerId=2").unwrap();
    assert_eq!(by_alias.customer_id, Some(2));
}

#[test]
fn where_a_key_has_the_root_others_are_no_fields() {
    for body in [
        "integer=2&order[integer]=1",
        "order[integer]=1&integer=2",
        "text=a&order[integer]=1&status=ok",
        "customerId=9&order[integer]=1",
    ] {
        assert_eq!(read(body), read("order[integer]=1"), "{body}");
    }
    let record = read("event[integer]=2&note=x&order[integer]=1").unwrap();
    assert_eq!((record.integer, record.extra.len()), (Some(1), 2));
}

#[test]
fn two_different_ids_are_an_error() {
    let read = |body: &str| form::read_about::<Everything>(body.as_bytes(), "order", "integer");
    for body in [
        "integer=1&integer=2",
        "order[integer]=1&order[integer]=2",
        "order[integer]=1&order[integer]=%ff",
    ] {
        let error = read(body).unwrap_err();
        assert!(matches!(error, FormError::TwoValues(_)), "{body}");
    }
    for body in [
        "order[integer]=1&integer=2",
        "order[integer]=1&order[integer]=%31&order[text]=a&order[text]=b",
    ] {
        assert_eq!(read(body).unwrap().integer, Some(1), "{body}");
    }
}

#[test]
fn keeps_repeated_and_nested_unknown_keys() {
    for body in [
        "tag=a&tag=b",
        "order[tag]=a&order[tag]=a",
        "order[a][b]=1",
        "order[integer][]=1&order[integer][]=2",
        "order[]=1",
        "order[]=1&order[]=2",
        "[a]=1",
        "order[a=1",
        "order]=1",
        "a]b=1",
        "order[a]b=1",
        "order[[a]]=1",
        "order[a]]=1",
        "other[a][]=1&other[a][]=2",
        "%e9=1",
        "%ff[integer]=2",
    ] {
        let record = read(&format!("{body}&order[integer]=1")).unwrap();
        assert_eq!(record.integer, Some(1), "{body}");
        assert!(!record.extra.is_empty(), "{body}");
    }
    let record = read("order[a][]=1").unwrap();
    assert_eq!(record.extra.get("order[a][]").unwrap().as_str(), r#""1""#);
}

#[test]
fn percent_without_two_digits_means_itself() {
    for (body, text) in [
        ("text=%zz", "%zz"),
        ("text=100%", "100%"),
        ("text=%4", "%4"),
        ("text=%+1", "% 1"),
        ("text=%%41", "%A"),
        ("text=%00", "\0"),
    ] {
        assert_eq!(read(body).unwrap().text.as_deref(), Some(text), "{body}");
    }
}

#[test]
fn value_of_another_encoding_is_a_mismatch() {
    for body in ["text=%ff", "text=%ed%a0%80", "order[text]=a%e9"] {
        let record = read(body).unwrap();
        assert_eq!(record.text, None, "{body}");
        assert_eq!(mismatches(&record).len(), 1, "{body}");
    }
    let record = form::read::<Everything>(b"integer=1&text=\xff", "order").unwrap();
    assert_eq!((record.integer, record.text), (Some(1), None));
}

#[test]
fn other_formats_are_errors() {
    for body in ["text", "{\"order\":{\"text\":\"a\"}}", "<xml/>", "&&"] {
        assert_eq!(read(body), Err(FormError::NotAForm), "{body}");
    }
    let long = "{".repeat(form::MAX_BYTES + 1);
    assert_eq!(read(&long), Err(FormError::NotAForm));
}

#[test]
fn what_follows_the_limits_is_not_read() {
    // A pair that is cut is not read either.
    let longest = format!("integer=1&text={}", "x".repeat(form::MAX_BYTES - 15));
    let text = read(&longest).unwrap().text.unwrap();
    assert_eq!(text.len(), form::MAX_BYTES - 15);
    assert_eq!(read(&format!("{longest}&integer=2")), read(&longest));
    assert_eq!(read(&format!("{longest}x")), read("integer=1"));
    assert_eq!(
        read(&format!("text={}", "x".repeat(form::MAX_BYTES))),
        read("")
    );
    let pairs = |count| {
        (0..count)
            .map(|number| format!("k{number}=1&"))
            .collect::<String>()
    };
    let most = read(&pairs(form::MAX_PAIRS)).unwrap();
    assert_eq!(most.extra.len(), form::MAX_PAIRS);
    assert_eq!(read(&(pairs(form::MAX_PAIRS) + "integer=1")), Ok(most));
}

#[test]
fn errors_do_not_print_values() {
    let error = form::read_about::<Everything>(b"text=PLANTED&text=PLANTED2", "order", "text");
    let error = error.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("PLANTED"));
}
