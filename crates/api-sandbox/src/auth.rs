//! Authorizes requests by the security schemes of their operations.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use http::header::AUTHORIZATION;

use crate::credentials::{CREDENTIALS, PREFIX, PaymentEnvironment};
use crate::openapi::{AuthScheme, Operation, SecurityScheme};
use crate::response::Rejection;
use crate::state::venue::profile::VenueProfile;
use crate::venue_access::VenueAccess;

/// The owner of a request's credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// A client of one payments environment.
    Payments(PaymentEnvironment),
    /// The integrator, without a venue.
    Integrator,
    /// The integrator or a partner at the venue with this index.
    Venue(usize),
    Vendor,
}

/// The tags of the operations that are open to a menu partner.
const MENU_PARTNER_TAGS: [&str; 4] = ["menu_feed", "incoming_order", "incoming_quote", "venue"];

/// The owner of a demo credential, or why it has no access.
type Owner = Result<Identity, &'static str>;

/// Authorizes a request for an operation: 401 for wrong credentials, 403 for insufficient
/// permissions.
pub(crate) fn authorize(
    operation: &Operation,
    environment: Option<PaymentEnvironment>,
    venues: &[Arc<VenueProfile>],
    headers: &HeaderMap,
    path_token: Option<&str>,
) -> Result<Identity, Rejection> {
    if headers.get_all(AUTHORIZATION).iter().nth(1).is_some() {
        return Err(unauthorized(
            "expected one Authorization header, found several",
        ));
    }
    let header = match headers.get(AUTHORIZATION) {
        Some(value) => Some(RequestCredentials::parse(value.to_str().unwrap_or_default()).ok_or_else(|| {
            unauthorized("invalid Authorization header: expected `Basic <base64 of user:password>` or `Bearer <token>`")
        })?),
        None => None,
    };
    let credentials = match (header, path_token) {
        (Some(header), Some(token))
            if header.auth_scheme == AuthScheme::Bearer && header.parts[0] != token =>
        {
            return Err(unauthorized(
                "the token of the path and the token of the Authorization header differ",
            ));
        }
        // The sandbox's own choice: the token in the path is sufficient.
        (None, Some(token)) => RequestCredentials {
            auth_scheme: AuthScheme::Bearer,
            parts: vec![token.to_owned()],
        },
        (Some(header), _) => header,
        (None, None) => {
            return Err(unauthorized("missing Authorization header"));
        }
    };
    let mut first_reason = None;
    for scheme in &operation.security {
        match credentials.check(scheme, operation, environment, venues) {
            Ok(owner) => return owner.map_err(|reason| Rejection::new(403, reason)),
            Err(reason) => first_reason = first_reason.or(Some(reason)),
        }
    }
    Err(unauthorized(&first_reason.unwrap_or_else(|| {
        "this operation does not accept these credentials".to_owned()
    })))
}

fn unauthorized(reason: &str) -> Rejection {
    Rejection::new(401, reason)
}

/// The credentials of a request.
struct RequestCredentials {
    auth_scheme: AuthScheme,
    parts: Vec<String>,
}

impl RequestCredentials {
    fn parse(header: &str) -> Option<Self> {
        let (scheme, value) = header.split_once(' ')?;
        if scheme.eq_ignore_ascii_case("bearer") {
            return Some(Self {
                auth_scheme: AuthScheme::Bearer,
                parts: vec![value.trim().to_owned()],
            });
        }
        if !scheme.eq_ignore_ascii_case("basic") {
            return None;
        }
        let text = String::from_utf8(STANDARD.decode(value.trim()).ok()?).ok()?;
        let (user, password) = text.split_once(':')?;
        Some(Self {
            auth_scheme: AuthScheme::Basic,
            parts: vec![user.to_owned(), password.to_owned()],
        })
    }

    /// Checks the credentials against one scheme. The error does not repeat them.
    fn check(
        &self,
        scheme: &SecurityScheme,
        operation: &Operation,
        environment: Option<PaymentEnvironment>,
        venues: &[Arc<VenueProfile>],
    ) -> Result<Owner, String> {
        if self.auth_scheme != scheme.auth_scheme || self.parts.len() != scheme.parts.len() {
            return Err(format!("expected {:?} authentication", scheme.auth_scheme));
        }
        let mut credential = None;
        for (part, value) in scheme.parts.iter().zip(&self.parts) {
            let Some(name) = &part.name else {
                if value.is_empty() {
                    continue;
                }
                return Err("expected an empty password".to_owned());
            };
            if value.is_empty() {
                return Err(format!("missing {name}"));
            }
            if !value.starts_with(PREFIX) {
                return Err(format!(
                    "not a demo credential: {name}; never send a live credential to the sandbox"
                ));
            }
            let owner = lookup(name, value, operation, environment, venues);
            credential = Some(owner.ok_or_else(|| format!("unknown {name}"))?);
        }
        credential.ok_or_else(|| "missing credentials".to_owned())
    }
}

/// Looks up a credential by its name in the documents. The last part of a scheme determines the
/// identity.
fn lookup(
    name: &str,
    value: &str,
    operation: &Operation,
    environment: Option<PaymentEnvironment>,
    venues: &[Arc<VenueProfile>],
) -> Option<Owner> {
    let payments = |credential: fn(PaymentEnvironment) -> &'static str| {
        let environment = environment?;
        (credential(environment) == value).then_some(Ok(Identity::Payments(environment)))
    };
    let venue = |token: fn(&VenueAccess) -> &str| {
        let index = venues
            .iter()
            .position(|venue| token(&venue.access) == value);
        index.map(|index| Ok(Identity::Venue(index)))
    };
    match name {
        "client_id" => payments(|environment| environment.credentials().client_id),
        "client_secret" => payments(|environment| environment.credentials().client_secret),
        "integrator_token" => {
            (CREDENTIALS.integrator_token == value).then_some(Ok(Identity::Integrator))
        }
        "vendor_token" => (CREDENTIALS.vendor_token == value).then_some(Ok(Identity::Vendor)),
        "venue_token" if value == CREDENTIALS.disconnected_venue_token => {
            Some(Err("the venue has disconnected this integrator"))
        }
        "venue_token" => venue(|access| &access.venue_token),
        "api_token" => venue(|access| &access.api_token).or_else(|| {
            let partner = venue(|access| &access.menu_partner_token)?;
            let is_open = MENU_PARTNER_TAGS.contains(&operation.tag.as_str());
            let reason = "a menu partner's token is not authorized for this operation";
            Some(if is_open { partner } else { Err(reason) })
        }),
        _ => None,
    }
}
