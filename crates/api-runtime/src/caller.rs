//! Who calls: it writes an operation's request, and starts the call.

use std::future::ready;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderValue;

use crate::budget::Budget;
use crate::call::Call;
use crate::call_options::CallOptions;
use crate::creating::Readable;
use crate::credentials::Authorization;
use crate::environment::Base;
use crate::error::Subject;
use crate::exchanged::Exchanged;
use crate::outcome::Seen;
use crate::settings::Settings;
use crate::trace::CallSpan;
use crate::transport::{Pending, Transport};
use crate::{About, EnvelopeShape, Error, ErrorKind, Operation, Request, Values};

/// What all clients of one environment share.
pub(crate) struct Core {
    pub(crate) api: &'static str,
    pub(crate) envelope: Option<EnvelopeShape>,
    pub(crate) base: Base,
    pub(crate) values: Arc<dyn Values>,
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
    pub(crate) options: Option<Arc<CallOptions>>,
}

/// Whether a reply is searched for mismatches.
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
        self.write_with(&O::ABOUT, &|request| operation.write(request))
    }

    /// Writes an operation's request, and gives the future that sends it.
    ///
    /// Everything that is called goes through here. Dropped, the future stops: it starts no task, and what it waits for
    /// is in it.
    pub(crate) fn start<O: Operation>(
        &self,
        operation: &O,
        watch: Watch,
    ) -> Pending<Result<Exchanged, Error>> {
        self.start_with(
            const { &O::ABOUT },
            &|request| operation.write(request),
            watch,
            None,
        )
    }

    /// The same, for a request that goes out once more when nobody knows what became of it.
    pub(crate) fn start_guarded<O: Operation>(
        &self,
        operation: &O,
        readable: Readable,
    ) -> Pending<Result<Exchanged, Error>> {
        self.start_with(
            const { &O::ABOUT },
            &|request| operation.write(request),
            Watch::AsSet,
            Some(readable),
        )
    }

    /// The same, with what these calls do in their own way after what others did before.
    pub(crate) fn with(&self, later: CallOptions) -> Self {
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

    fn reaching(&self, authorization: &Authorization, options: Option<Arc<CallOptions>>) -> Self {
        let headers = options.iter().flat_map(|options| options.headers.values());
        Self {
            core: Arc::clone(&self.core),
            authorization: Arc::new(authorization.hiding(headers)),
            options,
        }
    }

    fn write_with(
        &self,
        about: &About,
        write: &dyn Fn(&mut Request),
    ) -> (Subject, Result<http::Request<Bytes>, Error>) {
        let mut request = Request::new(about);
        write(&mut request);
        let (method, path_template) = request.route_taken();
        let subject = Subject {
            api: self.core.api,
            operation: about.name,
            route: Some((method, path_template)),
            guard: request.guard(about.repeat).map(Box::new),
        };
        let written = request
            .finish(
                &self.core.base,
                &*self.core.values,
                &self.authorization,
                &self.core.user_agent,
                self.options.as_deref(),
            )
            .map_err(|refusals| {
                Error::new(ErrorKind::Unsendable, Seen::Unsent, &subject).with_refusals(refusals)
            });
        (subject, written)
    }

    fn start_with(
        &self,
        about: &'static About,
        write: &dyn Fn(&mut Request),
        watch: Watch,
        resend: Option<Readable>,
    ) -> Pending<Result<Exchanged, Error>> {
        let (subject, request) = self.write_with(about, write);
        let request = match request {
            Ok(request) => request,
            Err(error) => return Box::pin(ready(Err(error))),
        };
        let span = CallSpan::new(about, &subject);
        let call = Call {
            caller: self.clone(),
            about,
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
    use crate::{Api, Client, Credentials, Environment, Method, Raw};

    struct Shop;

    #[derive(Clone, Copy, Debug)]
    struct Place;

    impl Api for Shop {
        const NAME: &'static str = "shop";
        type Place = Place;
        type Values = ();
    }

    struct Nobody;

    impl Credentials for Nobody {
        fn authorize(&self, _: &mut Authorization) {}
    }

    #[test]
    fn a_call_weighs_at_most_a_kibibyte() {
        let address = "http://127.0.0.1:9";
        let environment = Environment::<Shop, _>::new(Place, address, Nobody, ()).unwrap();
        let client = Client::new(environment).unwrap();
        let raw = Raw::<Shop>::new(Method::Get, "/");
        let call = client.caller.start(&raw, Watch::AsSet);
        let bytes = size_of_val(&*call);
        assert!(bytes <= 1024, "{bytes} bytes");
    }
}
