//! The parts of a client: the core that clones share, the credentials, and the request options.

use std::sync::{Arc, OnceLock};

use api_journal::Scope;
use bytes::Bytes;
use http::HeaderValue;

use crate::attempt::budget::RetryBudget;
use crate::attempt::budgets::RetryBudgets;
use crate::attempt::settings::Settings;
use crate::auth::Authorization;
use crate::auth::provider::ProvideAuthorization;
use crate::base_url::Base;
use crate::error::invalid_field::InvalidField;
use crate::info::client_values::{CallValues, ClientValues};
use crate::info::envelope_shape::EnvelopeShape;
use crate::observe::labels::Labels;
use crate::redact::redactor::Redactor;
use crate::request::Request;
use crate::request::options::CallOptions;
use crate::tasks::detached::DetachedTasks;
use crate::transport::Transport;

/// The state that all clones of a client share.
pub(crate) struct Core {
    pub(crate) api: &'static str,
    pub(crate) environment: String,
    pub(crate) envelope: Option<EnvelopeShape>,
    pub(crate) error_keys: &'static [&'static str],
    pub(crate) base: Base,
    pub(crate) client_values: Arc<dyn ClientValues>,
    pub(crate) transport: Box<dyn Transport>,
    pub(crate) settings: Settings,
    pub(crate) user_agent: HeaderValue,
    pub(crate) detached: DetachedTasks,
    pub(crate) journal: Option<api_journal::Journal>,
    pub(crate) budgets: RetryBudgets,
    /// Secrets of the settings: in the path of the base URL, and of the proxy.
    pub(crate) redactor: Redactor,
}

/// A client without its types: the shared core, one set of credentials with its budget, and
/// the request options.
#[derive(Clone)]
pub(crate) struct ClientHandle {
    pub(crate) core: Arc<Core>,
    pub(crate) authorization: Arc<Authorization>,
    pub(crate) access: Arc<Access>,
    pub(crate) options: Arc<CallOptions>,
}

/// What the calls with one set of credentials share.
pub(crate) struct Access {
    /// Empty until a provider without an identity returns its first credentials.
    budget: OnceLock<Arc<RetryBudget>>,
    /// `None`: the credentials are fixed.
    pub(crate) provider: Option<Arc<dyn ProvideAuthorization>>,
}

impl Access {
    pub(crate) fn new(
        core: &Core,
        authorization: &Authorization,
        provider: Option<Arc<dyn ProvideAuthorization>>,
    ) -> Arc<Self> {
        let identity = provider.as_ref().and_then(|provider| provider.identity());
        let budget = match identity {
            Some(identity) => core.budgets.of_identity(identity).into(),
            None if authorization.is_pending() => OnceLock::new(),
            None => core.budgets.of_credentials(authorization).into(),
        };
        Arc::new(Self { budget, provider })
    }

    /// Finds the budget of the first credentials of a provider, and keeps them when they rotate.
    pub(crate) fn identify(&self, core: &Core, authorization: &Authorization) {
        // Invalid credentials send nothing, and would be those of every account.
        if authorization.invalid_fields().is_empty() {
            self.budget
                .get_or_init(|| core.budgets.of_credentials(authorization));
        }
    }
}

impl ClientHandle {
    /// Adds request options, which override earlier ones.
    pub(crate) fn with_options(&self, later: CallOptions) -> Self {
        let options = CallOptions::clone(&self.options).merge(later);
        self.derive(&self.authorization, Arc::clone(&self.access), options)
    }

    /// Replaces the account, and with it the credentials and the retry budget.
    pub(crate) fn with_account(
        &self,
        account: &str,
        authorization: &Authorization,
        provider: Option<Arc<dyn ProvideAuthorization>>,
    ) -> Self {
        let access = Access::new(&self.core, authorization, provider);
        let authorization = authorization.redacting(&self.core.redactor);
        let mut options = CallOptions::clone(&self.options);
        options.account(account);
        self.derive(&authorization, access, options)
    }

    fn derive(
        &self,
        authorization: &Authorization,
        access: Arc<Access>,
        options: CallOptions,
    ) -> Self {
        Self {
            core: Arc::clone(&self.core),
            authorization: Arc::new(authorization.redacting(&options.redactor())),
            access,
            options: Arc::new(options),
        }
    }

    /// The same client, for a request with these secrets and personal data.
    pub(crate) fn redacting(mut self, values: Option<Redactor>) -> Self {
        if let Some(values) = values {
            self.authorization = Arc::new(self.authorization.redacting(&values));
        }
        self
    }

    /// Builds a request with the credentials of this client.
    pub(crate) fn finish(
        &self,
        request: &Request,
        idempotency_key: Option<&str>,
    ) -> Result<http::Request<Bytes>, Vec<InvalidField>> {
        let values = CallValues {
            of_client: &*self.core.client_values,
            idempotency_key,
        };
        request.finish(
            &self.core.base,
            &values,
            &self.authorization,
            &self.core.user_agent,
            &self.options,
        )
    }

    /// The retry budget of the credentials.
    pub(crate) fn budget(&self) -> &Arc<RetryBudget> {
        self.access.budget.get_or_init(Arc::default)
    }

    /// Whose credentials these are.
    /// Whose keys and records those of this client are.
    pub(crate) fn scope(&self) -> Scope {
        let account = self.options.account.as_deref();
        Scope::new(
            self.core.api,
            &self.core.environment,
            account.unwrap_or_default(),
        )
    }

    /// The labels of this client's calls.
    pub(crate) fn labels(&self) -> &Labels {
        &self.options.labels
    }
}
