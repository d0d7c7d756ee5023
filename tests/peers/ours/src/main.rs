//! `pos-v2-client` in the harness.

use api_wire::{Change, Page, PageShape};
use harness::{Answer, Call, Failure, Peer};
use pos_v2_client::model::{Customer, CustomerUpdate, NewCustomer};
use pos_v2_client::{
    Client, Config, CreateCustomer, Environment, Error, GetCustomer, GetMenuFeed, GetMenuFeedRoute,
    ListCustomers, ListInventories, ListUsers, UpdateCustomer, VenueApiToken,
};

struct Ours {
    client: Client,
}

impl Peer for Ours {
    fn new(base_url: &str, token: &str) -> Self {
        let config = Config::new(Environment::Staging, base_url, VenueApiToken::new(token));
        let client = Client::new(config.expect("a base URL")).expect("a client");
        Self { client }
    }

    fn debug(&self) -> String {
        format!("{:?}", self.client)
    }

    async fn call(&self, call: Call) -> Result<Answer, Failure> {
        let answer = self.answer(call).await;
        answer.map_err(|error| Failure::new(&error, error.status().map(|status| status.as_u16())))
    }

    fn read_page(page: &[u8]) -> usize {
        let shape = PageShape {
            key: Some("customers"),
            wrapped_in: Some("customer"),
        };
        let text = std::str::from_utf8(page).expect("UTF-8");
        let page: Page<Customer> = Page::read(text, &shape).expect("a page");
        page.items.len()
    }
}

impl Ours {
    async fn answer(&self, call: Call) -> Result<Answer, Error> {
        let client = &self.client;
        Ok(match call {
            Call::ListCustomers(telephone) => {
                let list = ListCustomers::new().telephone_eq(telephone);
                Answer::new(&client.send(list).await?.items)
            }
            Call::GetCustomer(id) => {
                let customer = client.send(GetCustomer::new(id)).await?;
                Answer::new(&*customer).field(customer.updated_at)
            }
            Call::CreateCustomer(name) => {
                let create = CreateCustomer::new(NewCustomer::new().first_name(name));
                Answer::new(&*client.send(create).await?)
            }
            Call::ClearLastName(id) => {
                let mut update = CustomerUpdate::new();
                update.last_name = Change::Clear;
                Answer::new(&*client.send(UpdateCustomer::new(id, update)).await?)
            }
            Call::ListInventories => {
                let records = client.send(ListInventories::new()).await?.items;
                let quantity = records
                    .first()
                    .and_then(|record| record.quantity_on_hand.clone());
                Answer::new(&records).field(quantity)
            }
            Call::GetMenuFeed(id) => {
                Answer::new(&*client.send(GetMenuFeed::new(id)).await?)
            }
            Call::GetMenuFeedByToken(id) => {
                let get = GetMenuFeed::new(id).route(GetMenuFeedRoute::TokenPath);
                Answer::new(&*client.send(get).await?)
            }
            Call::ListUsers => {
                let users = client.send(ListUsers::new()).await?.items;
                let hash = users
                    .first()
                    .and_then(|user| user.encrypted_password.as_ref());
                Answer::new(&users).field(hash.map(|hash| hash.expose()))
            }
        })
    }
}

fn main() {
    harness::main::<Ours>();
}
