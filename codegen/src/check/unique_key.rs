//! Unique keys, and the operations that find what they created.

use crate::check::operation_check::OperationCheck;
use crate::ir;
use crate::ir::{Mark, NamedKind, Operation, Presence, Scalar, Type};
use crate::language::{Entry, FindBy, Spanned};
use crate::suggest::did_you_mean;

impl OperationCheck<'_, '_> {
    /// Checks that the request body has the unique key, and that the operation that finds the
    /// created record exists and has it too.
    pub(crate) fn check_unique_key(&mut self) {
        let Some(retry) = &self.decl.retry else {
            return;
        };
        let Some(key) = &retry.unique_key else {
            return;
        };
        self.check_key_field(key);
        self.check_duplicates(&retry.duplicate_statuses);
        for status in &retry.duplicate_statuses {
            self.check_duplicate_status(status);
        }
        if let Some(find_by) = &retry.find_by {
            self.check_find_by(find_by, key);
        }
    }

    /// The key is sent with each request, and a journal keeps it.
    fn check_key_field(&mut self, key: &Spanned<String>) {
        let fields = self.body_fields();
        let Some(field) = fields.iter().find(|field| field.wire == **key) else {
            let message = format!("no field `{key}` in the request body");
            return self.unknown_field(&key.span, message, key, wire_names(fields));
        };
        let is_text = match &field.ty {
            Type::Scalar(scalar) => matches!(scalar, Scalar::Text | Scalar::IntegerOrText),
            ty => ty.named().is_some_and(|named| named.kind == NamedKind::Id),
        };
        if !self.context.has_invalid_type(field)
            && (!is_text || field.presence != Presence::Required)
        {
            // That the record has it as another type is the same error.
            self.context.diagnostics.root_cause(
                &key.span,
                format!("expected a required string or id as `unique_key`, found `{key}`"),
                "optional, or of another type",
                None,
            );
        }
        self.check_kept(field, &key.span);
    }

    /// Checks that the status is a documented one, and rejects the request.
    fn check_duplicate_status(&mut self, status: &Spanned<u16>) {
        let mut statuses = self.operation.statuses.iter();
        if !(400..500).contains(&**status) {
            self.context.error(
                &status.span,
                format!("expected a status from 400 to 499, found {}", **status),
                "does not reject the request",
                "a duplicate is rejected with the status of a client error",
            );
        } else if !statuses.any(|documented| documented.code == **status) {
            self.context.error(
                &status.span,
                format!("no status {} in `statuses`", **status),
                "undocumented",
                "a duplicate is rejected with one of the operation's `statuses`",
            );
        }
    }

    fn check_find_by(&mut self, find_by: &Spanned<FindBy>, key: &Spanned<String>) {
        let name = &find_by.operation;
        let Some(lookup) = self.resource.operation(name) else {
            return self.report_missing_lookup(name);
        };
        if lookup.method != "GET" {
            return self.context.error(
                &name.span,
                format!("expected a GET, found the {} `{name}`", lookup.method),
                "not a read",
                None,
            );
        }
        if let Some(named) = lookup.response_type()
            && self.context.is_incomplete(named)
        {
            return;
        }
        let lowered = self.operation.find_by.as_ref();
        match lowered.and_then(|lowered| self.spec.found_record(lowered, lookup)) {
            None => {
                let field = find_by.response_field.as_ref();
                self.context.error(
                    field.map_or(&find_by.span, |field| &field.span),
                    format!("no such record in the response of `{}`", lookup.name),
                    "not a record",
                    "the response is one record, or `response_field` names a field of it with \
                     mark `envelope`"
                        .to_owned(),
                );
            }
            Some(record) => {
                self.field_that(record, key, "a string", |field| {
                    field.ty == Type::Scalar(Scalar::Text) && !field.has(Mark::Secret)
                });
            }
        }
        self.check_renamed(find_by, lookup);
        for entry in &find_by.not_compared {
            self.check_not_compared(entry);
        }
        if let Some(url) = &find_by.callback_url {
            self.check_callback_url(url, find_by.parameter.is_some());
        }
        if let Some(parameter) = &find_by.parameter {
            let is_text =
                |ty: &Type| matches!(ty, Type::Scalar(Scalar::Text | Scalar::IntegerOrText));
            if !Self::takes_only(lookup, parameter, is_text) {
                self.context.error(
                    &parameter.span,
                    format!(
                        "`{}` does not take a string `{parameter}` alone",
                        lookup.name
                    ),
                    "does not accept the unique key",
                    "the operation has one path parameter, a string, and requires nothing else",
                );
            }
        }
    }

