//! The staff of a venue, as the control handle moves them.

use super::{Control, ControlError};
use crate::shop::{
    ActionError, CustomerChange, Delivery, NewCoupon, NewCustomer, NewEmployee, NewProduct,
    ProductChange, RingUp, ShopAction, perform,
};
use crate::state::venue::sale::Line;

/// A venue's staff at work: sales, stock, prices, coupons, tills, customers and employees. Each
/// action changes the records that the lists of the APIs return, and their `updated_at`.
///
/// An error names the argument, and leaves nothing changed.
#[derive(Clone, Debug)]
pub struct Shop {
    control: Control,
    venue: i64,
}

/// A sale that was rung up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Receipt {
    /// The id of the sale.
    pub sale: i64,
    /// The total in cents.
    pub total: i64,
    /// The id of the till.
    pub till: i64,
}

/// A product that was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddedProduct {
    /// Its id.
    pub id: i64,
    /// The SKU of its variation.
    pub sku: i64,
}

impl Control {
    /// The shop of the venue with this id. The demo venues are 12 and 34. An unknown venue is an
    /// error of the first action.
    #[doc(alias = "store")]
    #[doc(alias = "venue")]
    pub fn shop(&self, venue: i64) -> Shop {
        Shop {
            control: self.clone(),
            venue,
        }
    }
}

impl Shop {
    /// Performs an action, and returns the id of the record: of the sale, of the product, the SKU
    /// of a price or a stock.
    ///
    /// # Errors
    ///
    /// An argument is invalid, or the data file cannot be written.
    pub fn perform(&self, action: &ShopAction) -> Result<i64, ControlError> {
        self.control.context.transaction(|state| {
            perform(state, self.venue, action).map_err(|error| match error {
                ActionError::UnknownVenue(error) => ControlError::not_found(error),
                ActionError::Invalid(error) => ControlError::new(error),
            })
        })
    }

    /// Rings up a sale. It lowers the stock, belongs to the open till, and adds points to its
    /// customer: 1 for each full 100 cents.
    ///
    /// # Errors
    ///
    /// A SKU, the customer, the employee, the method of payment or a coupon is unknown, or the
    /// stock does not suffice.
    #[doc(alias = "sell")]
    #[doc(alias = "checkout")]
    pub fn ring_up(&self, ring_up: RingUp) -> Result<Receipt, ControlError> {
        let id = self.perform(&ShopAction::RingUp(ring_up))?;
        let state = self.control.context.state();
        let mut venues = state.venues.iter();
        let venue = venues.find(|venue| venue.profile.id == self.venue);
        let sale = venue.and_then(|venue| venue.sales.get(id));
        Ok(Receipt {
            sale: id,
            total: sale.map_or(0, |sale| sale.sum(Line::total)),
            till: sale.map_or(0, |sale| sale.till_id),
        })
    }

    /// Sets the units of a variation on hand.
    ///
    /// # Errors
    ///
    /// No product has the SKU, or the quantity is negative.
    pub fn set_stock(&self, sku: i64, quantity: i64) -> Result<(), ControlError> {
        self.perform(&ShopAction::SetStock { sku, quantity })
            .map(drop)
    }

    /// Sets the price of a variation in cents.
    ///
    /// # Errors
    ///
    /// No product has the SKU, or the price is negative.
    pub fn set_price(&self, sku: i64, price: i64) -> Result<(), ControlError> {
        let price_cents = price;
        self.perform(&ShopAction::SetPrice { sku, price_cents })
            .map(drop)
    }

    /// Adds a product to a group of the menu.
    ///
    /// # Errors
    ///
    /// The group is unknown, or the price or the stock is negative.
    #[doc(alias = "create_product")]
    pub fn add_product(&self, product: NewProduct) -> Result<AddedProduct, ControlError> {
        let id = self.perform(&ShopAction::AddProduct(product))?;
        Ok(AddedProduct { id, sku: id + 1 })
    }

    /// Changes a product, or removes it from the menu.
    ///
    /// # Errors
    ///
    /// The product is unknown, or a name is blank.
    pub fn update_product(&self, change: ProductChange) -> Result<(), ControlError> {
        self.perform(&ShopAction::UpdateProduct(change)).map(drop)
    }

    /// Receives a delivery, which raises the stock, and returns the id of its manifest.
    ///
    /// # Errors
    ///
    /// A SKU is unknown, or a quantity is not positive.
    #[doc(alias = "restock")]
    pub fn receive(&self, delivery: Delivery) -> Result<i64, ControlError> {
        self.perform(&ShopAction::Receive(delivery))
    }

    /// Accepts a pending manifest of the demo data, which raises the stock.
    ///
    /// # Errors
    ///
    /// No pending manifest has the id.
    pub fn accept_manifest(&self, manifest: i64) -> Result<(), ControlError> {
        self.perform(&ShopAction::AcceptManifest { manifest })
            .map(drop)
    }

    /// Adds a coupon, and returns its id.
    ///
    /// # Errors
    ///
    /// The discount is not positive, or above 100 percent.
    pub fn add_coupon(&self, coupon: NewCoupon) -> Result<i64, ControlError> {
        self.perform(&ShopAction::AddCoupon(coupon))
    }

    /// Enables a coupon.
    ///
    /// # Errors
    ///
    /// The coupon is unknown.
    pub fn enable_coupon(&self, coupon: i64) -> Result<(), ControlError> {
        self.perform(&ShopAction::EnableCoupon { coupon }).map(drop)
    }

    /// Disables a coupon.
    ///
    /// # Errors
    ///
    /// The coupon is unknown.
    pub fn disable_coupon(&self, coupon: i64) -> Result<(), ControlError> {
        self.perform(&ShopAction::DisableCoupon { coupon })
            .map(drop)
    }

    /// Opens a till, to which the next sales belong, and returns its id.
    ///
    /// # Errors
    ///
    /// The employee is unknown or disabled.
    pub fn open_till(&self, employee: i64) -> Result<i64, ControlError> {
        self.perform(&ShopAction::OpenTill { employee })
    }

    /// Closes a till with the counted amount in cents; with the expected amount if it is `None`.
    ///
    /// # Errors
    ///
    /// The till is unknown or closed.
    pub fn close_till(&self, till: i64, counted: Option<i64>) -> Result<(), ControlError> {
        let counted_cents = counted;
        self.perform(&ShopAction::CloseTill {
            till,
            counted_cents,
        })
        .map(drop)
    }

    /// Adds a customer, and returns the id.
    ///
    /// # Errors
    ///
    /// A name is blank, or another customer has the telephone number.
    pub fn add_customer(&self, customer: NewCustomer) -> Result<i64, ControlError> {
        self.perform(&ShopAction::AddCustomer(customer))
    }

    /// Changes a customer.
    ///
    /// # Errors
    ///
    /// The customer is unknown, or has fewer points than are removed.
    pub fn update_customer(&self, change: CustomerChange) -> Result<(), ControlError> {
        self.perform(&ShopAction::UpdateCustomer(change)).map(drop)
    }

    /// Hires an employee, and returns the id.
    ///
    /// # Errors
    ///
    /// A name is blank.
    #[doc(alias = "add_employee")]
    pub fn hire(&self, employee: NewEmployee) -> Result<i64, ControlError> {
        self.perform(&ShopAction::Hire(employee))
    }

    /// Disables an employee.
    ///
    /// # Errors
    ///
    /// The employee is unknown, disabled, or the last active one.
    pub fn disable_employee(&self, employee: i64) -> Result<(), ControlError> {
        self.perform(&ShopAction::DisableEmployee { employee })
            .map(drop)
    }
}
