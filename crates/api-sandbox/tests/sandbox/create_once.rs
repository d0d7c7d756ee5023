//! Orders that are created once over failing connections, with a retry and a lookup if the outcome
//! is unknown.

use std::time::Duration;

use api_sandbox::{Effect, Fault, RecordedBody};
use tokio::time::timeout;

use crate::common::{Demo, demo};

const CREATE: &str = "create_incoming_order";

fn inject(demo: &Demo, operation: &str, effects: &[Effect]) {
    for effect in effects {
        let fault = Fault::new(operation, effect.clone());
        demo.sandbox.control().inject(fault).expect("a fault");
    }
}

/// The number of requests to create an order, and the ids of the orders with this reference.
fn requests_and_orders(demo: &Demo, reference: &str) -> (usize, Vec<i64>) {
    let control = demo.sandbox.control();
    let has_reference = |body: &RecordedBody| {
        let found = body.pointer("/incoming_order/reference_no");
        found.is_some_and(|found| found.get() == format!("\"{reference}\""))
    };
    let requests = control.requests();
    let requests = requests
        .iter()
        .filter(|request| request.operation.as_deref() == Some(CREATE))
        .filter(|request| has_reference(&request.body));
    let orders = control.orders();
    let ids = orders
        .iter()
        .filter(|order| order.reference_no == reference)
        .map(|order| order.id);
    (requests.count(), ids.collect())
}

mod version_1 {
    use super::*;
    use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
    use pos_v1_client::*;

    fn client(demo: &Demo) -> Client<VenueToken> {
        let token = VenueToken::new(demo.sandbox.credentials().venues[0].api_token);
        let config = Config::new(Environment::Staging, &demo.sandbox.pos_url(), token);
        Client::new(config.expect("a valid config")).expect("a client")
    }

    fn order(reference: &str) -> CreateIncomingOrder {
        let items = vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })];
        CreateIncomingOrder::new(NewIncomingOrder::new(reference, items))
    }

    #[tokio::test]
    async fn unsent_and_failed_orders_are_created_by_the_retry() {
        let demo = demo().await;
        let client = client(&demo);
        for (reference, effect) in [
            ("BEFORE", Effect::DropBefore),
            ("FAILED", Effect::Status(500)),
            ("BUSY", Effect::Status(503)),
        ] {
            inject(&demo, CREATE, &[effect]);
            let created = client.create_once(order(reference)).await;
            let Ok(Created::Confirmed(response)) = created else {
                panic!("{reference}: {created:?}");
            };
            let (requests, ids) = requests_and_orders(&demo, reference);
            assert_eq!(
                (requests, ids.as_slice()),
                (2, response.incoming_order.id.as_slice())
            );
        }
    }

    #[tokio::test]
    async fn created_orders_are_recovered_by_their_reference() {
        let demo = demo().await;
        let client = client(&demo);
        for (reference, effects) in [
            ("AFTER", &[Effect::DropAfter][..]),
            ("CUT", &[Effect::Truncated]),
            ("WRONG-SHAPE", &[Effect::WrongShape]),
            // The client does not receive the rejection of the second request.
            ("TWICE", &[Effect::DropAfter, Effect::DropAfter]),
            // A numeric reference.
            ("12345", &[Effect::DropAfter]),
        ] {
            inject(&demo, CREATE, effects);
            let created = client.create_once(order(reference)).await;
            let Ok(Created::Recovered(read)) = created else {
                panic!("{reference}: {created:?}");
            };
            assert_eq!(read.incoming_order.reference_no.as_deref(), Some(reference));
            let (requests, ids) = requests_and_orders(&demo, reference);
            assert_eq!(
                (requests, ids.as_slice()),
                (2, read.incoming_order.id.as_slice())
            );
        }
    }

    #[tokio::test]
    async fn orders_that_cannot_be_looked_up_stay_unknown() {
        let demo = demo().await;
        let client = client(&demo);
        inject(&demo, CREATE, &[Effect::DropAfter]);
        inject(&demo, "get_incoming_order", &[Effect::Status(404)]);
        let error = client
            .create_once(order("UNREAD"))
            .await
            .expect_err("unknown");
        assert_eq!(error.outcome(), Outcome::Unknown);
        assert_eq!(error.kind(), ErrorKind::BadRequest);
        assert_eq!(error.messages(), ["reference_no has already been taken"]);
        assert_eq!(error.unique_key(), Some("UNREAD"));
        let earlier = error.earlier().expect("the first attempt");
        assert_eq!(earlier.kind(), ErrorKind::Interrupted);
        assert!(error.lookup_error().expect("the read").is_not_found());
        assert_eq!(requests_and_orders(&demo, "UNREAD").0, 2);

        inject(&demo, CREATE, &[Effect::Status(503), Effect::Status(503)]);
        let error = client
            .create_once(order("NEVER"))
            .await
            .expect_err("unknown");
        assert_eq!(error.outcome(), Outcome::Unknown);
        assert!(error.lookup_error().expect("the read").is_not_found());
        assert_eq!(requests_and_orders(&demo, "NEVER"), (2, Vec::new()));
    }

    #[tokio::test]
    async fn rejected_orders_are_looked_up_and_not_retried() {
        let demo = demo().await;
        let client = client(&demo);
        let invalid = CreateIncomingOrder::new(NewIncomingOrder::new("INVALID", Vec::new()));
        let error = client.create_once(invalid).await.expect_err("invalid");
        assert_eq!(error.outcome(), Outcome::Rejected);
        assert_eq!(error.status().map(|status| status.as_u16()), Some(422));
        assert!(error.lookup_error().expect("the read").is_not_found());
        assert_eq!(requests_and_orders(&demo, "INVALID"), (1, Vec::new()));
    }

    #[tokio::test]
    async fn orders_of_a_dropped_call_are_recovered() {
        let demo = demo().await;
        let client = client(&demo);
        inject(&demo, CREATE, &[Effect::SlowBytes(Duration::from_secs(1))]);
        // The buyer goes away during the response, and clicks again.
        let call = client.create_once(order("DROPPED"));
        assert!(timeout(Duration::from_secs(1), call).await.is_err());
        let (requests, ids) = requests_and_orders(&demo, "DROPPED");
        assert_eq!((requests, ids.len()), (1, 1));
        let created = client.create_once(order("DROPPED")).await;
        let Ok(Created::Recovered(read)) = created else {
            panic!("{created:?}");
        };
        assert_eq!(ids, [read.incoming_order.id.expect("an id")]);
        assert_eq!(requests_and_orders(&demo, "DROPPED"), (2, ids));
    }

    #[tokio::test]
    async fn orders_of_an_earlier_call_are_recovered_or_differ() {
        let demo = demo().await;
        let client = client(&demo);
        assert!(client.create_once(order("TAKEN")).await.is_ok());
        let created = client.create_once(order("TAKEN")).await;
        let Ok(Created::Recovered(read)) = created else {
            panic!("{created:?}");
        };
        let id = read.incoming_order.id.expect("an id");
        let items = vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 2,
        })];
        let other = CreateIncomingOrder::new(NewIncomingOrder::new("TAKEN", items));
        let created = client.create_once(other).await;
        let Ok(Created::Differs { record, .. }) = created else {
            panic!("{created:?}");
        };
        assert_eq!(record.incoming_order.id, Some(id));
        assert_eq!(requests_and_orders(&demo, "TAKEN"), (3, vec![id]));
        // The order may exist as long as it cannot be read.
        inject(&demo, "get_incoming_order", &[Effect::Status(403)]);
        let error = client.create_once(order("TAKEN")).await;
        let error = error.expect_err("unknown");
        assert_eq!(error.outcome(), Outcome::Unknown);
        assert!(error.earlier().is_none());
        assert_eq!(
            error.lookup_error().map(Error::kind),
            Some(ErrorKind::Forbidden)
        );
    }
}

