//! Listings that can be asked for what has changed.

use api_wire::Timestamp;
use api_wire::jiff::civil::Date;

use crate::Paginated;

/// A listing that can be asked for the records that changed after a day.
///
/// A generated crate declares it with [`syncable!`](crate::changes); [`Client::changes`](crate::Client::changes) reads
/// by it.
pub trait Syncable: Paginated {
    /// How many records a page has when nothing else is asked for.
    const PER_PAGE: u32;

    /// How many records a page is asked to have.
    fn per_page(&self) -> Option<u32>;

    /// Asks for pages of another size.
    fn set_per_page(&mut self, per_page: u32);

    /// Asks for what changed after this day.
    fn set_after(&mut self, day: Date);

    /// What identifies a record.
    fn id(item: &Self::Item) -> Option<i64>;

    /// When a record changed.
    fn changed_at(item: &Self::Item) -> Option<Timestamp>;
}

/// Declares which filter of a listing asks for changes, and which fields of its records identify them and tell when
/// they changed.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// # use api_runtime::api_wire::{Date, Extra, Timestamp, record};
/// # use api_runtime::{OperationInfo, Paginated, Method, Operation, Page, PageShape, ReadError, ResponseReader, Request};
/// use api_runtime::Syncable;
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Customer {
///     id: Option<i64>,
///     updated_at: Option<Timestamp>,
///     extra: Extra,
/// }
/// # record! { Customer { id: "id", updated_at: "updated_at", } }
///
/// #[derive(Default)]
/// struct ListCustomers {
///     page: Option<u32>,
///     per_page: Option<u32>,
///     updated_at_gt: Option<Date>,
/// }
/// # impl Operation for ListCustomers {
/// #     type Api = shop_client::Shop;
/// #     type Output = Page<Customer>;
/// #     const INFO: OperationInfo = OperationInfo::new("list_customers", Method::Get, "/customers");
/// #     fn write_request(&self, _: &mut Request) {}
/// #     fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> { response.page(&PageShape::default()) }
/// # }
/// # impl Paginated for ListCustomers {
/// #     type Item = Customer;
/// #     fn page(&self) -> Option<u32> { self.page }
/// #     fn set_page(&mut self, page: u32) { self.page = Some(page); }
/// # }
///
/// api_runtime::syncable! {
///     ListCustomers {
///         after: updated_at_gt,
///         id: id,
///         changed_at: updated_at,
///         per_page: 1000,
///     }
/// }
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// let mut list = ListCustomers::default();
/// list.set_after(api_runtime::api_wire::jiff::civil::date(2026, 1, 31));
/// assert!(list.updated_at_gt.is_some());
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! syncable {
    ($name:ident { after: $filter:ident, id: $id:ident, changed_at: $changed_at:ident, per_page: $per_page:literal $(,)? }) => {
        impl $crate::Syncable for $name {
            const PER_PAGE: u32 = $per_page;

            fn per_page(&self) -> ::core::option::Option<u32> {
                self.per_page
            }

            fn set_per_page(&mut self, per_page: u32) {
                self.per_page = ::core::option::Option::Some(per_page);
            }

            fn set_after(&mut self, day: $crate::api_wire::Date) {
                self.$filter = ::core::option::Option::Some(day);
            }

            fn id(item: &Self::Item) -> ::core::option::Option<i64> {
                item.$id
            }

            fn changed_at(
                item: &Self::Item,
            ) -> ::core::option::Option<$crate::api_wire::Timestamp> {
                item.$changed_at
            }
        }
    };
}
