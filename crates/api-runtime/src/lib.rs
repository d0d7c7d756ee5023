//! Hand-written. What the generated API clients run on: it writes requests, sends them, and reads replies.
//!
//! An operation is plain data that writes a [`Request`] and reads a [`Reply`]; a generated crate declares
//! it. A [`Client`] sends it, with the credentials and the address of one [`Environment`]. Everything that
//! waits is here, and is compiled once.
//!
//! ```
//! use api_runtime::{About, Accepted, Accepts, Api, Authorization, Client, Credentials, Environment, Method};
//! use api_runtime::{Operation, ReadError, Reply, Request, Secret};
//!
//! // What a generated crate declares: an API, its credentials, an operation.
//! struct Shop;
//!
//! #[derive(Clone, Copy, Debug)]
//! enum Place {
//!     Production,
//! }
//!
//! impl Api for Shop {
//!     const NAME: &'static str = "shop";
//!     type Place = Place;
//!     type Values = ();
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
//!     type Output = Accepted;
//!     const ABOUT: About = About::new("ping", Method::Get, "/shelves/{shelf}");
//!
//!     fn write(&self, request: &mut Request) {
//!         request.path("shelf", &self.shelf);
//!     }
//!
//!     fn read(reply: &Reply) -> Result<Accepted, ReadError> {
//!         Ok(reply.accepted())
//!     }
//! }
//!
//! impl Accepts<Token> for Ping {}
//!
//! // What a service writes.
//! # fn main() -> Result<(), api_runtime::Error> {
//! let token = Token(Secret::from("word"));
//! let client = Client::<Shop, Token>::new(Environment::new(Place::Production, "http://127.0.0.1:3000/api", token, ())?)?;
//! let request = client.to_http(&Ping { shelf: "a/b".to_owned() })?;
//! assert_eq!(request.uri().path(), "/api/shelves/a%2Fb");
//! # Ok(())
//! # }
//! ```
//!
//! In the other examples `shop_client` stands for a generated crate, with orders and customers; it is in
//! `docs/shop_client.rs`.
//!
//! Redirects are not followed, proxies of the process's environment are not used, every call has a limit of
//! time, and every reply one of size. What may arrive twice is sent again when that may help, and anything else only if
//! it is certain that it was not sent: [`Client`] tells the rules. An [`Error`] says what became of the request, and
//! shows neither addresses nor credentials.
//!
//! What a service can bring along: limits, headers and parameters for single calls ([`CallOptions`]), a [`Hook`] that is
//! told of every attempt, a [`Transport`] of its own, or a [`reqwest::Client`] that it has already.
//!
//! Cargo features: `rustls` (on unless switched off) or `native-tls`, `http2`, `gzip`, and `tracing`: a span for each
//! call with an event for each attempt, in the words of OpenTelemetry for HTTP clients, `axum` for [`callback`], and
//! `blocking`: a client for code that does not await.

mod about;
mod accepted;
mod ahead;
mod answer;
mod api;
mod attempt;
#[cfg(feature = "blocking")]
pub mod blocking;
mod body;
pub mod browser;
mod budget;
mod builder;
mod call;
mod call_options;
pub mod callback;
mod caller;
mod cause;
mod change_listing;
mod changes;
mod client;
mod conclude;
mod connect_limit;
mod connections;
mod creating;
mod credentials;
mod encode;
mod envelope;
mod environment;
mod error;
mod error_kind;
mod escape;
mod exchanged;
mod guarded;
mod hook;
mod http_transport;
mod items;
mod messages;
mod method;
mod operation;
mod outcome;
mod pace;
mod paged;
mod pages;
mod query;
mod raw;
mod read_back;
mod refusal;
mod reply;
mod request;
mod retry;
mod retry_after;
mod seam;
mod sending;
mod settings;
mod since;
mod template;
mod text;
mod trace;
mod transport;
mod user_agent;
mod watch;
mod watermark;
mod window;

pub use about::{About, Repeat};
pub use accepted::Accepted;
pub use answer::Answer;
pub use api::{Api, EnvelopeShape, Values};
pub use attempt::{Attempt, Attempted};
pub use builder::ClientBuilder;
pub use call_options::CallOptions;
pub use change_listing::ChangeListing;
pub use changes::Changes;
pub use client::Client;
pub use credentials::{Authorization, Credentials};
pub use environment::Environment;
pub use error::Error;
pub use error_kind::ErrorKind;
pub use guarded::{Created, Guarded, ReadByValue};
pub use hook::Hook;
pub use items::Items;
pub use method::Method;
pub use operation::{Accepts, Listing, Operation};
pub use outcome::Outcome;
pub use paged::Paged;
pub use pages::Pages;
pub use raw::Raw;
pub use read_back::ReadBack;
pub use refusal::{Part, Refusal};
pub use reply::Reply;
pub use request::Request;
pub use sending::{Calling, Sending};
pub use transport::{Arrival, Failure, Pending, Transport};
pub use watch::{Seen, Watch};
pub use watermark::{WatermarkFile, WatermarkStore};

pub use api_wire::{self, Json, Mismatch, Page, PageShape, ReadError, Secret, Wrapped};
pub use bytes::Bytes;
pub use futures_core::Stream;
pub use http;
pub use reqwest;
