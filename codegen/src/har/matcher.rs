//! Finds the operation of a request by its method and path.

use crate::ir::{Operation, Package, Spec};

/// An operation and its package.
pub(crate) type Matched<'s> = (&'s Package, &'s Operation);

/// The routes of all operations.
pub(crate) struct Matcher<'s> {
    routes: Vec<Route<'s>>,
    base_url: Option<String>,
}

struct Route<'s> {
    package: &'s Package,
    operation: &'s Operation,
    /// The segments of base path and template; `None` is a variable.
    segments: Vec<Option<String>>,
}

impl<'s> Matcher<'s> {
    pub(crate) fn new(spec: &'s Spec, base_url: Option<&str>) -> Self {
        let mut routes = Vec::new();
        for package in spec.packages.iter().filter(|package| package.is_api) {
            let resources = package.resources.iter();
            for operation in resources.flat_map(|resource| &resource.operations) {
                for route in &operation.routes {
                    // The base URL has the base path.
                    let base_path = package.base_path.as_deref();
                    let base_path = base_path.filter(|_| base_url.is_none()).unwrap_or_default();
                    let template = format!("{base_path}{}", route.template);
                    routes.push(Route {
                        package,
                        operation,
                        segments: segments(&template).map(variable_or_literal).collect(),
                    });
                }
            }
        }
        Self {
            routes,
            base_url: base_url.map(|base| base.trim_end_matches('/').to_owned()),
        }
    }

    /// The operations of a request with this URL, which has neither query nor fragment. Of several,
    /// those with the most literal segments.
    pub(crate) fn operations(&self, method: &str, url: &str) -> Vec<Matched<'s>> {
        let path = match &self.base_url {
            Some(base) => match url.strip_prefix(base.as_str()) {
                Some(path) if path.starts_with('/') => path,
                _ => return Vec::new(),
            },
            None => url.split_once("://").map_or(url, |(_, rest)| {
                rest.find('/').map_or("", |start| &rest[start..])
            }),
        };
        let path: Vec<&str> = segments(path).collect();
        let matching = self.routes.iter().filter(|route| {
            route.operation.method.eq_ignore_ascii_case(method)
                && route.matches(&path, self.base_url.is_some())
        });
        let mut best: Vec<&Route<'s>> = Vec::new();
        for route in matching {
            let literals = best.first().map_or(0, |best| best.literals());
            if route.literals() > literals {
                best.clear();
            }
            if route.literals() >= literals {
                best.push(route);
            }
        }
        let mut operations: Vec<Matched<'s>> = Vec::new();
        for route in best {
            let is_known = |(_, operation): &Matched<'s>| std::ptr::eq(*operation, route.operation);
            if !operations.iter().any(is_known) {
                operations.push((route.package, route.operation));
            }
        }
        operations
    }
}

impl Route<'_> {
    /// Whether a path is this one, or ends with it.
    fn matches(&self, path: &[&str], is_whole: bool) -> bool {
        let Some(start) = path.len().checked_sub(self.segments.len()) else {
            return false;
        };
        let is_same = |(segment, found): (&Option<String>, &&str)| match segment {
            Some(literal) => literal == found,
            None => !found.is_empty(),
        };
        (start == 0 || !is_whole) && self.segments.iter().zip(&path[start..]).all(is_same)
    }

    fn literals(&self) -> usize {
        self.segments.iter().flatten().count()
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.trim_end_matches('/').split('/')
}

fn variable_or_literal(segment: &str) -> Option<String> {
    (!segment.contains('{')).then(|| segment.to_owned())
}
