//! The compiler of a test, which has built the crates of the test: code that uses them is checked in a tenth of a second.

use std::env;

use proc_macro::TokenStream;

/// The program of the compiler that runs, and its options that name crates and where they are.
#[proc_macro]
pub fn command(_: TokenStream) -> TokenStream {
    let program = env::current_exe().expect("the path of the compiler");
    let mut options = Vec::new();
    let mut arguments = env::args();
    while let Some(argument) = arguments.next() {
        if ["--extern", "-L"].contains(&argument.as_str()) {
            options.push(argument);
            options.extend(arguments.next());
        }
    }
    let command = format!("({program:?}, &{options:?} as &[&str])");
    command.parse().expect("an expression")
}
