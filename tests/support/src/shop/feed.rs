//! A list by cursor.

use api_runtime::__generated::{NextCursor, OperationInfo, PageShape, Request, ResponseReader};
use api_runtime::api_wire::{NO_TOTALS, ReadError, record, setters};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, Paginated};
use api_runtime::{Method, Page};

use super::{Shop, Thing, VenueApiToken};

record! {
    /// What a page has beside its things.
    pub struct ThingList {
        pub next: Option<String>,
        pub has_more: Option<bool>,
    }
}

setters! {
    /// Lists things, by cursor.
    #[derive(Clone, Default)]
    pub struct ListFeed {
        pub cursor: Option<String> => String,
        pub per_page: Option<u32> = u32,
    }
}

impl Operation for ListFeed {
    type Api = Shop;
    type Output = Page<Thing, ThingList>;
    const INFO: OperationInfo =
        OperationInfo::new("list_feed", Method::Get, "/feed").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.query("after", &self.cursor);
        request.query_count("limit", &self.per_page, Some(100));
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        let shape = PageShape {
            key: Some("things"),
            wrapped_in: None,
        };
        response.page_with_totals(&shape, &NO_TOTALS)
    }
}

impl AuthorizedBy<VenueApiToken> for ListFeed {}

impl Paginated for ListFeed {
    type Item = Thing;
    type PageToken = String;

    fn page(&self) -> Option<String> {
        self.cursor.clone()
    }

    fn set_page(&mut self, cursor: String) {
        self.cursor = Some(cursor);
    }

    fn next_cursor(page: &Self::Output) -> NextCursor<'_> {
        NextCursor::new("next", &page.metadata.next, &page.metadata.extra)
            .has_more(page.metadata.has_more)
    }
}
