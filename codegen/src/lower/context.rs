//! What is being lowered.

use std::collections::HashSet;

use crate::diagnostics::{DiagnosticSink, Help};
use crate::ir;
use crate::ir::{Field, Named, Scalar, Type};
use crate::language::{Entry, Operation};
use crate::load::{Loaded, PackageFiles};
use crate::lower::symbols::Symbols;
use crate::source::Span;

/// The state of lowering.
pub(crate) struct Context<'a> {
    pub(crate) files: &'a [PackageFiles],
    pub(crate) symbols: Symbols,
    /// Records and bodies without some fields, because of an error that is reported already.
    pub(crate) incomplete: HashSet<(usize, String)>,
    /// Pairs of a package and another one of which it names a type.
    pub(crate) named_imports: HashSet<(usize, usize)>,
    /// Whether fields are being inherited: their marks are checked where they are declared.
    pub(crate) inheriting: bool,
    pub(crate) diagnostics: &'a mut DiagnosticSink,
}

impl<'a> Context<'a> {
    /// The context of a spec that is about to be lowered; declares its names.
    pub(crate) fn new(loaded: &'a Loaded, diagnostics: &'a mut DiagnosticSink) -> Self {
        Self {
            files: loaded.packages.as_slice(),
            symbols: Symbols::collect(loaded, diagnostics),
            incomplete: HashSet::new(),
            named_imports: HashSet::new(),
            inheriting: false,
            diagnostics,
        }
    }

    /// Reports an error.
    pub(crate) fn error(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Help>,
    ) {
        self.diagnostics.error(span, message, label, help);
    }

    /// The type that a package or its imports have of a name.
    pub(crate) fn find(&mut self, package: usize, name: &str) -> Option<Named> {
        let found = self.symbols.find(package, name)?;
        self.named_imports.insert((package, found.package));
        Some(found)
    }

    /// Whether a field may be of any type, because of an error that is reported already.
    pub(crate) fn has_invalid_type(&self, field: &Field) -> bool {
        field.ty == Type::Scalar(Scalar::Json) && self.diagnostics.has_errors_in(&field.span.file)
    }

    /// Whether a record or body lacks fields, because of an error that is reported already.
    pub(crate) fn is_incomplete(&self, named: &Named) -> bool {
        self.incomplete
            .contains(&(named.package, named.name.clone()))
    }
}

/// The resource file that is being lowered.
#[derive(Clone, Copy)]
pub(crate) struct FileScope<'a> {
    /// Its package, by index.
    pub(crate) package: usize,
    /// Its section of the document.
    source: &'a str,
}

impl<'a> FileScope<'a> {
    pub(crate) fn new(package: usize, source: &'a str) -> Self {
        Self { package, source }
    }

    /// The section of the document for an item, which may have its own.
    pub(crate) fn source(&self, own: Option<&String>) -> String {
        own.map_or(self.source, String::as_str).to_owned()
    }
}

/// The operation that is being lowered.
pub(crate) struct OperationLowering<'l, 'a> {
    pub(crate) context: &'l mut Context<'a>,
    pub(crate) package: &'l ir::Package,
    pub(crate) scope: FileScope<'a>,
    pub(crate) entry: &'a Entry<Operation>,
}

impl<'a> OperationLowering<'_, 'a> {
    pub(crate) fn decl(&self) -> &'a Operation {
        &self.entry.value
    }
}
