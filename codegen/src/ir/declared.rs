//! Declared types.

use crate::ir::{
    Body, Enum, Field, Named, NamedKind, OpenQuestions, Package, Record, Resource, Spec, TextId,
};
use crate::source::Span;

/// A declared type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Declared<'a> {
    Enum(&'a Enum),
    Id(&'a TextId),
    Record(&'a Record),
    Body(&'a Body),
}

impl<'a> Declared<'a> {
    pub(crate) fn name(self) -> &'a str {
        match self {
            Self::Enum(declared) => &declared.name,
            Self::Id(declared) => &declared.name,
            Self::Record(declared) => &declared.name,
            Self::Body(declared) => &declared.name,
        }
    }

    pub(crate) fn span(self) -> &'a Span {
        match self {
            Self::Enum(declared) => &declared.span,
            Self::Id(declared) => &declared.span,
            Self::Record(declared) => &declared.span,
            Self::Body(declared) => &declared.span,
        }
    }

    pub(crate) fn open_questions(self) -> &'a OpenQuestions {
        match self {
            Self::Enum(declared) => &declared.open_questions,
            Self::Id(declared) => &declared.open_questions,
            Self::Record(declared) => &declared.open_questions,
            Self::Body(declared) => &declared.open_questions,
        }
    }

    /// The fields of a record or body.
    pub(crate) fn fields(self) -> Option<&'a [Field]> {
        match self {
            Self::Record(declared) => Some(&declared.fields),
            Self::Body(declared) => Some(&declared.fields),
            Self::Enum(_) | Self::Id(_) => None,
        }
    }

    /// The name of the type in a package.
    pub(crate) fn named(self, package: usize) -> Named {
        Named {
            package,
            name: self.name().to_owned(),
            kind: match self {
                Self::Record(_) => NamedKind::Record,
                Self::Body(_) => NamedKind::Body,
                Self::Enum(declared) => NamedKind::Enum {
                    case_insensitive: declared.case_insensitive,
                },
                Self::Id(_) => NamedKind::Id,
            },
        }
    }
}

impl Resource {
    /// Its types.
    pub(crate) fn declared(&self) -> impl Iterator<Item = Declared<'_>> {
        let enums = self.enums.iter().map(Declared::Enum);
        let ids = self.ids.iter().map(Declared::Id);
        let records = self.records.iter().map(Declared::Record);
        let bodies = self.bodies.iter().map(Declared::Body);
        enums.chain(ids).chain(records).chain(bodies)
    }
}

impl Package {
    /// The types of all resources.
    pub(crate) fn declared(&self) -> impl Iterator<Item = Declared<'_>> {
        self.resources.iter().flat_map(Resource::declared)
    }
}

impl Spec {
    /// The declaration of a type.
    pub(crate) fn declared(&self, named: &Named) -> Option<Declared<'_>> {
        let (file, index) = *self.places.get(&(named.package, named.name.clone()))?;
        let resource = self.packages.get(named.package)?.resources.get(file)?;
        resource.declared().nth(index)
    }

    pub(crate) fn record(&self, named: &Named) -> Option<&Record> {
        match self.declared(named)? {
            Declared::Record(record) => Some(record),
            _ => None,
        }
    }

    pub(crate) fn body(&self, named: &Named) -> Option<&Body> {
        match self.declared(named)? {
            Declared::Body(body) => Some(body),
            _ => None,
        }
    }

    pub(crate) fn enumeration(&self, named: &Named) -> Option<&Enum> {
        match self.declared(named)? {
            Declared::Enum(declared) => Some(declared),
            _ => None,
        }
    }

    /// The fields of a record or body; a type of another kind has none.
    pub(crate) fn fields(&self, named: &Named) -> &[Field] {
        let fields = self.declared(named).and_then(Declared::fields);
        fields.unwrap_or_default()
    }
}
