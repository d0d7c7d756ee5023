//! The two demo venues. Names and addresses are fictitious.

use std::sync::Arc;

use super::profile::VenueProfile;
use crate::credentials::CREDENTIALS;
use crate::venue_access::VenueAccess;

/// One venue sells by weight, with purchase limits and a tax on top of the prices; the prices of
/// the other include the tax.
pub(crate) fn demo_profiles() -> Vec<Arc<VenueProfile>> {
    let venues: Vec<VenueProfile> =
        serde_json::from_str(include_str!("../../../demo/venues.json")).unwrap_or_default();
    let venues = venues.into_iter().zip(&CREDENTIALS.venues);
    let with_tokens = venues.map(|(profile, demo)| VenueProfile {
        access: VenueAccess::from_demo(profile.id, &profile.name, demo),
        ..profile
    });
    with_tokens.map(Arc::new).collect()
}
