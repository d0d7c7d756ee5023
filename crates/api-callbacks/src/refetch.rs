//! Operations that confirm a callback.

use std::error::Error as StdError;
use std::fmt::Display;
use std::hash::Hash;
use std::str::FromStr;

use api_runtime::__generated::is_created_by;
use api_runtime::operation::Operation;
use api_wire::form::FormError;
use api_wire::{Fields, Timestamp};

/// A value of a record that is kept as a text: `FromStr` parses the text of `Display`.
pub trait Word:
    Clone + PartialEq + Display + FromStr<Err: StdError + Send + Sync + 'static> + Send + Sync + 'static
{
}

impl<T> Word for T where
    T: Clone
        + PartialEq
        + Display
        + FromStr<Err: StdError + Send + Sync + 'static>
        + Send
        + Sync
        + 'static
{
}

/// An operation that confirms a callback by reading the record that it names.
///
/// Callbacks are unsigned, so their payload is only a hint that a record may have changed. The record
/// that this operation reads is authoritative. A generated client implements this for the operation
/// whose description confirms the callback.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::Refetch;
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"id": 7, "state": "pending"}"#)]);
/// // The callback claims that order 7 was delivered.
/// let callback = GetOrder::parse_callback(b"order[id]=7&order[state]=delivered")?;
/// let id = GetOrder::callback_id(&callback).copied().ok_or("missing id")?;
/// let order = client.send(GetOrder::for_id(id)).await?;
/// assert_eq!(GetOrder::state(&order).map(|state| state.as_str()), Some("pending")); // the truth
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not confirm a callback",
    label = "expected the operation that reads the record of a callback"
)]
pub trait Refetch: Operation<Output: Send + Sync + 'static> + Sized + 'static {
    /// The decoded form of a callback, which anyone can have sent.
    type Callback: Send + Sync;
    /// The id of a record: what a callback names, and what the operation reads by.
    type Id: Word + Eq + Hash;
    /// The state of a record. It compares as in the API, which may ignore case.
    type State: Word;
    /// The status that a callback claims, which is not the state of a record. It compares as a
    /// [`State`](Self::State).
    type Hint: Word;

    /// Parses the form of a callback.
    ///
    /// # Errors
    ///
    /// The body is not a form, or has two different ids.
    fn parse_callback(form: &[u8]) -> Result<Self::Callback, FormError>;

    /// The id of the record that the callback names.
    fn callback_id(callback: &Self::Callback) -> Option<&Self::Id>;

    /// The caller's own reference of the record, according to the callback.
    fn callback_reference(callback: &Self::Callback) -> Option<&str>;

    /// The status that the callback claims.
    fn callback_hint(callback: &Self::Callback) -> Option<&Self::Hint>;

    /// The operation that reads the record with this id.
    fn for_id(id: Self::Id) -> Self;

    /// What was read, whose values show whether it has changed.
    fn record(output: &Self::Output) -> &dyn Fields;

    /// The id of the record that was read.
    fn id(output: &Self::Output) -> Option<&Self::Id>;

    /// The caller's own reference of the record that was read.
    fn reference(output: &Self::Output) -> Option<&str>;

    /// The state of the record that was read.
    fn state(output: &Self::Output) -> Option<&Self::State>;

    /// The documented default of the state, for a record that has none. `None` if no default is
    /// documented, or if the record has a value of another type in its place.
    fn default_state(_output: &Self::Output) -> Option<Self::State> {
        None
    }

    /// When the record that was read was changed last. `None` if no such field is documented.
    fn updated_at(_output: &Self::Output) -> Option<Timestamp> {
        None
    }

    /// Whether the write with this `journal_id` creates a record that this operation reads.
    #[doc(hidden)]
    fn is_created_by(journal_id: &str) -> bool {
        is_created_by::<Self>(journal_id)
    }
}
