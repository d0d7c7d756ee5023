//! Records with fewer fields than documented, in every version with callbacks.

use api_wire::Timestamp;
use pos_v3_client::callback::{Handler, MemoryStore, ReadOutcome, RecordChanged, Refetch};

use super::deadline::change;
use super::remote::{Remote, VENUE};
use super::service::SECRET;

fn v1_client(remote: &Remote) -> pos_v1_client::Client {
    let token = pos_v1_client::VenueToken::new(VENUE);
    let environment = pos_v1_client::Environment::Staging;
    let config = pos_v1_client::Config::new(environment, remote.base(), token).unwrap();
    pos_v1_client::Client::new(config).unwrap()
}

/// Handlers of order 7, which the store of each knows by its id and by its reference.
struct Versions {
    remote: Remote,
    v1: VersionHandler<pos_v1_client::GetIncomingOrder>,
    v3: VersionHandler<pos_v3_client::GetIncomingOrder>,
}

struct VersionHandler<R: Refetch> {
    orders: MemoryStore<R>,
    handler: Handler<R>,
}

impl<R: Refetch<Id = i64>> VersionHandler<R> {
    fn new(build: impl FnOnce(MemoryStore<R>) -> Handler<R>) -> Self {
        let orders = MemoryStore::new(10);
        orders.confirm("WEB-7", 7).unwrap();
        let handler = build(orders.clone());
        Self { orders, handler }
    }

    /// What became of a read.
    async fn refetch(&self) -> ReadOutcome {
        assert_eq!(self.handler.refetch(7).await.status(), 202);
        self.handler.read_due().await[0].outcome()
    }

    async fn change(&self) -> RecordChanged<R> {
        assert_eq!(self.refetch().await, ReadOutcome::Changed);
        change(self.orders.events().next()).await
    }
}

impl Versions {
    async fn start() -> Self {
        let remote = Remote::start().await;
        let (v1, v3) = (v1_client(&remote), remote.client(VENUE));
        Self {
            remote,
            v1: VersionHandler::new(|orders| Handler::new(v1, SECRET, orders).unwrap()),
            v3: VersionHandler::new(|orders| Handler::new(v3, SECRET, orders).unwrap()),
        }
    }
}

#[tokio::test]
async fn known_order_needs_no_reference_in_its_response() {
    let versions = Versions::start().await;
    let members = ",\"aasm_state\":\"processing\",\"reference_no\":null";
    versions.remote.set_members(7, members);
    let change = versions.v1.change().await;
    let reference = change.reference.as_deref();
    assert_eq!(
        (reference, change.state.as_str()),
        (Some("WEB-7"), "processing")
    );
    let change = versions.v3.change().await;
    let reference = change.reference.as_deref();
    assert_eq!(
        (reference, change.state.as_str()),
        (Some("WEB-7"), "processing")
    );
}

#[tokio::test]
async fn order_of_another_reference_is_given_up() {
    let versions = Versions::start().await;
    let members = ",\"aasm_state\":\"processing\",\"reference_no\":\"WEB-8\"";
    versions.remote.set_members(7, members);
    assert_eq!(versions.v1.refetch().await, ReadOutcome::GivenUp);
    assert_eq!(versions.v3.refetch().await, ReadOutcome::GivenUp);
}

#[tokio::test]
async fn missing_state_is_the_documented_default() {
    for state in ["", ",\"aasm_state\":null"] {
        let versions = Versions::start().await;
        let members = format!(",\"reference_no\":\"WEB-7\"{state}");
        versions.remote.set_members(7, &members);
        assert_eq!(versions.v1.change().await.state.as_str(), "pending");
        assert_eq!(versions.v3.change().await.state.as_str(), "pending");
        // It is a state as any other: not reported twice.
        assert_eq!(versions.v1.refetch().await, ReadOutcome::Unchanged);
        assert_eq!(versions.v3.refetch().await, ReadOutcome::Unchanged);
    }
}

#[tokio::test]
async fn state_of_another_type_is_given_up() {
    let versions = Versions::start().await;
    let members = ",\"reference_no\":\"WEB-7\",\"aasm_state\":[\"pending\"]";
    versions.remote.set_members(7, members);
    assert_eq!(versions.v1.refetch().await, ReadOutcome::GivenUp);
    assert_eq!(versions.v3.refetch().await, ReadOutcome::GivenUp);
}

#[test]
fn ids_and_states_round_trip_as_text() {
    fn round_trip<R: Refetch<Id = i64>>(state: &str) {
        let Ok(parsed) = state.parse::<R::State>() else {
            panic!("{state}");
        };
        assert_eq!(parsed.to_string(), state);
        assert!(state.parse().is_ok_and(|again: R::State| again == parsed));
    }
    for state in ["pending", "Processing", "En Route", "", "undocumented"] {
        round_trip::<pos_v1_client::GetIncomingOrder>(state);
        round_trip::<pos_v3_client::GetIncomingOrder>(state);
    }
    let parse = |text: &str| text.parse::<<pos_v3_client::GetIncomingOrder as Refetch>::State>();
    assert!(parse("PENDING") == parse("pending") && parse("pending") != parse("processing"));
}

#[tokio::test]
async fn change_has_the_time_at_which_the_record_changed() {
    let versions = Versions::start().await;
    let members = ",\"reference_no\":\"WEB-7\",\"aasm_state\":\"pending\",\
                   \"updated_at\":\"2026-02-14T12:00:00.250Z\"";
    versions.remote.set_members(7, members);
    let updated_at: Timestamp = "2026-02-14T12:00:00.25Z".parse().unwrap();
    assert_eq!(versions.v1.change().await.updated_at, Some(updated_at));
    let change = versions.v3.change().await;
    assert_eq!(change.updated_at, Some(updated_at));
    assert!(change.clone().output == change.output);
    let members = ",\"reference_no\":\"WEB-7\",\"aasm_state\":\"processing\"";
    versions.remote.set_members(7, members);
    assert_eq!(versions.v1.change().await.updated_at, None);
    assert_eq!(versions.v3.change().await.updated_at, None);
}
