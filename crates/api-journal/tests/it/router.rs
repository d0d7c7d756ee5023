//! The router for people: nothing without a name, and the whole life of an entry with one.

use std::time::Duration;

use api_journal::{Accounts, Intent, Journal, MemoryStore, RequestDigest, Scope, router};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tokio::time::advance;
use tower::ServiceExt;

const LEASE: Duration = Duration::from_secs(60);

struct Desk {
    routes: Router,
    journal: Journal,
    store: MemoryStore,
}

impl Desk {
    fn new() -> Self {
        let store = MemoryStore::new();
        let journal = Journal::new(store.clone());
        let routes = router(journal.clone(), |head| {
            let name = head.headers.get("x-person")?;
            let name = name.to_str().ok()?.to_owned();
            let accounts = match head.headers.get("x-accounts") {
                Some(accounts) => {
                    let accounts = accounts.to_str().ok()?.split_whitespace();
                    Accounts::Only(accounts.map(str::to_owned).collect())
                }
                None => Accounts::All,
            };
            Some((name, accounts))
        });
        Self {
            routes,
            journal,
            store,
        }
    }

    async fn begin(&self, key: &str) -> String {
        let digest = RequestDigest::new("7", [], None, &[]);
        let scope = Scope::new("shop", "Test", "12");
        let mut intent = Intent::new(scope, "orders.create", key, digest, 1);
        intent.names = vec![("reference_no".to_owned(), format!("WEB-{key}"))];
        let _ = self.journal.begin(&intent, LEASE).await.unwrap();
        intent.id.to_string()
    }

