//! The client of openapi-generator in the harness.

use std::error::Error as StdError;
use std::fmt::Debug;

use harness::{Answer, Call, Failure, Peer};
use peer_client::apis::configuration::Configuration;
use peer_client::apis::{Error, customer_api, inventory_api, menu_feed_api, user_api};
use peer_client::models::{
    CustomerPage, CustomerUpdate, CustomerUpdateRequest, NewCustomer, NewCustomerRequest,
};

struct OpenapiGenerator {
    configuration: Configuration,
}

impl Peer for OpenapiGenerator {
    fn new(base_url: &str, token: &str) -> Self {
        let mut configuration = Configuration::new();
        configuration.base_path = base_url.to_owned();
        configuration.bearer_access_token = Some(token.to_owned());
        Self { configuration }
    }

    fn debug(&self) -> String {
        format!("{:?}", self.configuration)
    }

    fn read_page(page: &[u8]) -> usize {
        let page: CustomerPage = serde_json::from_slice(page).expect("a page");
        page.customers.len()
    }

    async fn call(&self, call: Call) -> Result<Answer, Failure> {
        let client = &self.configuration;
        Ok(match call {
            Call::ListCustomers(telephone) => {
                let list = customer_api::list_customers(client, None, None, None, Some(telephone));
                Answer::new(&list.await.map_err(failure)?)
            }
            Call::GetCustomer(id) => {
                let get = customer_api::get_customer(client, id);
                let wrapper = get.await.map_err(failure)?;
                Answer::new(&wrapper).field(wrapper.customer.updated_at.flatten())
            }
            Call::CreateCustomer(name) => {
                let mut customer = NewCustomer::new();
                customer.first_name = Some(name.to_owned());
                let create =
                    customer_api::create_customer(client, NewCustomerRequest::new(customer));
                Answer::new(&create.await.map_err(failure)?)
            }
            Call::ClearLastName(id) => {
                let mut customer = CustomerUpdate::new();
                customer.last_name = Some(None);
                let request = CustomerUpdateRequest::new(customer);
                let update = customer_api::update_customer(client, id, request);
                Answer::new(&update.await.map_err(failure)?)
            }
            Call::ListInventories => {
                let list = inventory_api::list_inventories(client, None, None, None);
                let page = list.await.map_err(failure)?;
                let first = page.inventory.first();
                Answer::new(&page).field(first.and_then(|record| record.quantity_on_hand.flatten()))
            }
            Call::GetMenuFeed(id) => {
                let get = menu_feed_api::get_menu_feed(client, id);
                Answer::new(&get.await.map_err(failure)?)
            }
            Call::GetMenuFeedByToken(id) => {
                let token = client.bearer_access_token.as_deref().expect("a token");
                let get = menu_feed_api::get_menu_feed_token_path(client, token, id);
                Answer::new(&get.await.map_err(failure)?)
            }
            Call::ListUsers => {
                let list = user_api::list_users(client, None, None, None);
                let page = list.await.map_err(failure)?;
                let first = page.users.first();
                let hash = first.and_then(|user| user.encrypted_password.clone().flatten());
                Answer::new(&page).field(hash)
            }
        })
    }
}

fn failure<T: Debug>(error: Error<T>) -> Failure
where
    Error<T>: StdError,
{
    let status = match &error {
        Error::ResponseError(response) => Some(response.status.as_u16()),
        Error::Reqwest(error) => error.status().map(|status| status.as_u16()),
        _ => None,
    };
    Failure::new(&error, status)
}

fn main() {
    harness::main::<OpenapiGenerator>();
}