mod version_3 {
    use super::*;
    use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
    use pos_v3_client::*;

    fn client(demo: &Demo) -> Client<IntegratorAndVenue> {
        let credentials = demo.sandbox.credentials();
        let (integrator, venue) = (credentials.integrator_token, credentials.venues[0]);
        let both = IntegratorAndVenue::new(integrator, venue.venue_token);
        let config = Config::new(Environment::Staging, &demo.sandbox.pos_url(), both);
        Client::new(config.expect("a valid config")).expect("a client")
    }

    fn order(reference: &str) -> CreateIncomingOrder {
        let items = vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })];
        CreateIncomingOrder::new(NewIncomingOrder::new(reference, items))
    }

    #[tokio::test]
    async fn created_orders_are_recovered_by_the_callers_lookup() {
        let demo = demo().await;
        let client = client(&demo);
        inject(&demo, CREATE, &[Effect::DropAfter]);
        let control = demo.sandbox.control();
        let created = client
            .create_once_with(order("LOOKUP"), async move |reference: String| {
                // In a service, a callback of the order has both.
                let orders = control.orders();
                let ours = orders
                    .iter()
                    .find(|order| order.reference_no == reference)?;
                Some(GetIncomingOrder::new(ours.id))
            })
            .await;
        let Ok(Created::Recovered(read)) = created else {
            panic!("{created:?}");
        };
        assert_eq!(
            requests_and_orders(&demo, "LOOKUP"),
            (2, vec![read.incoming_order.id.expect("an id")])
        );
    }

    #[tokio::test]
    async fn lookups_of_other_orders_are_mismatches() {
        let demo = demo().await;
        let client = client(&demo);
        let another = demo.order("ANOTHER", None).await;
        for lookup in [Some(another), Some(0), None] {
            let reference = format!("LOOKUP-{lookup:?}");
            inject(&demo, CREATE, &[Effect::DropAfter]);
            let created = client
                .create_once_with(order(&reference), async move |_: String| {
                    lookup.map(GetIncomingOrder::new)
                })
                .await;
            let error = created.expect_err("unknown");
            assert_eq!(error.outcome(), Outcome::Unknown);
            assert_eq!(error.messages(), ["reference_no has already been taken"]);
            let kind = error.lookup_error().map(Error::kind);
            let expected = match lookup {
                Some(0) => Some(ErrorKind::NotFound),
                Some(_) => Some(ErrorKind::Mismatch),
                None => None,
            };
            assert_eq!(kind, expected);
            let (requests, ids) = requests_and_orders(&demo, &reference);
            assert_eq!((requests, ids.len()), (2, 1));
        }
    }
}
