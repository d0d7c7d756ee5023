//! Credentials that a call asks for: before its first attempt, and once after a 401.

use std::sync::Arc;
use std::time::Duration;

use api_journal::Outcome;
use tokio::time::{Instant, timeout_at};

use crate::attempt::call::Attempts;
use crate::attempt::policy::may_refresh;
use crate::auth::Authorization;
use crate::auth::provider::CredentialsError;
use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::redact;

impl Attempts {
    /// Asks for the credentials of the call.
    pub(super) async fn authorize(&mut self, deadline: Instant) -> Result<(), Error> {
        let authorization = match self.resolve(false, deadline).await {
            Some(Ok(authorization)) => authorization,
            Some(Err(failed)) => {
                let error = Error::new(ErrorKind::Credentials, Outcome::NotSent, &self.context);
                return Err(self.with_credentials_error(error, failed));
            }
            None => {
                let detail = format!(
                    "{} while getting credentials",
                    self.overall_timeout_detail()
                );
                return Err(self.expired().with_detail(detail));
            }
        };
        self.set_authorization(&authorization);
        Ok(())
    }

    /// Asks for fresh credentials after a 401. Returns when to send the request with them, or adds to
    /// the error why there are none.
    pub(super) async fn refresh(
        &mut self,
        error: Error,
        deadline: Instant,
    ) -> (Error, Option<Duration>) {
        self.is_refreshed = true;
        let current = Arc::clone(&self.handle.authorization);
        match self.resolve(true, deadline).await {
            Some(Ok(fresh)) if !fresh.is_same(&current) => self.set_authorization(&fresh),
            Some(Err(failed)) => return (self.with_credentials_error(error, failed), None),
            Some(Ok(_)) | None => return (error, None),
        }
        match self.finish() {
            Ok(_) => (error, Some(Duration::ZERO)),
            Err(fields) => {
                let error = error.with_detail("invalid fresh credentials");
                (error.with_invalid_fields(fields), None)
            }
        }
    }

    /// The credentials of the provider, or `None` if the call times out.
    async fn resolve(
        &self,
        is_rejected: bool,
        deadline: Instant,
    ) -> Option<Result<Authorization, CredentialsError>> {
        let access = &self.handle.access;
        let provided = access.provider.as_ref()?.authorization(is_rejected);
        let provided = timeout_at(deadline, provided).await.ok()?;
        if let Ok(authorization) = &provided {
            access.identify(&self.handle.core, authorization);
        }
        Some(provided)
    }

    /// The call has these credentials from now on. Errors hide the earlier ones, too.
    fn set_authorization(&mut self, authorization: &Authorization) {
        let known = self.handle.authorization.redactor();
        self.handle.authorization = Arc::new(authorization.redacting(known));
    }

    fn with_credentials_error(&self, error: Error, failed: CredentialsError) -> Error {
        let redactor = self.handle.authorization.redactor();
        let (detail, source) = failed.into_parts(redactor);
        let detail = redact::message(&detail, redactor);
        error.with_detail(detail).with_source(source)
    }

    /// Whether a 401 may be followed by an attempt with fresh credentials.
    pub(super) fn may_refresh(&self, error: &Error, deadline: Instant) -> bool {
        !self.is_refreshed
            && error.attempts() < self.policy().max_attempts
            && Instant::now() < deadline
            && may_refresh(error, self.context.retry)
    }
}
