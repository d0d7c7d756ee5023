//! Tests that need a program which may not be installed.

use std::env;
use std::process::{Command, Stdio};

use proc_macro::TokenStream;

mod programs;

/// `#[needs(postgres)]` or `#[needs(strace)]`, above `#[test]`: where there is no such program when the test is
/// compiled, the test is ignored, and cargo says why. With `REQUIRE_PROGRAMS`, it runs, and fails.
///
/// # Panics
///
/// Of another program.
#[proc_macro_attribute]
pub fn needs(program: TokenStream, test: TokenStream) -> TokenStream {
    let program = program.to_string();
    let is_installed = match program.as_str() {
        "postgres" => programs::postgres().is_some(),
        // It may not be allowed to trace.
        "strace" => {
            let mut traced = Command::new("strace");
            traced
                .args(["-o", "/dev/null", "true"])
                .stderr(Stdio::null());
            traced.status().is_ok_and(|status| status.success())
        }
        program => panic!("unknown program `{program}`"),
    };
    let ignored = match is_installed || env::var_os("REQUIRE_PROGRAMS").is_some() {
        true => String::new(),
        false => format!("#[ignore = \"no {program} when the test was compiled\"]"),
    };
    // Set or not, it compiles the test again.
    let tracked = "const _: Option<&str> = option_env!(\"REQUIRE_PROGRAMS\");";
    let mut tokens: TokenStream = format!("{tracked} {ignored}").parse().expect("Rust");
    tokens.extend(test);
    tokens
}
