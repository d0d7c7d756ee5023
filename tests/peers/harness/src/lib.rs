//! Runs the clients of two generators through the same traps and pages.
//!
//! An adapter implements [`Peer`] and calls [`main`].

mod peer;
mod server;
mod traps;

use std::env;
use std::hint::black_box;

use benches::Document;
pub use peer::{Answer, Call, Failure, Peer};

/// `traps` prints a line for each trap: its name, a tab, and `ok` or what happens instead.
/// `decode TIMES PAGE` reads a page of 1,000 customers this often.
pub fn main<P: Peer>() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["traps"] => traps::run::<P>(),
        ["decode", times, page] => {
            let mut documents = Document::ALL.into_iter();
            let page = documents.find(|document| document.name() == page);
            let page = page.expect("the name of a document").text();
            for _ in 0..times.parse().expect("a number") {
                assert_eq!(P::read_page(black_box(&page)), 1_000);
            }
        }
        _ => panic!("expected `traps` or `decode TIMES PAGE`"),
    }
}
