//! Products.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::profile::{Group, VenueProfile};
use super::{pick, seeded_rng};
use crate::state::decimal::Thousandths;
use crate::state::time::Time;

/// A product with its variations.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Product {
    pub(crate) id: i64,
    pub(crate) guid: String,
    pub(crate) name: String,
    #[serde(with = "shared_group")]
    pub(crate) group: Arc<Group>,
    pub(crate) brand: String,
    pub(crate) strain: String,
    pub(crate) flower_type: String,
    pub(crate) medical_only: bool,
    pub(crate) active: bool,
    /// THC and CBD in percent, of a regulated product.
    pub(crate) potency: Option<(Thousandths, Thousandths)>,
    pub(crate) variations: Vec<Variation>,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

impl Product {
    /// The product with its variation of this SKU.
    pub(crate) fn with_variation(&self, sku: i64) -> Option<(&Self, &Variation)> {
        let mut variations = self.variations.iter();
        let variation = variations.find(|variation| variation.sku == sku)?;
        Some((self, variation))
    }

    /// Its variation of this SKU, to be changed.
    pub(crate) fn variation_mut(&mut self, sku: i64) -> Option<&mut Variation> {
        let mut variations = self.variations.iter_mut();
        variations.find(|variation| variation.sku == sku)
    }
}

/// A variation of a product, with its price and stock.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Variation {
    pub(crate) sku: i64,
    pub(crate) name: String,
    pub(crate) cents: i64,
    pub(crate) medical_cents: Option<i64>,
    pub(crate) cost: i64,
    /// The amount of one unit, in grams if it is weighed.
    pub(crate) unit: Thousandths,
    pub(crate) unit_type: String,
    pub(crate) on_hand: Thousandths,
    pub(crate) supplier: String,
    /// The price before the last change.
    pub(crate) last_cents: i64,
    /// The units sold.
    pub(crate) sold: i64,
    pub(crate) last_sold_at: Option<Time>,
    /// The number of deliveries.
    pub(crate) deliveries: i64,
    pub(crate) last_received: Thousandths,
    pub(crate) last_received_at: Option<Time>,
    /// When price or stock changed.
    pub(crate) updated_at: Time,
}

impl Variation {
    /// A variation without stock.
    pub(crate) fn new(sku: i64, cents: i64, now: Time) -> Self {
        Self {
            sku,
            name: "Each".to_owned(),
            cents,
            medical_cents: None,
            cost: cents * 55 / 100,
            unit: Thousandths::from_units(1),
            unit_type: "units".to_owned(),
            on_hand: Thousandths::default(),
            supplier: SUPPLIERS[0].to_owned(),
            last_cents: cents,
            sold: 0,
            last_sold_at: None,
            deliveries: 0,
            last_received: Thousandths::default(),
            last_received_at: None,
            updated_at: now,
        }
    }

    /// The id of its supplier.
    pub(crate) fn supplier_id(&self) -> i64 {
        supplier_id(&self.supplier)
    }
}

/// The id of a supplier; those of the demo data are 71 and more, in the order of their list.
pub(crate) fn supplier_id(name: &str) -> i64 {
    let index = SUPPLIERS.iter().position(|supplier| *supplier == name);
    71 + index.unwrap_or(SUPPLIERS.len()) as i64
}

/// Groups are shared by their products.
mod shared_group {
    use std::sync::Arc;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::Group;

