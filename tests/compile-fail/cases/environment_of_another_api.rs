//! The Test environment is one of payments; the point of sale has none.

use payments_client::Environment;
use pos_v2_client::{Config, VenueToken};

fn main() {
    let _ = Config::new(
        Environment::Test,
        "https://pos.example/api",
        VenueToken::new("token"),
    );
}
