//! The products of a menu: so few that a test reads it fast, and more than a page of stock.

use super::super::product::{Price, Product, SUPPLIERS};
use super::super::profile::Group;
use super::{Generator, GroupWords, pick};
use crate::state::decimal::Thousandths;
use crate::state::time::Time;

const FIRST_WORDS: [&str; 12] = [
    "Blue", "Golden", "Silver", "Mountain", "River", "Wild", "Royal", "Sunset", "Cherry", "Lemon",
    "Velvet", "Amber",
];
const SECOND_WORDS: [&str; 10] = [
    "Cloud", "Dream", "Valley", "Meadow", "Harvest", "Sample", "Morning", "Garden", "Stone", "Star",
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
pub(in super::super) fn demo_ids(sku: i64) -> impl Iterator<Item = i64> {
    (0..WEIGHTS.len() as i64).map(move |index| sku - FIRST_SKU_OFFSET - SKU_STEP * index)
}

impl Generator {
    pub(super) fn new_products(&self) -> Vec<Product> {
        let mut rng = self.rng("products");
        let groups = self.profile.groups.iter().zip(&self.groups);
        let places =
            groups.flat_map(|group| (0..self.items_per_group).map(move |place| (group, place)));
        let products = places.zip(self.first_product_id..);
        let products = products
            .map(|(((group, words), place), id)| self.product(&mut rng, group, words, place, id));
        products.collect()
    }

    fn product(
        &self,
        rng: &mut fastrand::Rng,
        group: &Group,
        words: &GroupWords,
        place: i64,
        id: i64,
    ) -> Product {
        let start = self.start;
        // A menu has one product for all weights of a brand and a strain.
        let place = place as usize;
        let strain = SECOND_WORDS[place % SECOND_WORDS.len()];
        let brand = &self.brands[place / SECOND_WORDS.len() % self.brands.len()];
        let kind = &words.kinds[place % words.kinds.len()];
        let (first_word, flower_type) = (pick(rng, &FIRST_WORDS), *pick(rng, &FLOWER_TYPES));
        let regulated = group.limit.is_some();
        let medical_only = regulated && rng.u8(..20) == 0;
        let base = rng.i64(words.cents.0..=words.cents.1) / 25 * 25;
        let weights: &[(&str, i64, &str, i64)] = match group.by_weight {
            true => &WEIGHTS,
            false => &[("Each", 1_000, "units", 10)],
        };
        let if_regulated = |word: &str| if regulated { word } else { "" }.to_owned();
        let updated_at = start.add_millis(-rng.i64(0..Time::DAY_MILLIS * 60));
        let skus = (0..).map(|index| id + FIRST_SKU_OFFSET + index * SKU_STEP);
        let prices = skus
            .zip(weights)
            .map(|(sku, &(name, unit, unit_type, tenths))| {
                let cents = base * tenths / 10;
                Price {
                    sku,
                    name: name.to_owned(),
                    price_cents: cents,
                    medical_price_cents: regulated.then_some(cents * 9 / 10),
                    unit: Thousandths(unit),
                    unit_type: unit_type.to_owned(),
                    on_hand: Thousandths::from_units(rng.i64(0..80)),
                    supplier: (*pick(rng, &SUPPLIERS)).to_owned(),
                    last_price_cents: Some(cents - sku % 3 * 25),
                    sold: sku * 7 % 90,
                    last_sold_at: (sku % 6 > 0)
                        .then(|| start.add_millis(-Time::HOUR_MILLIS * (sku % 40))),
                    deliveries: 1 + sku % 4,
                    last_received: Thousandths::from_units(5 + sku % 55),
                    last_received_at: Some(start.add_millis(-Time::DAY_MILLIS * (1 + sku % 55))),
                    updated_at,
                    cost_cents: None,
                }
            });
        let prices = prices.collect();
        Product {
            id,
            name: format!("{first_word} {strain} {kind}"),
            group: group.name.clone(),
            brand: brand.clone(),
            strain: if_regulated(strain),
            flower_type: if_regulated(flower_type),
            medical_only,
            thc_percent: regulated.then(|| Thousandths(rng.i64(120..300) * 100)),
            cbd_percent: regulated.then(|| Thousandths(rng.i64(0..20) * 100)),
            prices,
            created_at: start.add_millis(-Time::DAY_MILLIS * rng.i64(61..400)),
            updated_at,
            active: true,
        }
    }
}
