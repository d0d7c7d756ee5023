//! A payment from its request to its refund.

use std::error::Error;

use api_sandbox::{PaymentEnvironment, SDK_GLOBAL, Sandbox};
use payments_client::browser::{Function, Snippet};
use payments_client::model::{
    Addendum, Adjustment, AdjustmentRequired, NewPaymentRequest, NewPaymentRequestRequired, Refund,
    RequestUid, Submission, SubmissionRequired,
};
use payments_client::{
    AddendumRequest, AdjustRequest, Client, ClientCredentials, ClientValues, Config, CreateRequest,
    Date, Decimal, Environment, PageConfiguration, RefundRequest, SubmitRequest,
};
use store_sqlite::SqliteStore;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let account = PaymentEnvironment::Test.credentials();
    let config = Config::with_client_values(
        Environment::Test,
        &sandbox.payments_url(PaymentEnvironment::Test),
        ClientCredentials::new(account.client_id, account.client_secret),
        ClientValues::new(account.public_key),
    )?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("shop.db");

    // ANCHOR: flow
    let journal = SqliteStore::open(&file).await?;
    let client = Client::builder(config.clone())
        .account("main")
        .journal(journal)
        .build()?;
    let created = CreateRequest::new(NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: Decimal::new(12_550, 2),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: "buyer@shop.example".into(),
        user_first_name: "Ada".into(),
        user_last_name: "Byron".into(),
        user_phone: "5550100".into(),
    }));
    // Once for this cart, even if the process crashes or the buyer clicks again.
    let sent = client.once("cart-7").send(created).await?;
    // The id of the response, even if an earlier call received it.
    let lamps: RequestUid = sent.record_id().ok_or("missing id")?.into();
    println!("created     {}", lamps.as_str());

    // The snippet for the checkout page, where the buyer pays.
    let page = PageConfiguration::new("Corner Shop").on_success(Function::new("checkout.paid")?);
    let html = Snippet::new(&config, SDK_GLOBAL, &page, lamps.as_str())?.to_string();
    println!(
        "page        opens it with {} lines of HTML",
        html.lines().count()
    );

    // The buyer pays, and `checkout.paid` of the page tells your server.
    demo::pay(&sandbox, &lamps).await?;
    let submission = SubmissionRequired {
        request_uid: lamps.clone(),
        order_number: "A-1".into(),
        order_description: "Two lamps".into(),
        amount: Decimal::new(12_550, 2),
        pay_date: Date::new(2026, 12, 1)?,
    };
    let submit = SubmitRequest::new(Submission::new(submission.clone()));
    let sent = client.once("cart-7").send(submit).await?;
    println!("submitted   {:?}", sent.known);
    // ANCHOR_END: flow

    // ANCHOR: later
    // An addendum is a linked request, which is paid and submitted as well. A write that a cart may
    // repeat needs a new key each time.
    let addendum = AddendumRequest::new(Addendum::new(lamps.clone(), Decimal::new(20, 0)));
    let sent = client.once("cart-7 shade").send(addendum).await?;
    let shade: RequestUid = sent.record_id().ok_or("missing id")?.into();
    println!("addendum    {}", shade.as_str());
    demo::pay(&sandbox, &shade).await?;
    let submit = SubmitRequest::new(Submission::new(SubmissionRequired {
        request_uid: shade,
        order_description: "A lampshade".into(),
        amount: Decimal::new(20, 0),
        ..submission.clone()
    }));
    let sent = client.once("cart-7 shade").send(submit).await?;
    println!("submitted   {:?}", sent.known);

    let adjust = AdjustRequest::new(Adjustment::new(AdjustmentRequired {
        request_uid: lamps.clone(),
        amount: Decimal::new(13_050, 2), // the new total, or the difference? Ask before you adjust.
        pay_date: submission.pay_date,
        order_number: submission.order_number,
        order_description: "Two lamps, wrapped".into(),
        reason: "Gift wrapping".into(),
    }));
    let sent = client.once("cart-7 wrapping").send(adjust).await?;
    println!("adjusted    {:?}", sent.known);

    // A cart may have several payments: the refund of the other one has another key.
    let refund = RefundRequest::new(Refund::new(lamps.clone(), "Returned"));
    let sent = client.once("cart-7 refund").send(refund.clone()).await?;
    println!("refunded    {:?}", sent.known);
    // A second call with the same key sends nothing.
    let sent = client.once("cart-7 refund").send(refund).await?;
    println!("once more   {:?}", sent.known);
    // ANCHOR_END: later

    for payment in sandbox.control().payments() {
        println!("at the end  {} {:?}", payment.request_uid, payment.state);
    }
    Ok(())
}
