//! What must not compile. Each case has the error that it must fail with beside it.

#[test]
fn mistakes_that_the_types_rule_out_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
