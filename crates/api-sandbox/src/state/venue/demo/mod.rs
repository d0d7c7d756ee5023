//! The records of the demo venues: those of `demo/venues.json`, and generated ones.

mod customers;
mod manifests;
mod products;
mod sales;
mod tills;

use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::product::Product;
use super::profile::VenueProfile;
use super::sale::Sale;
use super::{Venue, generated};
use crate::state::time::Time;
pub(super) use products::demo_ids;

/// The days of sales and tills before the current one.
const HISTORY_DAYS: i64 = 60;

/// A file of venues.
#[derive(Deserialize)]
struct VenuesFile {
    venues: Vec<VenueProfile>,
}

/// What is generated for a venue.
#[derive(Deserialize)]
struct Generator {
    #[serde(skip)]
    profile: Arc<VenueProfile>,
    #[serde(skip)]
    start: Time,
    first_product_id: i64,
    /// The base of the ids of its customers, staff, sales and deliveries.
    first_id: i64,
    brands: Vec<String>,
    items_per_group: i64,
    sales_per_day: u32,
    groups: Vec<GroupWords>,
    /// The records to which others refer.
    #[serde(skip)]
    products: OnceLock<Vec<Product>>,
    #[serde(skip)]
    sales: OnceLock<Vec<Sale>>,
}

/// The words and prices of a group's products. The groups are in the order of the menu.
#[derive(Deserialize)]
struct GroupWords {
    kinds: Vec<String>,
    /// The price range of the smallest size, in cents.
    cents: (i64, i64),
}

/// The two demo venues, with a history up to `start`. One sells by weight, with purchase limits and
/// a tax on top of the prices; the prices of the other include the tax.
pub(crate) fn demo_venues(start: Time) -> Vec<Venue> {
    // Compiled in; the tests read both.
    let file = include_str!("../../../../demo/venues.json");
    let venues = serde_json::from_str(file).map_or(Vec::new(), |file: VenuesFile| file.venues);
    let generators: Vec<Generator> =
        serde_json::from_str(include_str!("../../../../demo/generated.json")).unwrap_or_default();
    let venues = venues.into_iter().zip(generators).zip(1..);
    let venues = venues.map(|((mut profile, generator), number)| {
        profile.complete(number);
        let generator = Generator {
            profile: Arc::new(profile),
            start,
            ..generator
        };
        demo_venue(Arc::new(generator))
    });
    venues.collect()
}

fn demo_venue(generator: Arc<Generator>) -> Venue {
    Venue {
        customers: generated(&generator, Generator::new_customers),
        products: generated(&generator, |demo| demo.products().to_vec()),
        sales: generated(&generator, |demo| demo.sales().to_vec()),
        tills: generated(&generator, Generator::new_tills),
        manifests: generated(&generator, Generator::new_manifests),
        ..Venue::new(&generator.profile, generator.start)
    }
}

impl Generator {
    fn products(&self) -> &[Product] {
        self.products.get_or_init(|| self.new_products())
    }

    fn sales(&self) -> &[Sale] {
        self.sales.get_or_init(|| self.new_sales())
    }

    /// The start of a day of the history, counted from the oldest.
    fn start_of_day(&self, day: i64) -> Time {
        let zone = self.profile.zone();
        let days_ago = HISTORY_DAYS - day;
        let date = self
            .start
            .add_millis(-Time::DAY_MILLIS * days_ago)
            .date(&zone);
        Time::start_of_day(date, &zone)
    }

    /// The id of the till of a day.
    fn till_id(&self, day: i64) -> i64 {
        self.first_id + 6_000 + day
    }

    /// A random number generator per kind of data, so that the kinds are independent.
    fn rng(&self, kind: &str) -> fastrand::Rng {
        let mut mixed = self.profile.id.unsigned_abs();
        for byte in kind.bytes() {
            mixed = mixed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte);
        }
        fastrand::Rng::with_seed(mixed)
    }
}

/// A random element.
fn pick<'a, T>(rng: &mut fastrand::Rng, list: &'a [T]) -> &'a T {
    &list[rng.usize(..list.len())]
}
