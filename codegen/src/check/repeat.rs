//! Whether a write may be sent again.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, Place, Retry};

/// The length of a key that the client makes: a UUID.
const KEY_LENGTH: u64 = 36;

impl<'c> OperationCheck<'c, '_> {
    /// A second request takes effect twice, unless the service knows it by a key that both have. The client makes the
    /// key, and a journal keeps it.
    pub(crate) fn check_repeat(&mut self) {
        let operation = self.operation;
        let keys = self.idempotency_keys();
        let is_idempotent = matches!(operation.retry, Retry::Idempotent { .. });
        let in_path = operation.values_in(Place::Path);
        let mut in_path = in_path.filter(|field| field.presence.is_idempotency_key());
        let (span, message, label, help) = match keys.as_slice() {
            [] => return self.check_unmarked_key(is_idempotent),
            _ if in_path.next().is_some() => (
                &keys[0].span,
                format!("key `{}` in the path", keys[0].wire),
                "not a header or a body field",
                "remove the mark: a key in the path is that of a record",
            ),
            [_, second, ..] => (
                &second.span,
                format!("second key `{}`", second.wire),
                "an operation has one",
                "remove the mark",
            ),
            [key] if !is_idempotent => (
                &key.span,
                format!("key `{}` without `idempotent`", key.wire),
                "has no effect",
                "write `retry: { idempotent: why }`, with `kept_hours` if it is documented",
            ),
            [key] if key.max.is_some_and(|max| max < KEY_LENGTH) => (
                &key.span,
                format!("key `{}` is too short", key.wire),
                "the client makes keys of 36 characters",
                "remove the mark, so that callers set it, and write `never`",
            ),
            [_] => return,
        };
        self.context.error(span, message, label, help.to_owned());
    }

    /// The fields that the client sets to the key.
    fn idempotency_keys(&self) -> Vec<&'c Field> {
        let operation = self.operation;
        let bindings = operation.bindings.iter().map(|binding| &binding.field);
        let fields = bindings.chain(self.body_fields());
        let keys = fields.filter(|field| field.presence.is_idempotency_key());
        keys.collect()
    }

    /// Without a key, nothing is repeated; a header that is called so is one.
    fn check_unmarked_key(&mut self, is_idempotent: bool) {
        let mut headers = self.operation.values_in(Place::Header);
        let named = headers.find(|field| {
            let name = field.wire.to_ascii_lowercase();
            name.contains("idempotency")
        });
        let mark = "`from_client(idempotency_key)`";
        match (named, self.decl.retry.as_ref()) {
            (Some(key), _) => self.context.error(
                &key.span,
                format!("`{}` without the mark of a key", key.wire),
                "the client makes it, and a journal keeps it",
                format!("add the mark {mark}"),
            ),
            (None, Some(retry)) if is_idempotent => self.context.error(
                &retry.span,
                "`idempotent` without a key",
                "a second request takes effect twice",
                "mark the header or body field by which the service knows a repetition, as in `Idempotency-Key: string(64) \
                 from_client(idempotency_key)`; without one, write `never`, or `harmless` if a second request has no further effect",
            ),
            _ => {}
        }
    }
}
