//! What the browser reaches. It names products; prices, amounts and orders are the server's.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use payments_client::browser::{Function, Snippet};
use payments_client::model::{NewPaymentRequest, NewPaymentRequestRequired};
use payments_client::{CreateRequest, Decimal, ErrorKind, PageConfiguration, Reply, Timestamp};
use pos_v3_client::model::NewIncomingOrder;
use serde::Deserialize;
use serde_json::json;

use super::failure::{Failure, Fault};
use super::menu::Line;
use super::shop::{Checkout, Shop};

/// What a browser says of a cart: products, and who buys them.
#[derive(Deserialize)]
pub(crate) struct Basket {
    lines: Vec<Line>,
    buyer: Buyer,
}

#[derive(Deserialize)]
struct Buyer {
    business: String,
    address: String,
    city: String,
    state: String,
    zip: String,
    first_name: String,
    last_name: String,
    email: String,
    phone: String,
}

/// A cart, for the browser that has its ticket.
#[derive(Deserialize)]
struct Cart {
    cart: String,
    state: String,
    order_state: Option<String>,
    checkout: String,
}

/// 128 bits of the operating system, as hexadecimal digits.
fn random() -> Result<String, Fault> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// `POST /carts`: prices a basket, and gives the browser the ticket of its cart. The body is the path of the cart.
pub(crate) async fn create(
    State(shop): State<Arc<Shop>>,
    Json(Basket { lines, buyer }): Json<Basket>,
) -> Result<Response, Failure> {
    let (cents, items) = shop.menu.price(&lines).map_err(Failure)?;
    let (cart, ticket) = (format!("W{}", &random()?[..12]), random()?);
    let checkout = Checkout {
        payment: NewPaymentRequest::new(NewPaymentRequestRequired {
            amount: Decimal::new(cents, 2),
            user_business_address: buyer.address,
            user_business_city: buyer.city,
            user_business_name: buyer.business,
            user_business_state_code: buyer.state,
            user_business_zip: buyer.zip,
            user_email: buyer.email,
            user_first_name: buyer.first_name,
            user_last_name: buyer.last_name,
            user_phone: buyer.phone,
        }),
        pay_date: Timestamp::now().utc_date(),
        order: NewIncomingOrder::new(cart.as_str(), items).order_type("pickup"),
    };
    let text = serde_json::to_string(&checkout)?;
    let insert = "INSERT INTO carts (cart, ticket, checkout) VALUES ($1, $2, $3)";
    shop.db
        .rows::<()>(insert, [json!(cart), json!(ticket), json!(text)])
        .await?;
    let path = format!("/carts/{cart}");
    // Of this cart alone: the buyer may have several, in several tabs.
    let cookie = format!("ticket={ticket}; Path={path}; HttpOnly; Secure; SameSite=Strict");
    Ok((StatusCode::CREATED, [(SET_COOKIE, cookie)], path).into_response())
}

/// `GET /carts/{cart}/payments/{number}`: the page that opens a payment. A number that is repeated, as by a reload,
/// is the same payment.
pub(crate) async fn pay(
    State(shop): State<Arc<Shop>>,
    Path((cart, number)): Path<(String, u8)>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let found = shop.cart(&cart, &headers).await?;
    if found.state != "open" {
        return Ok(Redirect::to(&format!("/carts/{cart}")).into_response());
    }
    let next = number.saturating_add(1).to_string();
    let Checkout { payment, .. } = serde_json::from_str(&found.checkout)?;
    let Some(uid) = shop.request_payment(&cart, number, payment).await? else {
        let page = format!("The payment did not open. <a href=\"{next}\">Try another one</a>.");
        return Ok((StatusCode::CONFLICT, Html(page)).into_response());
    };
    // ANCHOR: page
    let configuration = PageConfiguration::new("Corner Shop")
        .on_success(Function::new("checkout.paid")?)
        .on_error(Function::new("checkout.failed")?);
    let nonce = random()?;
    let snippet = Snippet::new(&shop.page, &shop.sdk_global, &configuration, &uid)?;
    let snippet = snippet.with_nonce(&nonce)?;
    // The last directive of the snippet is `connect-src`: this page posts to its own server, too.
    let policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let policy = format!("{policy}; {} 'self'", snippet.csp());
    // ANCHOR_END: page
    let page = include_str!("pay.html")
        .replace("NONCE", &nonce)
        .replace("NEXT", &next)
        .replace("SNIPPET", &snippet.to_string());
    let headers = [
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Html(page)).into_response())
}

