//! Products and their prices.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::actor::{Actor, check_name, check_number, unknown, unknown_sku};
use crate::state::decimal::Thousandths;
use crate::state::venue::product::{Product, Variation, guid};

/// A new product with one variation, which has the SKU of its id plus 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewProduct {
    name: String,
    group: String,
    price_cents: i64,
    #[serde(default)]
    brand: Option<String>,
    #[serde(default)]
    stock: i64,
}

impl NewProduct {
    /// A product of a group of the menu, with its price in cents, without stock.
    pub fn new(name: impl Into<String>, group: impl Into<String>, price: i64) -> Self {
        Self {
            name: name.into(),
            group: group.into(),
            price_cents: price,
            brand: None,
            stock: 0,
        }
    }

    /// Its brand. Default: the venue's first one.
    pub fn brand(mut self, brand: impl Into<String>) -> Self {
        self.brand = Some(brand.into());
        self
    }

    /// The units on hand. Default: 0.
    pub fn stock(mut self, units: i64) -> Self {
        self.stock = units;
        self
    }
}

pub(super) fn add(actor: &mut Actor<'_>, new: &NewProduct) -> Result<i64, String> {
    check_name("name", &new.name)?;
    check_number("price_cents", new.price_cents, 0)?;
    check_number("stock", new.stock, 0)?;
    let profile = Arc::clone(&actor.venue.profile);
    let mut groups = profile.groups.iter();
    let group = groups
        .find(|group| group.name == new.group)
        .ok_or_else(|| {
            let names: Vec<&str> = profile.groups.iter().map(|group| &*group.name).collect();
            let (names, found) = (names.join(", "), &new.group);
            format!("group: expected one of {names}, found {found}")
        })?;
    let brand = new.brand.as_ref().or(profile.brands.first());
    let (id, sku) = (actor.take_id(), actor.take_id());
    let mut variation = Variation::new(sku, new.price_cents, actor.now);
    variation.on_hand = Thousandths::from_units(new.stock);
    actor.venue.products.insert(Product {
        id,
        guid: guid(&mut fastrand::Rng::with_seed(id.unsigned_abs())),
        name: new.name.clone(),
        group: Arc::clone(group),
        brand: brand.cloned().unwrap_or_default(),
        strain: String::new(),
        flower_type: String::new(),
        medical_only: false,
        active: true,
        potency: None,
        variations: vec![variation],
        created_at: actor.now,
        updated_at: actor.now,
    });
    Ok(id)
}

/// A change of a product; what is not set is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProductChange {
    product: i64,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    brand: Option<String>,
    #[serde(default)]
    active: Option<bool>,
}

impl ProductChange {
    /// A change of the product with this id.
    pub fn new(product: i64) -> Self {
        Self {
            product,
            name: None,
            brand: None,
            active: None,
        }
    }

    /// Its name.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Its brand.
    pub fn brand(mut self, brand: impl Into<String>) -> Self {
        self.brand = Some(brand.into());
        self
    }

    /// Whether it is on the menu.
    pub fn active(mut self, active: bool) -> Self {
        self.active = Some(active);
        self
    }
}

pub(super) fn update(actor: &mut Actor<'_>, change: &ProductChange) -> Result<i64, String> {
    let named = [("name", &change.name), ("brand", &change.brand)];
    for (argument, name) in named {
        if let Some(name) = name {
            check_name(argument, name)?;
        }
    }
    let ids = actor.venue.products.iter().map(|product| product.id);
    let error = unknown("product", "product", change.product, ids);
    let product = actor.venue.products.get_mut(change.product).ok_or(error)?;
    if let Some(name) = &change.name {
        product.name.clone_from(name);
    }
    if let Some(brand) = &change.brand {
        product.brand.clone_from(brand);
    }
    product.active = change.active.unwrap_or(product.active);
    product.updated_at = actor.now;
    // Inventories have a record per variation, with the product's name.
    for variation in &mut product.variations {
        variation.updated_at = actor.now;
    }
    Ok(product.id)
}

pub(super) fn set_price(actor: &mut Actor<'_>, sku: i64, price: i64) -> Result<i64, String> {
    check_number("price_cents", price, 0)?;
    let now = actor.now;
    change_variation(actor, "sku", sku, |variation| {
        if variation.cents == price {
            return;
        }
        variation.last_cents = variation.cents;
        variation.medical_cents = variation.medical_cents.map(|_| price * 9 / 10);
        variation.cents = price;
        variation.updated_at = now;
    })?;
    Ok(sku)
}

/// Changes a variation.
pub(super) fn change_variation(
    actor: &mut Actor<'_>,
    argument: &str,
    sku: i64,
    change: impl FnOnce(&mut Variation),
) -> Result<(), String> {
    let found = actor.venue.variation(sku);
    let (product, _) = found.ok_or_else(|| unknown_sku(argument, actor.venue, sku))?;
    let id = product.id;
    let product = actor.venue.products.get_mut(id);
    if let Some(variation) = product.and_then(|product| product.variation_mut(sku)) {
        change(variation);
    }
    Ok(())
}
