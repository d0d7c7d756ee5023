//! The client of progenitor in the harness.

use std::time::Duration;

use harness::{Answer, Call, Failure, Peer};
use peer_client::types::{
    CustomerPage, CustomerUpdate, CustomerUpdateRequest, NewCustomer, NewCustomerRequest,
};
use peer_client::{Client, Error};
use reqwest::header::{AUTHORIZATION, HeaderMap};

struct Progenitor {
    client: Client,
    token: String,
}

impl Peer for Progenitor {
    /// The README shows this way to send a token, with these timeouts.
    fn new(base_url: &str, token: &str) -> Self {
        let mut headers = HeaderMap::new();
        let authorization = format!("Bearer {token}").parse();
        headers.insert(AUTHORIZATION, authorization.expect("a header"));
        let client = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(15))
            .timeout(Duration::from_secs(15))
            .default_headers(headers)
            .build();
        Self {
            client: Client::new_with_client(base_url, client.expect("a client")),
            token: token.to_owned(),
        }
    }

    fn debug(&self) -> String {
        format!("{:?}", self.client)
    }

    async fn call(&self, call: Call) -> Result<Answer, Failure> {
        let answer = self.answer(call).await;
        answer.map_err(|error| Failure::new(&error, error.status().map(|status| status.as_u16())))
    }

    fn read_page(page: &[u8]) -> usize {
        let page: CustomerPage = serde_json::from_slice(page).expect("a page");
        page.customers.len()
    }
}

impl Progenitor {
    async fn answer(&self, call: Call) -> Result<Answer, Error<serde_json::Value>> {
        let client = &self.client;
        Ok(match call {
            Call::ListCustomers(telephone) => {
                let list = client.list_customers(None, None, Some(telephone), None);
                Answer::new(&*list.await?)
            }
            Call::GetCustomer(id) => {
                let wrapper = client.get_customer(id).await?;
                Answer::new(&*wrapper).field(wrapper.customer.updated_at)
            }
            Call::CreateCustomer(name) => {
                let customer = NewCustomer {
                    first_name: Some(name.to_owned()),
                    ..NewCustomer::default()
                };
                let request = NewCustomerRequest { customer };
                Answer::new(&*client.create_customer(&request).await?)
            }
            Call::ClearLastName(id) => {
                let customer = CustomerUpdate {
                    last_name: None,
                    ..CustomerUpdate::default()
                };
                let request = CustomerUpdateRequest { customer };
                Answer::new(&*client.update_customer(id, &request).await?)
            }
            Call::ListInventories => {
                let page = client.list_inventories(None, None, None).await?;
                let first = page.inventory.first();
                Answer::new(&*page).field(first.and_then(|record| record.quantity_on_hand))
            }
            Call::GetMenuFeed(id) => Answer::new(&*client.get_menu_feed(id).await?),
            Call::GetMenuFeedByToken(id) => {
                Answer::new(&*client.get_menu_feed_token_path(&self.token, id).await?)
            }
            Call::ListUsers => {
                let page = client.list_users(None, None, None).await?;
                let hash = page
                    .users
                    .first()
                    .and_then(|user| user.encrypted_password.as_deref());
                Answer::new(&*page).field(hash)
            }
        })
    }
}

fn main() {
    harness::main::<Progenitor>();
}
