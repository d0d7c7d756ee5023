//! How long a call waits for a connection of its own, where its limit is shorter than the client's.
//!
//! reqwest takes a limit when a client is built, and connections are the client's. But a connection is made while the call
//! that asked for it waits, in the task of that call. So the call leaves its limit there, and the connector looks at it.

use std::error::Error;
use std::io;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::timeout;
use tower_layer::Layer;
use tower_service::Service;

use crate::transport::BoxFuture;

tokio::task_local! {
    static LIMIT: Duration;
}

/// What is sent under this limit.
pub(crate) fn within<T>(
    limit: Duration,
    sending: impl Future<Output = T>,
) -> impl Future<Output = T> {
    LIMIT.scope(limit, sending)
}

/// Puts the limit around a connector.
#[derive(Clone)]
pub(crate) struct ConnectLimit;

impl<S> Layer<S> for ConnectLimit {
    type Service = Limited<S>;

    fn layer(&self, connector: S) -> Limited<S> {
        Limited(connector)
    }
}

/// A connector that looks at the limit of the call that it is asked by.
#[derive(Clone)]
pub(crate) struct Limited<S>(S);

type AnyError = Box<dyn Error + Send + Sync>;

impl<S, R> Service<R> for Limited<S>
where
    S: Service<R, Response: 'static, Error = AnyError, Future: Send + 'static>,
{
    type Response = S::Response;
    type Error = AnyError;
    type Future = BoxFuture<Result<S::Response, AnyError>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), AnyError>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, target: R) -> Self::Future {
        // It is always there: connections begin to be made where the call waits.
        let limit = LIMIT.try_get().unwrap_or(Duration::MAX);
        let connecting = timeout(limit, self.0.call(target));
        Box::pin(async move {
            let in_time = connecting.await;
            in_time.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()))
        })
    }
}
