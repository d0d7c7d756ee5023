//! The client of oas3-gen in the harness.

use std::fmt::Debug;

use harness::{Answer, Call, Failure, Peer};
use peer_client::{
    ApiResponse, CreateCustomerRequest, CustomerPage, GetCustomerRequest, GetMenuFeedRequest,
    GetMenuFeedTokenPathRequest, ListCustomersRequest, ListInventoriesRequest, ListUsersRequest,
    PointOfSaleVersion2Client, UpdateCustomerRequest,
};

struct Oas3Gen {
    client: PointOfSaleVersion2Client,
    token: String,
}

impl Peer for Oas3Gen {
    fn new(base_url: &str, token: &str) -> Self {
        let client = PointOfSaleVersion2Client::with_base_url(base_url);
        Self {
            client: client.expect("a client").with_venue_api_token(token),
            token: token.to_owned(),
        }
    }

    fn debug(&self) -> String {
        format!("{:?}", self.client)
    }

    fn read_page(page: &[u8]) -> usize {
        let page: CustomerPage = serde_json::from_slice(page).expect("a page");
        page.customers.len()
    }

    async fn call(&self, call: Call) -> Result<Answer, Failure> {
        let client = &self.client;
        match call {
            Call::ListCustomers(telephone) => {
                let mut request = ListCustomersRequest::default();
                request.query.q_telephone_eq = Some(telephone.to_owned());
                outcome(client.list_customers(request).await, |_| None)
            }
            Call::GetCustomer(id) => {
                let mut request = GetCustomerRequest::default();
                request.path.id = id;
                outcome(client.get_customer(request).await, |wrapper| {
                    Some(wrapper.customer.updated_at?.to_string())
                })
            }
            Call::CreateCustomer(name) => {
                let mut request = CreateCustomerRequest::default();
                request.body.customer.first_name = Some(name.to_owned());
                outcome(client.create_customer(request).await, |_| None)
            }
            Call::ClearLastName(id) => {
                let mut request = UpdateCustomerRequest::default();
                request.path.id = id;
                request.body.customer.last_name = None;
                outcome(client.update_customer(request).await, |_| None)
            }
            Call::ListInventories => {
                let request = ListInventoriesRequest::default();
                outcome(client.list_inventories(request).await, |page| {
                    Some(page.inventory.first()?.quantity_on_hand?.to_string())
                })
            }
            Call::GetMenuFeed(id) => {
                let mut request = GetMenuFeedRequest::default();
                request.path.id = id.to_owned();
                outcome(client.get_menu_feed(request).await, |_| None)
            }
            Call::GetMenuFeedByToken(id) => {
                let mut request = GetMenuFeedTokenPathRequest::default();
                request.path.token = self.token.clone();
                request.path.id = id.to_owned();
                outcome(client.get_menu_feed_token_path(request).await, |_| None)
            }
            Call::ListUsers => {
                let request = ListUsersRequest::default();
                outcome(client.list_users(request).await, |page| {
                    page.users.first()?.encrypted_password.clone()
                })
            }
        }
    }
}

fn outcome<T: Debug, F: Debug>(
    result: anyhow::Result<ApiResponse<T, F>>,
    field: fn(&T) -> Option<String>,
) -> Result<Answer, Failure> {
    let response = result.map_err(|error| Failure::new(&*error, None))?;
    let status = match &response {
        ApiResponse::Ok(record) => {
            // Records of responses cannot be written as JSON; `Debug` prints all they keep.
            let debug = format!("{record:?}");
            return Ok(Answer {
                json: debug.clone(),
                debug,
                field: field(record),
            });
        }
        ApiResponse::NoContent => return Ok(Answer::default()),
        ApiResponse::BadRequest => 400,
        ApiResponse::Unauthorized => 401,
        ApiResponse::Forbidden => 403,
        ApiResponse::NotFound(_) => 404,
        ApiResponse::UnprocessableEntity => 422,
        ApiResponse::InternalServerError => 500,
        ApiResponse::Other(response) => response.status().as_u16(),
    };
    let text = format!("{response:?}");
    Err(Failure {
        debug: text.clone(),
        text,
        status: Some(status),
    })
}

fn main() {
    harness::main::<Oas3Gen>();
}
