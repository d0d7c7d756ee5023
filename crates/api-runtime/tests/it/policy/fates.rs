//! The table of what became of a call: every error is in one row, and its advice harms nobody.

use std::collections::HashSet;

use api_runtime::__generated::FATES;
use api_runtime::journal::MemoryStore;
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Error, ErrorKind, Known, NextStep, Outcome, Reply, RetryPolicy};
use test_support::shop::{AddOrder, Client, CreateOrder, GetOrder, NewOrder, TOKEN, config};
use tokio::time::{Duration, advance, timeout};

const ORDER: &str = r#"{"id": 7, "reference_no": "WEB-1"}"#;
const TAKEN: &str = r#"{"errors": ["reference_no has already been taken"]}"#;

fn client(steps: impl IntoIterator<Item = Step>) -> Client {
    let builder = Client::builder(config()).account(12);
    let builder = builder.transport(ScriptedTransport::new(steps));
    builder.journal(MemoryStore::new()).build().unwrap()
}

async fn place(client: &Client) -> Error {
    let order = client.once("cart-7").send(CreateOrder::new("WEB-1"));
    order.await.unwrap_err()
}

async fn place_two(client: &Client) -> Error {
    let order = NewOrder::new("WEB-1").quantity(2);
    let order = client.once("cart-7").send(CreateOrder { order });
    order.await.unwrap_err()
}

fn fate(error: &Error) -> (ErrorKind, Outcome, NextStep) {
    (error.kind(), error.outcome(), error.next_step())
}

#[test]
fn each_kind_with_an_outcome_is_in_one_row() {
    let mut pairs = HashSet::new();
    for fate in FATES {
        for kind in fate.kinds {
            assert!(pairs.insert((kind, fate.outcome)), "{kind:?}: {fate:?}");
        }
    }
}

#[test]
fn no_write_whose_outcome_is_unknown_is_final_or_corrected() {
    for fate in FATES.iter().filter(|fate| fate.outcome == Outcome::Unknown) {
        let steps = fate.next_steps;
        let writes = [steps.write, steps.found_write, steps.harmless_write];
        for step in writes.into_iter().flatten() {
            assert!(
                !matches!(step, NextStep::Final | NextStep::Correct),
                "{fate:?}"
            );
        }
    }
}

