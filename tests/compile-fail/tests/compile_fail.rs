//! Mistakes that the types rule out. Each case has the expected compiler error beside it.

#[test]
fn mistakes_that_the_types_rule_out_do_not_compile() {
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
