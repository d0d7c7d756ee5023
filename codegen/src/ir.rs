//! What the emitters read: every name resolved, every difference applied; the YAML is gone but for the places of things.

mod auth;
mod browser_sdk;
mod callback;
mod enumeration;
mod field;
mod open_questions;
mod operation;
mod package;
mod pagination;
mod path_template;
mod record;
mod resource;
mod response;
mod retry;
mod spec;
mod status;
mod types;

pub use auth::*;
pub use browser_sdk::*;
pub use callback::*;
pub use enumeration::*;
pub use field::*;
pub use open_questions::*;
pub use operation::*;
pub use package::*;
pub use pagination::*;
pub(crate) use path_template::variables;
pub use record::*;
pub use resource::*;
pub use response::*;
pub use retry::*;
pub use spec::*;
pub use status::*;
pub use types::*;
