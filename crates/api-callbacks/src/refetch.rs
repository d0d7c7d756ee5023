//! Operations that read back what a callback tells of.

use std::fmt::Display;
use std::hash::Hash;

use api_runtime::Operation;
use api_wire::form::FormError;

/// An operation that reads the record which a callback tells of.
///
/// Callbacks are not signed, so what they tell is a hint: which record may have changed. The record that is read back is
/// the truth. A generated client implements this where its description says which operation reads back.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::Refetch;
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"id": 7, "state": "pending"}"#)]);
/// // The callback says that order 7 is delivered. So it is read:
/// let hint = GetOrder::parse_callback(b"order[id]=7&order[state]=delivered")?;
/// let id = GetOrder::callback_id(&hint).copied().ok_or("it tells no id")?;
/// let order = client.send(GetOrder::for_id(id)).await?;
/// assert_eq!(GetOrder::state(&order).map(String::as_str), Some("pending")); // the truth
/// # Ok(())
/// # }
/// ```
pub trait Refetch: Operation<Output: Send + Sync + 'static> + Sized + 'static {
    /// What the callback tells.
    type Callback;
    /// What identifies the record.
    type Id: Clone + Eq + Hash + Display + Send + Sync + 'static;
    /// The record's state. It compares as its API says, some ignoring case.
    type State: Clone + PartialEq + Display + Send + Sync + 'static;

    /// Reads the callback's form.
    ///
    /// # Errors
    ///
    /// When the body is no form, is too large, or names a key twice.
    fn parse_callback(form: &[u8]) -> Result<Self::Callback, FormError>;

    /// The record that the callback tells of.
    fn callback_id(callback: &Self::Callback) -> Option<&Self::Id>;

    /// The caller's own reference, as the callback tells it.
    fn callback_reference(callback: &Self::Callback) -> Option<&str>;

    /// The operation that reads this record.
    fn for_id(id: Self::Id) -> Self;

    /// The id of the record that was read.
    fn id(output: &Self::Output) -> Option<&Self::Id>;

    /// The caller's own reference in the record that was read.
    fn reference(output: &Self::Output) -> Option<&str>;

    /// The state of the record that was read.
    fn state(output: &Self::Output) -> Option<&Self::State>;
}
