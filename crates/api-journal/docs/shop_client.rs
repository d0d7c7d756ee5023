// Included by each example that needs an API, since rustdoc compiles each alone: to a reader it is a generated crate.
use test_support::shop as shop_client;
