//! The text that stores keep of an entry.

use api_journal::{Details, End, Evidence, Outcome};

#[test]
fn details_are_read_as_they_were_written() {
    let mut end = End::new(Outcome::Rejected, Evidence::Found);
    end.status = Some(422);
    end.error = Some("BadRequest".to_owned());
    end.ids = vec![("/order/id".to_owned(), "7".to_owned())];
    end.differences = vec!["/order/total".to_owned()];
    let mut details = Details::default();
    details.names = vec![("reference_no".to_owned(), "WEB-\"1\"".to_owned())];
    details.unique_key = Some("WEB-1".to_owned());
    details.end = Some(end);
    details.done = 2;
    details.lookups = 1;
    assert_eq!(Details::from_json(&details.to_json()).unwrap(), details);
    assert!(Details::from_json("[]").is_err());
}

#[test]
fn what_a_later_version_wrote_is_unknown_and_kept() {
    let text = r#"{"end":{"outcome":"half","evidence":"guess"},"later":[1]}"#;
    let details = Details::from_json(text).unwrap();
    let end = details.end.as_ref().unwrap();
    assert_eq!(end.outcome, Outcome::Unknown);
    assert_eq!(end.evidence, Evidence::Other("guess".to_owned()));
    assert!(details.to_json().contains(r#""later":[1]"#));
}
