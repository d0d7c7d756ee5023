//! Checks that a fault can happen.

use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION};
use http::{HeaderName, HeaderValue};

use super::{Effect, Fault};
use crate::openapi::{Operation, operations};
use crate::suggest::suggest;

impl Fault {
    /// Checks that the fault can happen.
    pub(crate) fn validate(&self, venues: &[i64]) -> Result<(), String> {
        if let Some(venue) = self.venue.filter(|venue| !venues.contains(venue)) {
            let known: Vec<String> = venues.iter().map(i64::to_string).collect();
            return Err(format!("no venue {venue}, expected {}", known.join(" or ")));
        }
        if self.reference.as_deref() == Some("") {
            return Err("`reference` is empty, and no request has an empty one".to_owned());
        }
        let is_page_size = |effect: &Effect| matches!(effect, Effect::PageSize(_));
        let matching = self.matching_operations()?;
        if self.effects.is_empty() {
            return Err("missing effects".to_owned());
        }
        if self.times == 0 {
            return Err("`times` must be at least 1".to_owned());
        }
        if self.effects.iter().any(is_page_size)
            && !matching
                .iter()
                .any(|operation| operation.per_page.is_some())
        {
            return Err("the operation is not paginated".to_owned());
        }
        self.validate_headers()?;
        self.effects.iter().try_for_each(Effect::validate)?;
        self.validate_criteria(&matching)?;
        let mut fields = self.effects.iter().filter_map(Effect::field);
        fields.try_for_each(|field| self.validate_field(&matching, field))
    }

    fn matching_operations(&self) -> Result<Vec<&'static Operation>, String> {
        let apis = || operations().map(Operation::api);
        if let Some(api) = &self.api {
            if !apis().any(|other| other == api) {
                return Err(format!("unknown API `{api}`{}", suggest(api, apis())));
            }
        }
        let in_api = |operation: &&Operation| {
            let api = self.api.as_deref();
            api.is_none_or(|api| operation.api() == api)
        };
        let matching: Vec<_> = operations()
            .filter(in_api)
            .filter(|operation| operation.name == self.operation)
            .collect();
        if matching.is_empty() {
            let names = operations()
                .filter(in_api)
                .map(|operation| operation.name.as_str());
            let suggestion = suggest(&self.operation, names);
            let scope = match &self.api {
                Some(api) => format!(" of API `{api}`"),
                None => String::new(),
            };
            let name = &self.operation;
            return Err(format!("unknown operation `{name}`{scope}{suggestion}"));
        }
        Ok(matching)
    }

    fn validate_headers(&self) -> Result<(), String> {
        if let Some(value) = &self.retry_after {
            let is_status = |effect: &Effect| matches!(effect, Effect::Status(_));
            if !self.effects.iter().any(is_status) {
                return Err("`retry_after` requires the effect `status`".to_owned());
            }
            if HeaderValue::from_str(value).is_err() {
                return Err("invalid header value in `retry_after`".to_owned());
            }
        }
        for (name, value) in &self.headers {
            let parsed = HeaderName::try_from(name)
                .map_err(|_| format!("invalid header name `{}`", name.escape_debug()))?;
            if HeaderValue::from_str(value).is_err() {
                return Err(format!("invalid value of header `{name}`"));
            }
            if [AUTHORIZATION, PROXY_AUTHORIZATION, COOKIE].contains(&parsed) {
                return Err(format!("header `{name}` is a credential, expected a venue"));
            }
        }
        Ok(())
    }

    /// Checks that requests for the operation can have the venue and the reference.
    fn validate_criteria(&self, matching: &[&'static Operation]) -> Result<(), String> {
        let name = &self.operation;
        if self.venue.is_some() && !matching.iter().any(|operation| operation.has_venue()) {
            return Err(format!(
                "`venue`: the credentials of `{name}` are not those of a venue"
            ));
        }
        if self.reference.is_some() && !matching.iter().any(|operation| operation.has_reference()) {
            return Err(format!(
                "`reference`: a request for `{name}` has neither an id in its path nor a body"
            ));
        }
        Ok(())
    }

    /// Checks that a response of the operation can have the field. One whose body is not documented
    /// can have any.
    fn validate_field(&self, matching: &[&'static Operation], field: &str) -> Result<(), String> {
        let documented = matching.iter().map(|operation| operation.response_fields());
        let Some(documented) = documented.collect::<Option<Vec<_>>>() else {
            return Ok(());
        };
        let names = || documented.iter().flat_map(|fields| &fields.names);
        if names().any(|name| name == field) {
            return Ok(());
        }
        let suggestion = suggest(field, names().map(String::as_str));
        // Another name may be a key of a map, but rather is a misspelled field.
        let is_misspelled = suggestion.starts_with(", did you mean");
        if !is_misspelled && documented.iter().any(|fields| fields.has_maps) {
            return Ok(());
        }
        let name = &self.operation;
        Err(format!(
            "`field`: no response of `{name}` has the field `{field}`{suggestion}"
        ))
    }
}
