//! A test of a service, in fewer than twenty lines.

use std::error::Error;
use std::sync::{Arc, Mutex};

use api_sandbox::{CallbackOutcome, OrderStatus, Sandbox};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{Client, Config, CreateIncomingOrder, Environment, IntegratorAndVenue};

/// The service under test: places orders, and receives their callbacks.
struct Service {
    client: Client,
    callback_url: String,
    forms: Arc<Mutex<Vec<String>>>,
}

impl Service {
    async fn start(sandbox: &Sandbox) -> Result<Self, Box<dyn Error>> {
        let demo = sandbox.credentials();
        let credentials =
            IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
        let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let callback_url = format!("http://{}/callbacks", listener.local_addr()?);
        let forms = Arc::<Mutex<Vec<String>>>::default();
        let received = Arc::clone(&forms);
        let receive = move |form: String| async move {
            received.lock().expect("a lock").push(form);
        };
        let app = axum::Router::new().route("/callbacks", axum::routing::post(receive));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self {
            client: Client::new(config)?,
            callback_url,
            forms,
        })
    }

    async fn place_order(&self, reference: &str) -> Result<(), Box<dyn Error>> {
        let mut order = NewIncomingOrder::new(
            reference,
            vec![NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: "7001".into(),
                product_id: 9001.into(),
                quantity: 2,
            })],
        );
        order.status_callback = Some(self.callback_url.clone().into());
        self.client.send(CreateIncomingOrder::new(order)).await?;
        Ok(())
    }
}

#[tokio::test]
async fn delivered_orders_are_reported_to_the_service() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let (control, service) = (sandbox.control(), Service::start(&sandbox).await?);

    service.place_order("WEB-1").await?;
    let order = control.next_order().await?;
    assert_eq!(
        (order.reference_no.as_str(), order.items[0].quantity),
        ("WEB-1", 2)
    );

    control.set_order_status(order.id, OrderStatus::Delivered)?;
    let callback = control.next_callback().await?;
    assert_eq!(callback.outcome, CallbackOutcome::Responded(200));
    assert_eq!(*service.forms.lock().expect("a lock"), [callback.body]);
    Ok(())
}
