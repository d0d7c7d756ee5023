//! Paginated lists.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir;
use crate::ir::{Operation, PaginationStyle, Response};

/// The number of the first page, unless `Paginated` has another one.
const DEFAULT_FIRST_PAGE: u32 = 1;

/// The items of `Paginated` about pages that follow each other by number.
fn by_number(style: &ir::PageNumber) -> TokenStream {
    let number = Literal::u32_unsuffixed(style.first_page);
    let first_page =
        (style.first_page != DEFAULT_FIRST_PAGE).then(|| quote!(const FIRST_PAGE: u32 = #number;));
    quote! {
        type PageToken = u32;

        #first_page

        fn page(&self) -> Option<u32> { self.page }

        fn set_page(&mut self, page: u32) { self.page = Some(page); }
    }
}

impl Module<'_> {
    pub(crate) fn listing(&mut self, operation: &Operation) {
        let Response::Page(page) = &operation.response else {
            return;
        };
        let listing = self.runtime("Paginated");
        let (rust, item) = (ident(&operation.rust), self.types.named_type(&page.item));
        let record = self.types.spec.record(&page.item);
        let id = page.sync.as_ref().and_then(|sync| record?.field(&sync.id));
        let item_id = id.map(|id| {
            let id = ident(&id.rust);
            quote! { fn item_id(item: &Self::Item) -> Option<i64> { item.#id } }
        });
        let steps = match &page.style {
            PaginationStyle::PageNumber(style) => by_number(style),
            PaginationStyle::Cursor(style) => self.by_cursor(style, page),
        };
        self.item(quote! {
            impl #listing for #rust {
                type Item = #item;
                #steps
                #item_id
            }
        });
        self.sync(operation, page);
    }

    /// The items of `Paginated` about pages that follow each other by cursor.
    fn by_cursor(&mut self, style: &ir::Cursor, page: &ir::Pagination) -> TokenStream {
        let next_cursor = self.runtime("NextCursor");
        let metadata = page.metadata.as_ref();
        let record = metadata.and_then(|metadata| self.types.spec.record(metadata));
        let field = |wire: &str| Some(ident(&record?.field(wire)?.rust));
        let key = style.next_cursor.as_str();
        // A cursor without a field is an error of the spec.
        let cursor = field(key);
        let has_more = style.has_more.as_ref().and_then(|key| field(key));
        let has_more = has_more.map(|field| quote!(.has_more(page.metadata.#field)));
        quote! {
            type PageToken = String;

            fn page(&self) -> Option<String> { self.cursor.clone() }

            fn set_page(&mut self, cursor: String) { self.cursor = Some(cursor); }

            fn next_cursor(page: &Self::Output) -> #next_cursor<'_> {
                #next_cursor::new(#key, &page.metadata.#cursor, &page.metadata.extra) #has_more
            }
        }
    }

    /// How incremental sync reads the list.
    pub(crate) fn sync(&mut self, operation: &Operation, page: &ir::Pagination) {
        let Some(sync) = &page.sync else {
            return;
        };
        let record = self.types.spec.record(&page.item);
        let field = |name: &str| record.and_then(|record| record.field(name));
        if let (Some(filter), Some(id), Some(by), Some(per_page)) = (
            operation.sync_filter(sync),
            field(&sync.id),
            field(&sync.watermark),
            page.per_page,
        ) {
            self.types.imports.add("api_runtime", "syncable");
            self.chunks.push(Chunk::Table {
                name: "syncable!",
                head: operation.rust.clone(),
                rows: vec![
                    format!("after: {},", filter.rust),
                    format!("id: {},", id.rust),
                    format!("changed_at: {},", by.rust),
                    format!("per_page: {per_page},"),
                ],
            });
        }
    }
}
