//! The browser SDK needs the client's name.

use payments_client::PageConfiguration;

fn main() {
    let _ = PageConfiguration::new();
}
