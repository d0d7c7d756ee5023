//! Facts of operations, callbacks and the browser SDK.

use super::{Owner, Scope};
use crate::diff::fact::{Aspect, Direction, SubjectKind};
use crate::ir::{
    BrowserSdk, Callback, CallbackConfirmation, Constructor, Cursor, Echo, EntryPoint, FindBy,
    Operation, PageNumber, Pagination, PaginationStyle, RequestBody, Response, Retry, Status,
    StatusBody, Successor, Sync,
};

impl<'s> Scope<'_, 's> {
    pub(super) fn operation(&mut self, operation: &'s Operation) {
        let Operation {
            name,
            // Follows from the name.
            rust,
            doc,
            deprecated,
            source,
            method,
            routes,
            auth,
            path,
            from_client,
            query,
            headers,
            response_headers,
            constructors,
            body,
            response,
            statuses,
            retry,
            echoes,
            distinct,
            essential,
            reconcile_by,
            confirms_callback,
            find_by,
            in_later_versions,
            notes,
            open_questions,
            span,
        } = operation;
        let owner = Owner {
            kind: SubjectKind::Operation,
            name: name.clone(),
            direction: Direction::Both,
            items: vec![self.client_item(rust)],
            span,
        };
        self.add(&owner, Aspect::Exists, "operation");
        let mut texts = vec![doc.as_str(), source];
        texts.extend(notes.iter().map(String::as_str));
        texts.extend(reasons(operation));
        texts.extend(statuses.iter().map(|status| status.meaning.as_str()));
        for successor in in_later_versions {
            let Successor {
                api,
                to,
                reason,
                span: _,
            } = successor;
            texts.extend(reason.as_deref());
            let to = to.as_deref().unwrap_or("none");
            self.add(&owner, Aspect::Successor(api.clone()), to);
        }
        self.add_docs(&owner, &texts, open_questions);
        self.add_deprecation(&owner, deprecated.as_ref());
        self.add(&owner, Aspect::Method, method);
        for route in routes {
            let template = route.template.to_string();
            self.add(&owner, Aspect::Route(route.rust.clone()), template);
        }
        self.add_some(
            &owner,
            Aspect::DefaultRoute,
            routes.first().map(|route| &route.rust),
        );
        self.auth(&owner, auth);
        for (parameter, value) in from_client {
            self.add(&owner, Aspect::FromClient(parameter.clone()), value);
        }
        self.add_fields(&owner, SubjectKind::Parameter, Direction::Sent, path);
        self.add_fields(&owner, SubjectKind::Parameter, Direction::Sent, query);
        self.add_fields(&owner, SubjectKind::RequestHeader, Direction::Sent, headers);
        let read = Owner {
            items: vec![self.client_item(&operation.headers_type())],
            ..owner.clone()
        };
        self.add_fields(
            &read,
            SubjectKind::ResponseHeader,
            Direction::Read,
            response_headers,
        );
        if constructors.is_empty() {
            let form = operation.constructor_form();
            self.add_required(&owner, rust, form, &operation.fields());
        } else {
            // They replace `new` and `Default`.
            self.add(&owner, Aspect::Required, "named constructors");
        }
        for constructor in constructors {
            let Constructor {
                name,
                filter,
                doc: _,
            } = constructor;
            let filter = filter.clone().unwrap_or_default();
            self.add(&owner, Aspect::Constructor(name.clone()), filter);
        }
        if let Some(RequestBody { key, body }) = body {
            let body = body
                .as_ref()
                .map_or("json".to_owned(), |named| self.type_name(named));
            let key = key
                .as_ref()
                .map(|key| format!("{key}: "))
                .unwrap_or_default();
            self.add(&owner, Aspect::RequestBody, key + &body);
        }
        self.response(&owner, response);
        for status in statuses {
            self.status(&owner, status);
        }
        self.add(&owner, Aspect::Retry, retry_word(retry));
        self.proof(&owner, echoes, distinct);
        for field in essential {
            self.add(&owner, Aspect::Essential(field.dotted()), "essential");
        }
        for field in reconcile_by {
            self.add(
                &owner,
                Aspect::ReconcileBy(field.clone()),
                "named in journals",
            );
        }
        if let Some(confirms) = confirms_callback {
            self.confirmation(&owner, confirms);
        }
        if let Some(find_by) = find_by {
            self.add(&owner, Aspect::FindBy, &find_by.operation);
            self.add(&owner, Aspect::Lookup, lookup_text(find_by));
            let is_enough = find_by.parameter.as_ref().map(|_| "enough");
            self.add_some(&owner, Aspect::FindByKey, is_enough);
        }
    }

    fn auth(&mut self, owner: &Owner<'s>, auth: &[usize]) {
        let schemes = &self.spec.packages[self.package].auth;
        for index in auth {
            let name = &schemes[*index].name;
            self.add(owner, Aspect::Auth(name.clone()), "accepted");
        }
        let first = auth.first().map(|index| &schemes[*index].name);
        self.add_some(owner, Aspect::DefaultAuth, first);
    }

    fn response(&mut self, owner: &Owner<'s>, response: &'s Response) {
        let text = match response {
            Response::Record(named) => self.type_name(named),
            Response::Wrapped(key, named) => format!("{key}: {}", self.type_name(named)),
            Response::Unknown => "unknown".to_owned(),
            Response::Accepted => "status_only".to_owned(),
            Response::Payload(ty) => format!("payload {}", self.wire_type(ty)),
            Response::Page(page) => format!("page of {}", self.type_name(&page.item)),
        };
        let output = match response {
            // Both are responses without a type.
            Response::Unknown | Response::Accepted => "unparsed".to_owned(),
            Response::Wrapped(_, named) => format!("wrapped {}", self.type_name(named)),
            _ => text.clone(),
        };
        self.add(owner, Aspect::Response, text);
        self.add(owner, Aspect::Output, output);
        let Response::Page(page) = response else {
            return;
        };
        let Pagination {
            style,
            item: _,
            items_key,
            item_wrapper,
            per_page,
            max_per_page,
            metadata,
            sync,
        } = &**page;
        self.add_some(owner, Aspect::ItemsKey, items_key.as_ref());
        self.add_some(owner, Aspect::ItemWrapper, item_wrapper.as_ref());
        self.page_style(owner, style);
        self.add_some(
            owner,
            Aspect::PerPage,
            per_page.map(|size| size.to_string()),
        );
        self.add_some(
            owner,
            Aspect::MaxPerPage,
            max_per_page.map(|size| size.to_string()),
        );
        let metadata = metadata.as_ref().map(|named| self.type_name(named));
        self.add_some(owner, Aspect::Metadata, metadata);
        if let Some(sync) = sync {
            let Sync {
                watermark,
                filter,
                id,
                misses: _,
            } = sync;
            self.add(owner, Aspect::Sync, format!("{watermark}, {id}"));
            self.add(owner, Aspect::SyncFilter, filter);
        }
    }

    pub(super) fn status(&mut self, owner: &Owner<'s>, status: &Status) {
        let Status {
            code,
            // In the docs.
            meaning: _,
            body,
            not_found,
        } = status;
        let body = match body {
            StatusBody::Resource => "response",
            StatusBody::None => "none",
            StatusBody::Unknown => "unknown",
            StatusBody::Error(name) => name,
        };
        self.add(owner, Aspect::Status(*code), body);
        if *not_found {
            self.add(owner, Aspect::NotFound(*code), "not found");
        }
    }

    fn proof(&mut self, owner: &Owner<'s>, echoes: &[Echo], distinct: &[Echo]) {
        let fields = |echo: &Echo| -> String {
            let fields: Vec<String> = echo.response.iter().map(|field| field.dotted()).collect();
            fields.join(", ")
        };
        for echo in echoes {
            self.add(owner, Aspect::Echo(echo.request.clone()), fields(echo));
        }
        for echo in distinct {
            self.add(owner, Aspect::Distinct(echo.request.clone()), fields(echo));
        }
    }

    fn confirmation(&mut self, owner: &Owner<'s>, confirmation: &CallbackConfirmation) {
        let CallbackConfirmation {
            callback,
            callback_record,
            by,
            record,
            reference,
            state,
            updated_at,
        } = confirmation;
        let record = record.as_deref().unwrap_or("the response");
        let updated_at = updated_at.as_deref().unwrap_or("none");
        let callback_record = self.type_name(callback_record);
        let confirms = format!("{callback} ({callback_record})");
        self.add(owner, Aspect::ConfirmsCallback, confirms);
        let fields = format!("by {by}: {record}, {reference}, {state}, {updated_at}");
        self.add(owner, Aspect::ConfirmedFields, fields);
    }

    fn page_style(&mut self, owner: &Owner<'s>, style: &'s PaginationStyle) {
        let (span, style, parameters, keys) = match style {
            PaginationStyle::PageNumber(style) => {
                let PageNumber {
                    page_parameter,
                    per_page_parameter,
                    first_page,
                    totals,
                    span,
                } = style;
                let totals: Vec<&str> = totals.named_keys().filter_map(|(_, key)| key).collect();
                let parameters =
                    format!("{page_parameter} from {first_page}, {per_page_parameter}");
                (span, "by number", parameters, totals.join(", "))
            }
            PaginationStyle::Cursor(style) => {
                let Cursor {
                    cursor_parameter,
                    per_page_parameter,
                    next_cursor,
                    has_more,
                    span,
                } = style;
                let per_page = per_page_parameter.as_deref().unwrap_or("none");
                let has_more = has_more.as_deref().unwrap_or("none");
                let parameters = format!("{cursor_parameter}, {per_page}");
                let keys = format!("{next_cursor}, {has_more}");
                (span, "by cursor", parameters, keys)
            }
        };
        let owner = owner.at(span);
        self.add(&owner, Aspect::PageStyle, style);
        self.add(&owner, Aspect::PageParameters, parameters);
        self.add(&owner, Aspect::PageKeys, keys);
    }

    pub(super) fn callback(&mut self, callback: &'s Callback) {
        let Callback {
            name,
            doc,
            source,
            root,
            record,
            notes,
            open_questions,
            span,
        } = callback;
        let owner = Owner {
            kind: SubjectKind::Callback,
            name: name.clone(),
            direction: Direction::Read,
            items: vec![self.model_item(&format!("{}::from_form", record.name))],
            span,
        };
        self.add(&owner, Aspect::Exists, "callback");
        self.add(&owner, Aspect::CallbackRoot, root);
        let record = self.type_name(record);
        self.add(&owner, Aspect::CallbackRecord, record);
        let mut texts = vec![doc.as_str(), source];
        texts.extend(notes.iter().map(String::as_str));
        self.add_docs(&owner, &texts, open_questions);
    }

    pub(super) fn browser_sdk(&mut self, resource: &str, sdk: &'s BrowserSdk) {
        let BrowserSdk {
            source,
            doc,
            namespace,
            scripts,
            tester_pages,
            entry_points,
            configuration,
            event_handlers,
            notes,
            open_questions,
            span,
        } = sdk;
        let owner = Owner {
            kind: SubjectKind::BrowserSdk,
            name: resource.to_owned(),
            direction: Direction::Sent,
            items: vec![self.client_item("PageConfiguration")],
            span,
        };
        self.add(&owner, Aspect::Exists, "browser SDK");
        self.add_some(&owner, Aspect::Namespace, namespace.as_ref());
        for (environment, script) in scripts {
            self.add(
                &owner,
                Aspect::Script(environment.clone()),
                script.to_string(),
            );
        }
        for (environment, page) in tester_pages {
            self.add(&owner, Aspect::TesterPage(environment.clone()), page);
        }
        let mut docs = vec![doc.as_str(), source];
        for entry_point in entry_points {
            let EntryPoint {
                path,
                doc,
                argument,
            } = entry_point;
            let argument = argument.as_ref();
            let argument = argument.map_or("configuration".to_owned(), |id| self.type_name(id));
            self.add(&owner, Aspect::EntryPoint(path.clone()), argument);
            docs.push(doc);
        }
        for (handler, doc) in event_handlers {
            self.add(&owner, Aspect::EventHandler(handler.clone()), "handler");
            docs.push(doc);
        }
        docs.extend(notes.iter().map(String::as_str));
        self.add_docs(&owner, &docs, open_questions);
        self.add_fields(
            &owner,
            SubjectKind::Configuration,
            Direction::Sent,
            configuration,
        );
        let form = sdk.constructor_form();
        self.add_required(&owner, "PageConfiguration", form, configuration);
    }
}

