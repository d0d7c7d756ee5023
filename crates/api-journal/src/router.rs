//! The journal for people, as a router of axum.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, Path, RawQuery};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::entry::Entry;
use crate::entry::entry_id::EntryId;
use crate::entry::scope::Scope;
use crate::error::JournalError;
use crate::journal::Journal;
use crate::journal::list::{Filter, PageQuery};
use crate::operator::{Accounts, Operator};
use crate::resolution::{Resolution, ResolveError};

/// Who a request is from, and whose entries this person sees.
type Who = dyn Fn(&Parts) -> Option<(String, Accounts)> + Send + Sync;

#[derive(Clone)]
struct Desk {
    journal: Journal,
    who: Arc<Who>,
}

/// A router for the people who resolve writes. Nest it below a path that only they reach.
///
/// The router authenticates nobody. `who` returns the name and the [accounts](Accounts) of the person whom the
/// service, or a proxy before it, has authenticated, such as from an extension that a layer of the service has
/// set. With `None`, the response is 401, and the journal is not read. A person neither sees nor changes entries of
/// other accounts: 404, and 403 where the request names the account, or none of several.
///
/// | request | what it does |
/// |---|---|
/// | `GET /entries` | a page, by the parameters of [`PageQuery::set`]: `entries`, the cursor `next` for `after`, and `is_restored`, whether nothing is sent |
/// | `GET /entries/{id}` | an entry, and its history: who said what, when and why |
/// | `POST /entries/{id}/resolve` | `{"took_effect": true, "record_id": "…", "why": "…"}` says whether the write took effect, or corrects what a person said before; within a day of the last send, `"took_effect": false` needs `"is_sure": true` |
/// | `POST /entries/{id}/withdraw` | `{"why": "…"}` [takes back](Operator::withdraw) what a person has said or recorded |
/// | `POST /entries/{id}/erase` | `{"why": "…"}` deletes its key, names and ids |
/// | `POST /erase` | `{"account": "…", "text": "…", "why": "…"}` erases the entries that `GET /entries?list=all` lists with this account and text: let a person look at them first |
/// | `POST /record` | `{"api": "…", "environment": "…", "account": "…", "operation": "…", "key": "…", "record_id": "…", "why": "…"}` [records](Operator::record) a write that took effect, the first one of an operation with `"is_new": true` |
/// | `POST /restored`, `POST /reconciled` | `{"why": "…"}` stops all sends after a restore of a backup, and [allows them again](Operator::reconciled), within an hour with `"is_sure": true` |
///
/// Bodies must have the media type of JSON, so that no form of another site can send them. Errors are
/// `{"error": "…"}`: 400 for a request that cannot be read, 404 for an unknown id, 409 if the entry does not
/// allow it, 503 if the journal fails.
///
/// ```
/// use api_journal::{Accounts, MemoryStore, router};
/// use axum::http::Request;
/// use axum::{Router, body::Body};
/// use tower::ServiceExt; // `oneshot`, for tests
///
/// /// Set by a layer that authenticates.
/// #[derive(Clone)]
/// struct Person(String, Accounts);
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let journal = MemoryStore::new();
/// let routes = router(journal, |head| {
///     let person = head.extensions.get::<Person>()?;
///     Some((person.0.clone(), person.1.clone()))
/// });
/// let app: Router = Router::new().nest("/journal", routes);
/// let response = app.oneshot(Request::get("/journal/entries").body(Body::empty())?).await?;
/// assert_eq!(response.status(), 401);
/// # Ok(())
/// # }
/// ```
pub fn router(
    journal: impl Into<Journal>,
    who: impl Fn(&Parts) -> Option<(String, Accounts)> + Send + Sync + 'static,
) -> Router {
    let desk = Desk {
        journal: journal.into(),
        who: Arc::new(who),
    };
    Router::new()
        .route("/entries", get(list))
        .route("/entries/{id}", get(show))
        .route("/entries/{id}/resolve", post(resolve))
        .route("/entries/{id}/withdraw", post(withdraw))
        .route("/entries/{id}/erase", post(erase))
        .route("/erase", post(erase_all))
        .route("/record", post(record))
        .route("/restored", post(restored))
        .route("/reconciled", post(reconciled))
        .with_state(desk)
}

/// The only way to the journal: every handler names the person.
impl FromRequestParts<Desk> for Operator {
    type Rejection = Failure;

    async fn from_request_parts(head: &mut Parts, desk: &Desk) -> Result<Self, Failure> {
        let who = (desk.who)(head).and_then(|(name, accounts)| {
            let operator = Self::new(desk.journal.clone(), name).ok()?;
            Some(operator.accounts(accounts))
        });
        who.ok_or_else(|| Failure::new(StatusCode::UNAUTHORIZED, "nobody is authenticated"))
    }
}

type Answer = Result<Json<Value>, Failure>;

type Body = Result<Json<Value>, JsonRejection>;

async fn list(operator: Operator, RawQuery(query): RawQuery) -> Answer {
    let mut page = PageQuery::default();
    for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
        page.set(&name, &value).map_err(Failure::bad)?;
    }
    let list = operator.list(&page.filter, page.after.as_ref(), page.limit);
    let listed = list.await?;
    let entries = listed.entries.iter().map(|entry| match entry {
        Ok(entry) => entry.to_json(listed.now),
        Err(row) => json!({"id": row.id, "unreadable": row.reason}),
    });
    Ok(Json(json!({
        "entries": entries.collect::<Vec<_>>(),
        "next": listed.next.map(|next| next.to_string()),
        "is_restored": listed.is_restored,
    })))
}