#[test]
fn no_write_that_may_have_taken_effect_is_said_to_have_failed() {
    for fate in FATES {
        let may_be_done = matches!(fate.outcome, Outcome::Unknown | Outcome::Done);
        let steps = fate.next_steps;
        let writes = [steps.write, steps.found_write, steps.harmless_write];
        match fate.reply {
            Reply::Busy { .. } => {
                let is_again = |step: &NextStep| matches!(step, NextStep::Again { .. });
                let all = writes.iter().flatten().chain(&steps.read);
                assert!(all.into_iter().all(is_again), "{fate:?}");
            }
            Reply::Unknown | Reply::Duplicate => assert!(may_be_done, "{fate:?}"),
            _ if writes == [None; 3] => {}
            _ => assert!(!may_be_done, "{fate:?}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_reply_is_busy_if_the_same_request_is_safe_and_otherwise_says_what_is_known() {
    let after = Duration::from_secs(5);
    let busy = Reply::Busy { after };
    for (status, body, ours, reads) in [
        (0, "", Reply::Unknown, busy),
        (503, "", Reply::Unknown, busy),
        (201, "{}", Reply::Unknown, Reply::Bug),
        (302, "", Reply::Unknown, Reply::Bug),
        (429, "", busy, busy),
        (401, "", Reply::Closed, Reply::Closed),
        (404, "", Reply::NotFound, Reply::NotFound),
        (405, "", Reply::Bug, Reply::Bug),
        (
            422,
            r#"{"errors": ["sold out"]}"#,
            Reply::Invalid,
            Reply::Invalid,
        ),
    ] {
        let step = || match status {
            0 => Step::lost(),
            _ => Step::response(status, body),
        };
        let client = client([step(), step()]);
        let write = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
        assert_eq!(write.reply(), ours, "{status}");
        let policy = RetryPolicy::none();
        let builder = Client::builder(config()).retry_policy(policy);
        let builder = builder.transport(ScriptedTransport::new([step()]));
        let read = builder.build().unwrap().send(GetOrder::new(7)).await;
        assert_eq!(read.unwrap_err().reply(), reads, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_service_repeats_by_itself_what_sends_nothing_twice() {
    let client = client([Step::lost(), Step::lost()]);
    let order = || AddOrder {
        order: NewOrder::new("WEB-1"),
    };
    let plain = client.send(order()).await.unwrap_err();
    assert_eq!(
        (plain.next_step(), plain.again_in()),
        (NextStep::Person, None)
    );
    let lost = client.once("cart-7").send(order()).await.unwrap_err();
    let again = client.once("cart-7").send(order()).await.unwrap_err();
    for error in [lost, again] {
        let minute = Some(Duration::from_secs(60));
        let told = (error.next_step(), error.again_in());
        assert_eq!(told, (NextStep::Person, minute), "{error}");
    }
}

#[test]
fn the_reply_of_any_error_is_that_of_its_cause() {
    #[derive(Debug)]
    struct Caused(Error);
    impl std::fmt::Display for Caused {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("caused")
        }
    }
    impl std::error::Error for Caused {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    let error = || {
        Client::builder(config())
            .account("a/b")
            .build()
            .unwrap_err()
    };
    assert_eq!(error().reply(), Reply::Bug);
    assert_eq!(
        Reply::of(&std::io::Error::other("the disk is full")),
        Reply::Bug
    );
    let invalid = client([]).call().to_http(&GetOrder::new("..")).unwrap_err();
    assert_eq!(Reply::of(&Caused(invalid)), Reply::Invalid);
}

#[cfg(feature = "axum")]
#[test]
fn a_reply_is_a_response_of_axum() {
    use axum::response::IntoResponse;

    let response = |reply: Reply| {
        let response = reply.into_response();
        let retry_after = response.headers().get("retry-after").cloned();
        (response.status().as_u16(), retry_after)
    };
    let after = Duration::from_millis(2_001);
    assert_eq!(response(Reply::Busy { after }), (503, Some(3.into())));
    assert_eq!(response(Reply::Unknown), (202, None));
}

#[test]
fn nothing_but_a_person_finds_out_what_no_look_up_can() {
    for fate in FATES.iter().filter(|fate| fate.outcome == Outcome::Unknown) {
        // A call under a key that sends nothing may be made again; all that have sent are for people.
        let sends_nothing = [ErrorKind::InFlight, ErrorKind::Journal];
        if fate.kinds.iter().any(|kind| sends_nothing.contains(kind)) {
            continue;
        }
        let step = fate.next_steps.write;
        assert!(matches!(step, None | Some(NextStep::Person)), "{fate:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_duplicate_is_told_by_its_status_and_the_unique_key_in_its_messages() {
    for (status, body, kind) in [
        (409, "", ErrorKind::Duplicate),
        (409, r#"{"errors": ["conflict"]}"#, ErrorKind::Duplicate),
        (422, TAKEN, ErrorKind::Duplicate),
        (
            422,
            r#"{"errors": ["Reference no is in use"]}"#,
            ErrorKind::Duplicate,
        ),
        (
            422,
            r#"{"message": "there is web-1 already"}"#,
            ErrorKind::Duplicate,
        ),
        (422, "", ErrorKind::Duplicate),
        (
            422,
            r#"{"errors": {"reference_no": ["taken"]}}"#,
            ErrorKind::Duplicate,
        ),
        (
            422,
            r#"{"errors": ["quantity is too small"]}"#,
            ErrorKind::BadRequest,
        ),
        (
            422,
            r#"{"errors": ["WEB-12 is too small"]}"#,
            ErrorKind::BadRequest,
        ),
        (413, TAKEN, ErrorKind::Other),
        (401, TAKEN, ErrorKind::Unauthorized),
        (503, TAKEN, ErrorKind::Server),
    ] {
        let client = client([Step::response(status, body)]);
        let sent = client.send(CreateOrder::new("WEB-1")).await;
        assert_eq!(sent.unwrap_err().kind(), kind, "{status} {body}");
    }
    // It has no unique key.
    let order = NewOrder::new("WEB-1");
    let client = client([Step::response(422, TAKEN)]);
    let error = client.send(AddOrder { order }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadRequest);
}

#[tokio::test(start_paused = true)]
async fn a_duplicate_whose_record_is_not_read_is_never_rejected() {
    let client = client([Step::response(422, TAKEN)]);
    let unknown = (ErrorKind::Duplicate, Outcome::Unknown, NextStep::Person);
    // Without a key, nothing looks it up.
    let error = client.send(CreateOrder::new("WEB-2")).await.unwrap_err();
    assert_eq!(fate(&error), unknown);
}

#[tokio::test(start_paused = true)]
async fn under_a_key_a_duplicate_waits_until_its_record_is_read() {
    let taken = || Step::response(422, TAKEN);
    let absent = || Step::response(404, "");
    let client = client([
        taken(),
        absent(),
        absent(),
        // The next call.
        absent(),
        taken(),
        absent(),
        absent(),
        // The last one.
        Step::response(200, ORDER),
    ]);
    for _ in 0..2 {
        let error = place(&client).await;
        assert_eq!(
            fate(&error),
            (ErrorKind::Duplicate, Outcome::Unknown, NextStep::Wait)
        );
        assert_eq!(error.messages(), ["reference_no has already been taken"]);
        advance(Duration::from_secs(61)).await;
    }
    let order = client.once("cart-7").send(CreateOrder::new("WEB-1"));
    assert_eq!(order.await.unwrap().known, Known::Recovered);
}

#[tokio::test(start_paused = true)]
async fn a_record_with_other_values_is_an_error_and_for_a_person() {
    let other = r#"{"id": 7, "reference_no": "WEB-1", "quantity": 5}"#;
    let found = || Step::response(200, other);
    let taken = client([Step::response(422, TAKEN), found()]);
    let lost = client([Step::lost(), found()]);
    for client in [taken, lost] {
        let error = place_two(&client).await;
        assert_eq!(
            fate(&error),
            (ErrorKind::Duplicate, Outcome::Unknown, NextStep::Person)
        );
        let [difference] = error.differences() else {
            panic!("{:?}", error.differences());
        };
        assert_eq!(difference.pointer, "/order/quantity");
        let again = place_two(&client).await;
        assert_eq!(
            fate(&again),
            (ErrorKind::Unresolved, Outcome::Unknown, NextStep::Person)
        );
    }
}

/// An order is lost, looked up twice, and lost again.
fn lost_twice() -> [Step; 4] {
    let absent = || Step::response(404, "");
    [Step::lost(), absent(), absent(), Step::lost()]
}

#[tokio::test(start_paused = true)]
async fn a_key_of_another_request_is_final_only_if_that_one_took_effect() {
    let client = client(lost_twice());
    place(&client).await;
    let order = client.once("cart-7").send(CreateOrder::new("WEB-2"));
    assert_eq!(
        fate(&order.await.unwrap_err()),
        (ErrorKind::KeyReused, Outcome::Unknown, NextStep::Person)
    );
}

#[tokio::test(start_paused = true)]
async fn the_text_of_an_error_has_its_key_its_reference_and_the_id_of_its_request() {
    let rejected = |id| Step::response(401, "").header("x-request-id", id);
    let error = place(&client([rejected("7f3c")])).await;
    let start = r#"shop create_order (POST /orders, key "cart-7", reference_no "WEB-1"): "#;
    assert!(error.to_string().starts_with(start), "{error}");
    assert!(
        error.to_string().ends_with(r#"; request id "7f3c""#),
        "{error}"
    );

    // Secrets are redacted, escapes cannot be forged, and 64 characters are enough.
    let client = client([rejected("traced")]);
    let (key, reference) = (format!("{TOKEN} \" \u{202e}"), "1".repeat(65));
    let call = client.once(key).header("x-trace", "traced");
    let error = call.send(CreateOrder::new(&reference)).await.unwrap_err();
    let shown = format!(
        r#"key "[hidden] \" \u{{202e}}", reference_no "{}…")"#,
        "1".repeat(64)
    );
    let text = error.to_string();
    assert!(text.contains(&shown), "{text}");
    assert!(text.ends_with(r#"; request id "[hidden]""#), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_service_waits_for_the_lease_of_another_call_and_a_person_a_moment() {
    let client = client([Step::pending()]);
    let order = || NewOrder::new("WEB-1");
    let add = |client: &Client| client.once("cart-7").send(AddOrder { order: order() });
    let gone = timeout(Duration::from_secs(12), add(&client).into_future());
    assert!(gone.await.is_err());
    let error = add(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InFlight);
    let left = Duration::from_secs(60 - 12);
    assert_eq!(error.next_step(), NextStep::Again { after: left });
    assert_eq!(error.again_in(), Some(left));
    let after = Duration::from_secs(5);
    assert_eq!(error.reply(), Reply::Busy { after });
}
