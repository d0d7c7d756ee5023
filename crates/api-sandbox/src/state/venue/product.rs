//! Products.

use std::sync::Arc;

use super::profile::{Group, VenueProfile};
use super::{pick, seeded_rng};
use crate::state::decimal::Thousandths;
use crate::state::time::Time;

/// A product with its variations.
pub(crate) struct Product {
    pub(crate) id: i64,
    pub(crate) guid: String,
    pub(crate) name: String,
    pub(crate) group: Arc<Group>,
    pub(crate) brand: String,
    pub(crate) strain: String,
    pub(crate) flower_type: String,
    pub(crate) medical_only: bool,
    /// THC and CBD in percent, of a regulated product.
    pub(crate) potency: Option<(Thousandths, Thousandths)>,
    pub(crate) variations: Vec<Variation>,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

/// A variation of a product, with its price.
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

/// The products of the menu, several hundred.
pub(crate) fn demo(profile: &VenueProfile, seed: u64, start: Time) -> Vec<Product> {
    let mut rng = seeded_rng(seed, "products", profile);
    let mut products = Vec::with_capacity(profile.groups.len() * profile.items_per_group);
    for group in &profile.groups {
        for _ in 0..profile.items_per_group {
            let id = profile.first_product_id + products.len() as i64;
            products.push(product(&mut rng, profile, group, id, start));
        }
    }
    products
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
            Variation {
                sku: id + FIRST_SKU_OFFSET + index * SKU_STEP,
                name: name.to_owned(),
                cents,
                medical_cents: regulated.then_some(cents * 9 / 10),
                cost: cents * 55 / 100,
                unit: Thousandths(unit),
                unit_type: unit_type.to_owned(),
                on_hand: Thousandths::from_units(rng.i64(0..80)),
                supplier: (*pick(rng, &SUPPLIERS)).to_owned(),
            }
        });
    let variations = variations.collect();
    Product {
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
        potency: regulated.then(|| {
            (
                Thousandths(rng.i64(120..300) * 100),
                Thousandths(rng.i64(0..20) * 100),
            )
        }),
        variations,
        created_at,
        updated_at: start.add_millis(-rng.i64(0..Time::DAY_MILLIS * 60)),
    }
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
