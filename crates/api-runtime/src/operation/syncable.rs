//! Lists that an incremental sync can read.

use api_wire::{Date, Field, Timestamp};

use crate::operation::Paginated;

/// A paginated operation that can filter by the day of the last change.
///
/// Generated crates implement it with [`syncable!`](crate::syncable!);
/// [`Call::sync`](crate::Call::sync) requires it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no filter by which an incremental sync finds changed records",
    label = "not syncable: use `pages` or `items`"
)]
pub trait Syncable: Paginated {
    /// The page size of a sync, unless the operation sets one.
    const PER_PAGE: u32;

    /// The requested page size, if set.
    fn per_page(&self) -> Option<u32>;

    /// Sets the requested page size.
    fn set_per_page(&mut self, per_page: u32);

    /// The day of the filter of changes, if set.
    fn after(&self) -> Option<Date>;

    /// Filters for records that changed after this day, or removes the filter.
    fn set_after(&mut self, day: Option<Date>);

    /// The time of a record's last change.
    fn changed_at(item: &Self::Item) -> Option<Timestamp>;
}

/// The documented page size of a list: the default of its parameter `per_page`, the only count that has one. A
/// list without it does not compile.
#[doc(hidden)]
pub const fn page_size(parameters: &[Field]) -> u32 {
    let mut rest = parameters;
    while let [parameter, others @ ..] = rest {
        match (parameter.is_count(), parameter.default_text()) {
            (true, Some(default)) => match u32::from_str_radix(default, 10) {
                Ok(size) => return size,
                Err(_) => break,
            },
            _ => rest = others,
        }
    }
    panic!("the page size has no default")
}

/// Implements [`Syncable`]: names the filter of the operation, and the field of a record that holds
/// its time of change.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// # use api_runtime::api_wire::{Date, Extra, NoMetadata, Parameters, Record, Timestamp};
/// # use api_runtime::{Method, Page};
/// # use api_runtime::operation::{Operation, Paginated};
/// # use api_runtime::api_wire::ReadError;
/// # use api_runtime::__generated::{OperationInfo, PageShape, ResponseReader};
/// use api_runtime::operation::Syncable;
///
/// #[derive(Clone, Default, PartialEq, Record)]
/// struct Customer {
///     id: Option<i64>,
///     updated_at: Option<Timestamp>,
///     extra: Extra,
/// }
///
/// #[derive(Default, Parameters)]
/// struct ListCustomers {
///     #[wire(query, count)]
///     page: Option<u32>,
///     #[wire(query, count, default = 1000)]
///     per_page: Option<u32>,
///     #[wire(query, "q[updated_at_gt]")]
///     updated_at_gt: Option<Date>,
/// }
/// # impl Operation for ListCustomers {
/// #     type Api = shop_client::Shop;
/// #     type Output = Page<Customer>;
/// #     const INFO: OperationInfo = OperationInfo::new("list_customers", Method::Get, "/customers");
/// #     fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> { response.page(&PageShape::default()) }
/// # }
/// # impl Paginated for ListCustomers {
/// #     type Item = Customer;
/// #     type Metadata = NoMetadata;
/// #     fn page(&self) -> Option<u32> { self.page }
/// #     fn set_page(&mut self, page: u32) { self.page = Some(page); }
/// # }
///
/// api_runtime::syncable! {
///     ListCustomers {
///         after: updated_at_gt,
///         changed_at: updated_at,
///     }
/// }
///
/// # fn main() -> Result<(), api_runtime::api_wire::DateError> {
/// let mut list = ListCustomers::default();
/// list.set_after(Some(Date::new(2026, 1, 31)?));
/// assert!(list.updated_at_gt.is_some());
/// # Ok(())
/// # }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! syncable {
    ($name:ident { after: $filter:ident, changed_at: $changed_at:ident $(,)? }) => {
        impl $crate::operation::Syncable for $name {
            const PER_PAGE: u32 = $crate::__generated::page_size($name::FIELDS);

            fn per_page(&self) -> ::core::option::Option<u32> {
                self.per_page
            }

            fn set_per_page(&mut self, per_page: u32) {
                self.per_page = ::core::option::Option::Some(per_page);
            }

            fn after(&self) -> ::core::option::Option<$crate::api_wire::Date> {
                self.$filter
            }

            fn set_after(&mut self, day: ::core::option::Option<$crate::api_wire::Date>) {
                self.$filter = day;
            }

            fn changed_at(
                item: &Self::Item,
            ) -> ::core::option::Option<$crate::api_wire::Timestamp> {
                item.$changed_at
            }
        }
    };
}
