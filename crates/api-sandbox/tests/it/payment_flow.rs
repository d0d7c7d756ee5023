//! A payment by the generated client: created, submitted, extended, adjusted and refunded.

use std::error::Error;

use api_sandbox::PaymentState::{Refunded, Submitted};
use api_sandbox::{PaymentEnvironment, Sandbox};
use payments_client::jiff::civil::date;
use payments_client::model::{Addendum, Adjustment, NewPaymentRequest, Refund, Submission};
use payments_client::*;

#[tokio::test]
async fn client_creates_submits_extends_adjusts_and_refunds_a_payment() -> Result<(), Box<dyn Error>>
{
    let sandbox = Sandbox::start().await?;
    let demo = PaymentEnvironment::Test.credentials();
    let config = Config::with_client_values(
        Environment::Test,
        &sandbox.payments_url(PaymentEnvironment::Test),
        ClientCredentials::new(demo.client_id, demo.client_secret),
        ClientValues::new(demo.public_key),
    )?;
    let client = Client::new(config)?;

    let lamps = client.send(CreateRequest::new(two_lamps())).await?;
    client.send(SubmitRequest::new(order(&lamps))).await?;

    // An addendum creates a linked request, which has to be submitted separately.
    let more = Addendum {
        request_uid: lamps.clone(),
        amount: 20.into(),
    };
    let shade = client.send(AddendumRequest::new(more)).await?;
    client.send(SubmitRequest::new(order(&shade))).await?;

    client.send(AdjustRequest::new(one_lamp(&lamps))).await?;
    let refund = Refund {
        request_uid: lamps.clone(),
        reason: "Returned".into(),
    };
    client.send(RefundRequest::new(refund.clone())).await?;
    let twice = client.send(RefundRequest::new(refund)).await.unwrap_err();
    assert_eq!(twice.kind(), ErrorKind::BadRequest);
    assert_eq!(twice.messages(), ["the request has been refunded"]);

    let payments = sandbox.control().payments();
    let states: Vec<_> = payments.iter().map(|payment| payment.state).collect();
    assert_eq!(states, [Refunded, Submitted]);
    assert_eq!(payments[1].linked_to.as_deref(), Some(lamps.as_str()));
    Ok(())
}

pub(crate) fn two_lamps() -> NewPaymentRequest {
    NewPaymentRequest {
        amount: 125.into(),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: "buyer@shop.example".into(),
        user_first_name: "Ada".into(),
        user_last_name: "Byron".into(),
        user_phone: "5550100".into(),
    }
}

fn order(request: &model::RequestUid) -> Submission {
    Submission {
        request_uid: request.clone(),
        order_number: "A-1".into(),
        order_description: "Two lamps".into(),
        amount: 125.into(),
        pay_date: date(2026, 12, 1),
    }
}

fn one_lamp(request: &model::RequestUid) -> Adjustment {
    Adjustment {
        request_uid: request.clone(),
        amount: 63.into(),
        pay_date: date(2026, 12, 1),
        order_number: "A-1".into(),
        order_description: "One lamp".into(),
        reason: "One was broken".into(),
    }
}