    pub(super) fn serialize<S: Serializer>(
        group: &Arc<Group>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        group.as_ref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Group>, D::Error> {
        Group::deserialize(deserializer).map(Arc::new)
    }
}

pub(crate) const SUPPLIERS: [&str; 3] = [
    "Green Valley Supply",
    "Front Range Wholesale",
    "Mill Lane Trading",
];
const FIRST_WORDS: [&str; 12] = [
    "Blue", "Golden", "Silver", "Mountain", "River", "Wild", "Royal", "Sunset", "Cherry", "Lemon",
    "Velvet", "Amber",
];
const SECOND_WORDS: [&str; 10] = [
    "Sample", "Dream", "Valley", "Meadow", "Harvest", "Cloud", "Morning", "Garden", "Stone", "Star",
];
const FLOWER_TYPES: [&str; 3] = ["indica", "sativa", "hybrid"];
/// Name, thousandths of grams, unit, and price in tenths of the price of a gram.
const WEIGHTS: [(&str, i64, &str, i64); 4] = [
    ("Gram", 1_000, "grams", 10),
    ("Eighth", 3_500, "grams", 30),
    ("Quarter", 7_000, "gm", 55),
    ("Ounce", 28_000, "grams", 190),
];

/// The SKUs of a product are its id plus 2,000, 3,000 and so on. A venue has fewer than a thousand
/// products.
const FIRST_SKU_OFFSET: i64 = 2_000;
const SKU_STEP: i64 = 1_000;

/// The ids that the demo product of a SKU can have.
pub(crate) fn demo_ids(sku: i64) -> impl Iterator<Item = i64> {
    (0..WEIGHTS.len() as i64).map(move |index| sku - FIRST_SKU_OFFSET - SKU_STEP * index)
}

/// The products of the menu, several hundred.
pub(crate) fn demo(profile: &VenueProfile, seed: u64, start: Time) -> Vec<Product> {
    let mut rng = seeded_rng(seed, "products", profile);
    let mut products = Vec::with_capacity(profile.groups.len() * profile.items_per_group);
    for group in &profile.groups {
        let first = products.len();
        for _ in 0..profile.items_per_group {
            let id = profile.first_product_id + products.len() as i64;
            let mut product = product(&mut rng, profile, group, id, start);
            if group.by_weight && !product.strain.is_empty() {
                make_distinct(&mut product, &products[first..], &profile.brands);
            }
            products.push(product);
        }
    }
    products
}

/// Changes strain and brand to a pair that no other product of the group has: a menu has one
/// product for all weights of a pair.
fn make_distinct(product: &mut Product, others: &[Product], brands: &[String]) {
    let position = |list: &[&str], word: &str| list.iter().position(|other| *other == word);
    let brands: Vec<&str> = brands.iter().map(String::as_str).collect();
    let first_strain = position(&SECOND_WORDS, &product.strain).unwrap_or_default();
    let first_brand = position(&brands, &product.brand).unwrap_or_default();
    let count = SECOND_WORDS.len();
    let pairs = (0..count * brands.len()).map(|step| {
        let strain = SECOND_WORDS[(first_strain + step) % count];
        (strain, brands[(first_brand + step / count) % brands.len()])
    });
    let is_free = |(strain, brand): &(&str, &str)| {
        let mut others = others.iter();
        !others.any(|other| other.strain == *strain && other.brand == *brand)
    };
    if let Some((strain, brand)) = pairs.into_iter().find(is_free) {
        product.name = product.name.replacen(&product.strain, strain, 1);
        (product.strain, product.brand) = (strain.to_owned(), brand.to_owned());
    }
}

fn product(
    rng: &mut fastrand::Rng,
    profile: &VenueProfile,
    group: &Arc<Group>,
    id: i64,
    start: Time,
) -> Product {
    let (first_word, second_word) = (pick(rng, &FIRST_WORDS), pick(rng, &SECOND_WORDS));
    let kind = pick(rng, &group.kinds);
    let base = rng.i64(group.cents.0..=group.cents.1) / 25 * 25;
    let weights: &[(&str, i64, &str, i64)] = if group.by_weight {
        &WEIGHTS
    } else {
        &[("Each", 1_000, "units", 10)]
    };
    let regulated = group.limit.is_some();
    let created_at = start.add_millis(-Time::DAY_MILLIS * rng.i64(61..400));
    let variations = (0..)
        .zip(weights)
        .map(|(index, &(name, unit, unit_type, tenths))| {
            let cents = base * tenths / 10;
            let sku = id + FIRST_SKU_OFFSET + index * SKU_STEP;
            Variation {
                name: name.to_owned(),
                medical_cents: regulated.then_some(cents * 9 / 10),
                unit: Thousandths(unit),
                unit_type: unit_type.to_owned(),
                on_hand: Thousandths::from_units(rng.i64(0..80)),
                supplier: (*pick(rng, &SUPPLIERS)).to_owned(),
                last_cents: cents - sku % 3 * 25,
                sold: sku * 7 % 90,
                last_sold_at: (sku % 6 > 0)
                    .then(|| start.add_millis(-Time::HOUR_MILLIS * (sku % 40))),
                deliveries: 1 + sku % 4,
                last_received: Thousandths::from_units(5 + sku % 55),
                last_received_at: Some(start.add_millis(-Time::DAY_MILLIS * (1 + sku % 55))),
                ..Variation::new(sku, cents, created_at)
            }
        });
    let variations = variations.collect();
    let mut product = Product {
        id,
        guid: guid(rng),
        name: format!("{first_word} {second_word} {kind}"),
        group: Arc::clone(group),
        brand: pick(rng, &profile.brands).clone(),
        strain: if regulated { *second_word } else { "" }.to_owned(),
        flower_type: if regulated {
            *pick(rng, &FLOWER_TYPES)
        } else {
            ""
        }
        .to_owned(),
        medical_only: regulated && rng.u8(..20) == 0,
        active: true,
        potency: regulated.then(|| {
            (
                Thousandths(rng.i64(120..300) * 100),
                Thousandths(rng.i64(0..20) * 100),
            )
        }),
        variations,
        created_at,
        updated_at: start.add_millis(-rng.i64(0..Time::DAY_MILLIS * 60)),
    };
    for variation in &mut product.variations {
        variation.updated_at = product.updated_at;
    }
    product
}

/// A random UUID.
pub(crate) fn guid(rng: &mut fastrand::Rng) -> String {
    let bits = rng.u128(..);
    let (a, b, c) = (
        (bits >> 96) as u32,
        (bits >> 80) as u16,
        (bits >> 64) as u16 & 0x0fff,
    );
    let (d, e) = (
        (bits >> 48) as u16 & 0x3fff | 0x8000,
        bits as u64 & 0xffff_ffff_ffff,
    );
    format!("{a:08x}-{b:04x}-4{c:03x}-{d:04x}-{e:012x}")
}
