//! Which refusals a watch outlives.

use std::sync::{Arc, Mutex};

use api_runtime::testing::Step;
use api_runtime::{ErrorKind, Watch};

use crate::script::{script, status};
use crate::shop::*;

fn refused(status: u16) -> Step {
    let body = "{\"Success\":false,\"Message\":\"busy\"}";
    Step::response(status, body)
}

#[tokio::test(start_paused = true)]
async fn transient_rejection_while_watching_is_retried() {
    for code in [408, 425, 429, 500, 501, 502, 503, 504] {
        // The client itself makes three attempts where that may help.
        let read = if code == 501 { 1 } else { 3 };
        let steps = vec![refused(code); 2 * read];
        let transport = script(steps.into_iter().chain([status(200)]));
        let told = Arc::new(Mutex::new(Vec::new()));
        let tell = Arc::clone(&told);
        let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id)
            .on_error(move |error| tell.lock().unwrap().push(error.kind()));
        let seen = watch.next().await.unwrap();
        assert_eq!(seen.unwrap().state, Some(5), "{code}");
        let of_the_status = match code {
            408 | 425 => ErrorKind::Other,
            429 => ErrorKind::RateLimited,
            _ => ErrorKind::Server,
        };
        assert_eq!(*told.lock().unwrap(), [of_the_status; 2], "{code}");
        assert_eq!(transport.attempts(), 2 * read + 1, "{code}");
    }
}

#[tokio::test(start_paused = true)]
async fn permanent_rejection_ends_the_watch() {
    for code in [200, 400, 401, 404, 409, 422] {
        let transport = script([refused(code), status(200)]);
        let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id);
        let error = watch.next().await.unwrap().unwrap_err();
        assert_eq!(error.messages(), ["busy"], "{code}");
        assert!(watch.next().await.is_none(), "{code}");
        assert_eq!(transport.attempts(), 1, "{code}");
    }
}
