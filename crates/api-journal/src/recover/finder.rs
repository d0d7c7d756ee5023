//! How recovery looks up the records of creates.

use std::future::Future;
use std::marker::PhantomData;

use api_runtime::{Api, AuthorizedBy, BoxFuture, Client, Error, UniqueKey};

use crate::recover::recoverable::{Known, Recovery, read_record};
use crate::send::kept_output::Journaling;
use crate::send::output::Output;

/// The result of a lookup.
pub(crate) enum LookedUp {
    /// There is none for this operation.
    None,
    /// There is none yet: the id of the record is unknown.
    NoId,
    /// `Ok(None)`: the record has no unique key, or another one.
    Read(Result<Option<Output<()>>, Error>),
}

/// Looks records up.
pub(crate) trait Finder<A: Api, C>: Sync {
    fn look_up(
        &self,
        client: &Client<A, C>,
        recovery: &Recovery<A, C>,
        known: Known,
    ) -> impl Future<Output = LookedUp> + Send;
}

/// As the description of the API says.
pub(crate) struct Described;

impl<A: Api, C> Finder<A, C> for Described {
    fn look_up(
        &self,
        client: &Client<A, C>,
        recovery: &Recovery<A, C>,
        known: Known,
    ) -> impl Future<Output = LookedUp> + Send {
        let call = recovery.look_up.map(|look_up| look_up(client, known));
        described(call)
    }
}

/// The result of the description's lookup, if there is one.
async fn described(call: Option<BoxFuture<Result<Option<Output<()>>, Error>>>) -> LookedUp {
    match call {
        Some(call) => LookedUp::Read(call.await),
        None => LookedUp::None,
    }
}

/// The records of one create by a function of the caller, and all others as the description says.
pub(crate) struct FoundBy<O, F> {
    find: F,
    operation: PhantomData<fn() -> O>,
}

impl<O, F> FoundBy<O, F> {
    pub(crate) fn new(find: F) -> Self {
        Self {
            find,
            operation: PhantomData,
        }
    }
}

impl<A, C, O, F, W> Finder<A, C> for FoundBy<O, F>
where
    A: Api,
    O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C> + 'static,
    F: Fn(String) -> W + Sync,
    W: Future<Output = Option<O::Lookup>> + Send,
{
    fn look_up(
        &self,
        client: &Client<A, C>,
        recovery: &Recovery<A, C>,
        known: Known,
    ) -> impl Future<Output = LookedUp> + Send {
        let is_described = recovery.look_up.is_some();
        let is_of_operation = recovery.operation == O::INFO.name;
        let unique_key = known.unique_key.clone().filter(|_| is_of_operation);
        let (client, request) = (client.clone(), known.request.clone());
        let call = recovery.look_up.map(|look_up| look_up(&client, known));
        async move {
            let Some(unique_key) = unique_key else {
                return described(call).await;
            };
            let lookup = match (self.find)(unique_key.clone()).await {
                Some(lookup) => lookup,
                None if is_described => return described(call).await,
                None => return LookedUp::NoId,
            };
            let read = match request {
                Some(request) => {
                    let operation = Journaling::<O>::Replay(request);
                    let lookup = Journaling::Operation(lookup);
                    let found = client.look_up_created(operation, |_| Some(lookup)).await;
                    found.map(|created| Some(Output::from_created(created).map(drop)))
                }
                None => read_record::<O, C>(&client, lookup, unique_key).await,
            };
            LookedUp::Read(read)
        }
    }
}
