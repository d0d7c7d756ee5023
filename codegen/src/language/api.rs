//! `api.yaml`: what holds for a whole package.

use serde::Serialize;

use crate::language::{
    Conflict, Entries, FilterConvention, Keyed, PaginationConvention, Spanned, maps,
};

maps! {
    /// `api.yaml`: what holds for a whole package.
    pub(crate) struct ApiFile {
        /// Names the crates of an API: `pos-v2` makes `pos-v2-model` and `pos-v2-client`.
        pub(crate) api: Option<Spanned<String>>,
        /// Names the crate of a shared package: `pos` makes `pos-model`.
        pub(crate) shared: Option<Spanned<String>>,
        /// The title of the API.
        pub(crate) title: String,
        /// The document that every `source` of this package refers to.
        pub(crate) document: String,
        /// The purpose of the API.
        pub(crate) doc: String,
        /// Deprecated by the documents as a whole: what to use instead.
        pub(crate) deprecated: Option<Keyed<String>>,
        /// The shared package whose `base_api` is inherited: keys that are absent here, and entries without
        /// a value.
        pub(crate) extends: Option<Keyed<Spanned<String>>>,
        /// Shared packages whose types can be named here.
        pub(crate) imports: Spanned<Vec<Spanned<String>>>,
        /// Values that the client adds to requests.
        pub(crate) client_values: Keyed<Entries<Option<ClientValue>>>,
        /// The path that every base URL ends with, as in `/api`.
        pub(crate) base_path: Option<Keyed<Spanned<String>>>,
        /// The environments, by name.
        pub(crate) environments: Keyed<Entries<Option<Environment>>>,
        /// The auth schemes; the first is the default of operations.
        pub(crate) auth: Keyed<Entries<Option<Auth>>>,
        /// The keys of the response envelope.
        pub(crate) envelope: Option<Keyed<Envelope>>,
        /// How lists are paginated: the names of parameters, and whether there are totals.
        pub(crate) pagination: Option<Keyed<PaginationConvention>>,
        /// How lists are filtered: the parameter and the predicates.
        pub(crate) filters: Option<Keyed<FilterConvention>>,
        /// Error bodies, by name. A success with a value under a key of this name is an error.
        pub(crate) error_bodies: Keyed<Entries<Option<ErrorBody>>>,
        /// HTTP statuses and their meaning.
        pub(crate) statuses: Keyed<Entries<Option<Status>>>,
        /// Rules, limits, versioning and the like, by heading.
        pub(crate) notes: Keyed<Entries<Option<Vec<String>>>>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
        /// In a shared package: what the APIs that extend it inherit.
        pub(crate) base_api: Option<Keyed<BaseApi>>,
    }

    /// What the APIs that extend a shared package inherit; the keys mean what they mean in an API.
    pub(crate) struct BaseApi {
        /// Values that the client adds to requests.
        pub(crate) client_values: Entries<ClientValue>,
        /// The path that every base URL ends with, as in `/api`.
        pub(crate) base_path: Option<Spanned<String>>,
        /// The environments, by name.
        pub(crate) environments: Entries<Environment>,
        /// The auth schemes; the first is the default of operations.
        pub(crate) auth: Entries<Auth>,
        /// The keys of the response envelope.
        pub(crate) envelope: Option<Envelope>,
        /// How lists are paginated: the names of parameters, and whether there are totals.
        pub(crate) pagination: Option<PaginationConvention>,
        /// How lists are filtered: the parameter and the predicates.
        pub(crate) filters: Option<FilterConvention>,
        /// Error bodies, by name. A success with a value under a key of this name is an error.
        pub(crate) error_bodies: Entries<ErrorBody>,
        /// HTTP statuses and their meaning.
        pub(crate) statuses: Entries<Status>,
        /// Rules, limits, versioning and the like, by heading.
        pub(crate) notes: Entries<Vec<String>>,
    }

    /// A value that the client adds to requests.
    #[derive(Clone)]
    pub(crate) struct ClientValue {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// The default value.
        pub(crate) default: Option<String>,
    }

    /// One environment of the service.
    #[derive(Clone)]
    pub(crate) struct Environment {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// The base URL, as documented.
        pub(crate) base_url: Spanned<String>,
        /// Its name in the browser SDK.
        pub(crate) sdk_name: Option<String>,
    }

    /// An auth scheme.
    #[derive(Clone)]
    pub(crate) struct Auth {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// HTTP Basic authentication.
        pub(crate) basic: Option<Basic>,
        /// Bearer authentication: the name of the credential.
        pub(crate) bearer: Option<Spanned<String>>,
        /// An API key in a header of its own.
        pub(crate) api_key: Option<ApiKey>,
        /// The path parameter that has the same credential.
        pub(crate) path_parameter: Option<String>,
    }

    /// The two parts of HTTP Basic authentication.
    #[derive(Clone)]
    pub(crate) struct Basic {
        /// The credential that is the user name.
        pub(crate) user: Spanned<String>,
        /// The credential that is the password; absent if it is empty.
        pub(crate) password: Option<Spanned<String>>,
    }

    /// An API key in a header of its own.
    #[derive(Clone)]
    pub(crate) struct ApiKey {
        /// The name of the header, as in `X-Api-Key`.
        pub(crate) header: Spanned<String>,
        /// The credential that is the key.
        pub(crate) credential: Spanned<String>,
    }

    /// The keys of an envelope.
    #[derive(Clone, Serialize)]
    pub(crate) struct Envelope {
        /// The key of the success flag.
        pub(crate) success: String,
        /// The key of the payload.
        pub(crate) payload: String,
        /// The key of the error message.
        pub(crate) message: String,
    }

    /// An error body.
    #[derive(Clone)]
    pub(crate) struct ErrorBody {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// An example, as JSON.
        pub(crate) example: Spanned<String>,
    }

    /// What a status means.
    #[derive(Clone)]
    pub(crate) struct Status {
        /// What it means.
        pub(crate) meaning: String,
        /// `response`, `none`, `unknown`, or the name of an error body.
        pub(crate) body: Spanned<String>,
        /// Whether a 204 means that the record was not found; 404 always does.
        pub(crate) not_found: bool,
    }
}
