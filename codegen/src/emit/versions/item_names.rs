//! Names of the generated traits and methods, and of the records.

use crate::ir::{Named, Package, Spec};
use crate::names;

/// The trait of conversions into a version, such as `IntoV2`.
pub(crate) fn trait_name(package: &Package) -> String {
    format!(
        "Into{}",
        names::type_of(&names::crate_ident(package.version_word()))
    )
}

/// Its method, such as `into_v2`.
pub(crate) fn method_name(package: &Package) -> String {
    format!("into_{}", names::crate_ident(package.version_word()))
}

/// The path of a record's type.
pub(crate) fn path(spec: &Spec, named: &Named) -> String {
    let package = spec.packages[named.package].model_package();
    format!("{}::{}", names::crate_ident(&package), named.name)
}
