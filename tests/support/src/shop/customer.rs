//! Customers: a list with incremental sync.

use api_runtime::__generated::{OperationInfo, PageShape, ResponseReader};
use api_runtime::api_wire::{Date, Extra, NoMetadata, Parameters, ReadError, Record, Timestamp};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, Paginated};
use api_runtime::{Method, Page};

use super::{Shop, VenueApiToken};

#[derive(Clone, Default, PartialEq, Record)]
pub struct Customer {
    pub id: Option<i64>,
    pub points: Option<i64>,
    pub updated_at: Option<Timestamp>,
    pub extra: Extra,
}

#[derive(Default, Parameters)]
pub struct ListCustomers {
    #[wire(query, count)]
    page: Option<u32>,
    #[wire(query, count, default = 1000)]
    per_page: Option<u32>,
    #[wire(query, "q[updated_at_gt]")]
    updated_at_gt: Option<Date>,
}

impl ListCustomers {
    pub fn new() -> Self {
        Self::default()
    }
}

impl Operation for ListCustomers {
    type Api = Shop;
    type Output = Page<Customer>;
    const INFO: OperationInfo =
        OperationInfo::new("list_customers", Method::Get, "/customers").retry(Retry::Safe);

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        let key = Some("customers");
        let wrapped_in = None;
        response.page(&PageShape { key, wrapped_in })
    }
}

impl Paginated for ListCustomers {
    type Item = Customer;
    type Metadata = NoMetadata;

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn set_page(&mut self, page: u32) {
        self.page = Some(page);
    }

    fn item_id(item: &Customer) -> Option<i64> {
        item.id
    }
}

api_runtime::syncable! {
    ListCustomers {
        after: updated_at_gt,
        changed_at: updated_at,
    }
}

impl AuthorizedBy<VenueApiToken> for ListCustomers {}
