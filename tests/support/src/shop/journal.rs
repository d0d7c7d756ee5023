//! What recovery may do with the writes of the shop.

use api_journal::{Recoverable, Recovery};

use super::{AddOrder, CreateOrder, SetQuantity, Shop, VenueToken};

impl Recoverable<VenueToken> for Shop {
    const OPERATIONS: &'static [Recovery<Self, VenueToken>] = &[
        Recovery::new::<AddOrder>(),
        Recovery::with_lookup::<CreateOrder>(),
        Recovery::new::<SetQuantity>(),
    ];
}