    /// Checks that the field with the URL of a callback is one of the body, and that an id is looked for.
    fn check_callback_url(&mut self, url: &Spanned<String>, has_parameter: bool) {
        if has_parameter {
            return self.context.error(
                &url.span,
                "the record is found by its unique key",
                "no id is looked for",
                "give either `parameter` or `callback_url`",
            );
        }
        let known = wire_names(self.body_fields());
        if !known.contains(&url.as_str()) {
            let message = format!("no field `{url}` in the request body");
            self.unknown_field(&url.span, message, url, known.iter().copied());
        }
    }

    /// A declared operation that is missing in the IR has an error of its own.
    fn report_missing_lookup(&mut self, name: &Spanned<String>) {
        let declared = &self.file.operations;
        if declared.get(name).is_none() {
            let known = self.context.diagnostics.suggestible(declared.names());
            let help = did_you_mean(name, known);
            self.context.error(
                &name.span,
                format!("unknown operation `{name}`"),
                "not an operation of this file",
                help,
            );
        }
    }

    /// Checks that the fields that are renamed are those of the body, and the other names those of
    /// the response of the look-up.
    fn check_renamed(&mut self, find_by: &FindBy, lookup: &Operation) {
        let lowered = self.operation.find_by.as_ref();
        let records = [
            lowered.and_then(|lowered| self.spec.found_record(lowered, lookup)),
            self.spec.response_record(lookup),
        ];
        let records = records.into_iter().flatten();
        let found_fields: Vec<&ir::Field> = records.flat_map(|record| &record.fields).collect();
        let body_fields: Vec<&ir::Field> = self.body_fields().iter().collect();
        let response = format!("the response of `{}`", lookup.name);
        for entry in &find_by.renamed {
            let fields = [
                (&entry.key, "the request body", &body_fields),
                (&entry.value, &*response, &found_fields),
            ]
            .map(|(name, place, fields)| {
                let field = fields.iter().find(|field| field.wire == **name);
                if field.is_none() {
                    let known = fields.iter().map(|field| field.wire.as_str());
                    let message = format!("no field `{name}` in {place}");
                    self.unknown_field(&name.span, message, name, known);
                }
                field
            });
            if let [Some(sent), Some(found)] = fields
                && !sent.ty.may_equal(&found.ty)
                && !fields
                    .iter()
                    .flatten()
                    .any(|field| self.context.has_invalid_type(field))
            {
                self.context.error(
                    &entry.value.span,
                    format!(
                        "`{}` is {}, and `{}` is {}",
                        sent.wire, sent.ty, found.wire, found.ty
                    ),
                    "never the same value",
                    "name the field that has the value that was sent",
                );
            }
        }
    }

    /// Checks that a field that is not compared is one of the body.
    fn check_not_compared(&mut self, entry: &Entry<String>) {
        let path = entry.name();
        let mut fields = self.body_fields();
        for name in path.split('/') {
            let Some(field) = fields.iter().find(|field| field.wire == name) else {
                let message = format!("no field `{path}` in the request body");
                return self.unknown_field(entry.span(), message, name, wire_names(fields));
            };
            let inner = field.ty.named();
            fields = inner.map_or(&[], |named| self.spec.fields(named));
        }
    }
}

fn wire_names(fields: &[ir::Field]) -> Vec<&str> {
    fields.iter().map(|field| field.wire.as_str()).collect()
}
