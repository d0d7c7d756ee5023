//! Checks that a fault can happen.

use http::HeaderValue;

use super::{Effect, Fault};
use crate::openapi::operations_named;

impl Fault {
    /// Checks that the fault can happen.
    pub(crate) fn validate(&self, venues: &[i64]) -> Result<(), String> {
        if let Some(venue) = self.venue.filter(|venue| !venues.contains(venue)) {
            let known: Vec<String> = venues.iter().map(i64::to_string).collect();
            return Err(format!("no venue {venue}, expected {}", known.join(" or ")));
        }
        let is_page_size = |effect: &Effect| matches!(effect, Effect::PageSize(_));
        let matching = operations_named(self.api.as_deref(), &self.operation)?;
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
        self.validate_retry_after()?;
        self.effects.iter().try_for_each(Effect::validate)
    }

    fn validate_retry_after(&self) -> Result<(), String> {
        let Some(value) = &self.retry_after else {
            return Ok(());
        };
        let is_status = |effect: &Effect| matches!(effect, Effect::Status(_));
        if !self.effects.iter().any(is_status) {
            return Err("`retry_after` requires the effect `status`".to_owned());
        }
        let is_valid = HeaderValue::from_str(value).is_ok();
        is_valid
            .then_some(())
            .ok_or_else(|| "invalid header value in `retry_after`".to_owned())
    }
}
