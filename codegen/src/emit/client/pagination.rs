//! Paginated lists.

use quote::quote;

use crate::emit::client::module::Module;
use crate::emit::rust::imports::ident;
use crate::emit::rust::render::Piece;
use crate::ir;
use crate::ir::{Operation, ReplyOf};

impl Module<'_> {
    pub(crate) fn listing(&mut self, operation: &Operation) {
        let ReplyOf::Page(page) = &operation.reply else {
            return;
        };
        let listing = self.runtime("Paginated");
        let (rust, item) = (ident(&operation.rust), self.types.named(&page.of));
        self.item(quote! {
            impl #listing for #rust {
                type Item = #item;

                fn page(&self) -> Option<u32> { self.page }

                fn set_page(&mut self, page: u32) { self.page = Some(page); }
            }
        });
        self.changes(operation, page);
    }

    /// By what the list tells what has changed.
    pub(crate) fn changes(&mut self, operation: &Operation, page: &ir::PageOf) {
        let Some(changes) = &page.changes else {
            return;
        };
        let record = self.types.house.record(&page.of);
        let field = |name: &str| record.and_then(|record| record.field(name));
        if let (Some(filter), Some(id), Some(by), Some(per_page)) = (
            operation.filter_after(changes),
            field(&changes.id),
            field(&changes.by),
            page.per_page,
        ) {
            self.types.imports.add("api_runtime", "syncable");
            self.pieces.push(Piece::Table {
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