    async fn call(&self, request: Request<Body>) -> (StatusCode, Value) {
        let response = self.routes.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).header("x-person", "eve");
        self.call(request.body(Body::empty()).unwrap()).await
    }

    async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let request = Request::post(path).header("x-person", "eve");
        let request = request.header("content-type", "application/json");
        let body = Body::from(body.to_string());
        self.call(request.body(body).unwrap()).await
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_without_a_name_sees_or_changes_anything() {
    let desk = Desk::new();
    let id = desk.begin("cart-7").await;
    advance(LEASE).await;
    let gets = ["/entries".to_owned(), format!("/entries/{id}")];
    let posts = [
        format!("/entries/{id}/resolve"),
        format!("/entries/{id}/withdraw"),
        format!("/entries/{id}/erase"),
        "/erase".to_owned(),
        "/record".to_owned(),
        "/restored".to_owned(),
        "/reconciled".to_owned(),
    ];
    let before = desk.store.entries();
    for name in [None, Some(" ")] {
        let requests = gets.iter().map(Request::get);
        let requests = requests.chain(posts.iter().map(Request::post));
        for request in requests {
            let request = match name {
                Some(name) => request.header("x-person", name),
                None => request,
            };
            let body = r#"{"took_effect": false, "text": "cart-7", "why": "?"}"#;
            let request = request.header("content-type", "application/json");
            let (status, body) = desk.call(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{body}");
        }
    }
    assert_eq!(desk.store.entries(), before);
}

#[tokio::test(start_paused = true)]
async fn a_person_lists_resolves_corrects_and_erases() {
    let desk = Desk::new();
    let id = desk.begin("7").await;
    let (_, listed) = desk.get("/entries?list=all").await;
    assert_eq!(listed["entries"][0]["waits_for"], "call");
    let path = format!("/entries/{id}");
    let resolve = format!("{path}/resolve");
    let word = json!({"took_effect": false, "why": "no order"});
    let (status, error) = desk.post(&resolve, word).await;
    assert_eq!(status, StatusCode::CONFLICT, "{error}");
    advance(LEASE).await;
    desk.begin("8").await;
    advance(LEASE).await;

    let (status, listed) = desk.get("/entries?account=12&limit=1").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(listed["entries"][0]["key"], "7");
    assert_eq!(listed["entries"][0]["names"]["reference_no"], "WEB-7");
    assert_eq!(listed["entries"][0]["waits_for"], "person");
    let next = listed["next"].as_str().unwrap();
    let (_, second) = desk.get(&format!("/entries?limit=1&after={next}")).await;
    assert_eq!(
        (&second["entries"][0]["key"], &second["next"]),
        (&json!("8"), &Value::Null)
    );
    let (_, found) = desk.get("/entries?list=all&text=WEB-8").await;
    assert_eq!(found["entries"].as_array().unwrap().len(), 1);

    let word = json!({"took_effect": true, "record_id": "77", "why": "seen"});
    let (status, resolved) = desk.post(&resolve, word).await;
    assert_eq!(
        (status, &resolved["record_id"]),
        (StatusCode::OK, &json!("77"))
    );
    let word = json!({"took_effect": true, "record_id": "78", "why": "typo"});
    let (_, corrected) = desk.post(&resolve, word).await;
    assert_eq!(corrected["record_id"], "78");
    let (_, shown) = desk.get(&path).await;
    let said = |line: usize| {
        (
            &shown["history"][line]["by"],
            &shown["history"][line]["why"],
        )
    };
    assert_eq!(said(1), (&json!("eve"), &json!("seen")));
    assert_eq!(said(2), (&json!("eve"), &json!("typo")));

    let withdraw = format!("{path}/withdraw");
    let (_, withdrawn) = desk.post(&withdraw, json!({"why": "another order"})).await;
    assert_eq!(withdrawn["waits_for"], "person");
    let (status, error) = desk.post(&withdraw, json!({"why": "again"})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{error}");
    let word = json!({"took_effect": true, "record_id": "79", "why": "it is"});
    assert_eq!(desk.post(&resolve, word).await.0, StatusCode::OK);

    let (status, erased) = desk
        .post(
            "/erase",
            json!({"account": "12", "text": "WEB-7", "why": "asked to"}),
        )
        .await;
    assert_eq!(
        (status, &erased[0]["erased"]),
        (StatusCode::OK, &json!(true))
    );
    let (_, shown) = desk.get(&path).await;
    assert_eq!(
        (&shown["key"], &shown["state"]),
        (&json!(""), &json!("done"))
    );
    assert_eq!(shown["history"].as_array().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_read_or_done_says_why() {
    let desk = Desk::new();
    let id = desk.begin("7").await;
    advance(LEASE).await;
    let resolve = format!("/entries/{id}/resolve");
    let missing = format!("/entries/{}", "0".repeat(32));
    for (path, status) in [
        ("/entries?list=other", StatusCode::BAD_REQUEST),
        ("/entries?lists=due", StatusCode::BAD_REQUEST),
        ("/entries/7", StatusCode::BAD_REQUEST),
        (missing.as_str(), StatusCode::NOT_FOUND),
    ] {
        let (found, body) = desk.get(path).await;
        assert_eq!(found, status, "{path}: {body}");
        assert!(body["error"].is_string(), "{path}: {body}");
    }
    for body in [
        json!({"why": "seen"}),
        json!({"took_effect": true}),
        json!({"took_effect": true, "recordid": "7", "why": "seen"}),
        json!({"took_effect": true, "record_id": 7, "why": "seen"}),
        json!({"took_effect": false, "record_id": "7", "why": "seen"}),
        json!([]),
    ] {
        let (status, answer) = desk.post(&resolve, body.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {answer}");
    }
    // A form of another site is no JSON.
    let form = Request::post(&resolve).header("x-person", "eve");
    let form = form.header("content-type", "text/plain");
    let body = Body::from(r#"{"took_effect": false, "why": "seen"}"#);
    let (status, _) = desk.call(form.body(body).unwrap()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(desk.store.entries()[0].revision, 1);
    // The whole journal.
    let (status, _) = desk.post("/restored", json!({"why": "backup"})).await;
    assert_eq!(status, StatusCode::OK);
    let (_, listed) = desk.get("/entries").await;
    assert_eq!(listed["is_restored"], true);
    let lost = json!({"api": "shop", "environment": "Test", "account": "12", "operation": "orders.create",
        "key": "lost", "record_id": "79", "why": "listed"});
    let (status, recorded) = desk.post("/record", lost).await;
    assert_eq!(
        (status, &recorded["record_id"]),
        (StatusCode::OK, &"79".into())
    );
    let (status, _) = desk.post("/reconciled", json!({"why": "compared"})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let sure = json!({"why": "compared", "is_sure": true});
    let (status, _) = desk.post("/reconciled", sure).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn a_person_lists_shows_and_changes_entries_of_own_accounts_alone() {
    let desk = Desk::new();
    let id = desk.begin("7").await;
    advance(LEASE).await;
    let call = async |accounts: &str, path: &str, body: Option<Value>| {
        let request = Request::builder().uri(path).header("x-person", "eve");
        let request = request.header("x-accounts", accounts);
        let request = request.header("content-type", "application/json");
        let (method, body) = match body {
            Some(body) => ("POST", body.to_string()),
            None => ("GET", String::new()),
        };
        let request = request.method(method).body(Body::from(body)).unwrap();
        desk.call(request).await
    };
    let (_, listed) = call("12", "/entries", None).await;
    assert_eq!(listed["entries"][0]["id"], id);
    let (_, listed) = call("13", "/entries", None).await;
    assert_eq!(listed["entries"], json!([]));
    // With several accounts, one is named.
    for (accounts, path, status) in [
        ("13", "/entries?account=12", StatusCode::FORBIDDEN),
        ("12 13", "/entries", StatusCode::FORBIDDEN),
        ("12 13", "/entries?account=12", StatusCode::OK),
        ("", "/entries", StatusCode::FORBIDDEN),
    ] {
        assert_eq!(
            call(accounts, path, None).await.0,
            status,
            "{accounts}: {path}"
        );
    }
    let entry = format!("/entries/{id}");
    assert_eq!(call("13", &entry, None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(call("12", &entry, None).await.0, StatusCode::OK);
    let before = desk.store.entries();
    let record = json!({"api": "shop", "environment": "Test", "account": "12", "operation": "orders.create",
        "key": "lost", "why": "listed"});
    for (path, body, status) in [
        (
            format!("{entry}/resolve"),
            json!({"took_effect": true, "why": "seen"}),
            StatusCode::NOT_FOUND,
        ),
        (
            format!("{entry}/withdraw"),
            json!({"why": "a mistake"}),
            StatusCode::NOT_FOUND,
        ),
        (
            format!("{entry}/erase"),
            json!({"why": "asked to"}),
            StatusCode::NOT_FOUND,
        ),
        (
            "/erase".to_owned(),
            json!({"account": "12", "text": "7", "why": "asked to"}),
            StatusCode::FORBIDDEN,
        ),
        ("/record".to_owned(), record.clone(), StatusCode::FORBIDDEN),
        (
            "/restored".to_owned(),
            json!({"why": "backup"}),
            StatusCode::FORBIDDEN,
        ),
    ] {
        let (found, body) = call("13", &path, Some(body)).await;
        assert_eq!(found, status, "{path}: {body}");
    }
    assert_eq!(desk.store.entries(), before);
    // The journal is that of all accounts.
    let (status, _) = call("12", "/restored", Some(json!({"why": "backup"}))).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert_eq!(call("12", "/record", Some(record)).await.0, StatusCode::OK);
}
