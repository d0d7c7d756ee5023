//! The public key goes into every payment request, so there is no client without it.

use payments_client::ClientValues;

fn main() {
    let _ = ClientValues::default();
}
