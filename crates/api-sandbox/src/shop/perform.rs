//! Performs actions.

use super::action::ShopAction;
use super::actor::{Actor, listed};
use super::{people, product, sale, stock};
use crate::state::State;

/// Why an action was not performed.
pub(crate) enum ActionError {
    /// No venue has the id.
    UnknownVenue(String),
    /// The error names the argument.
    Invalid(String),
}

impl From<String> for ActionError {
    fn from(error: String) -> Self {
        Self::Invalid(error)
    }
}

/// Performs an action at the venue with this id, and returns the id of the changed record. After an
/// error, the transaction changes nothing.
pub(crate) fn perform(
    state: &mut State,
    venue: i64,
    action: &ShopAction,
) -> Result<i64, ActionError> {
    let now = state.now();
    let (venues, next_id) = state.venues_and_next_id();
    let ids: Vec<i64> = venues.iter().map(|venue| venue.profile.id).collect();
    let found = venues.iter_mut().find(|other| other.profile.id == venue);
    let venue = found.ok_or_else(|| {
        let ids = listed(&ids);
        ActionError::UnknownVenue(format!(
            "venue: no venue has the id {venue}, expected one of {ids}"
        ))
    })?;
    let mut actor = Actor {
        venue,
        next_id,
        now,
    };
    let actor = &mut actor;
    let performed = match action {
        ShopAction::RingUp(ring_up) => sale::ring_up(actor, ring_up),
        ShopAction::SetStock { sku, quantity } => stock::set_stock(actor, *sku, *quantity),
        ShopAction::SetPrice { sku, price_cents } => product::set_price(actor, *sku, *price_cents),
        ShopAction::AddProduct(product) => product::add(actor, product),
        ShopAction::UpdateProduct(change) => product::update(actor, change),
        ShopAction::Receive(delivery) => stock::receive(actor, delivery),
        ShopAction::AcceptManifest { manifest } => stock::accept(actor, *manifest),
        ShopAction::AddCoupon(coupon) => sale::add_coupon(actor, coupon),
        ShopAction::EnableCoupon { coupon } => sale::set_coupon_active(actor, *coupon, true),
        ShopAction::DisableCoupon { coupon } => sale::set_coupon_active(actor, *coupon, false),
        ShopAction::OpenTill { employee } => sale::open_till(actor, *employee),
        ShopAction::CloseTill {
            till,
            counted_cents,
        } => sale::close_till(actor, *till, *counted_cents),
        ShopAction::AddCustomer(customer) => people::add_customer(actor, customer),
        ShopAction::UpdateCustomer(change) => people::update_customer(actor, change),
        ShopAction::Hire(employee) => people::hire(actor, employee),
        ShopAction::DisableEmployee { employee } => people::disable(actor, *employee),
    };
    Ok(performed?)
}
