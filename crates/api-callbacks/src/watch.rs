//! Watching a record that callbacks are about.

use api_runtime::operation::AuthorizedBy;
use api_runtime::{Client, Watch};

use crate::refetch::Refetch;

/// Follows the record with this id: a [`Watch`] that reads it with `R`.
///
/// A record without a state yields `None`. [`Handler::wakeups`](crate::Handler::wakeups) makes the
/// watch read as soon as a callback is received.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([
/// #     (200, r#"{"id": 7, "state": "pending"}"#), (200, r#"{"id": 7, "state": "delivered"}"#),
/// # ]);
/// let mut orders = api_callbacks::watch::<GetOrder, _>(&client, 7)
///     .poll_interval(Duration::from_secs(10))
///     .until(|order| order.state == Some("delivered".into()));
/// let mut states = Vec::new();
/// while let Some(update) = orders.next().await {
///     states.extend(update?.state.map(|state| state.to_string()));
/// }
/// assert_eq!(states, ["pending", "delivered"]);
/// # Ok(())
/// # }
/// ```
pub fn watch<R, C>(client: &Client<R::Api, C>, id: R::Id) -> Watch<R::Output, Option<R::State>>
where
    R: Refetch + AuthorizedBy<C> + Send,
    C: 'static,
{
    Watch::new(client, R::for_id(id), |output| R::state(output).cloned())
}
