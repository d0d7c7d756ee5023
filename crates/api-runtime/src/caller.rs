//! Who calls: it writes an operation's request and makes the exchange, within the limits of time.

use std::sync::Arc;

use bytes::Bytes;
use http::HeaderValue;
use tokio::time::timeout;

use crate::conclude::failed;
use crate::credentials::Authorization;
use crate::environment::Base;
use crate::error::Subject;
use crate::exchanged::Exchanged;
use crate::outcome::Seen;
use crate::settings::Settings;
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
}

/// What is needed to send an operation: the core, and one set of credentials.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) core: Arc<Core>,
    pub(crate) authorization: Arc<Authorization>,
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
    pub(crate) fn start<O: Operation>(
        &self,
        operation: &O,
        watch: Watch,
    ) -> Pending<Result<Exchanged, Error>> {
        self.start_with(O::ABOUT, &|request| operation.write(request), watch)
    }

    fn write_with(
        &self,
        about: &About,
        write: &dyn Fn(&mut Request),
    ) -> (Subject, Result<http::Request<Bytes>, Error>) {
        let mut request = Request::new(about);
        write(&mut request);
        let subject = Subject {
            api: self.core.api,
            operation: about.name,
            route: Some(request.route_taken()),
        };
        let written = request
            .finish(
                &self.core.base,
                &*self.core.values,
                &self.authorization,
                &self.core.user_agent,
            )
            .map_err(|refusals| {
                Error::new(ErrorKind::Unsendable, Seen::Unsent, &subject).with_refusals(refusals)
            });
        (subject, written)
    }

    fn start_with(
        &self,
        about: About,
        write: &dyn Fn(&mut Request),
        watch: Watch,
    ) -> Pending<Result<Exchanged, Error>> {
        let (subject, request) = self.write_with(&about, write);
        let caller = self.clone();
        Box::pin(async move { caller.exchange(about, subject, request?, watch).await })
    }

    /// Makes the call within its time. Repeating attempts has its place here, between the two limits of time;
    /// what may be repeated is told by `about.repeat` and by the outcome of the attempt.
    async fn exchange(
        self,
        about: About,
        subject: Subject,
        request: http::Request<Bytes>,
        watch: Watch,
    ) -> Result<Exchanged, Error> {
        let settings = &self.core.settings;
        let attempt = timeout(
            settings.attempt_timeout,
            self.core.transport.send(request, settings.cap),
        );
        let arrival = match timeout(settings.overall_timeout, attempt).await {
            Ok(Ok(Ok(arrival))) => arrival,
            Ok(Ok(Err(failure))) => return Err(failed(failure, &subject)),
            Ok(Err(_)) => return Err(timed_out("the limit of an attempt", &subject)),
            Err(_) => return Err(timed_out("the limit of a call", &subject)),
        };
        self.conclude(&about, subject, arrival, watch)
    }
}

fn timed_out(detail: &str, subject: &Subject) -> Error {
    Error::new(ErrorKind::Timeout, Seen::NoReply, subject).with_detail(detail)
}
