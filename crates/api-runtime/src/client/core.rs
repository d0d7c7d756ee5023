//! Who calls: it writes an operation's request, and starts the call.

use std::future::ready;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderValue;

use crate::auth::Authorization;
use crate::client::create_once::Readable;
use crate::client::options::RequestOptions;
use crate::client::settings::Settings;
use crate::config::Base;
use crate::error::Subject;
use crate::error::outcome::Observed;
use crate::response::decode::Exchanged;
use crate::retry::Call;
use crate::retry::budget::Budget;
use crate::telemetry::tracing::CallSpan;
use crate::transport::{BoxFuture, Transport};
use crate::{ClientValues, EnvelopeShape, Error, ErrorKind, Operation, OperationInfo, Request};

/// What all clients of one environment share.
pub(crate) struct Core {
    pub(crate) api: &'static str,
    pub(crate) envelope: Option<EnvelopeShape>,
    pub(crate) base: Base,
    pub(crate) client_values: Arc<dyn ClientValues>,
    pub(crate) transport: Box<dyn Transport>,
    pub(crate) settings: Settings,
    pub(crate) user_agent: HeaderValue,
    pub(crate) budget: Budget,
}

/// What is needed to send an operation: the core, one set of credentials, and what these calls do in their own way.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) core: Arc<Core>,
    pub(crate) authorization: Arc<Authorization>,
    pub(crate) options: Option<Arc<RequestOptions>>,
}

/// Whether a response is searched for mismatches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Watch {
    /// The caller wants them.
    Always,
    /// Only if the client is strict, or tells a function.
    AsSet,
}

impl Caller {
    /// Writes an operation's request.
    pub(crate) fn write<O: Operation>(
        &self,
        operation: &O,
    ) -> (Subject, Result<http::Request<Bytes>, Error>) {
        self.write_with(&O::INFO, &|request| operation.write_request(request))
    }

    /// Writes an operation's request, and gives the future that sends it.
    ///
    /// Everything that is called goes through here. Dropped, the future stops: it starts no task, and what it waits for
    /// is in it.
    pub(crate) fn start<O: Operation>(
        &self,
        operation: &O,
        watch: Watch,
    ) -> BoxFuture<Result<Exchanged, Error>> {
        self.start_with(
            const { &O::INFO },
            &|request| operation.write_request(request),
            watch,
            None,
        )
    }

    /// The same, for a request that goes out once more when nobody knows what became of it.
    pub(crate) fn start_guarded<O: Operation>(
        &self,
        operation: &O,
        readable: Readable,
    ) -> BoxFuture<Result<Exchanged, Error>> {
        self.start_with(
            const { &O::INFO },
            &|request| operation.write_request(request),
            Watch::AsSet,
            Some(readable),
        )
    }

    /// The same, with what these calls do in their own way after what others did before.
    pub(crate) fn with(&self, later: RequestOptions) -> Self {
        let options = match self.options.as_deref() {
            Some(options) => options.clone().and(later),
            None => later,
        };
        self.reaching(&self.authorization, Some(Arc::new(options)))
    }

    /// The same with other credentials.
    pub(crate) fn authorized(&self, authorization: &Authorization) -> Self {
        self.reaching(authorization, self.options.clone())
    }

    fn reaching(
        &self,
        authorization: &Authorization,
        options: Option<Arc<RequestOptions>>,
    ) -> Self {
        let headers = options.iter().flat_map(|options| options.headers.values());
        Self {
            core: Arc::clone(&self.core),
            authorization: Arc::new(authorization.hiding(headers)),
            options,
        }
    }

    fn write_with(
        &self,
        info: &OperationInfo,
        write: &dyn Fn(&mut Request),
    ) -> (Subject, Result<http::Request<Bytes>, Error>) {
        let mut request = Request::new(info);
        write(&mut request);
        let (method, path_template) = request.route_taken();
        let subject = Subject {
            api: self.core.api,
            operation: info.name,
            route: Some((method, path_template)),
            guard: request.guard().map(Box::new),
        };
        let written = request
            .finish(
                &self.core.base,
                &*self.core.client_values,
                &self.authorization,
                &self.core.user_agent,
                self.options.as_deref(),
            )
            .map_err(|invalid_fields| {
                Error::new(ErrorKind::InvalidRequest, Observed::Unsent, &subject)
                    .with_invalid_fields(invalid_fields)
            });
        (subject, written)
    }

    fn start_with(
        &self,
        info: &'static OperationInfo,
        write: &dyn Fn(&mut Request),
        watch: Watch,
        resend: Option<Readable>,
    ) -> BoxFuture<Result<Exchanged, Error>> {
        let (subject, request) = self.write_with(info, write);
        let request = match request {
            Ok(request) => request,
            Err(error) => return Box::pin(ready(Err(error))),
        };
        let span = CallSpan::new(info, &subject);
        let call = Call {
            caller: self.clone(),
            info,
            resend: resend.filter(|_| subject.is_guarded()),
            subject,
            request,
            watch,
            span: span.clone(),
        };
        span.follow(async move { call.make().await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Api, Client, Config, Credentials, Method, RawRequest};

    struct Shop;

    #[derive(Clone, Copy, Debug)]
    struct Environment;

    impl Api for Shop {
        const NAME: &'static str = "shop";
        type Environment = Environment;
        type ClientValues = ();
    }

    struct Nobody;

    impl Credentials for Nobody {
        fn authorize(&self, _: &mut Authorization) {}
    }

    #[test]
    fn a_call_weighs_at_most_a_kibibyte() {
        let address = "http://127.0.0.1:9";
        let config = Config::<Shop, _>::new(Environment, address, Nobody).unwrap();
        let client = Client::new(config).unwrap();
        let raw = RawRequest::<Shop>::new(Method::Get, "/");
        let call = client.caller.start(&raw, Watch::AsSet);
        let bytes = size_of_val(&*call);
        assert!(bytes <= 1024, "{bytes} bytes");
    }
}
