//! Which rejections end a watch.

use std::sync::{Arc, Mutex};

use api_runtime::testing::Step;
use api_runtime::{ErrorKind, Watch};

use crate::script::{script, status};
use crate::shop::*;

fn rejection(status: u16) -> Step {
    let body = "{\"Success\":false,\"Message\":\"busy\"}";
    Step::response(status, body)
}

#[tokio::test(start_paused = true)]
async fn transient_rejection_while_watching_is_retried() {
    for code in [408, 425, 429, 500, 501, 502, 503, 504] {
        // The client itself makes three attempts, unless the status is permanent.
        let read = if code == 501 { 1 } else { 3 };
        let steps = vec![rejection(code); 2 * read];
        let transport = script(steps.into_iter().chain([status(200)]));
        let reported = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&reported);
        let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id)
            .on_error(move |error| shared.lock().unwrap().push(error.kind()));
        let update = watch.next().await.unwrap();
        assert_eq!(update.unwrap().state, Some(5), "{code}");
        let kind_of_status = match code {
            408 | 425 => ErrorKind::Other,
            429 => ErrorKind::RateLimited,
            _ => ErrorKind::Server,
        };
        assert_eq!(*reported.lock().unwrap(), [kind_of_status; 2], "{code}");
        assert_eq!(transport.attempts(), 2 * read + 1, "{code}");
    }
}

#[tokio::test(start_paused = true)]
async fn permanent_rejection_ends_the_watch() {
    for code in [200, 400, 401, 404, 409, 422] {
        let transport = script([rejection(code), status(200)]);
        let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id);
        let error = watch.next().await.unwrap().unwrap_err();
        assert_eq!(error.messages(), ["busy"], "{code}");
        assert!(watch.next().await.is_none(), "{code}");
        assert_eq!(transport.attempts(), 1, "{code}");
    }
}
