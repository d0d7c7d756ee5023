//! The macro that declares the keys of totals.

/// Defines the keys of a page's totals, if they are not the names of the fields of
/// [`Page`](crate::Page). A total without a key is never read.
///
/// ```
/// use api_wire::{Json, MemoryBudget, Page, PageShape, total_keys};
///
/// total_keys! { TOTALS { total_records: "count", total_pages: "pages", } }
///
/// let text = r#"{"orders": [1, 2], "count": 5, "pages": 3}"#;
/// let shape = PageShape { key: Some("orders"), wrapped_in: None };
/// let mut budget = MemoryBudget::for_document(text.len());
/// let page: Page<Json> = Page::read_with_totals_within(text, &shape, &TOTALS, &mut budget)?;
/// assert_eq!((page.total_records, page.total_pages), (Some(5), Some(3)));
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[macro_export]
macro_rules! total_keys {
    ($name:ident { $($field:ident : $key:literal),* $(,)? }) => {
        /// The keys of a page's totals.
        pub(crate) static $name: $crate::TotalKeys = {
            // A name that is not one of a total is an error here, and rustc names it.
            const _: fn(&$crate::Page<()>) = |page| {
                $(let _: ::core::option::Option<i64> = page.$field;)*
            };
            $crate::TotalKeys::new(&[
                $($crate::Field::new(stringify!($field), &[$key])),*
            ])
        };
    };
}
