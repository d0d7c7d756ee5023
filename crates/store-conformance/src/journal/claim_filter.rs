//! What a claim includes.

use std::time::Duration;

use api_journal::{Claim, Journal, Scope, State};

use super::context::{CLAIMANT, Context, LEASE, OPERATION, begin, intent, keys};
use crate::check::Checked;

pub(crate) async fn claim_compares_api_environment_and_venue<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let Scope {
        api,
        environment,
        venue,
        ..
    } = &context.scope;
    let scopes = [
        context.scope.clone(),
        Scope::new("another", environment, venue),
        Scope::new(api, "another", venue),
        Scope::new(api, environment, "another"),
        Scope::new(api, environment, ""),
        Scope::new(api, environment, venue.to_uppercase()),
        Scope::new(api, environment, format!("{venue} ")),
        Scope::new(api, environment, format!("É{venue}")),
        // The same text, divided elsewhere.
        Scope::new(format!("{api}{environment}"), "", venue),
    ];
    let scopes: std::collections::BTreeSet<_> = scopes.into_iter().collect();
    // Keys that differ from run to run, since not all of the scopes do.
    let keys_of_scopes: Vec<_> = scopes
        .iter()
        .map(|scope| (scope, format!("{venue}-{}", fastrand::u64(..))))
        .collect();
    for (scope, key) in &keys_of_scopes {
        let intent = intent(scope, OPERATION, key, State::InFlight);
        begin(&journal, &intent, Duration::ZERO).await?;
    }
    for (scope, key) in &keys_of_scopes {
        let claim = Claim::new(scope, &[OPERATION], CLAIMANT, LEASE, 100);
        let claimed = journal.claim(&claim).await?;
        expect_eq!(
            format!("keys of `{scope:?}`"),
            keys(&claimed),
            [key.as_str()]
        );
    }
    Ok(())
}

pub(crate) async fn claim_compares_the_operation<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    let operations = [
        "create_order",
        "CREATE_ORDER",
        "create_order2",
        "create order",
    ];
    for operation in operations {
        let intent = intent(&context.scope, operation, operation, State::InFlight);
        begin(&journal, &intent, Duration::ZERO).await?;
    }
    for operations in [&operations[..1], &operations[1..3]] {
        let claim = Claim::new(&context.scope, operations, CLAIMANT, LEASE, 100);
        let claimed = journal.claim(&claim).await?;
        let mut claimed = keys(&claimed);
        claimed.sort_by_key(|key| operations.iter().position(|operation| operation == key));
        expect_eq!("claimed keys", claimed, operations);
    }
    Ok(())
}

pub(crate) async fn claim_of_no_operation_is_empty<J: Journal, O: AsyncFn() -> J>(
    context: &Context<'_, O>,
) -> Checked {
    let journal = context.open().await;
    context.begin(&journal, "order-1", Duration::ZERO).await?;
    let claim = Claim::new(&context.scope, &[], CLAIMANT, LEASE, 100);
    let claimed = journal.claim(&claim).await?;
    expect_eq!("claimed keys", keys(&claimed), [""; 0]);
    Ok(())
}
