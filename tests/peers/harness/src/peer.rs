//! A generated client, as the traps see it.

use std::error::Error;
use std::fmt::Debug;

use serde::Serialize;

/// The client of one generator.
pub trait Peer: Sized {
    /// A client made as the generator's documentation shows, with its defaults.
    fn new(base_url: &str, token: &str) -> Self;

    /// The `Debug` of the client and of what holds its token.
    fn debug(&self) -> String;

    fn call(&self, call: Call) -> impl Future<Output = Result<Answer, Failure>>;

    /// Reads a page of customers into records, and returns their number.
    fn read_page(page: &[u8]) -> usize;
}

/// A call of an operation.
#[derive(Clone, Copy)]
pub enum Call {
    /// `list_customers`, with `q[telephone_eq]`.
    ListCustomers(&'static str),
    /// `get_customer`. The field of its answer is `updated_at`.
    GetCustomer(i64),
    /// `create_customer`, with a first name.
    CreateCustomer(&'static str),
    /// `update_customer`: clears the last name, and leaves all other fields as they are.
    ClearLastName(i64),
    /// `list_inventories`. The field of its answer is `quantity_on_hand`.
    ListInventories,
    /// `get_menu_feed`.
    GetMenuFeed(&'static str),
    /// `get_menu_feed_token_path`.
    GetMenuFeedByToken(&'static str),
    /// `list_users`. The field of its answer is `encrypted_password`.
    ListUsers,
}

/// The record of a response, or the records of a page.
pub struct Answer {
    pub debug: String,
    /// Written again as JSON: what the record keeps, be it in fields or beside them.
    pub json: String,
    /// The value that the [`Call`] names, as its type prints it.
    pub field: Option<String>,
}

impl Answer {
    pub fn new<T: Debug + Serialize>(record: &T) -> Self {
        Self {
            debug: format!("{record:?}"),
            json: serde_json::to_string(record).expect("JSON"),
            field: None,
        }
    }

    /// With a value of the record, or of the first one of the page.
    pub fn field(self, value: Option<impl ToString>) -> Self {
        Self {
            field: value.map(|value| value.to_string()),
            ..self
        }
    }
}

/// The error of a call.
pub struct Failure {
    /// With all its sources.
    pub text: String,
    pub debug: String,
    /// The status of the response, as the error has it.
    pub status: Option<u16>,
}

impl Failure {
    pub fn new(error: &dyn Error, status: Option<u16>) -> Self {
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            text.push_str(&format!(": {error}"));
            source = error.source();
        }
        Self {
            text,
            debug: format!("{error:?}"),
            status,
        }
    }
}
