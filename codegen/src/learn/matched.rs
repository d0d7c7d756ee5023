//! Finds the operation of a request by its method and path.

use crate::ir::{Operation, Package, Spec};

pub(crate) type Matched<'s> = (&'s Package, &'s Operation);

/// The routes of all operations.
pub(crate) struct Matcher<'s> {
    routes: Vec<Route<'s>>,
}

struct Route<'s> {
    package: &'s Package,
    operation: &'s Operation,
    /// The segments of base path and template; `None` is a variable.
    segments: Vec<Option<String>>,
}

impl<'s> Matcher<'s> {
    pub(crate) fn new(spec: &'s Spec) -> Self {
        let mut routes = Vec::new();
        for package in spec.packages.iter().filter(|package| package.is_api) {
            for operation in package.operations() {
                for route in &operation.routes {
                    let base_path = package.base_path.as_deref().unwrap_or_default();
                    let template = format!("{base_path}{}", route.template);
                    routes.push(Route {
                        package,
                        operation,
                        segments: segments(&template).map(variable_or_literal).collect(),
                    });
                }
            }
        }
        Self { routes }
    }

    /// The operations of a request with this URL, which has neither query nor fragment. Of several,
    /// those with the most literal segments.
    pub(crate) fn operations(&self, method: &str, url: &str) -> Vec<Matched<'s>> {
        let path = url.split_once("://").map_or(url, |(_, rest)| {
            rest.find('/').map_or("", |start| &rest[start..])
        });
        let path: Vec<&str> = segments(path).collect();
        let matching = self.routes.iter().filter(|route| {
            route.operation.method.eq_ignore_ascii_case(method) && route.matches(&path)
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
    /// Whether a path is this one, or ends with it: the spec does not know the base URL.
    fn matches(&self, path: &[&str]) -> bool {
        let Some(start) = path.len().checked_sub(self.segments.len()) else {
            return false;
        };
        let is_same = |(segment, found): (&Option<String>, &&str)| match segment {
            Some(literal) => literal == found,
            None => !found.is_empty(),
        };
        self.segments.iter().zip(&path[start..]).all(is_same)
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
