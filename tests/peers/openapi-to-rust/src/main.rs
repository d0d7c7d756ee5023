//! The client of openapi-to-rust in the harness.

use std::error::Error;
use std::fmt::Debug;

use harness::{Answer, Call, Failure, Peer};
use peer_client::{
    ApiOpError, CustomerPage, CustomerUpdate, CustomerUpdateRequest, HttpClient, NewCustomer,
    NewCustomerRequest,
};

struct OpenapiToRust {
    client: HttpClient,
    token: String,
}

impl Peer for OpenapiToRust {
    /// As the README shows.
    fn new(base_url: &str, token: &str) -> Self {
        let client = HttpClient::new();
        Self {
            client: client.with_base_url(base_url).with_api_key(token),
            token: token.to_owned(),
        }
    }

    /// The client has no `Debug`.
    fn debug(&self) -> String {
        String::new()
    }

    fn read_page(page: &[u8]) -> usize {
        let page: CustomerPage = serde_json::from_slice(page).expect("a page");
        page.customers.len()
    }

    async fn call(&self, call: Call) -> Result<Answer, Failure> {
        const NONE: Option<&str> = None;
        let client = &self.client;
        Ok(match call {
            Call::ListCustomers(telephone) => {
                let list = client.list_customers(None, None, NONE, Some(telephone));
                Answer::new(&list.await.map_err(failure)?)
            }
            Call::GetCustomer(id) => {
                let wrapper = client.get_customer(id).await.map_err(failure)?;
                Answer::new(&wrapper).field(wrapper.customer.updated_at.flatten())
            }
            Call::CreateCustomer(name) => {
                let customer = NewCustomer {
                    first_name: Some(name.to_owned()),
                    ..NewCustomer::default()
                };
                let create = client.create_customer(NewCustomerRequest { customer });
                Answer::new(&create.await.map_err(failure)?)
            }
            Call::ClearLastName(id) => {
                let customer = CustomerUpdate {
                    last_name: Some(None),
                    ..CustomerUpdate::default()
                };
                let update = client.update_customer(id, CustomerUpdateRequest { customer });
                Answer::new(&update.await.map_err(failure)?)
            }
            Call::ListInventories => {
                let list = client.list_inventories(None, None, NONE);
                let page = list.await.map_err(failure)?;
                let first = page.inventory.first();
                Answer::new(&page).field(first.and_then(|record| record.quantity_on_hand.flatten()))
            }
            Call::GetMenuFeed(id) => {
                let get = client.get_menu_feed(id);
                Answer::new(&get.await.map_err(failure)?)
            }
            Call::GetMenuFeedByToken(id) => {
                let get = client.get_menu_feed_token_path(&self.token, id);
                Answer::new(&get.await.map_err(failure)?)
            }
            Call::ListUsers => {
                let page = client.list_users(None, None, NONE).await.map_err(failure)?;
                let first = page.users.first();
                let hash = first.and_then(|user| user.encrypted_password.clone().flatten());
                Answer::new(&page).field(hash)
            }
        })
    }
}

fn failure<E: Debug>(error: ApiOpError<E>) -> Failure
where
    ApiOpError<E>: Error,
{
    let status = error.api().map(|response| response.status);
    Failure::new(&error, status)
}

fn main() {
    harness::main::<OpenapiToRust>();
}
