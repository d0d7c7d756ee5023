//! `extends` of `api.yaml`: an API inherits the `base_api` of a shared package. Later phases read
//! inherited values, with their spans, as if the file had them.

use crate::diagnostics::DiagnosticSink;
use crate::language::{ApiFile, BaseApi, Entries, Entry, Keyed, Spanned};
use crate::suggest::did_you_mean;

/// The values of each `api.yaml` with those that it inherits; none of a file that cannot inherit.
pub(super) fn inherit(
    apis: &[&ApiFile],
    is_incomplete: bool,
    diagnostics: &mut DiagnosticSink,
) -> Vec<Option<BaseApi>> {
    let values = |api: &&ApiFile| {
        let base = match &api.extends {
            None => None,
            Some(name) => Some(find(apis, name, is_incomplete, diagnostics)?),
        };
        let mut merge = Merge {
            base,
            is_complete: true,
            diagnostics: &mut *diagnostics,
        };
        let values = merge.merged(api);
        merge.is_complete.then_some(values)
    };
    apis.iter().map(values).collect()
}

/// The `base_api` that an `extends` names.
fn find<'a>(
    packages: &[&'a ApiFile],
    extended: &Spanned<String>,
    is_incomplete: bool,
    diagnostics: &mut DiagnosticSink,
) -> Option<&'a BaseApi> {
    let is_extended =
        |name: &Option<Spanned<String>>| name.as_ref().map(|name| &name.value) == Some(extended);
    let shared = packages.iter().find(|package| is_extended(&package.shared));
    if let Some(base) = shared.and_then(|package| package.base_api.as_ref()) {
        return Some(&base.value);
    }
    let is_api = packages.iter().any(|package| is_extended(&package.api));
    let (message, help) = if shared.is_some() {
        let help = "add `base_api` to its `api.yaml`, with what its APIs share".to_owned();
        (
            format!("missing `base_api` of shared package `{extended}`"),
            Some(help),
        )
    } else if is_api {
        let help = "move what the APIs share to the `base_api` of a shared package".to_owned();
        (
            format!("expected a shared package, found API `{extended}`"),
            Some(help),
        )
    } else if is_incomplete {
        return None;
    } else {
        let bases = packages.iter().filter(|package| package.base_api.is_some());
        let names = bases.filter_map(|package| Some(package.shared.as_ref()?.as_str()));
        (
            format!("unknown package `{extended}`"),
            did_you_mean(extended, names),
        )
    };
    diagnostics.error(&extended.span, message, "nothing to inherit", help);
    None
}

/// An `api.yaml` that is being merged with what it inherits.
struct Merge<'a, 'd> {
    base: Option<&'a BaseApi>,
    is_complete: bool,
    diagnostics: &'d mut DiagnosticSink,
}

impl Merge<'_, '_> {
    fn merged(&mut self, api: &ApiFile) -> BaseApi {
        let base_path = api.base_path.as_ref().map(|own| own.value.clone());
        let envelope = api.envelope.as_ref().map(|own| own.value.clone());
        let pagination = api.pagination.as_ref().map(|own| own.value.clone());
        let filters = api.filters.as_ref().map(|own| own.value.clone());
        BaseApi {
            client_values: self.section("client_values", &api.client_values, |base| {
                &base.client_values
            }),
            base_path: base_path.or_else(|| self.base?.base_path.clone()),
            environments: self
                .section("environments", &api.environments, |base| &base.environments),
            auth: self.section("auth", &api.auth, |base| &base.auth),
            envelope: envelope.or_else(|| self.base?.envelope.clone()),
            pagination: pagination.or_else(|| self.base?.pagination.clone()),
            filters: filters.or_else(|| self.base?.filters.clone()),
            error_bodies: self
                .section("error_bodies", &api.error_bodies, |base| &base.error_bodies),
            statuses: self.section("statuses", &api.statuses, |base| &base.statuses),
            notes: self.section("notes", &api.notes, |base| &base.notes),
        }
    }

    /// The inherited section if the file has none; else its own entries, of which those without a
    /// value inherit it.
    fn section<T: Clone>(
        &mut self,
        key: &str,
        own: &Keyed<Entries<Option<T>>>,
        of_base: fn(&BaseApi) -> &Entries<T>,
    ) -> Entries<T> {
        let inherited = self.base.map(of_base);
        if own.is_default() {
            return inherited.cloned().unwrap_or_default();
        }
        own.iter()
            .filter_map(|entry| {
                let known = inherited.and_then(|inherited| inherited.get(entry.name()));
                let value = entry.value.as_ref();
                let value = value.or(known.map(|known| &known.value)).cloned();
                if value.is_none() {
                    self.report_missing_value(key, &entry.key, inherited);
                }
                Some(Entry {
                    key: entry.key.clone(),
                    value: value?,
                })
            })
            .collect()
    }

    fn report_missing_value<T>(
        &mut self,
        section: &str,
        key: &Spanned<String>,
        inherited: Option<&Entries<T>>,
    ) {
        self.is_complete = false;
        let (label, help) = match inherited {
            Some(inherited) => (
                "not in the `base_api` that is inherited",
                did_you_mean(key, inherited.names()),
            ),
            None => (
                "nothing to inherit",
                Some("add a value, or inherit it by `extends`".to_owned()),
            ),
        };
        self.diagnostics.error(
            &key.span,
            format!("missing value of `{key}` in `{section}`"),
            label,
            help,
        );
    }
}
