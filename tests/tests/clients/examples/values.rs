//! Values of a sandbox in place of placeholders.

use std::collections::HashMap;
use std::error::Error;
use std::num::ParseIntError;
use std::str::FromStr;

use api_sandbox::{PaymentEnvironment, Sandbox};
use payments_client::Date;
use payments_client::model::{
    NewPaymentRequest, NewPaymentRequestRequired, Submission, SubmissionRequired,
};
use pos_v3_client::model::{
    NewIncomingOrder, NewOrderItem, NewOrderItemRequired, NewQuote, QuoteItem,
};

use crate::config;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The values of the placeholders of an example.
#[derive(Debug)]
pub(crate) struct Values(HashMap<&'static str, String>);

impl Values {
    /// The values for an example; creates the records that it names.
    ///
    /// # Errors
    ///
    /// If a record cannot be created.
    pub(crate) async fn new(sandbox: &Sandbox, client: &str, operation: &str) -> Result<Self> {
        let demo = sandbox.credentials();
        let payments = PaymentEnvironment::Test.credentials();
        let venue = &sandbox.venues()[0];
        let base_url = match client {
            "payments-client" => sandbox.payments_url(PaymentEnvironment::Test),
            _ => sandbox.pos_url(),
        };
        let id = match operation {
            "GetCustomer" | "UpdateCustomer" => "8801".to_owned(),
            "GetSalesHistory" => "28801".to_owned(),
            "GetMenuFeed" => venue.menu_feed_key.clone(),
            "GetIncomingOrder" => order(sandbox).await?.to_string(),
            _ => String::new(),
        };
        let mut values = HashMap::from([
            ("base_url", base_url),
            ("id", id),
            ("client_id", payments.client_id.to_owned()),
            ("client_secret", payments.client_secret.to_owned()),
            ("client_pub_key", payments.public_key.to_owned()),
            ("api_token", venue.api_token.clone()),
            ("integrator_token", demo.integrator_token.to_owned()),
            ("vendor_token", demo.vendor_token.to_owned()),
            ("venue_token", venue.venue_token.clone()),
            ("incoming_order_id", "1".to_owned()),
            ("menu_feed_id", venue.menu_feed_key.clone()),
            ("menu_feed_key", venue.menu_feed_key.clone()),
        ]);
        if operation.contains("IncomingQuote") {
            let reference = quote(sandbox).await?;
            // The sandbox's reference of a quote has its id.
            values.insert("id", reference.trim_start_matches("Q-").to_owned());
            values.insert("reference_id", reference);
            let body = r#"{"quote":{"fulfillment":{"tip_amount":150}}}"#;
            values.insert("body", body.to_owned());
        }
        if client == "payments-client" && operation != "CreateRequest" {
            let request_uid = payment(sandbox, operation != "SubmitRequest").await?;
            values.insert("RequestUid", request_uid);
        }
        Ok(Self(values))
    }

    /// The value of a placeholder.
    ///
    /// # Panics
    ///
    /// If the placeholder is unknown: an example has a new one.
    #[must_use]
    pub(crate) fn text(&self, name: &str) -> &str {
        match self.0.get(name) {
            Some(value) if !value.is_empty() => value,
            _ => panic!("missing a value for `<{name}>`"),
        }
    }

    /// The id of the record as a number.
    ///
    /// # Panics
    ///
    /// If the operation has none.
    #[must_use]
    pub(crate) fn id<T: FromStr<Err = ParseIntError>>(&self) -> T {
        self.text("id").parse().expect("a number")
    }
}

/// The reference of [`order`].
const REFERENCE: &str = "EXAMPLE-1";

/// The id of a new order.
async fn order(sandbox: &Sandbox) -> Result<i64> {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 1,
    });
    let order = NewIncomingOrder::new(REFERENCE, vec![item]);
    let operation = pos_v3_client::CreateIncomingOrder::new(order);
    pos_v3_client::Client::new(config::pos_v3(&sandbox.pos_url()))?
        .send(operation)
        .await?;
    let orders = sandbox.control().orders();
    Ok(orders.first().ok_or("missing the order")?.id)
}

/// The reference of a new quote.
async fn quote(sandbox: &Sandbox) -> Result<String> {
    let item = QuoteItem::new().sku_id(9001).quantity(1);
    let operation = pos_v3_client::CreateIncomingQuote::new(NewQuote::new(vec![item]));
    let response = pos_v3_client::Client::new(config::pos_v3(&sandbox.pos_url()))?
        .send(operation)
        .await?;
    let reference = response.quote.reference_no.clone();
    Ok(reference.ok_or("missing the reference")?.to_string())
}

/// The uid of a new payment request.
async fn payment(sandbox: &Sandbox, is_submitted: bool) -> Result<String> {
    let base_url = sandbox.payments_url(PaymentEnvironment::Test);
    let client = payments_client::Client::new(config::payments(&base_url))?;
    let create =
        payments_client::CreateRequest::new(NewPaymentRequest::new(NewPaymentRequestRequired {
            amount: 10.into(),
            user_business_address: "1 Main Street".into(),
            user_business_city: "Denver".into(),
            user_business_name: "Corner Shop".into(),
            user_business_state_code: "CO".into(),
            user_business_zip: "80202".into(),
            user_email: "ada@example.com".into(),
            user_first_name: "Ada".into(),
            user_last_name: "Example".into(),
            user_phone: "5555550100".into(),
        }));
    let request_uid = client.send(create).await?;
    let request_uid = request_uid.as_str();
    if is_submitted {
        let submission = Submission::new(SubmissionRequired {
            request_uid: request_uid.into(),
            order_number: "WEB-1".into(),
            order_description: "Items".into(),
            amount: 10.into(),
            pay_date: Date::new(2026, 1, 31).unwrap(),
        });
        client
            .send(payments_client::SubmitRequest::new(submission))
            .await?;
    }
    Ok(request_uid.to_owned())
}
