//! Rate limits of a client and of each venue, against servers with limits of their own.

use std::collections::VecDeque;
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use api_runtime::http::header::RETRY_AFTER;
use api_runtime::http::{self, HeaderMap, HeaderValue, StatusCode};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{
    Attempt, BoxFuture, Bytes, CallSummary, ClientBuilder, CredentialsError, CredentialsProvider,
    Error, ErrorKind, Outcome, RateLimit, RawResponse, RequestOptions, Transport, TransportError,
};
use test_support::shop::{Shop, config_at};
use tokio::runtime::Builder;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, timeout};

use crate::script::{retry_after, script, status};
use crate::shop::*;

const SECOND: Duration = Duration::from_secs(1);
const TEN: RateLimit = RateLimit::per_second(10);

/// How a server limits the requests of each token to ten a second.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// Ten in each second of its clock.
    FixedWindow,
    /// Ten in any second.
    SlidingWindow,
    /// A bucket of ten tokens, which is empty because another process used it.
    EmptyBucket,
}

#[derive(Clone)]
struct Server(Arc<State>);

struct State {
    limit: Limit,
    latency: Duration,
    has_retry_after: bool,
    start: Instant,
    received: Mutex<Vec<Received>>,
}

#[derive(Clone)]
struct Received {
    token: String,
    sent: Duration,
    is_accepted: bool,
}

impl Server {
    fn new(limit: Limit, latency: Duration, has_retry_after: bool) -> Self {
        Self(Arc::new(State {
            limit,
            latency,
            has_retry_after,
            start: Instant::now(),
            received: Mutex::default(),
        }))
    }

    fn builder(&self) -> ClientBuilder<Shop, VenueToken> {
        ShopClient::builder(config_at("https://pl4nted.example/api"))
            .transport(self.clone())
            .overall_timeout(600 * SECOND)
    }

    fn received(&self) -> Vec<Received> {
        self.0.received.lock().unwrap().clone()
    }

    /// When the first 429 was received.
    fn first_rejection(&self) -> Option<Duration> {
        let received = self.received();
        let first = received.iter().find(|received| !received.is_accepted)?;
        Some(first.sent + self.0.latency)
    }
}

impl Transport for Server {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let State {
            limit,
            latency,
            has_retry_after,
            start,
            ref received,
        } = *self.0;
        let sent = start.elapsed();
        let token = request.headers()["authorization"].to_str().unwrap();
        let mut received = received.lock().unwrap();
        let accepted = || {
            let of_token = received
                .iter()
                .rev()
                .filter(|earlier| earlier.token == token);
            of_token.filter(|earlier| earlier.is_accepted)
        };
        let retry_after = match limit {
            Limit::FixedWindow => {
                let in_window =
                    accepted().filter(|earlier| earlier.sent.as_secs() == sent.as_secs());
                (in_window.count() >= 10).then_some(1)
            }
            Limit::SlidingWindow => {
                let in_window = accepted().filter(|earlier| earlier.sent + SECOND > sent);
                (in_window.count() >= 10).then_some(1)
            }
            Limit::EmptyBucket => {
                let refilled = sent.as_millis() / 100;
                (refilled <= accepted().count() as u128).then_some(1)
            }
        };
        received.push(Received {
            token: token.to_owned(),
            sent,
            is_accepted: retry_after.is_none(),
        });
        Box::pin(async move {
            sleep(latency).await;
            Ok(match retry_after {
                None => RawResponse::new(StatusCode::OK, HeaderMap::new(), "{\"id\":5}"),
                Some(seconds) => {
                    let mut headers = HeaderMap::new();
                    if has_retry_after {
                        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
                    }
                    RawResponse::new(StatusCode::TOO_MANY_REQUESTS, headers, "")
                }
            })
        })
    }
}

fn builder_with(
    limit: RateLimit,
    transport: &ScriptedTransport,
) -> ClientBuilder<Shop, VenueToken> {
    builder(transport).rate_limit(limit)
}

