//! The server: it keeps orders, and answers what arrives.

use api_runtime::http::Method;

use crate::journey::Behavior;
use crate::run::Kind;

/// Our reference. Somebody else may use it as well.
pub(crate) const REFERENCE: &str = "r-1";

/// What is in our order, and in nobody else's.
pub(crate) const OURS: i64 = 17;

const THEIRS: i64 = 99;

pub(crate) struct Stored {
    pub(crate) reference: &'static str,
    pub(crate) quantity: i64,
    /// Whether it is of our venue: others are not shown to us.
    pub(crate) in_venue: bool,
}

/// A status, and a body.
pub(crate) type Response = (u16, String);

pub(crate) struct Server {
    kind: Kind,
    pub(crate) orders: Vec<Stored>,
}

impl Server {
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            kind,
            orders: Vec::new(),
        }
    }

    /// Somebody else's order with our reference, unless it is in use.
    pub(crate) fn others(&mut self, in_venue: bool) {
        if !self.in_use() {
            self.orders.push(Stored {
                reference: REFERENCE,
                quantity: THEIRS,
                in_venue,
            });
        }
    }

    /// How many orders this call made.
    pub(crate) fn made(&self) -> usize {
        let ours = |order: &&Stored| order.quantity == OURS;
        self.orders.iter().filter(ours).count()
    }

    pub(crate) fn is_misused(&self) -> bool {
        let theirs = |order: &Stored| order.in_venue && order.quantity == THEIRS;
        self.orders.iter().any(theirs)
    }

    /// A reference is unique on the whole server, which the client cannot know.
    fn in_use(&self) -> bool {
        let ours = |order: &Stored| order.reference == REFERENCE;
        self.orders.iter().any(ours)
    }

    /// Does what a request asks for, unless the answer says that it is not done.
    pub(crate) fn handle(&mut self, method: &Method, behavior: &Behavior) -> Response {
        match behavior {
            Behavior::Before(status) => return (*status, "{}".to_owned()),
            Behavior::Invalid => return refused("quantity is not a number"),
            _ => {}
        }
        let (status, body) = match *method {
            Method::GET => self.read(),
            _ => self.create(),
        };
        match behavior {
            // What is refused stays refused: a gateway that fails hides it, and that is all.
            Behavior::After(status) => (*status, "{}".to_owned()),
            Behavior::Html => (200, "<p>The gateway is in a good mood.</p>".to_owned()),
            Behavior::Strange if status == 200 => (200, body.replace(":17", ":\"seventeen\"")),
            Behavior::Other if *method == Method::GET && status == 200 => {
                (200, shown("r-of-somebody-else", THEIRS))
            }
            _ => (status, body),
        }
    }

    fn create(&mut self) -> Response {
        if self.kind == Kind::UniqueKey && self.in_use() {
            return refused("reference_no has already been taken");
        }
        self.orders.push(Stored {
            reference: REFERENCE,
            quantity: OURS,
            in_venue: true,
        });
        (200, shown(REFERENCE, OURS))
    }

    fn read(&self) -> Response {
        let order = self.orders.iter().find(|order| order.in_venue);
        match order {
            Some(order) => (200, shown(order.reference, order.quantity)),
            None => (404, "{\"error\":\"order not found\"}".to_owned()),
        }
    }
}

fn refused(why: &str) -> Response {
    (422, format!("{{\"errors\":[{why:?}]}}"))
}

fn shown(reference: &str, quantity: i64) -> String {
    format!("{{\"reference_no\":\"{reference}\",\"quantity\":{quantity}}}")
}
