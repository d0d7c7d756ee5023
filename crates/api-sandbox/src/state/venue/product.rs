//! What a venue sells.

use super::profile::{Facts, Group};
use super::{chance, one_of};
use crate::state::decimal::Milli;
use crate::state::time::Moment;

/// A product, with the variations that it is sold in.
pub(crate) struct Product {
    pub(crate) id: i64,
    pub(crate) guid: String,
    pub(crate) name: String,
    pub(crate) group: &'static Group,
    pub(crate) brand: &'static str,
    pub(crate) strain: &'static str,
    pub(crate) flower_type: &'static str,
    pub(crate) medical_only: bool,
    /// Percent of the two best known ingredients, where the product has them.
    pub(crate) potency: Option<(Milli, Milli)>,
    pub(crate) variations: Vec<Variation>,
    pub(crate) created_at: Moment,
    pub(crate) updated_at: Moment,
}

/// One price of a product.
pub(crate) struct Variation {
    pub(crate) sku: i64,
    pub(crate) name: &'static str,
    pub(crate) cents: i64,
    pub(crate) medical_cents: Option<i64>,
    pub(crate) cost: i64,
    /// How much one of it is, in grams where it is weighed.
    pub(crate) unit: Milli,
    pub(crate) unit_type: &'static str,
    pub(crate) on_hand: Milli,
    pub(crate) supplier: &'static str,
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
/// Name, grams in thousandths, unit and price of a weight, in tenths of that of a gram.
const WEIGHTS: [(&str, i64, &str, i64); 4] = [
    ("Gram", 1_000, "grams", 10),
    ("Eighth", 3_500, "grams", 30),
    ("Quarter", 7_000, "gm", 55),
    ("Ounce", 28_000, "grams", 190),
];

/// How far the numbers of a product's prices are from its own. A venue has less than a thousand products.
const FIRST_PRICE: i64 = 2_000;
const NEXT_PRICE: i64 = 1_000;

/// The menu's products, hundreds of them.
pub(crate) fn demo(facts: &'static Facts, seed: u64, start: Moment) -> Vec<Product> {
    let mut chance = chance(seed, "products", facts);
    let mut products = Vec::with_capacity(facts.groups.len() * facts.items_per_group);
    for group in facts.groups {
        for _ in 0..facts.items_per_group {
            let id = facts.first_product + products.len() as i64;
            products.push(product(&mut chance, facts, group, id, start));
        }
    }
    products
}

fn product(
    chance: &mut fastrand::Rng,
    facts: &'static Facts,
    group: &'static Group,
    id: i64,
    start: Moment,
) -> Product {
    let (first, second) = (one_of(chance, &FIRST_WORDS), one_of(chance, &SECOND_WORDS));
    let kind = one_of(chance, group.kinds);
    let base = chance.i64(group.cents.0..=group.cents.1) / 25 * 25;
    let weights: &[(&str, i64, &str, i64)] = if group.by_weight {
        &WEIGHTS
    } else {
        &[("Each", 1_000, "units", 10)]
    };
    let regulated = group.limit.is_some();
    let created_at = start.plus(-Moment::DAY * chance.i64(61..400));
    let variations = (0..)
        .zip(weights)
        .map(|(place, &(name, unit, unit_type, tenths))| {
            let cents = base * tenths / 10;
            Variation {
                sku: id + FIRST_PRICE + place * NEXT_PRICE,
                name,
                cents,
                medical_cents: regulated.then_some(cents * 9 / 10),
                cost: cents * 55 / 100,
                unit: Milli(unit),
                unit_type,
                on_hand: Milli::units(chance.i64(0..80)),
                supplier: one_of(chance, &SUPPLIERS),
            }
        });
    let variations = variations.collect();
    Product {
        id,
        guid: guid(chance),
        name: format!("{first} {second} {kind}"),
        group,
        brand: one_of(chance, facts.brands),
        strain: if regulated { second } else { "" },
        flower_type: if regulated {
            one_of(chance, &FLOWER_TYPES)
        } else {
            ""
        },
        medical_only: regulated && chance.u8(..20) == 0,
        potency: regulated.then(|| {
            (
                Milli(chance.i64(120..300) * 100),
                Milli(chance.i64(0..20) * 100),
            )
        }),
        variations,
        created_at,
        updated_at: start.plus(-chance.i64(0..Moment::DAY * 60)),
    }
}

/// A key in the form of a UUID.
pub(crate) fn guid(chance: &mut fastrand::Rng) -> String {
    let bits = chance.u128(..);
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
