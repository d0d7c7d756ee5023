//! Hand-written. What the generated API clients run on: it writes requests, sends them, and reads responses.
//!
//! An operation is plain data that writes a [`Request`] and reads a [`ResponseReader`]; a generated crate declares
//! it. A [`Client`] sends it, with the credentials and the address of one [`Config`]. Everything that
//! waits is here, and is compiled once.
//!
//! ```
//! use api_runtime::{OperationInfo, RawResponse, AuthorizedBy, Api, Authorization, Client, Credentials, Config, Method};
//! use api_runtime::{Operation, ReadError, ResponseReader, Request, Secret};
//!
//! // What a generated crate declares: an API, its credentials, an operation.
//! struct Shop;
//!
//! #[derive(Clone, Copy, Debug)]
//! enum Environment {
//!     Production,
//! }
//!
//! impl Api for Shop {
//!     const NAME: &'static str = "shop";
//!     type Environment = Environment;
//!     type ClientValues = ();
//! }
//!
//! struct Token(Secret);
//!
//! impl Credentials for Token {
//!     fn authorize(&self, authorization: &mut Authorization) {
//!         authorization.bearer(&self.0);
//!     }
//! }
//!
//! struct Ping {
//!     shelf: String,
//! }
//!
//! impl Operation for Ping {
//!     type Api = Shop;
//!     type Output = RawResponse;
//!     const INFO: OperationInfo = OperationInfo::new("ping", Method::Get, "/shelves/{shelf}");
//!
//!     fn write_request(&self, request: &mut Request) {
//!         request.path("shelf", &self.shelf);
//!     }
//!
//!     fn read_response(response: &ResponseReader) -> Result<RawResponse, ReadError> {
//!         Ok(response.raw())
//!     }
//! }
//!
//! impl AuthorizedBy<Token> for Ping {}
//!
//! // What a service writes.
//! # fn main() -> Result<(), api_runtime::Error> {
//! let token = Token(Secret::from("word"));
//! let client = Client::<Shop, Token>::new(Config::new(Environment::Production, "http://127.0.0.1:3000/api", token)?)?;
//! let request = client.to_http(&Ping { shelf: "a/b".to_owned() })?;
//! assert_eq!(request.uri().path(), "/api/shelves/a%2Fb");
//! # Ok(())
//! # }
//! ```
//!
//! In the other examples `shop_client` stands for a generated crate, with orders and customers; it is in
//! `tests/support`.
//!
//! Redirects are not followed, proxies of the process's environment are not used, every call has a limit of
//! time, and every response one of size. What may arrive twice is sent again when that may help, and anything else only if
//! it is certain that it was not sent: [`Client`] tells the rules. An [`Error`] says what became of the request, and
//! shows neither addresses nor credentials.
//!
//! What a service can bring along: limits, headers and parameters for single calls ([`RequestOptions`]), a [`Hook`] that is
//! told of every attempt, a [`Transport`] of its own, or a [`reqwest::Client`] that it has already.
//!
//! Cargo features: `rustls` (on unless switched off) or `native-tls`, `http2`, `gzip`, and `tracing`: a span for each
//! call with an event for each attempt, in the words of OpenTelemetry for HTTP clients, and
//! `blocking`: a client for code that does not await, and `testing`: a scripted transport and errors made by hand.

mod api;
mod auth;
#[cfg(feature = "blocking")]
pub mod blocking;
mod client;
mod config;
mod error;
mod operation;
mod paging;
mod request;
mod response;
mod retry;
mod sync;
mod telemetry;
#[cfg(feature = "testing")]
pub mod testing;
mod transport;
mod watch;

pub use api::{Api, ClientValues, EnvelopeShape};
pub use auth::{Authorization, Credentials};
pub use client::Client;
pub use client::builder::ClientBuilder;
pub use client::create_once::Created;
pub use client::future::{ResponseFuture, SendFuture};
pub use client::options::RequestOptions;
pub use config::Config;
pub use error::Error;
pub use error::invalid_field::{FieldLocation, InvalidField};
pub use error::kind::ErrorKind;
pub use error::outcome::Outcome;
pub use operation::info::{OperationInfo, Retry};
pub use operation::raw::RawRequest;
pub use operation::unique_key::{FindByUniqueKey, UniqueKey};
pub use operation::{AuthorizedBy, Operation, Paginated};
pub use paging::items::Items;
pub use paging::page_response::PageResponse;
pub use paging::pages::Pages;
pub use request::Request;
pub use request::method::Method;
pub use response::Response;
pub use response::raw::RawResponse;
pub use response::reader::ResponseReader;
pub use retry::backoff::poll_delay;
pub use sync::IncrementalSync;
pub use sync::syncable::Syncable;
pub use sync::watermark::{WatermarkFile, WatermarkStore};
pub use telemetry::attempt::{Attempt, AttemptResult};
pub use telemetry::hook::Hook;
pub use transport::{BoxFuture, Transport, TransportError};
pub use watch::{StatusUpdate, Watch};

pub use api_wire::{self, Json, Mismatch, Page, PageShape, ReadError, Secret, Wrapped};
pub use bytes::Bytes;
pub use futures_core::Stream;
pub use http;
pub use reqwest;
