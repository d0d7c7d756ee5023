// Included by each example of the docs that needs an API: it looks to a service as a generated crate does.
use test_support::shop as shop_client;
