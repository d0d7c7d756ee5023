//! The marker type of an API: what its operations have in common.

use std::fmt::Debug;

use crate::info::client_values::ClientValues;
use crate::info::envelope_shape::EnvelopeShape;
use crate::operation::write::WriteInfo;

/// An API, as a marker type.
pub trait Api: 'static {
    /// The API's name in errors and in the user agent, such as `pos-v2`.
    const NAME: &'static str;

    /// The envelope of every response of the API, if it has one.
    ///
    /// It counts only as it is described: the flag once, spelled so, and a boolean. With the flag `false`,
    /// without a payload and without other keys, a response with a successful status is a rejection, whether
    /// or not the response is documented; `false` in any other form leaves the outcome unknown.
    const ENVELOPE: Option<EnvelopeShape> = None;

    /// The keys of the API's error bodies, such as `errors`.
    ///
    /// A response with a successful status is an error if one of them is in its outermost object, with
    /// a value that is not empty.
    const ERROR_KEYS: &'static [&'static str] = &[];

    /// The creates whose records are looked up by a unique key.
    #[doc(hidden)]
    const UNIQUE: &'static [WriteInfo] = &[];

    /// The path that every base URL of the API ends with, such as `/api`; empty if there is none.
    const BASE_PATH: &'static str = "";

    /// The environments of the API, such as staging and production.
    type Environment: Copy + Debug + Send + Sync + 'static;

    /// The values besides credentials that a client adds to requests; `()` if there are none.
    type ClientValues: ClientValues;
}
