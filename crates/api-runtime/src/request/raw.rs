//! A request whose parameters no table describes.

use crate::body::written_body::SentValue;
use crate::error::invalid_field::FieldLocation;
use crate::info::method::Method;
use crate::request::{Request, path};

impl Request {
    /// Replaces the method and the path template.
    pub(crate) fn raw(&mut self, method: Method, path_template: &str) {
        self.method = method;
        self.path_template = path_template.to_owned().into();
    }

    /// Sets a path variable, which the path template must have. Errors never show the value.
    pub(crate) fn raw_path(&mut self, name: &str, value: &str) {
        if !path::has_variable(&self.path_template, name) {
            let reason = "the path template has no such variable";
            return self.add_invalid_field(FieldLocation::Path, name, reason);
        }
        self.sensitive_values.add(value);
        let value = SentValue {
            text: value.to_owned(),
            is_string: true,
        };
        self.path.push((name.to_owned(), value));
    }

    /// Adds a query parameter. Errors never show the value.
    pub(crate) fn raw_query(&mut self, name: &str, value: &str) {
        self.sensitive_values.add(value);
        self.query.add(name, value);
    }
}
