//! Who a request comes from, and whether its operation is open to them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use http::header::AUTHORIZATION;

use crate::credentials::{CREDENTIALS, PREFIX, PaymentEnvironment};
use crate::openapi::{Operation, Scheme, Way};

/// Whose credentials a request carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// A client of one payments environment.
    Payments(PaymentEnvironment),
    /// The integrator, for no venue.
    Integrator,
    /// The integrator or a partner, at one venue.
    Venue(usize),
    /// A vendor.
    Vendor,
}

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct Denied {
    /// 401, or 403 where the credentials are right.
    pub(crate) status: u16,
    /// What to tell; it repeats no credential.
    pub(crate) reason: String,
}

/// What the operations of a menu partner are about.
const MENU_PARTNER: [&str; 4] = ["menu_feed", "incoming_order", "incoming_quote", "venue"];

/// What a named credential turns out to be.
enum Found {
    Integrator,
    Vendor,
    Payments(PaymentEnvironment),
    Venue { index: usize, whole: bool },
    Disconnected,
}

/// Holds the credentials of a request against the schemes of its operation.
pub(crate) fn authorise(
    operation: &Operation,
    environment: Option<PaymentEnvironment>,
    headers: &HeaderMap,
    path_token: Option<&str>,
) -> Result<Identity, Denied> {
    let sent = match headers.get(AUTHORIZATION) {
        Some(value) => Some(Sent::read(value.to_str().unwrap_or_default()).ok_or_else(|| {
            unauthorised("the Authorization header is neither `Basic <base64 of user:password>` nor `Bearer <token>`")
        })?),
        None => None,
    };
    let sent = match (sent, path_token) {
        (
            Some(Sent {
                way: Way::Bearer,
                parts,
            }),
            Some(token),
        ) if parts[0] != token => {
            return Err(unauthorised(
                "the token of the path and the token of the Authorization header differ",
            ));
        }
        // The sandbox's own choice: where the path carries the token, it is enough.
        (None, Some(token)) => Sent {
            way: Way::Bearer,
            parts: vec![token.to_owned()],
        },
        (Some(sent), _) => sent,
        (None, None) => {
            return Err(unauthorised(
                "credentials are missing: send an Authorization header",
            ));
        }
    };
    let mut reason = None;
    for scheme in &operation.schemes {
        match sent.against(scheme, environment) {
            Ok(found) => return reach(operation, found),
            Err(because) => reason = reason.or(Some(because)),
        }
    }
    Err(unauthorised(&reason.unwrap_or_else(|| {
        "this operation takes no such credentials".to_owned()
    })))
}

fn unauthorised(reason: &str) -> Denied {
    Denied {
        status: 401,
        reason: reason.to_owned(),
    }
}

fn reach(operation: &Operation, found: Found) -> Result<Identity, Denied> {
    let forbidden = |reason: &str| {
        Err(Denied {
            status: 403,
            reason: reason.to_owned(),
        })
    };
    match found {
        Found::Integrator => Ok(Identity::Integrator),
        Found::Vendor => Ok(Identity::Vendor),
        Found::Payments(environment) => Ok(Identity::Payments(environment)),
        Found::Disconnected => forbidden("the venue has disconnected this integrator"),
        Found::Venue { whole: false, .. } if !MENU_PARTNER.contains(&operation.tag.as_str()) => {
            forbidden("a menu partner's token does not reach this operation")
        }
        Found::Venue { index, .. } => Ok(Identity::Venue(index)),
    }
}

/// The credentials of a request.
struct Sent {
    way: Way,
    parts: Vec<String>,
}

impl Sent {
    fn read(header: &str) -> Option<Self> {
        let (word, value) = header.split_once(' ')?;
        if word.eq_ignore_ascii_case("bearer") {
            return Some(Self {
                way: Way::Bearer,
                parts: vec![value.trim().to_owned()],
            });
        }
        if !word.eq_ignore_ascii_case("basic") {
            return None;
        }
        let text = String::from_utf8(STANDARD.decode(value.trim()).ok()?).ok()?;
        let (user, password) = text.split_once(':')?;
        Some(Self {
            way: Way::Basic,
            parts: vec![user.to_owned(), password.to_owned()],
        })
    }

    fn against(
        &self,
        scheme: &Scheme,
        environment: Option<PaymentEnvironment>,
    ) -> Result<Found, String> {
        if self.way != scheme.way || self.parts.len() != scheme.parts.len() {
            return Err(format!(
                "this operation takes {:?} authentication",
                scheme.way
            ));
        }
        let mut found = None;
        for (part, value) in scheme.parts.iter().zip(&self.parts) {
            let Some(name) = &part.name else {
                if value.is_empty() {
                    continue;
                }
                return Err("the second part is due to be empty".to_owned());
            };
            if value.is_empty() {
                return Err(format!("the {name} is missing"));
            }
            if !value.starts_with(PREFIX) {
                return Err(format!(
                    "the {name} is no demo credential: the sandbox knows its own only. Never send it a live one"
                ));
            }
            found = Some(
                known(name, value, environment).ok_or_else(|| format!("the {name} is wrong"))?,
            );
        }
        found.ok_or_else(|| "credentials are missing".to_owned())
    }
}

/// Looks a credential up by its name in the documents. The last part of a scheme is the one that tells whose it is.
fn known(name: &str, value: &str, environment: Option<PaymentEnvironment>) -> Option<Found> {
    let venue = |index: usize, whole: bool| Found::Venue { index, whole };
    match name {
        "client_id" => {
            let environment = environment?;
            (environment.credentials().client_id == value).then_some(Found::Payments(environment))
        }
        "client_secret" => {
            let environment = environment?;
            (environment.credentials().client_secret == value)
                .then_some(Found::Payments(environment))
        }
        "integrator_token" => (CREDENTIALS.integrator_token == value).then_some(Found::Integrator),
        "vendor_token" => (CREDENTIALS.vendor_token == value).then_some(Found::Vendor),
        "venue_token" if value == CREDENTIALS.disconnected_venue_token => Some(Found::Disconnected),
        "venue_token" => {
            let index = CREDENTIALS
                .venues
                .iter()
                .position(|venue| venue.venue_token == value)?;
            Some(venue(index, true))
        }
        "api_token" => CREDENTIALS
            .venues
            .iter()
            .enumerate()
            .find_map(|(index, one)| {
                let whole = one.api_token == value;
                (whole || one.menu_partner_token == value).then(|| venue(index, whole))
            }),
        _ => None,
    }
}
