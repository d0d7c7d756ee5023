//! What recovery may do with each operation of an API.

use std::future::ready;

use api_runtime::__generated::KeptRequest;
use api_runtime::{Api, AuthorizedBy, BoxFuture, Client, Error, Operation, Retry, UniqueKey};

use crate::send::kept_output::Journaling;
use crate::send::output::Output;

/// An API whose writes with credentials `C` can be recovered.
///
/// Generated crates implement it, with what the description of the API allows.
#[diagnostic::on_unimplemented(
    message = "the writes of `{Self}` with the credentials `{C}` cannot be recovered",
    label = "implement `Recoverable`"
)]
pub trait Recoverable<C: 'static>: Api + Sized {
    /// The operations that write.
    const OPERATIONS: &'static [Recovery<Self, C>];
}

/// What recovery may do with an operation.
pub struct Recovery<A: Api, C> {
    pub(crate) operation: &'static str,
    pub(crate) retry: Retry,
    pub(crate) look_up: Option<LookUp<A, C>>,
    pub(crate) send: Send<A, C>,
}

/// What is known of a request after a crash.
pub(crate) struct Known {
    pub(crate) request: Option<KeptRequest>,
    pub(crate) unique_key: Option<String>,
}

/// Looks the record up. `None`: it has no unique key, or another one.
type LookUp<A, C> = fn(&Client<A, C>, Known) -> BoxFuture<Result<Option<Output<()>>, Error>>;
type Send<A, C> = fn(&Client<A, C>, KeptRequest) -> BoxFuture<Result<Output<()>, Error>>;

impl<A: Api, C> Recovery<A, C> {
    /// An operation of which the description allows no more than to send it again if it is
    /// idempotent.
    pub const fn new<O>() -> Self
    where
        O: Operation<Api = A> + AuthorizedBy<C> + 'static,
    {
        Self {
            operation: O::INFO.name,
            retry: O::INFO.retry,
            look_up: None,
            send: |client, request| {
                let call = client.send(Journaling::<O>::Replay(request));
                Box::pin(async { Ok(Output::from_response(call.await?).map(drop)) })
            },
        }
    }

    /// A create that can be looked up by its unique key.
    pub const fn with_lookup<O>() -> Self
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C> + 'static,
    {
        Self {
            operation: O::INFO.name,
            retry: O::INFO.retry,
            look_up: Some(|client, known| match (known.request, known.unique_key) {
                (Some(request), _) => {
                    let call = client
                        .look_up_created(Journaling::<O>::Replay(request), Journaling::<O>::lookup);
                    Box::pin(async { Ok(Some(Output::from_created(call.await?).map(drop))) })
                }
                (None, Some(unique_key)) => match O::lookup(unique_key.clone()) {
                    Some(lookup) => read_record::<O, C>(client, lookup, unique_key),
                    None => Box::pin(ready(Ok(None))),
                },
                (None, None) => Box::pin(ready(Ok(None))),
            }),
            send: |client, request| {
                let call = client
                    .call()
                    .unique()
                    .send(Journaling::<O>::Replay(request));
                Box::pin(async { Ok(Output::from_created(call.await?).map(drop)) })
            },
        }
    }

    /// A create with a unique key, by which its record cannot be looked up.
    pub const fn with_unique_key<O>() -> Self
    where
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C> + 'static,
    {
        Self {
            operation: O::INFO.name,
            retry: O::INFO.retry,
            look_up: None,
            send: |client, request| {
                let find = |_| ready(None);
                let call = client.create_with(Journaling::<O>::Replay(request), find);
                Box::pin(async { Ok(Output::from_created(call.await?).map(drop)) })
            },
        }
    }
}

/// Reads a record. `None` if it has another unique key.
pub(crate) fn read_record<O, C>(
    client: &Client<O::Api, C>,
    lookup: O::Lookup,
    unique_key: String,
) -> BoxFuture<Result<Option<Output<()>>, Error>>
where
    O: UniqueKey<Lookup: AuthorizedBy<C>>,
{
    let call = client.send(Journaling::Operation(lookup));
    Box::pin(async move {
        let found = call.await?;
        let is_ours = O::unique_key(&found.value) == Some(unique_key.as_str());
        Ok(is_ours.then(|| Output::from_response(found).map(drop)))
    })
}
