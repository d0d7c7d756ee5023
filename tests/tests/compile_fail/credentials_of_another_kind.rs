//! An environment of venues is not made with an integrator's token.

use pos_v2_client::{Environment, Error, Place};
use pos_v3_client::Integrator;

fn environment() -> Result<Environment, Error> {
    Environment::new(
        Place::Staging,
        "https://pos.example/api",
        Integrator::new("token"),
        (),
    )
}

fn main() {
    let _ = environment();
}
