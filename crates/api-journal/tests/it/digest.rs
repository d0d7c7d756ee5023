//! Ids and digests that stores keep stay the same over releases. The expected values were computed by
//! another program.

use api_journal::{EntryId, RequestDigest, Scope};
use api_wire::Tree;

#[test]
fn golden_vectors_of_version_1() {
    let body =
        r#"{"order": {"reference_no": "WEB-1", "total": 1.00, "quantity": 2, "callback": "x"}}"#;
    let body: Tree = body.parse().unwrap();
    let path = [("shelf", "a/b")];
    let left_out = ["/order/callback"];
    let digest = RequestDigest::new("orders.create", path, Some(&body), &left_out);
    let expected = "1:31cc72b51b3b86eedd67852fb4acb2e0e4915d4947f801d385d4def356566c90";
    assert_eq!(digest.to_string(), expected);

    let digest = RequestDigest::new("payments.refund", [], None, &[]);
    let expected = "1:3b114d68a03d496451918783df156effe75c48ea6c0b5d3c83548986b2afeff2";
    assert_eq!(digest.to_string(), expected);

    let scope = Scope::new("pos-v2", "Production", "12");
    let id = EntryId::new(&scope, "orders.create", "cart-7");
    assert_eq!(id.to_string(), "7148b417df575bc544aa411982341b7d");
    assert_eq!(id.to_string().parse::<EntryId>().unwrap(), id);
    assert!("12".parse::<EntryId>().is_err());
}

#[test]
fn requests_are_the_same_whatever_their_form_and_what_is_left_out() {
    let left_out = ["/order/callback", "/order/items/pin"];
    let digest = |body: &str| {
        let body: Tree = body.parse().unwrap();
        RequestDigest::new("orders.create", [], Some(&body), &left_out)
    };
    let same = |one: &str, other: &str| digest(one).is_same(&digest(other));
    // Keys are sorted, and scalars as they were written.
    let canonical = r#"{"a":"x \" , }","b":[1.00,-2e5,true,null,{},[]]}"#;
    let text = r#" { "b" : [ 1.00 , -2e5, true, null, {} , [] ], "a" : "x \" , }" } "#;
    assert!(same(text, canonical));
    for (part, other) in [
        ("1.00", "1.0"),
        ("-2e5", "-2E5"),
        ("{},", "[],"),
        ("x ", "x"),
    ] {
        let changed = canonical.replace(part, other);
        assert!(!same(text, &changed), "{changed}");
    }
    let text = r#"{"order":{"callback":"x","no":1,"items":[{"pin":1},{"n":2}]},"callback":"y"}"#;
    assert!(same(
        text,
        r#"{"callback":"y","order":{"items":[{},{"n":2}],"no":1}}"#
    ));
    assert!(!same(text, r#"{"order":{"items":[{},{"n":2}],"no":1}}"#));
}

/// A request of another version of the digest cannot be compared: it counts as the same, so that a key
/// stays that of its write.
#[test]
fn digests_of_two_versions_are_not_compared() {
    let digest = |text: &str| text.parse::<RequestDigest>();
    let [first, other] = ["01", "02"].map(|byte| byte.repeat(32));
    let one = digest(&format!("1:{first}")).unwrap();
    assert!(one.is_same(&digest(&format!("2:{other}")).unwrap()));
    assert!(!one.is_same(&digest(&format!("1:{other}")).unwrap()));
    for invalid in [
        "1:01",
        "1:",
        &first,
        &format!("x:{first}"),
        &format!("1:{first}01"),
    ] {
        assert!(digest(invalid).is_err(), "{invalid}");
    }
}
