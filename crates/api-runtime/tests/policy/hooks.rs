//! Hooks around each attempt.

use std::sync::{Arc, Mutex};

use api_runtime::testing::Step;
use api_runtime::{Attempt, AttemptResult, ErrorKind, Hook, Method, Outcome, TransportError};

use crate::script::{failure, retry_after, script, status};
use crate::shop::*;

/// Records the arguments of a hook.
#[derive(Clone, Default)]
struct HookLog(Arc<Mutex<Vec<String>>>);

impl HookLog {
    fn lines(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Hook for HookLog {
    fn before(&self, attempt: &Attempt<'_>) {
        assert_eq!((attempt.api, attempt.max_response_size), ("shop", 64 << 20));
        self.0.lock().unwrap().push(format!(
            "{} {} {} {}",
            attempt.number, attempt.operation, attempt.method, attempt.path_template
        ));
    }

    fn after(&self, attempt: &Attempt<'_>, result: &AttemptResult<'_>) {
        let header = result
            .headers
            .and_then(|headers| headers.get("retry-after"));
        self.0.lock().unwrap().push(format!(
            "{} {:?} {header:?} {:?} {:?} {} s",
            attempt.number,
            result.status.map(|status| status.as_u16()),
            result.error,
            result.retry_in.map(|wait| wait.as_secs()),
            result.duration.as_secs(),
        ));
    }
}

#[tokio::test(start_paused = true)]
async fn hooks_see_every_attempt() {
    let transport = script([retry_after(503, &["2"]), Step::pending(), status(200)]);
    let hook_log = HookLog::default();
    let client = builder(&transport).hook(hook_log.clone()).build().unwrap();
    client.send(GetThing).await.unwrap();
    // The second delay has jitter.
    let requests = transport.requests();
    let delay = (requests[2].elapsed - requests[1].elapsed).as_secs() - 30;
    assert_eq!(
        hook_log.lines(),
        [
            "1 get_thing GET /v2/things/{id}".to_owned(),
            "1 Some(503) Some(\"2\") Some((Server, Unknown)) Some(2) 0 s".to_owned(),
            "2 get_thing GET /v2/things/{id}".to_owned(),
            format!("2 None None Some((Timeout, Unknown)) Some({delay}) 30 s"),
            "3 get_thing GET /v2/things/{id}".to_owned(),
            "3 Some(200) None None None 0 s".to_owned(),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn hook_arguments_have_no_address_and_no_credential() {
    // A server may set a cookie, or echo a credential.
    let steps = [
        Step::response(503, TOKEN).header("set-cookie", TOKEN),
        failure(TransportError::interrupted),
        status(200),
    ];
    let transport = script(steps);
    let log = Arc::new(Mutex::new(String::new()));
    let shared = Arc::clone(&log);
    let client = builder(&transport)
        .hook(move |attempt: &Attempt<'_>, result: &AttemptResult<'_>| {
            *shared.lock().unwrap() += &format!("{attempt:?} {result:?}\n");
        })
        .build()
        .unwrap();
    client.send(GetThing).await.unwrap();
    let log = log.lock().unwrap();
    assert_eq!(log.lines().count(), 3);
    for hidden in ["pl4nted", TOKEN, "https", "Bearer"] {
        assert!(!log.contains(hidden), "{log}");
    }
}

#[tokio::test(start_paused = true)]
async fn panic_in_a_hook_is_contained() {
    struct Panics;
    impl Hook for Panics {
        fn before(&self, _: &Attempt<'_>) {
            panic!("before");
        }
        fn after(&self, _: &Attempt<'_>, _: &AttemptResult<'_>) {
            panic!("after");
        }
    }
    let transport = script([status(503), status(200)]);
    let hook_log = HookLog::default();
    let client = builder(&transport)
        .hook(Panics)
        .hook(hook_log.clone())
        .build()
        .unwrap();
    for _ in 0..2 {
        assert_eq!(client.send(GetThing).await.unwrap().id, Some(5));
    }
    assert_eq!(hook_log.lines().len(), 6, "the next hook is still called");
}

#[tokio::test(start_paused = true)]
async fn last_attempt_has_no_retry_delay() {
    let transport = script([status(422)]);
    let ends = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&ends);
    let client = builder(&transport)
        .hook(move |attempt: &Attempt<'_>, result: &AttemptResult<'_>| {
            let end = (attempt.method, result.error, result.retry_in);
            shared.lock().unwrap().push(end);
        })
        .build()
        .unwrap();
    assert!(client.send(AddThing).await.is_err());
    let failure = Some((ErrorKind::BadRequest, Outcome::Rejected));
    assert_eq!(*ends.lock().unwrap(), [(Method::Patch, failure, None)]);
}
