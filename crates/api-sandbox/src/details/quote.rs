//! Keys of quotes of version 1.

use serde_json::{Value, json};

use super::Detail;

/// The keys of the flat record, without those of the request. Quotes with an even id have what a
/// web shop records about its visitor.
pub(crate) fn of_quote(id: i64, customer: Option<i64>, payment: Option<&str>) -> [Detail; 7] {
    let web_shop = |value: Value| if id % 2 == 0 { value } else { Value::Null };
    [
        ("customer_id", json!(customer)),
        ("payment_source", json!(payment)),
        ("payment_auth_id", web_shop(format!("A-{id}").into())),
        ("notes", web_shop("Ring twice.".into())),
        ("ip", web_shop("192.0.2.7".into())),
        ("oauth_token", web_shop("demo-oauth-token".into())),
        ("otp", web_shop("000000".into())),
    ]
}
