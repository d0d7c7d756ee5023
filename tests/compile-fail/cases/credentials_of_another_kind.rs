//! A config for venues is not made with an integrator's token.

use pos_v2_client::{Config, Environment, Error};
use pos_v3_client::Integrator;

fn config() -> Result<Config, Error> {
    Config::new(
        Environment::Staging,
        "https://pos.example/api",
        Integrator::new("token"),
    )
}

fn main() {
    let _ = config();
}
