//! Paginated lists.

use quote::quote;

use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir;
use crate::ir::{Operation, Response};

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
        let metadata = match &page.metadata {
            Some(metadata) => self.types.named_type(metadata),
            None => {
                self.types.imports.add("api_wire", "NoMetadata");
                quote!(NoMetadata)
            }
        };
        self.item(quote! {
            impl #listing for #rust {
                type Item = #item;
                type Metadata = #metadata;

                fn page(&self) -> Option<u32> { self.page }

                fn set_page(&mut self, page: u32) { self.page = Some(page); }

                #item_id
            }
        });
        self.sync(operation, page);
    }

    /// How incremental sync reads the list.
    pub(crate) fn sync(&mut self, operation: &Operation, page: &ir::Pagination) {
        let Some(sync) = &page.sync else {
            return;
        };
        let record = self.types.spec.record(&page.item);
        let field = |name: &str| record.and_then(|record| record.field(name));
        if let (Some(filter), Some(by)) = (operation.sync_filter(sync), field(&sync.watermark)) {
            self.types.imports.add("api_runtime", "syncable");
            let (list, after) = (ident(&operation.rust), ident(&filter.rust));
            let changed_at = ident(&by.rust);
            self.item(quote! {
                syncable!(#list {
                    after: #after,
                    changed_at: #changed_at,
                });
            });
        }
    }
}
