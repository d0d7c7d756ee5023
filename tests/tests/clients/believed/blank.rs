//! Records without any of their documented fields.

use api_runtime::{ErrorKind, Outcome};

use pos_v3_client::model::{NewQuote, QuoteUpdate};

use super::operations::{pos_v1, pos_v2, pos_v3, respond};

const BLANK: [&str; 3] = [
    r#"{}"#,
    r#"{"message":"Invalid token"}"#,
    r#"{"code":7,"message":"Invalid token"}"#,
];

#[tokio::test(start_paused = true)]
async fn venue_without_any_documented_field_is_not_read() {
    for body in BLANK {
        for (error, _) in [
            respond(pos_v1(), pos_v1_client::GetVenueInfo::new(), body).await,
            respond(pos_v2(), pos_v2_client::GetVenueInfo::new(), body).await,
        ] {
            assert_eq!(
                error.map(|error| error.kind()),
                Some(ErrorKind::Decode),
                "{body}"
            );
        }
    }
    let venue = r#"{"code":1,"name":"Corner","message":"welcome"}"#;
    let (error, _) = respond(pos_v1(), pos_v1_client::GetVenueInfo::new(), venue).await;
    assert!(error.is_none(), "{error:?}");
    // The documented code is that of an HTTP error.
    let venue = r#"{"code":401,"name":"Corner"}"#;
    let (error, _) = respond(pos_v1(), pos_v1_client::GetVenueInfo::new(), venue).await;
    assert_eq!(
        error.map(|error| error.kind()),
        Some(ErrorKind::Unsuccessful)
    );
    // The response is not documented: an empty one reports no failure.
    let info = pos_v3_client::GetVenueInfo::new();
    assert!(respond(pos_v3(), info, "{}").await.0.is_none());
    // The documents show an empty object.
    let options = pos_v2_client::GetMenuFeedOptions::new(7);
    assert!(respond(pos_v2(), options, "{}").await.0.is_none());
}

#[tokio::test(start_paused = true)]
async fn quote_without_any_documented_field_proves_nothing() {
    for body in [
        r#"{"code":1,"quote":{}}"#,
        r#"{"quote":{"reference_no":null,"id":7}}"#,
        r#"{"quote":{"message":"out of stock","items":[],"totals":{}}}"#,
        r#"{"quote":{"reference_no":"q-1"},"quote":{"reference_no":"q-2"}}"#,
    ] {
        let create = pos_v3_client::CreateIncomingQuote::new(NewQuote::new(Vec::new()));
        let update = pos_v3_client::UpdateIncomingQuote::new(7, QuoteUpdate::new());
        for (error, attempts) in [
            respond(pos_v3(), create, body).await,
            respond(pos_v3(), update, body).await,
        ] {
            let error = error.expect(body);
            assert_eq!(
                (error.kind(), error.outcome(), attempts),
                (ErrorKind::Decode, Outcome::Unknown, 1)
            );
            assert_eq!(error.response().unwrap().body(), body.as_bytes());
        }
        let read = pos_v3_client::GetIncomingQuote::new(7);
        assert!(respond(pos_v3(), read, body).await.0.is_some(), "{body}");
    }
    let create = pos_v3_client::CreateIncomingQuote::new(NewQuote::new(Vec::new()));
    let (error, _) = respond(pos_v3(), create, r#"{"quote":{"totals":{"total":0}}}"#).await;
    assert!(error.is_none(), "{error:?}");
}