async fn show(operator: Operator, Path(id): Path<String>) -> Answer {
    Ok(Json(operator.show(&parse(&id)?).await?.to_json()))
}

async fn resolve(operator: Operator, Path(id): Path<String>, body: Body) -> Answer {
    let body = read(body, &["took_effect", "record_id", "is_sure", "why"])?;
    let record_id = text(&body, "record_id")?.map(str::to_owned);
    let is_sure = flag(&body, "is_sure")?;
    let word = match (body["took_effect"].as_bool(), record_id) {
        (Some(true), _) if is_sure => return Err(Failure::bad("`is_sure` of what took effect")),
        (Some(true), record_id) => Resolution::TookEffect { record_id },
        (Some(false), None) => Resolution::DidNot { is_sure },
        (Some(false), Some(_)) => return Err(Failure::bad("`record_id` of no record")),
        (None, _) => return Err(Failure::bad("expected `took_effect`, true or false")),
    };
    changed(operator.resolve(&parse(&id)?, word, why(&body)?).await)
}

async fn withdraw(operator: Operator, Path(id): Path<String>, body: Body) -> Answer {
    let body = read(body, &["why"])?;
    changed(operator.withdraw(&parse(&id)?, why(&body)?).await)
}

async fn erase(operator: Operator, Path(id): Path<String>, body: Body) -> Answer {
    let body = read(body, &["why"])?;
    changed(operator.erase(&parse(&id)?, why(&body)?).await)
}

async fn erase_all(operator: Operator, body: Body) -> Answer {
    let body = read(body, &["account", "text", "why"])?;
    let (account, text) = (word(&body, "account")?, word(&body, "text")?);
    let filter = Filter::all().account(account).text(text);
    let erased = operator.erase_all(&filter, why(&body)?).await?.into_iter();
    let erased = erased.map(|(id, erased)| match erased {
        Ok(_) => json!({"id": id, "erased": true}),
        Err(error) => json!({"id": id, "erased": false, "error": error.to_string()}),
    });
    Ok(Json(erased.collect()))
}

async fn record(operator: Operator, body: Body) -> Answer {
    let words = ["api", "environment", "account", "operation", "key"];
    let known = [words.as_slice(), &["record_id", "why", "is_new"]].concat();
    let body = read(body, &known)?;
    let [api, environment, account, operation, key] = words.map(|name| word(&body, name));
    let (scope, operation, key) = (Scope::new(api?, environment?, account?), operation?, key?);
    let record_id = text(&body, "record_id")?;
    let (why, is_new) = (why(&body)?, flag(&body, "is_new")?);
    let recorded = operator.record(scope, operation, key, record_id, why, is_new);
    changed(recorded.await)
}

async fn restored(operator: Operator, body: Body) -> Answer {
    operator.restored(why(&read(body, &["why"])?)?).await?;
    Ok(Json(json!({"is_restored": true})))
}

async fn reconciled(operator: Operator, body: Body) -> Answer {
    let body = read(body, &["is_sure", "why"])?;
    let is_sure = flag(&body, "is_sure")?;
    operator.reconciled(why(&body)?, is_sure).await?;
    Ok(Json(json!({"is_restored": false})))
}

/// The entry after a change, which is at its time.
fn changed(entry: Result<Entry, ResolveError>) -> Answer {
    let entry = entry?;
    Ok(Json(entry.to_json(entry.updated_at)))
}

fn parse(id: &str) -> Result<EntryId, Failure> {
    id.parse().map_err(Failure::bad)
}

/// The members of a body. A misspelled one is an error: it may be the id of a record.
fn read(body: Body, known: &[&str]) -> Result<Value, Failure> {
    let Json(body) = body.map_err(Failure::bad)?;
    let members = body.as_object().into_iter().flatten();
    match members
        .map(|(name, _)| name)
        .find(|name| !known.contains(&name.as_str()))
    {
        Some(unknown) => Err(Failure::bad(format!("unknown member `{unknown}`"))),
        None => Ok(body),
    }
}

fn text<'b>(body: &'b Value, name: &str) -> Result<Option<&'b str>, Failure> {
    match &body[name] {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        _ => Err(Failure::bad(format!("expected a text in `{name}`"))),
    }
}

fn flag(body: &Value, name: &str) -> Result<bool, Failure> {
    match &body[name] {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(*flag),
        _ => Err(Failure::bad(format!("expected `{name}`, true or false"))),
    }
}

fn why(body: &Value) -> Result<&str, Failure> {
    word(body, "why")
}

/// Without one, the operator says that it is blank.
fn word<'b>(body: &'b Value, name: &str) -> Result<&'b str, Failure> {
    Ok(text(body, name)?.unwrap_or_default())
}

/// A response without an entry.
struct Failure(StatusCode, String);

impl Failure {
    fn new(status: StatusCode, error: impl ToString) -> Self {
        Self(status, error.to_string())
    }

    fn bad(error: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        let status = match error {
            ResolveError::NotFound => StatusCode::NOT_FOUND,
            ResolveError::OtherAccount => StatusCode::FORBIDDEN,
            ResolveError::Blank(_) | ResolveError::Key(_) | ResolveError::Slash => {
                StatusCode::BAD_REQUEST
            }
            ResolveError::Journal(_) => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::CONFLICT,
        };
        Self::new(status, error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}