/// `POST /carts/{cart}/payments/{number}/paid`: the page's `onSuccess`. The buyer says so: it is no proof of a payment.
pub(crate) async fn paid(
    State(shop): State<Arc<Shop>>,
    Path((cart, number)): Path<(String, u8)>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    shop.cart(&cart, &headers).await?;
    shop.is_paid(&cart, number).await
}

/// `GET /carts/{cart}`: the state of the cart, or of its order.
pub(crate) async fn show(
    State(shop): State<Arc<Shop>>,
    Path(cart): Path<String>,
    headers: HeaderMap,
) -> Result<String, Failure> {
    let cart = shop.cart(&cart, &headers).await?;
    let is_refund = matches!(&*cart.state, "refunding" | "refunded");
    let order_state = cart.order_state.filter(|_| !is_refund);
    Ok(order_state.unwrap_or(cart.state))
}

impl Shop {
    /// The cart, if the request has its ticket: it is looked up by the ticket.
    async fn cart(&self, cart: &str, headers: &HeaderMap) -> Result<Cart, Failure> {
        let cookies = headers.get_all(COOKIE).into_iter();
        let cookies = cookies.filter_map(|cookies| cookies.to_str().ok());
        let mut cookies = cookies.flat_map(|cookies| cookies.split("; "));
        let ticket = cookies.find_map(|cookie| cookie.strip_prefix("ticket="));
        let select = "SELECT cart, state, order_state, checkout FROM carts WHERE ticket = $1";
        let found = self.db.rows(select, [json!(ticket)]).await?;
        let mut found = found.into_iter().filter(|found: &Cart| found.cart == cart);
        found.next().ok_or(Failure(Reply::NotFound))
    }

    // ANCHOR: request
    /// The `RequestUid` of a payment of the cart. `None`: it was lost, so that nobody can pay it.
    async fn request_payment(
        &self,
        cart: &str,
        number: u8,
        payment: NewPaymentRequest,
    ) -> Result<Option<String>, Failure> {
        let insert = "INSERT INTO payments (cart, number) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let id = [json!(cart), json!(number)];
        self.db.rows::<()>(insert, id).await?;
        let call = self.payments.once(format!("{cart} payment {number}"));
        // Detached: the call goes on if the browser goes away.
        let request_uid = match call.send(CreateRequest::new(payment)).detached().await {
            Ok(sent) => sent.record_id().map(str::to_owned),
            Err(error) if error.kind() == ErrorKind::Restored => return Err(error.into()),
            Err(error) if error.reply() == Reply::Unknown => None,
            Err(error) => return Err(error.into()),
        };
        // After a restore, only the log knows the keys of the payments that the backup does not have.
        if let Some(uid) = &request_uid {
            eprintln!("{cart} payment {number}: {uid}");
        }
        // Stored before the page opens it. What is stored stays, whatever people do with the entry.
        let store = "UPDATE payments SET request_uid = coalesce($3, request_uid) \
             WHERE cart = $1 AND number = $2 RETURNING request_uid";
        let row = [json!(cart), json!(number), json!(request_uid)];
        let stored = self.db.rows::<(Option<String>,)>(store, row).await?;
        Ok(stored.into_iter().find_map(|(request_uid,)| request_uid))
    }
    // ANCHOR_END: request
}
