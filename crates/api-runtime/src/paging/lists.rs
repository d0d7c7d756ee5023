//! How a client begins to read a list.

use crate::client::Client;
use crate::client::call::Call;
use crate::operation::api::Api;
use crate::operation::{AuthorizedBy, Paginated};
use crate::paging::items::Items;
use crate::paging::pages::Pages;

impl<A: Api, C> Client<A, C> {
    /// The items of a list, with one page in memory.
    pub fn items<O>(&self, operation: O) -> Items<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
    {
        self.call().items(operation)
    }
}

impl<A: Api, C> Call<'_, A, C> {
    /// The pages of a list, starting with the page of the operation.
    pub fn pages<O>(self, operation: O) -> Pages<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
    {
        Pages::new(self.handle(), operation)
    }

    /// The items of a list, with one page in memory.
    pub fn items<O>(self, operation: O) -> Items<O>
    where
        O: Paginated<Api = A> + AuthorizedBy<C>,
    {
        Items::new(self.pages(operation))
    }
}
