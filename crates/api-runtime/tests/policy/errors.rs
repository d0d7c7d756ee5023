//! What an error says of the attempts.

use api_runtime::{ErrorKind, Failure};

use crate::script::{Script, Step, status};
use crate::shop::*;

#[tokio::test(start_paused = true)]
async fn an_error_tells_how_often_it_was_tried_and_how_to_find_what_may_have_been_done() {
    let text = async |step: Step| {
        let script = Script::new([step]);
        let read = client(&script).send(GetThing).await.unwrap_err();
        let guarded = client(&script).send(CreateThing).await.unwrap_err();
        let other = client(&script).send(AddThing).await.unwrap_err();
        assert!(!format!("{guarded:?}").contains("r-1"), "{guarded:?}");
        [read, guarded, other].map(|error| error.to_string())
    };
    assert_eq!(
        text(Step::Reply(503, Vec::new(), "")).await,
        [
            "shop get_thing (GET /v2/things/{id}): the server failed, status 503, 3 attempts",
            "shop create_thing (POST /v2/things): the server failed, status 503; the outcome is unknown, and can be \
             found by `reference_no`",
            "shop add_thing (PATCH /v2/things): the server failed, status 503; the outcome is unknown",
        ]
    );
    assert_eq!(
        text(Step::Fail(Failure::not_connected)).await[1..],
        [
            "shop create_thing (POST /v2/things): no connection, 3 attempts: as the script says",
            "shop add_thing (PATCH /v2/things): no connection, 3 attempts: as the script says",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn an_error_of_reading_tells_of_the_attempts_too() {
    let script = Script::new([status(503), Step::Reply(200, Vec::new(), "[]")]);
    let error = client(&script).send(GetThing).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Decode, 2));
}

#[tokio::test(start_paused = true)]
async fn s32_the_words_of_a_transport_are_escaped_and_cut() {
    fn long(_: &'static str) -> Failure {
        let text = format!("\u{1b}[31m\n{TOKEN}{}", "x".repeat(1 << 20));
        Failure::interrupted(text).with_source(std::io::Error::other("cause"))
    }
    let script = Script::new([Step::Fail(long)]);
    let error = client(&script).send(AddThing).await.unwrap_err();
    let shown = error.to_string();
    assert!(shown.contains("\\u{1b}[31m\\n[hidden]xxx"), "{shown}");
    assert!(shown.len() < 700 && !shown.contains('\n'), "{shown}");
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.to_string(), "cause");
}

#[tokio::test(start_paused = true)]
async fn s32_wide_characters_do_not_make_an_error_long() {
    let wide: &'static str =
        Box::leak(format!("{{\"errors\":[\"{}\"]}}", "\u{1f600}".repeat(50_000)).into());
    let html: &'static str = Box::leak("\u{1f600}".repeat(50_000).into());
    for body in [wide, html] {
        let script = Script::new([Step::Reply(422, Vec::new(), body)]);
        let error = client(&script).send(AddThing).await.unwrap_err();
        let (_, said) = error
            .to_string()
            .split_once('"')
            .map(|(a, b)| (a.len(), b.len()))
            .unwrap();
        assert!(said <= 520, "{said}");
        assert!(error.messages().iter().all(|text| text.len() <= 512));
    }
}