fn limited(limit: RateLimit, transport: &ScriptedTransport) -> ShopClient {
    builder_with(limit, transport).build().unwrap()
}

/// Starts calls, in this order.
async fn start(client: &ShopClient, calls: usize) -> Vec<JoinHandle<Result<Thing, Error>>> {
    let calls: Vec<_> = (0..calls)
        .map(|_| tokio::spawn(client.send(GetThing)))
        .collect();
    // Paused time advances when every task waits.
    sleep(Duration::from_millis(1)).await;
    calls
}

fn millis(transport: &ScriptedTransport) -> Vec<u128> {
    let requests = transport.requests();
    let start = requests[0].elapsed;
    let elapsed = requests
        .iter()
        .map(|sent| (sent.elapsed - start).as_millis());
    elapsed.collect()
}

/// Whether the requests were sent at these times, as far as the timer's resolution shows.
#[track_caller]
fn assert_sent(transport: &ScriptedTransport, expected: &[u128]) {
    let sent = millis(transport);
    let is_near = |(sent, expected): (&u128, &u128)| sent.abs_diff(*expected) <= 5;
    assert!(
        sent.len() == expected.len() && sent.iter().zip(expected).all(is_near),
        "{sent:?}, expected {expected:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn thousand_callers_use_the_rate_without_a_further_429() {
    let latency = Duration::from_millis(30);
    for (limit, burst) in [
        (Limit::FixedWindow, 1),
        (Limit::FixedWindow, 15),
        (Limit::SlidingWindow, 1),
        (Limit::SlidingWindow, 15),
        (Limit::EmptyBucket, 1),
        (Limit::EmptyBucket, 10),
    ] {
        for has_retry_after in [true, false] {
            let case = format!("{limit:?}, burst {burst}, {has_retry_after}");
            let server = Server::new(limit, latency, has_retry_after);
            let client = server.builder().rate_limit(TEN.burst(burst));
            let client = client.build().unwrap();
            let start = Instant::now();
            let mut calls = JoinSet::new();
            for _ in 0..1_000 {
                calls.spawn(client.send(GetThing));
            }
            let results = calls.join_all().await;
            assert!(results.iter().all(Result::is_ok), "{case}");
            let elapsed = start.elapsed();
            assert!(
                elapsed < Duration::from_secs(1_000 * 100 / 10 / 95),
                "{case}: {elapsed:?}"
            );
            // Requests that were in flight when the first 429 was received may be rejected, too.
            let first = server.first_rejection();
            let further = server
                .received()
                .iter()
                .filter(|received| !received.is_accepted)
                .filter(|received| first.is_some_and(|first| received.sent > first))
                .count();
            assert_eq!(further, 0, "{case}");
            let has_pause = !matches!(
                (limit, burst),
                (Limit::FixedWindow | Limit::SlidingWindow, 1)
            );
            assert_eq!(first.is_some(), has_pause, "{case}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn requests_are_evenly_spaced_after_the_burst() {
    let transport = script([status(200)]);
    let client = limited(TEN.burst(3), &transport);
    for call in start(&client, 6).await {
        call.await.unwrap().unwrap();
    }
    assert_sent(&transport, &[0, 0, 0, 100, 200, 300]);
    // The bucket is full again, and holds no more.
    sleep(600 * SECOND).await;
    for call in start(&client, 5).await {
        call.await.unwrap().unwrap();
    }
    let later = transport.requests()[6..].to_vec();
    let spaced: Vec<_> = later
        .windows(2)
        .map(|pair| pair[1].elapsed - pair[0].elapsed)
        .collect();
    assert_eq!(spaced[..2], [Duration::ZERO; 2]);
    assert!(
        spaced[2..].iter().all(|gap| gap.as_millis() >= 99),
        "{spaced:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn high_rates_are_not_lost_to_the_resolution_of_timers() {
    let transport = script([status(200)]);
    let client = limited(RateLimit::per_second(1_500), &transport);
    let started = Instant::now();
    for call in start(&client, 3_000).await {
        call.await.unwrap().unwrap();
    }
    let elapsed = started.elapsed().as_millis();
    assert!((1_980..2_100).contains(&elapsed), "{elapsed} ms");
}

#[tokio::test(start_paused = true)]
async fn call_whose_turn_is_after_its_timeout_fails_at_once_unsent() {
    let transport = script([status(200)]);
    let client = builder_with(TEN, &transport)
        .overall_timeout(5 * SECOND)
        .build()
        .unwrap();
    let started = Instant::now();
    let calls = start(&client, 200).await;
    let mut sent = 0;
    for (number, call) in calls.into_iter().enumerate() {
        match call.await.unwrap() {
            Ok(_) => sent += 1,
            Err(error) => {
                assert!(number >= 50, "{number}");
                assert_eq!(
                    (
                        error.kind(),
                        error.outcome(),
                        error.attempts(),
                        error.status()
                    ),
                    (ErrorKind::RateLimited, Outcome::NotSent, 0, None)
                );
                assert!(error.retry_after().unwrap() >= 5 * SECOND - SECOND / 10);
                assert_eq!(
                    error.to_string(),
                    "shop get_thing (GET /v2/things/{id}): rate limited: the rate limit \
                     of the client allows no request before the call times out after 5s"
                );
            }
        }
    }
    assert_eq!((sent, transport.attempts()), (50, 50));
    assert!(started.elapsed() < 5 * SECOND);
    // The queue is too long, and the next call does not wait for its timeout.
    let _queued = start(&client, 45).await;
    let started = Instant::now();
    let short = RequestOptions::new().overall_timeout(4 * SECOND);
    let error = client.with_options(short).send(AddThing).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::NotSent);
    assert_eq!(started.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn pause_that_begins_in_the_queue_ends_its_calls_by_their_timeout() {
    let transport = script([
        status(200),
        retry_after(429, &["3600"]).delay(SECOND / 4),
        status(200),
    ]);
    let client = builder_with(TEN, &transport)
        .overall_timeout(20 * SECOND)
        .build()
        .unwrap();
    let started = Instant::now();
    let mut calls = start(&client, 50).await.into_iter();
    assert!(calls.next().unwrap().await.unwrap().is_ok());
    let rejected = calls.next().unwrap().await.unwrap().unwrap_err();
    assert_eq!(
        (rejected.outcome(), rejected.attempts()),
        (Outcome::Rejected, 1)
    );
    let mut outcomes = Vec::new();
    for call in calls {
        outcomes.push(
            call.await
                .unwrap()
                .map_err(|error| (error.kind(), error.outcome())),
        );
    }
    // Those that were sent before the 429 was received.
    let sent = outcomes
        .iter()
        .take_while(|outcome| outcome.is_ok())
        .count();
    assert_eq!((sent, transport.attempts()), (2, 4));
    let not_sent = Some((ErrorKind::RateLimited, Outcome::NotSent));
    let unsent = outcomes.split_off(sent);
    assert!(unsent.into_iter().all(|outcome| outcome.err() == not_sent));
    assert!(started.elapsed() <= 20 * SECOND, "{:?}", started.elapsed());
    let error = client.send(GetThing).await.unwrap_err();
    let left = error.retry_after().unwrap().as_secs();
    assert!((3_500..3_600).contains(&left), "{left}");
}

#[tokio::test(start_paused = true)]
async fn pause_is_as_long_as_retry_after_and_at_most_an_hour() {
    for (values, seconds) in [(&["7"][..], 7), (&[], 1), (&["86400"], 3_600)] {
        let transport = script([retry_after(429, values), status(200)]);
        let client = builder_with(TEN.burst(5), &transport).overall_timeout(4_000 * SECOND);
        let client = client.build().unwrap();
        assert!(client.send(AddThing).await.is_err());
        for call in start(&client, 3).await {
            call.await.unwrap().unwrap();
        }
        let start = seconds * 1_000;
        // Without a burst.
        assert_sent(&transport, &[0, start, start + 100, start + 200]);
    }
    // No other status pauses the client.
    let transport = script([retry_after(503, &["7"]), status(200)]);
    let client = limited(TEN, &transport);
    assert!(client.send(AddThing).await.is_err());
    client.send(GetThing).await.unwrap();
    assert_sent(&transport, &[0, 100]);
}

#[tokio::test(start_paused = true)]
async fn queue_of_a_venue_does_not_hold_up_another() {
    let transport = script([status(200)]);
    let settings = [
        builder(&transport).rate_limit(TEN),
        builder(&transport).rate_limit_per_credentials(TEN),
        builder(&transport)
            .rate_limit(TEN.burst(2))
            .rate_limit_per_credentials(TEN),
    ];
    for settings in settings {
        let client = settings.build().unwrap();
        let other = client.with_credentials(VenueToken::new("other"));
        let queue = start(&client, 300).await;
        let started = Instant::now();
        other.send(GetThing).await.unwrap();
        other.send(AddThing).await.unwrap();
        let elapsed = started.elapsed();
        assert!(elapsed < Duration::from_millis(450), "{elapsed:?}");
        for call in queue {
            call.abort();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn limit_of_the_client_bounds_all_venues_together() {
    let transport = script([status(200)]);
    let settings = builder(&transport).rate_limit(TEN);
    let client = settings
        .rate_limit_per_credentials(RateLimit::per_second(8))
        .build()
        .unwrap();
    let mut calls = JoinSet::new();
    for number in 0..100 {
        let venue = client.with_credentials(VenueToken::new(format!("venue-{}", number % 2)));
        calls.spawn(venue.send(GetThing));
    }
    assert!(calls.join_all().await.iter().all(Result::is_ok));
    let last = *millis(&transport).last().unwrap();
    assert!((9_900..=9_950).contains(&last), "{last}");
    // One venue alone has its own limit.
    sleep(SECOND).await;
    let started = Instant::now();
    for call in start(&client, 41).await {
        call.await.unwrap().unwrap();
    }
    let elapsed = started.elapsed().as_millis();
    assert!((5_000..5_100).contains(&elapsed), "{elapsed}");
}

#[tokio::test(start_paused = true)]
async fn pause_of_a_venue_does_not_hold_up_another() {
    let paused = || script([retry_after(429, &["30"]), status(200)]);
    let sent_after = async |settings: ClientBuilder<Shop, VenueToken>| {
        let client = settings.build().unwrap();
        assert!(client.send(AddThing).await.is_err());
        let queue = start(&client, 10).await;
        let other = client.with_credentials(VenueToken::new("other"));
        let started = Instant::now();
        other.send(GetThing).await.unwrap();
        drop(queue);
        started.elapsed().as_millis()
    };
    let transport = paused();
    let settings = builder(&transport).rate_limit_per_credentials(TEN);
    assert_eq!(sent_after(settings).await, 0);
    let settings = builder(&paused())
        .rate_limit_per_credentials(TEN)
        .rate_limit(TEN);
    assert!(sent_after(settings).await <= 101);
    // The only limit is that of the client, so all its requests wait.
    assert!(sent_after(builder(&paused()).rate_limit(TEN)).await >= 30_000);
}

#[tokio::test(start_paused = true)]
async fn pause_of_a_venue_holds_a_request_that_waits_for_the_client() {
    let rejected = retry_after(429, &["30"]).delay(SECOND / 2);
    let transport = script([rejected, status(200)]);
    let settings = builder(&transport).rate_limit(RateLimit::per_second(1));
    let client = settings.rate_limit_per_credentials(TEN).build().unwrap();
    let other = client.with_credentials(VenueToken::new("other"));
    let first = tokio::spawn(client.send(AddThing));
    // It is the first of both queues when the 429 is received.
    let waiting = start(&client, 1).await;
    let other = start(&other, 1).await;
    assert!(first.await.unwrap().is_err());
    for call in waiting.into_iter().chain(other) {
        call.await.unwrap().unwrap();
    }
    assert_sent(&transport, &[0, 1_000, 30_500]);
    let requests = transport.requests();
    let last = &requests[2].request.headers()["authorization"];
    assert_eq!(last, format!("Bearer {TOKEN}").as_str());
}

#[tokio::test(start_paused = true)]
async fn queue_is_in_the_order_of_the_calls() {
    let transport = script([status(200)]);
    let client = limited(TEN, &transport);
    let clients = [client.clone(), client.with_credentials(venue()), client];
    let mut calls = JoinSet::new();
    for number in 0..50 {
        let options = RequestOptions::new().query("number", number);
        calls.spawn(clients[number % 3].with_options(options).send(GetThing));
    }
    calls.join_all().await;
    let requests = transport.requests();
    let queries = requests
        .iter()
        .map(|sent| sent.request.uri().query().unwrap().to_owned());
    let expected = (0..50).map(|number| format!("per_page=7&number={number}"));
    assert_eq!(queries.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn dropped_calls_leave_the_queue() {
    let transport = script([status(200)]);
    let client = limited(TEN, &transport);
    let mut calls: VecDeque<_> = start(&client, 100).await.into();
    sleep(Duration::from_millis(350)).await;
    assert_eq!(transport.attempts(), 4);
    // The first of the queue, most of the others, and the last one.
    for call in calls.drain(4..94) {
        call.abort();
    }
    for call in calls.drain(5..) {
        call.abort();
    }
    // Paused time advances when every task waits.
    sleep(Duration::from_millis(1)).await;
    let options = RequestOptions::new().overall_timeout(Duration::from_millis(200));
    client.with_options(options).send(AddThing).await.unwrap();
    drop(calls);
    assert_sent(&transport, &[0, 100, 200, 300, 400, 500]);
}

#[tokio::test(start_paused = true)]
async fn retries_and_lookups_wait_in_the_queue() {
    let transport = script([status(503), status(503), status(200)]);
    let policy = api_runtime::RetryPolicy::new().initial_backoff(Duration::from_millis(10));
    let once_a_minute = RateLimit::per_minute(1);
    let client = builder_with(once_a_minute, &transport)
        .retry_policy(policy.max_backoff(Duration::from_millis(10)))
        .overall_timeout(600 * SECOND)
        .build()
        .unwrap();
    client.send(GetThing).await.unwrap();
    assert_sent(&transport, &[0, 60_000, 120_000]);

    let found = Step::response(200, "{\"id\":5,\"reference_no\":\"r-1\"}");
    let transport = script([status(422), found]);
    let client = builder_with(once_a_minute, &transport).overall_timeout(600 * SECOND);
    client
        .build()
        .unwrap()
        .create_once(CreateThing)
        .await
        .unwrap();
    assert_sent(&transport, &[0, 60_000]);
}

#[tokio::test(start_paused = true)]
async fn earlier_attempt_decides_the_error_of_a_retry_that_is_not_sent() {
    let transport = script([status(503), status(200)]);
    let client = builder_with(RateLimit::per_minute(1), &transport);
    let client = client.overall_timeout(30 * SECOND).build().unwrap();
    let error = client.send(PutThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Server, Outcome::Unknown, 1)
    );
    assert_eq!(transport.attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn clients_derived_for_each_call_share_the_limit_of_their_venue() {
    /// The token of a venue, which is another one each time.
    struct Minting(Mutex<u32>);

    impl CredentialsProvider for Minting {
        type Credentials = VenueToken;

        fn credentials(&self) -> BoxFuture<Result<VenueToken, CredentialsError>> {
            *self.0.lock().unwrap() += 1;
            let token = format!("token-{}", self.0.lock().unwrap());
            Box::pin(ready(Ok(VenueToken::new(token))))
        }

        fn identity(&self) -> Option<&str> {
            Some("venue-1")
        }
    }

    let transport = script([status(200)]);
    let client = builder(&transport)
        .rate_limit_per_credentials(TEN)
        .build()
        .unwrap();
    for number in 0..6 {
        match number % 2 {
            0 => client.with_credentials(venue()).send(GetThing).await,
            _ => {
                let provided = client.with_credentials_provider(Minting(Mutex::new(number)));
                provided.send(GetThing).await
            }
        }
        .unwrap();
    }
    // Each of the two venues has its own limit.
    assert_sent(&transport, &[0, 0, 100, 100, 200, 200]);
}

#[tokio::test(start_paused = true)]
async fn hooks_see_the_delay_and_dropped_calls() {
    let summaries = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&summaries);
    let transport = script([status(200)]);
    let client = builder_with(TEN, &transport)
        .on_call_end(move |call: &CallSummary<'_>| {
            let delay = call.rate_limit_delay.as_millis() / 10 * 10;
            log.lock().unwrap().push((call.attempts, delay, call.error));
        })
        .build()
        .unwrap();
    for call in start(&client, 2).await {
        call.await.unwrap().unwrap();
    }
    let dropped = client.send(AddThing);
    assert!(timeout(Duration::from_millis(50), dropped).await.is_err());
    let options = RequestOptions::new().overall_timeout(SECOND / 50);
    assert!(client.with_options(options).send(AddThing).await.is_err());
    let canceled = Some((ErrorKind::Canceled, Outcome::NotSent));
    let too_late = Some((ErrorKind::RateLimited, Outcome::NotSent));
    assert_eq!(
        *summaries.lock().unwrap(),
        [
            (1, 0, None),
            (1, 100, None),
            (0, 50, canceled),
            (0, 0, too_late)
        ]
    );
    assert_eq!(transport.attempts(), 2);
}

#[test]
fn invalid_rate_limits_are_errors_of_build() {
    let transport = script([status(200)]);
    let settings = builder(&transport).rate_limit(RateLimit::per_second(0));
    let settings = settings.rate_limit_per_credentials(TEN.burst(0));
    let error = settings.build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    let names: Vec<_> = error
        .invalid_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    assert_eq!(names, ["rate_limit", "rate_limit_per_credentials"]);
}

/// With real time, and a runtime for each thread.
#[test]
fn threads_that_drop_calls_leave_the_queue_usable() {
    let (ok, rejected) = (status(200), retry_after(429, &["0"]));
    let steps = (0..20).map(|number| match number % 5 {
        4 => rejected.clone(),
        _ => ok.clone(),
    });
    let transport = script(steps.chain([ok.clone()]));
    let limit = RateLimit::per_second(5_000);
    let settings = builder(&transport)
        .rate_limit(limit)
        .rate_limit_per_credentials(limit);
    let client = settings.build().unwrap();
    let run = &|thread: u64| {
        let calls = (0..150).map(|number| {
            let venue = VenueToken::new(format!("venue-{}", number % 3));
            let call = client.with_credentials(venue).send(GetThing);
            // A third of the calls is dropped in the queue or during the request.
            let patience = if number / 3 % 3 == 0 { thread } else { 60_000 };
            timeout(Duration::from_millis(patience), call)
        });
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let results = calls.collect::<JoinSet<_>>().join_all().await;
            assert!(results.iter().flatten().all(Result::is_ok));
            results.iter().flatten().count()
        })
    };
    let completed: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|thread| scope.spawn(move || run(thread)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    assert!((396..=600).contains(&completed), "{completed}");
    assert!(transport.attempts() >= completed);
}
