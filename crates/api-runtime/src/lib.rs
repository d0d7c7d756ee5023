//! The HTTP runtime of the generated API clients: requests, retries, responses and errors.
//!
//! A generated client crate declares an API, its credentials and its operations. A [`Client`] sends
//! the operations, with the credentials and the base URL of a [`Config`].
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
//! use api_runtime::journal::MemoryStore;
//! use shop_client::{Client, Config, CreateOrder, Environment, GetOrder, VenueApiToken};
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() -> Result<(), api_runtime::Error> {
//! let token = VenueApiToken::new("word");
//! let config = Config::new(Environment::Staging, "https://shop.example/api", token)?;
//! # let order = r#"{"id": 7, "reference_no": "WEB-1", "state": "pending"}"#;
//! # let transport = shop_client::responses([(200, order), (200, order), (404, "")]);
//! let client = Client::builder(config).account("main").journal(MemoryStore::new())
//! #   .transport(transport)
//!     .build()?;
//!
//! let order = client.send(GetOrder::new(7)).await?;
//! assert_eq!(order.state.as_deref(), Some("pending"));
//!
//! // A write that takes effect at most once, even if the connection breaks, under a key of yours.
//! let sent = client.once("cart-7").send(CreateOrder::new("WEB-1")).await?;
//! assert_eq!(sent.record.and_then(|order| order.id), Some(7));
//!
//! let error = client.send(GetOrder::new(8)).await.unwrap_err();
//! assert!(error.is_not_found());
//! assert_eq!(error.to_string(), "shop get_order (GET /orders/{id}): not found, status 404");
//! # Ok(())
//! # }
//! ```
//!
//! In all examples `shop_client` represents a generated crate with orders and customers. Its source
//! is in `tests/support`.
//!
//! # Defaults
//!
//! * Requests are retried only if that is safe, with backoff and a retry budget; see [`Client`].
//! * Every call has a timeout, and every response a maximum size; see [`ClientBuilder`].
//! * Redirects are not followed, and proxy settings of the process's environment are ignored.
//! * An [`Error`] reports the [`Outcome`] of the request: whether it may have taken effect. It shows
//!   neither URLs nor credentials.
//!
//! An application can set timeouts, headers, query parameters and labels for single calls
//! ([`Call`]), observe every call and attempt with a [`Hook`](observe::Hook), add
//! [settings of reqwest](ClientBuilder::http), and provide its own [`Transport`](transport::Transport). For an operation
//! without a generated type, there is [`RawRequest`].
//!
//! # Tracing
//!
//! With the feature `tracing`, each call is a span `call` of level info, and each attempt in it an
//! event `attempt` of level debug, both with the target `api_runtime`. Fields have the names of
//! OpenTelemetry's conventions for HTTP clients, where there is one:
//!
//! | Field of the span | Value |
//! |---|---|
//! | `otel.name` | the method and the path template: `GET /orders/{id}` |
//! | `otel.kind` | `client` |
//! | `otel.status_code` | `ERROR` if the call failed or was dropped, otherwise missing |
//! | `http.request.method` | the method |
//! | `url.template` | the path, with its variables in braces |
//! | `http.request.resend_count` | the number of attempts after the first one, if there are any |
//! | `http.response.status_code` | the status of the last attempt, if it received one |
//! | `error.type` | `Canceled` if the future of the call was dropped; otherwise the status, if it is not a success, or the [`ErrorKind`] |
//! | `outcome` | the [`Outcome`] of a call that failed or was dropped |
//! | `api`, `operation` | the names of the API and of the operation |
//! | `labels` | the [labels](Call::label), such as `account=7,till=2` |
//!
//! The event has `http.request.resend_count`, `http.response.status_code`, `error.type`, `outcome`,
//! `duration_ms`, and `retry_in_ms` if another attempt follows. There is no `url.full` and no
//! `server.address`, because a URL can have secrets and personal data. But reqwest and hyper log URLs
//! under their own targets, at the levels debug and trace.
//!
//! # Cargo features
//!
//! | Feature | Adds |
//! |---|---|
//! | `rustls` (default) | TLS as reqwest has it by default: rustls, AWS-LC and the root certificates of the platform |
//! | `rustls-ring` | The same with ring, unless `rustls` is enabled, too |
//! | `rustls-no-provider` | The same with the `CryptoProvider` that the application installs |
//! | `http2` | HTTP/2, if the server supports it |
//! | `axum` | [`Reply`] as a response of axum, the `router` of the journal, and that of a client's callbacks |
//! | `gzip` | Responses compressed with gzip |
//! | `metrics` | Metrics of calls, of the journal and of a client's callbacks, over the facade crate `metrics` |
//! | `tracing` | A `tracing` span for each call and an event for each attempt, with OpenTelemetry's attributes for HTTP clients |
//! | `testing` | A scripted transport (a mock) for tests, in the module `testing`, and recordings of a client's calls, by `ClientBuilder::record` |
//!
//! A `CryptoProvider` that the application installs takes precedence with every feature of rustls.
//!
//! `rustls-ring` and `rustls-no-provider` without `rustls` turn on the feature `rustls-no-provider` of
//! reqwest, for the whole program. Then `reqwest::Client::new()` panics in other crates that use the same
//! version of reqwest, unless `main` installs a provider (`CryptoProvider::install_default`), or a crate
//! enables TLS in reqwest. The clients themselves do not panic.
//!
//! For the TLS library of the platform, enable reqwest's feature `native-tls`, and choose it with
//! [`ClientBuilder::http`]: `|reqwest| reqwest.tls_backend_native()`. Then a body without a length that was
//! cut off looks whole.

mod attempt;
mod auth;
mod base_url;
mod body;
mod client;
mod config;
mod error;
mod future;
mod head;
mod info;
pub mod observe;
pub mod operation;
mod paging;
#[cfg(feature = "testing")]
mod record;
mod redact;
mod request;
mod response;
mod sync;
mod tasks;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transport;
mod watch;

pub use attempt::known::Known;
pub use auth::Credentials;
pub use auth::provider::{CredentialsError, CredentialsProvider};
pub use base_url::BaseUrl;
pub use body::raw_response::RawResponse;
pub use client::Client;
pub use client::builder::ClientBuilder;
pub use client::call::Call;
pub use client::response::Response;
pub use client::sending::Sending;
pub use client::sent::Sent;
pub use config::Config;
pub use error::Error;
pub use error::difference::Difference;
pub use error::invalid_field::{FieldLocation, InvalidField};
pub use error::kind::ErrorKind;
pub use error::next_step::NextStep;
pub use error::reply::Reply;
pub use future::BoxFuture;
pub use info::method::Method;
pub use operation::raw_request::RawRequest;
pub use paging::items::Items;
pub use paging::pages::Pages;
pub use request::retry_policy::RetryPolicy;
pub use sync::IncrementalSync;
pub use sync::batch::Batch;
pub use sync::checkpoint::Checkpoint;
pub use sync::checkpoint_file::CheckpointFile;
pub use tasks::detached::Detached;
pub use tasks::wait::Wait;
pub use watch::{StatusUpdate, Watch};

pub use api_journal as journal;
pub use api_journal::Outcome;
pub use api_wire::{self, Json, Page, Secret};
pub use http;

/// For generated crates, and for the crates of this workspace: not a part of the API.
#[doc(hidden)]
pub mod __generated {
    pub use crate::attempt::backoff::poll_delay;
    pub use crate::auth::Authorization;
    pub use crate::client::call::UnderKey;
    pub use crate::client::lookup::is_created_by;
    pub use crate::error::fate::{FATES, Fate};
    pub use crate::info::client_values::{ClientValue, ClientValues};
    pub use crate::info::envelope_shape::EnvelopeShape;
    pub use crate::info::found_record::FoundRecord;
    pub use crate::info::operation_info::{Echo, OperationInfo, Retry};
    pub use crate::observe::progress::AttemptProgress;
    pub use crate::operation::syncable::page_size;
    pub use crate::operation::write::WriteInfo;
    pub use crate::response::reader::ResponseReader;
    pub use crate::sync::checkpoint_text::ParseCheckpointError;
    pub use api_wire::PageShape;
}
