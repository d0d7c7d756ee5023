//! The two demo venues. Names and addresses are fictitious.

use jiff::tz::TimeZone;

/// The constant data of a venue.
pub(crate) struct VenueProfile {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
    pub(crate) license: &'static str,
    pub(crate) vertical: &'static str,
    pub(crate) telephone: &'static str,
    pub(crate) street: &'static str,
    pub(crate) city: &'static str,
    pub(crate) state: &'static str,
    pub(crate) zip: &'static str,
    pub(crate) latitude: &'static str,
    pub(crate) longitude: &'static str,
    pub(crate) timezone: &'static str,
    /// The POSIX rule of the time zone, which needs no time zone database.
    pub(crate) zone_rule: &'static str,
    pub(crate) domain: &'static str,
    pub(crate) taxes: &'static [Tax],
    pub(crate) payment_methods: &'static [&'static str],
    pub(crate) curbside: bool,
    pub(crate) delivery: bool,
    /// The id of its first product.
    pub(crate) first_product_id: i64,
    /// The base of the ids of its customers, staff, sales and deliveries.
    pub(crate) first_id: i64,
    pub(crate) groups: &'static [Group],
    pub(crate) brands: &'static [&'static str],
    pub(crate) items_per_group: usize,
    pub(crate) sales_per_day: u32,
}

/// A tax of a venue.
pub(crate) struct Tax {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
    /// In thousandths of a percent.
    pub(crate) rate: i64,
    /// The percentage as a string, as in the documents.
    pub(crate) rate_text: &'static str,
    /// Whether prices include the tax.
    pub(crate) included: bool,
}

/// A group of a menu.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) product_type: &'static str,
    /// The name of its purchase limit, and the limit in thousandths of a gram.
    pub(crate) limit: Option<(&'static str, i64)>,
    /// Whether its products are sold by weight.
    pub(crate) by_weight: bool,
    pub(crate) kinds: &'static [&'static str],
    /// The price range of the smallest variation, in cents.
    pub(crate) cents: (i64, i64),
}

impl VenueProfile {
    /// The time zone.
    pub(crate) fn zone(&self) -> TimeZone {
        TimeZone::posix(self.zone_rule).unwrap_or(TimeZone::UTC)
    }
}

const fn weighed(
    name: &'static str,
    description: &'static str,
    kinds: &'static [&'static str],
    cents: (i64, i64),
) -> Group {
    Group {
        name,
        description,
        product_type: name,
        limit: Some(("flower", 28_000)),
        by_weight: true,
        kinds,
        cents,
    }
}

const fn counted(
    name: &'static str,
    description: &'static str,
    limit: Option<(&'static str, i64)>,
    kinds: &'static [&'static str],
    cents: (i64, i64),
) -> Group {
    Group {
        name,
        description,
        product_type: name,
        limit,
        by_weight: false,
        kinds,
        cents,
    }
}

/// One venue sells by weight, with purchase limits and a tax on top of the prices; the prices of
/// the other include the tax.
pub(crate) const VENUES: [VenueProfile; 2] = [
    VenueProfile {
        id: 12,
        name: "High Street Garden",
        license: "DEMO-402-00012",
        vertical: "cannabis",
        telephone: "5550100100",
        street: "12 High Street",
        city: "Springfield",
        state: "CO",
        zip: "80000",
        latitude: "39.7392",
        longitude: "-104.9903",
        timezone: "America/Denver",
        zone_rule: "MST7MDT,M3.2.0,M11.1.0",
        domain: "garden.example",
        taxes: &[
            Tax {
                id: 17,
                name: "Sales tax",
                rate: 8_500,
                rate_text: "8.5",
                included: false,
            },
            Tax {
                id: 18,
                name: "Excise tax",
                rate: 15_000,
                rate_text: "15.0",
                included: true,
            },
        ],
        payment_methods: &["cash", "debit", "ACH"],
        curbside: true,
        delivery: true,
        first_product_id: 7001,
        first_id: 8801,
        groups: &[
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
        brands: &[
            "Sample Brand",
            "Green Valley",
            "North Fork",
            "Blue Mesa",
            "Foothill Farms",
            "Sunny Side",
        ],
        items_per_group: 45,
        sales_per_day: 24,
    },
    VenueProfile {
        id: 34,
        name: "Corner Bakery and Goods",
        license: "DEMO-F-00034",
        vertical: "retail",
        telephone: "5550100200",
        street: "3 Mill Lane",
        city: "Riverton",
        state: "NY",
        zip: "10000",
        latitude: "40.7128",
        longitude: "-74.0060",
        timezone: "America/New_York",
        zone_rule: "EST5EDT,M3.2.0,M11.1.0",
        domain: "bakery.example",
        taxes: &[Tax {
            id: 41,
            name: "Sales tax",
            rate: 7_000,
            rate_text: "7.0",
            included: true,
        }],
        payment_methods: &["cash", "credit", "ACH"],
        curbside: false,
        delivery: true,
        first_product_id: 17001,
        first_id: 18801,
        groups: &[
            counted(
                "Bread",
                "Baked before six",
                None,
                &["Loaf", "Baguette", "Rolls", "Rye"],
                (250, 900),
            ),
            counted(
                "Pastry",
                "Sweet and savoury",
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
        brands: &["House", "Mill Lane", "River Farm", "Old Oak"],
        items_per_group: 35,
        sales_per_day: 20,
    },
];
