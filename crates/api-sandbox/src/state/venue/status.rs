//! Statuses of orders.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The status of an order, as documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderStatus {
    /// Awaiting fulfillment: the status of a new order.
    Pending,
    /// Modified, and awaiting fulfillment.
    Change,
    /// In process, or paused.
    Processing,
    /// Fulfilled, and awaiting delivery.
    Completed,
    /// Out for delivery.
    #[serde(rename = "En Route")]
    EnRoute,
    /// The delivery is completed.
    Delivered,
    /// Canceled.
    Canceled,
    /// The delivery could not be created in the external tracking system.
    #[serde(rename = "STS Failed")]
    StsFailed,
}

impl OrderStatus {
    /// All statuses.
    pub const ALL: [Self; 8] = [
        Self::Pending,
        Self::Change,
        Self::Processing,
        Self::Completed,
        Self::EnRoute,
        Self::Delivered,
        Self::Canceled,
        Self::StsFailed,
    ];

    /// The name in the documents' table and in callbacks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Change => "Change",
            Self::Processing => "Processing",
            Self::Completed => "Completed",
            Self::EnRoute => "En Route",
            Self::Delivered => "Delivered",
            Self::Canceled => "Canceled",
            Self::StsFailed => "STS Failed",
        }
    }

    /// The value of `aasm_state` that an order gets with it, one of the two documented ones. `None` if it
    /// keeps the one that it has.
    pub(crate) fn state(self) -> Option<&'static str> {
        match self {
            Self::Pending => Some("pending"),
            Self::Processing | Self::Completed | Self::EnRoute | Self::Delivered => {
                Some("processing")
            }
            Self::Change | Self::Canceled | Self::StsFailed => None,
        }
    }

    /// Whether an order with this status is fulfilled.
    pub(crate) fn is_fulfilled(self) -> bool {
        matches!(self, Self::Completed | Self::EnRoute | Self::Delivered)
    }
}

impl fmt::Display for OrderStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