/// The sentences about rules, which only docs show.
fn reasons(operation: &Operation) -> Vec<&str> {
    let mut reasons: Vec<&str> = Vec::new();
    reasons.extend(
        operation
            .constructors
            .iter()
            .map(|constructor| constructor.doc.as_str()),
    );
    match &operation.retry {
        Retry::Safe => {}
        Retry::Never(why) | Retry::Idempotent(why) | Retry::UniqueKey(_, why) => reasons.push(why),
    }
    if let Some(find_by) = &operation.find_by {
        reasons.extend(find_by.not_compared.iter().map(|(_, why)| why.as_str()));
    }
    if let Response::Page(page) = &operation.response {
        let sync = page.sync.as_ref();
        reasons.extend(sync.and_then(|sync| sync.misses.as_deref()));
    }
    reasons
}

/// The rule without its reason.
fn retry_word(retry: &Retry) -> String {
    match retry {
        Retry::Safe => "safe".to_owned(),
        Retry::Never(_) => "never".to_owned(),
        Retry::Idempotent(_) => "idempotent".to_owned(),
        Retry::UniqueKey(field, _) => format!("unique_key {field}"),
    }
}

fn lookup_text(find_by: &FindBy) -> String {
    let FindBy {
        // A fact of its own.
        operation: _,
        record,
        parameter,
        renamed,
        duplicate_statuses,
        not_compared,
    } = find_by;
    let record = record.as_deref().unwrap_or("the response");
    let parameter = parameter.as_deref().unwrap_or("none");
    let not_compared: Vec<&str> = not_compared.iter().map(|(path, _)| path.as_str()).collect();
    format!(
        "by {parameter} → {record}; renamed {renamed:?}; duplicates {duplicate_statuses:?}; \
         not compared {not_compared:?}"
    )
}
