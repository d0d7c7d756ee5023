//! Request bodies of operations.

use crate::ir;
use crate::ir::NamedKind;
use crate::language::{Entries, Entry, NameOrWrapped};
use crate::lower::context::OperationLowering;
use crate::source::Span;

/// Words that other description languages have for bodies that are not JSON.
const MEDIA_TYPES: [&str; 4] = ["multipart", "urlencoded", "octet-stream", "xml"];

impl<'a> OperationLowering<'_, 'a> {
    pub(crate) fn request_body(&mut self, method: &str) -> Option<ir::RequestBody> {
        let written = self.decl().request_body.as_ref()?;
        let (key, name) = match &written.value {
            NameOrWrapped::Name(name) => (None, name),
            NameOrWrapped::Wrapped(map) => {
                let entry = self.single(map, &written.span, "request_body")?;
                (Some(entry.name().to_owned()), &entry.value)
            }
        };
        if method == "GET" {
            self.context.error(
                &name.span,
                "request body on a GET",
                "not allowed here",
                "move its fields to `query`, or correct the method",
            );
        }
        if **name == "unknown" {
            return Some(ir::RequestBody { key, body: None });
        }
        if name.starts_with("list(") {
            self.context.error(
                &name.span,
                "a list as a request body",
                "not an object",
                "it cannot be described: write `unknown`, which is any JSON",
            );
            return None;
        }
        let fits = |kind| kind == NamedKind::Body;
        let package = self.scope.package;
        let body = self.context.named_as(package, name, "a body", fits)?;
        Some(ir::RequestBody {
            key,
            body: Some(body),
        })
    }

    /// The key that wraps a body or response.
    pub(crate) fn single<T>(
        &mut self,
        map: &'a Entries<T>,
        span: &Span,
        parent: &str,
    ) -> Option<&'a Entry<T>> {
        if let Some(entry) = map.only() {
            if MEDIA_TYPES.contains(&entry.name()) || entry.name().contains('/') {
                self.context.error(
                    entry.span(),
                    format!("unsupported media type `{}` of a {parent}", entry.name()),
                    "only JSON is supported",
                    "a key here wraps a JSON object; bodies of other media types cannot be described",
                );
                return None;
            }
            return Some(entry);
        }
        self.context.error(
            span,
            format!("expected one key in a wrapped {parent}"),
            "none, or several",
            format!("write it like `{parent}: {{ customer: SavedCustomer }}`"),
        );
        None
    }
}
