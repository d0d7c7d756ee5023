//! Orders at the venue, which both databases prepare.

use pos_v1_client::journal::{Intent, Journal, JournalClient, Journaled, SendError};
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v1_client::{Client, CreateIncomingOrder};

/// An order of one item.
pub fn new_order(reference: &str) -> CreateIncomingOrder {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 950.into(),
        quantity: 1,
    });
    CreateIncomingOrder::new(NewIncomingOrder::new(reference, vec![item]))
}

/// Sends an order after the commit of its intent. Returns whether this call sent it.
///
/// # Errors
///
/// Those of [`SendError`]; without the commit, nothing is sent.
pub async fn send<J: Journal>(
    client: &Client,
    journal: &J,
    intent: Intent,
    order: CreateIncomingOrder,
) -> Result<bool, SendError> {
    let sent = client.create_once_prepared(journal, intent, order).await?;
    Ok(matches!(sent, Journaled::Sent(_)))
}
