//! Runs a sample: `cargo run -p guide -- NAME`. Without a name, lists all of them.

use std::error::Error;

use guide::samples;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1) {
        Some(name) => samples::run(&name).await,
        None => {
            println!("usage: cargo run -p guide -- NAME\n");
            for name in samples::NAMES {
                println!("  {name}");
            }
            Ok(())
        }
    }
}
