//! The Test environment is one of payments; the point of sale has none.

use payments_client::Place;
use pos_v2_client::{Environment, VenueToken};

fn main() {
    let _ = Environment::new(
        Place::Test,
        "https://pos.example/api",
        VenueToken::new("token"),
        (),
    );
}
