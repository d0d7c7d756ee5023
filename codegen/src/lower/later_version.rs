//! What operations and fields are in later versions, as it is written: `check` resolves the names.

use crate::ir::{FieldChange, LaterField, LaterVersion, Successor};
use crate::language::{self, Entries, LaterRecord, Spanned};
use crate::lower::operation_lowering::OperationLowering;

pub(crate) fn later_versions(names: &[Spanned<String>]) -> Vec<LaterVersion> {
    let later = |name: &Spanned<String>| LaterVersion {
        api: name.to_string(),
        span: name.span.clone(),
    };
    names.iter().map(later).collect()
}

/// The fields that have another name in a later version, or are absent there.
pub(crate) fn later_fields(records: &Entries<LaterRecord>) -> Vec<LaterField> {
    let mut fields = Vec::new();
    for entry in records {
        let field = |name: &Spanned<String>, change| LaterField {
            api: entry.name().to_owned(),
            wire: name.to_string(),
            change,
            span: name.span.clone(),
        };
        for renamed in &entry.value.renamed {
            let change = FieldChange::Renamed(renamed.value.to_string());
            fields.push(field(&renamed.key, change));
        }
        for absent in &entry.value.absent {
            let change = || FieldChange::Absent(absent.why.clone());
            fields.extend(absent.fields.iter().map(|name| field(name, change())));
        }
    }
    fields
}

impl OperationLowering<'_, '_> {
    /// The successors of the operation.
    pub(crate) fn successors(&mut self) -> Vec<Successor> {
        let mut successors = Vec::new();
        for entry in &self.decl().in_later_versions {
            let (to, reason) = match &entry.value {
                language::Successor::Name(name) => (Some(name.to_string()), None),
                language::Successor::Long(long) => {
                    if long.to.is_some() == long.none.is_some()
                        || (long.but.is_some() && long.none.is_some())
                    {
                        self.error(
                            entry.span(),
                            "expected one of `to` and `none`",
                            "neither, or both",
                            "write `to` with the name of an operation, and `but` with what can no longer be done; \
                             or `none` with the reason"
                                .to_owned(),
                        );
                    }
                    let to = long.to.as_ref().map(ToString::to_string);
                    (to, long.but.clone().or_else(|| long.none.clone()))
                }
            };
            successors.push(Successor {
                api: entry.name().to_owned(),
                to,
                reason,
                span: entry.span().clone(),
            });
        }
        successors
    }
}
