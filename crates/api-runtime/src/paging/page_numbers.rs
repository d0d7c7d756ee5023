//! The numbers of a page.

use api_wire::Page;

/// The numbers of a page, as far as the response has them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageNumbers {
    pub(crate) current_page: Option<i64>,
    pub(crate) total_pages: Option<i64>,
    pub(crate) total_records: Option<i64>,
    pub(crate) per_page: Option<i64>,
}

impl PageNumbers {
    pub(crate) fn of<T, F>(page: &Page<T, F>) -> Self {
        Self {
            current_page: page.current_page,
            total_pages: page.total_pages,
            total_records: page.total_records,
            per_page: page.per_page,
        }
    }
}
