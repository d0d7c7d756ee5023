//! Packages: an API, or types that several APIs share.

use serde::Serialize;

use crate::ir::set;
use crate::ir::{
    Auth, Deprecation, ErrorBody, Field, FilterConvention, OpenQuestions, Operation,
    PaginationConvention, PathTemplate, Resource, Status,
};
pub(crate) use crate::language::Envelope;
use crate::source::Span;

/// A set: an API, or shapes that several share.
#[derive(Debug, Serialize)]
pub(crate) struct Package {
    /// The folder below `spec/`.
    #[serde(skip)]
    pub(crate) dir: String,
    /// `pos-v2`: the crates are called after it.
    #[serde(skip)]
    pub(crate) name: String,
    /// Whether it is an API, with operations, and not only shapes.
    #[serde(skip)]
    pub(crate) is_api: bool,
    /// What it is called, in a few words.
    pub(crate) title: String,
    /// The document that it describes.
    pub(crate) source: String,
    /// What it is for.
    pub(crate) doc: String,
    /// Whether the documents deprecate it as a whole. Its items are not deprecated themselves: other
    /// versions may not have them.
    pub(crate) deprecated: Option<Deprecation>,
    /// The packages that it imports, by index.
    #[serde(skip)]
    pub(crate) imports: Vec<usize>,
    /// What every client fills in.
    #[serde(serialize_with = "set")]
    pub(crate) client_values: Vec<ClientValue>,
    /// The path that every base URL ends with: `/api`.
    pub(crate) base_path: Option<String>,
    #[serde(serialize_with = "set")]
    pub(crate) environments: Vec<Environment>,
    /// The auth schemes.
    #[serde(serialize_with = "set")]
    pub(crate) auth: Vec<Auth>,
    /// The response envelope.
    pub(crate) envelope: Option<Envelope>,
    /// How lists are paginated.
    #[serde(skip)]
    pub(crate) pagination: Option<PaginationConvention>,
    /// How lists are filtered.
    #[serde(skip)]
    pub(crate) filters: Option<FilterConvention>,
    /// The shapes of error bodies.
    #[serde(serialize_with = "set")]
    pub(crate) error_bodies: Vec<ErrorBody>,
    /// What statuses mean.
    #[serde(serialize_with = "set")]
    pub(crate) statuses: Vec<Status>,
    /// Rules, limits and the like, by heading.
    #[serde(serialize_with = "set")]
    pub(crate) notes: Vec<(String, Vec<String>)>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    /// The resources, in the order of their files.
    #[serde(skip)]
    pub(crate) resources: Vec<Resource>,
    /// The set's `api.yaml`.
    pub(crate) span: Span,
}

/// A value that every client fills in.
#[derive(Debug, Serialize)]
pub(crate) struct ClientValue {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// The default value.
    pub(crate) default: Option<String>,
    pub(crate) span: Span,
}

#[derive(Debug, Serialize)]
pub(crate) struct Environment {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its base address, as the documents write it.
    pub(crate) base_url: PathTemplate,
    /// What the browser SDK calls it.
    pub(crate) sdk_name: Option<String>,
    pub(crate) span: Span,
}

impl Package {
    /// The error bodies that are named after their key: a value under it contradicts a success.
    pub(crate) fn error_keys(&self) -> Vec<&str> {
        let bodies = self.error_bodies.iter();
        bodies
            .filter(|body| body.example.get(&body.name).is_some())
            .map(|body| body.name.as_str())
            .collect()
    }

    /// The operations of all resources.
    pub(crate) fn operations(&self) -> impl Iterator<Item = &Operation> + Clone {
        self.resources
            .iter()
            .flat_map(|resource| &resource.operations)
    }

    /// The fields of its records, bodies and browser SDKs, with the names of these.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &Field)> {
        self.resources.iter().flat_map(|resource| {
            let types = resource.declared();
            let types = types.filter_map(|declared| Some((declared.name(), declared.fields()?)));
            let sdk = resource.browser_sdk.iter();
            let sdk = sdk.map(|sdk| (resource.name.as_str(), &*sdk.configuration));
            types
                .chain(sdk)
                .flat_map(|(owner, fields)| fields.iter().map(move |field| (owner, field)))
        })
    }

    /// Whether an item of it is deprecated: a field, a value of an enum or an operation.
    pub(crate) fn has_deprecated_items(&self) -> bool {
        let parameters = self.operations().flat_map(Operation::parameters);
        let mut fields = self.fields().map(|(_, field)| field).chain(parameters);
        let enums = self.resources.iter().flat_map(|resource| &resource.enums);
        let mut values = enums.flat_map(|declared| &declared.values);
        fields.any(|field| field.deprecated.is_some())
            || values.any(|value| value.deprecated.is_some())
            || self
                .operations()
                .any(|operation| operation.deprecated.is_some())
    }

    /// The auth schemes that an operation accepts.
    pub(crate) fn accepted_by<'p>(
        &'p self,
        operation: &'p Operation,
    ) -> impl Iterator<Item = &'p Auth> + use<'p> {
        operation.auth.iter().map(|index| &self.auth[*index])
    }

    /// Whether one of its operations confirms a callback.
    pub(crate) fn confirms_callbacks(&self) -> bool {
        self.operations()
            .any(|operation| operation.confirms_callback.is_some())
    }

    /// Whether one of its operations has side effects.
    pub(crate) fn has_writes(&self) -> bool {
        self.operations().any(Operation::is_write)
    }

    /// Whether one of its resources has a browser SDK.
    pub(crate) fn has_browser_sdk(&self) -> bool {
        let mut resources = self.resources.iter();
        resources.any(|resource| resource.browser_sdk.is_some())
    }

    /// The name of all versions of the API and the number of this one: `pos` and 2 of `pos-v2`.
    pub(crate) fn version(&self) -> Option<(&str, u32)> {
        let (family, version) = self.name.rsplit_once('-')?;
        Some((family, version.strip_prefix('v')?.parse().ok()?))
    }

    pub(crate) fn model_package(&self) -> String {
        format!("{}-model", self.name)
    }

    pub(crate) fn client_package(&self) -> String {
        format!("{}-client", self.name)
    }
}
