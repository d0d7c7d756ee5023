//! The two demo venues. Names and addresses are fictitious.

use std::sync::Arc;

use super::profile::{Group, Tax, VenueProfile, VenueTokens};
use crate::credentials::CREDENTIALS;

/// One venue sells by weight, with purchase limits and a tax on top of the prices; the prices of
/// the other include the tax.
pub(crate) fn demo_profiles() -> Vec<Arc<VenueProfile>> {
    vec![Arc::new(garden()), Arc::new(bakery())]
}

fn garden() -> VenueProfile {
    VenueProfile {
        id: 12,
        tokens: VenueTokens::from_demo(&CREDENTIALS.venues[0]),
        name: "High Street Garden".to_owned(),
        license: "DEMO-402-00012".to_owned(),
        vertical: "cannabis".to_owned(),
        telephone: "5550100100".to_owned(),
        street: "12 High Street".to_owned(),
        city: "Springfield".to_owned(),
        state: "CO".to_owned(),
        zip: "80000".to_owned(),
        latitude: "39.7392".to_owned(),
        longitude: "-104.9903".to_owned(),
        timezone: "America/Denver".to_owned(),
        zone_rule: "MST7MDT,M3.2.0,M11.1.0".to_owned(),
        domain: "garden.example".to_owned(),
        taxes: vec![
            Tax {
                id: 17,
                name: "Sales tax".to_owned(),
                rate: 8_500,
                rate_text: "8.5".to_owned(),
                included: false,
            },
            Tax {
                id: 18,
                name: "Excise tax".to_owned(),
                rate: 15_000,
                rate_text: "15.0".to_owned(),
                included: true,
            },
        ],
        payment_methods: owned(&["cash", "debit", "ACH"]),
        curbside: true,
        delivery: true,
        has_list_keys: false,
        first_product_id: 7001,
        first_id: 8801,
        groups: vec![
            weighed(
                "Flower",
                "Jars and bulk",
                &["Kush", "Haze", "Diesel", "Cookies", "Runtz", "Cake"],
                (900, 1_800),
            ),
            weighed(
                "Pre-Roll Flower",
                "Ground, by the gram",
                &["Shake", "Smalls", "Ground"],
                (500, 900),
            ),
            counted(
                "Pre-Rolls",
                "Singles and packs",
                Some(("flower", 28_000)),
                &["Single", "Twin Pack", "Five Pack"],
                (600, 3_500),
            ),
            counted(
                "Edibles",
                "Gummies, chocolate and more",
                Some(("edible", 800_000)),
                &["Gummies", "Chocolate", "Mints", "Caramels"],
                (1_200, 3_000),
            ),
            counted(
                "Concentrates",
                "Rosin, wax and shatter",
                Some(("concentrate", 8_000)),
                &["Rosin", "Wax", "Shatter", "Badder"],
                (2_000, 6_500),
            ),
            counted(
                "Vapes",
                "Cartridges and disposables",
                Some(("concentrate", 8_000)),
                &["Cartridge", "Disposable", "Pod"],
                (2_500, 6_000),
            ),
            counted(
                "Accessories",
                "Papers, grinders, trays",
                None,
                &["Papers", "Grinder", "Tray", "Lighter"],
                (200, 4_500),
            ),
        ],
        brands: owned(&[
            "Sample Brand",
            "Green Valley",
            "North Fork",
            "Blue Mesa",
            "Foothill Farms",
            "Sunny Side",
        ]),
        items_per_group: 45,
        sales_per_day: 24,
    }
}

fn bakery() -> VenueProfile {
    VenueProfile {
        id: 34,
        tokens: VenueTokens::from_demo(&CREDENTIALS.venues[1]),
        name: "Corner Bakery and Goods".to_owned(),
        license: "DEMO-F-00034".to_owned(),
        vertical: "retail".to_owned(),
        telephone: "5550100200".to_owned(),
        street: "3 Mill Lane".to_owned(),
        city: "Riverton".to_owned(),
        state: "NY".to_owned(),
        zip: "10000".to_owned(),
        latitude: "40.7128".to_owned(),
        longitude: "-74.0060".to_owned(),
        timezone: "America/New_York".to_owned(),
        zone_rule: "EST5EDT,M3.2.0,M11.1.0".to_owned(),
        domain: "bakery.example".to_owned(),
        taxes: vec![Tax {
            id: 41,
            name: "Sales tax".to_owned(),
            rate: 7_000,
            rate_text: "7.0".to_owned(),
            included: true,
        }],
        payment_methods: owned(&["cash", "credit", "ACH"]),
        curbside: false,
        delivery: true,
        has_list_keys: true,
        first_product_id: 17001,
        first_id: 18801,
        groups: vec![
            counted(
                "Bread",
                "Baked before six",
                None,
                &["Loaf", "Baguette", "Rolls", "Rye"],
                (250, 900),
            ),
            counted(
                "Pastry",
                "Sweet and savory",
                None,
                &["Croissant", "Danish", "Turnover", "Scone"],
                (275, 650),
            ),
            counted(
                "Coffee",
                "Beans by the bag",
                None,
                &["Espresso", "Filter Roast", "Decaf"],
                (900, 2_400),
            ),
            counted(
                "Tea",
                "Loose and bagged",
                None,
                &["Black Tea", "Green Tea", "Herbal"],
                (500, 1_900),
            ),
            counted(
                "Pantry",
                "Jams, honey, oils",
                None,
                &["Jam", "Honey", "Olive Oil", "Granola"],
                (450, 2_200),
            ),
            counted(
                "Gifts",
                "Boxes and cards",
                None,
                &["Gift Box", "Tote", "Mug"],
                (800, 5_500),
            ),
        ],
        brands: owned(&["House", "Mill Lane", "River Farm", "Old Oak"]),
        items_per_group: 35,
        sales_per_day: 20,
    }
}

fn weighed(name: &str, description: &str, kinds: &[&str], cents: (i64, i64)) -> Arc<Group> {
    Arc::new(Group {
        name: name.to_owned(),
        description: description.to_owned(),
        product_type: name.to_owned(),
        limit: Some(("flower".to_owned(), 28_000)),
        by_weight: true,
        kinds: owned(kinds),
        cents,
    })
}

fn counted(
    name: &str,
    description: &str,
    limit: Option<(&str, i64)>,
    kinds: &[&str],
    cents: (i64, i64),
) -> Arc<Group> {
    Arc::new(Group {
        name: name.to_owned(),
        description: description.to_owned(),
        product_type: name.to_owned(),
        limit: limit.map(|(name, max)| (name.to_owned(), max)),
        by_weight: false,
        kinds: owned(kinds),
        cents,
    })
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
