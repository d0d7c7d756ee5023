//! Credentials that a call asks for: before its first attempt, and once after a 401.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::auth::Authorization;
use crate::auth::provider::CredentialsError;
use crate::error::outcome::Observed;
use crate::error::redact;
use crate::retry::call::{Call, CallState, retry_context};
use crate::retry::policy::{Resend, may_refresh};
use crate::{Error, ErrorKind};

impl Call {
    /// Asks for the credentials of the call, unless it has them.
    pub(super) async fn authorize(&mut self, deadline: Instant) -> Result<(), Error> {
        let Some(unauthorized) = &self.unauthorized else {
            return Ok(());
        };
        if unauthorized.is_authorized {
            return Ok(());
        }
        let authorization = match self.resolve(false, deadline).await {
            Some(Ok(authorization)) => authorization,
            Some(Err(error)) => {
                return Err(self.with_credentials_error(
                    Error::new(ErrorKind::Credentials, Observed::Unsent, &self.context),
                    error,
                ));
            }
            None => {
                let detail = format!(
                    "{} while getting credentials",
                    self.overall_timeout_detail()
                );
                return Err(self.expired().with_detail(detail));
            }
        };
        self.set_authorization(&authorization)
    }

    /// Asks for fresh credentials after a 401. An error ends the call.
    pub(super) async fn refresh(
        &mut self,
        state: &mut CallState,
        mut error: Error,
    ) -> Result<(), Error> {
        if let Some(unauthorized) = &mut self.unauthorized {
            unauthorized.is_refreshed = true;
        }
        let current = Arc::clone(&self.handle.authorization);
        let mut is_authorized = false;
        match self.resolve(true, state.deadline).await {
            Some(Ok(fresh)) if !fresh.is_same(&current) => match self.set_authorization(&fresh) {
                Ok(()) => is_authorized = true,
                Err(invalid) => {
                    error = error
                        .with_detail("invalid fresh credentials")
                        .with_invalid_fields(invalid.invalid_fields().to_vec());
                }
            },
            Some(Err(failed)) => error = self.with_credentials_error(error, failed),
            Some(Ok(_)) | None => {}
        }
        let retry_in = is_authorized.then_some(Duration::ZERO);
        self.observation.fail_attempt(&error, retry_in);
        match is_authorized {
            true => {
                state.last_error = Some(error.with_body_cut());
                Ok(())
            }
            false => Err(error),
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

    /// Writes the request with these credentials. Errors hide the earlier ones, too.
    fn set_authorization(&mut self, authorization: &Authorization) -> Result<(), Error> {
        let known = self.handle.authorization.redactor();
        self.handle.authorization = Arc::new(authorization.redacting(known));
        if let Some(unauthorized) = &mut self.unauthorized {
            let request = unauthorized.request.clone();
            self.request = self.handle.finish(request, &self.context)?;
            unauthorized.is_authorized = true;
        }
        Ok(())
    }

    fn with_credentials_error(&self, error: Error, failed: CredentialsError) -> Error {
        let redactor = self.handle.authorization.redactor();
        let (detail, source) = failed.into_parts(redactor);
        error
            .with_detail(redact::message(&detail, redactor))
            .with_source(source)
    }

    /// Whether a 401 may be followed by an attempt with fresh credentials.
    pub(super) fn may_refresh(&self, error: &Error, deadline: Instant, resend: Resend) -> bool {
        let unauthorized = self.unauthorized.as_ref();
        unauthorized.is_some_and(|unauthorized| !unauthorized.is_refreshed)
            && may_refresh(&retry_context(self.policy(), error, deadline, resend))
    }
}
