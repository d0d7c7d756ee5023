//! The server: it stores orders, and responds to requests.

use api_runtime::http::Method;

use super::journey::Behavior;
use super::run::Kind;

/// The reference of our order, which another client may use too.
pub(crate) const REFERENCE: &str = "r-1";

/// The quantity of our order alone.
pub(crate) const OURS: i64 = 17;

const THEIRS: i64 = 99;

pub(crate) struct Stored {
    pub(crate) reference: &'static str,
    pub(crate) quantity: i64,
    /// Whether it belongs to our venue: our client cannot read others.
    pub(crate) in_venue: bool,
}

/// A status, and a body.
pub(crate) type Response = (u16, String);

pub(crate) struct Server {
    kind: Kind,
    pub(crate) orders: Vec<Stored>,
    /// Whether an earlier call, of a process that was killed, created our order.
    pub(crate) has_earlier_order: bool,
}

impl Server {
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            kind,
            orders: Vec::new(),
            has_earlier_order: false,
        }
    }

    /// Adds another client's order with our reference, unless the reference is in use.
    pub(crate) fn add_other_order(&mut self, in_venue: bool) {
        if !self.in_use() {
            self.orders.push(Stored {
                reference: REFERENCE,
                quantity: THEIRS,
                in_venue,
            });
        }
    }

    /// Adds our order, as that of an earlier call.
    pub(crate) fn add_earlier_order(&mut self) {
        self.create();
        self.has_earlier_order = true;
    }

    /// The number of orders that this call, or an earlier one, created.
    pub(crate) fn created(&self) -> usize {
        let ours = |order: &&Stored| order.quantity == OURS;
        self.orders.iter().filter(ours).count()
    }

    pub(crate) fn has_reused_reference(&self) -> bool {
        let theirs = |order: &Stored| order.in_venue && order.quantity == THEIRS;
        self.orders.iter().any(theirs)
    }

    /// A reference is unique on the whole server, which the client cannot know.
    fn in_use(&self) -> bool {
        let ours = |order: &Stored| order.reference == REFERENCE;
        self.orders.iter().any(ours)
    }

    /// Processes a request, unless the response is a definite rejection.
    pub(crate) fn handle(&mut self, method: &Method, behavior: &Behavior) -> Response {
        match behavior {
            // The status of a look-up that finds no order is that of the server.
            Behavior::Before(404) if *method == Method::GET && self.has_earlier_order => {}
            Behavior::Before(status) => return (*status, "{}".to_owned()),
            Behavior::Invalid => return rejection("quantity is not a number"),
            _ => {}
        }
        let (status, body) = match *method {
            Method::GET => self.read(),
            _ => self.create(),
        };
        match behavior {
            // A failing gateway hides a rejection, but does not undo it.
            Behavior::After(status) => (*status, "{}".to_owned()),
            Behavior::Html => (200, "<p>The gateway is up.</p>".to_owned()),
            Behavior::Strange if status == 200 => (200, body.replace(":17", ":\"seventeen\"")),
            Behavior::Other if *method == Method::GET && status == 200 => {
                (200, order_json("r-of-another-client", THEIRS))
            }
            Behavior::OtherQuantity if *method == Method::GET => {
                (status, body.replace(":17", ":18"))
            }
            // Twice the same value, or another one.
            Behavior::DuplicateKey if *method == Method::GET && body.contains(":17") => {
                (status, body.replace("}", ",\"reference_no\":\"r-1\"}"))
            }
            Behavior::DuplicateKey if *method == Method::GET => {
                (status, body.replace("}", ",\"quantity\":17}"))
            }
            _ => (status, body),
        }
    }

    fn create(&mut self) -> Response {
        if self.kind == Kind::UniqueKey && self.in_use() {
            return rejection("reference_no has already been taken");
        }
        self.orders.push(Stored {
            reference: REFERENCE,
            quantity: OURS,
            in_venue: true,
        });
        (200, order_json(REFERENCE, OURS))
    }

    fn read(&self) -> Response {
        let order = self.orders.iter().find(|order| order.in_venue);
        match order {
            Some(order) => (200, order_json(order.reference, order.quantity)),
            None => (404, "{\"error\":\"order not found\"}".to_owned()),
        }
    }
}

fn rejection(message: &str) -> Response {
    (422, format!("{{\"errors\":[{message:?}]}}"))
}

fn order_json(reference: &str, quantity: i64) -> String {
    format!("{{\"id\":7,\"reference_no\":\"{reference}\",\"quantity\":{quantity}}}")
}
