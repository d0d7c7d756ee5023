//! The declarations of the language: maps, and values of several forms.

/// The key of a field, whose name may be a word of Rust.
pub(crate) fn key_of(field: &'static str) -> &'static str {
    field.trim_start_matches("r#")
}

/// Declares structs that are read from maps: the names of their fields are the keys.
macro_rules! maps {
    ($(
        $(#[doc = $about:literal])*
        $(#[derive($($derived:ident),+)])?
        pub(crate) struct $name:ident {
            $($(#[doc = $doc:literal])* pub(crate) $field:ident: $ty:ty,)*
        }
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Debug)]
        $(#[derive($($derived),+)])?
        pub(crate) struct $name {
            $($(#[doc = $doc])* pub(crate) $field: $ty,)*
        }

        impl $crate::language::Read for $name {
            fn shape() -> $crate::language::shape::Shape {
                $crate::language::shape::Shape::map(vec![$((
                    $crate::language::declare::key_of(stringify!($field)),
                    <$ty as $crate::language::Read>::shape,
                ),)*])
            }

            fn read(
                node: &$crate::node::Node,
                place: $crate::language::Place<'_>,
                errors: &mut $crate::diagnostics::DiagnosticSink,
            ) -> Option<Self> {
                let keys = Self::shape().keys;
                let mut members = $crate::language::members::Members::new(node, place, &keys, errors);
                $(let $field = members.member(
                    $crate::language::declare::key_of(stringify!($field)),
                    &[$($doc),*],
                );)*
                Some(Self { $($field: $field?,)* })
            }

            fn absent() -> Option<Self> {
                Some(Self { $($field: $crate::language::Read::absent()?,)* })
            }

            fn schema(definitions: &mut $crate::language::definitions::Definitions) -> serde_json::Value {
                let name = stringify!($name).to_owned();
                definitions.reference(name, |definitions| {
                    let mut map = $crate::language::definitions::MapSchema::default();
                    $({
                        let schema = <$ty as $crate::language::Read>::schema(definitions);
                        let is_required = <$ty as $crate::language::Read>::absent().is_none();
                        let key = $crate::language::declare::key_of(stringify!($field));
                        map.put(key, schema, &[$($doc),*], is_required);
                    })*
                    map.schema(&[$($about),*])
                })
            }
        }
    )*};
}
pub(crate) use maps;

/// Declares an enum whose variants are the forms of a value.
macro_rules! one_of {
    (
        $(#[doc = $about:literal])*
        pub(crate) enum $name:ident {
            $($(#[doc = $doc:literal])* $variant:ident($ty:ty),)*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Debug)]
        pub(crate) enum $name {
            $($(#[doc = $doc])* $variant($ty),)*
        }

        impl $crate::language::Read for $name {
            fn shape() -> $crate::language::shape::Shape {
                let shape = $crate::language::shape::Shape { about: &[$($about),*], ..Default::default() };
                $(let shape = shape.or(<$ty as $crate::language::Read>::shape());)*
                shape
            }

            fn read(
                node: &$crate::node::Node,
                place: $crate::language::Place<'_>,
                errors: &mut $crate::diagnostics::DiagnosticSink,
            ) -> Option<Self> {
                $(if <$ty as $crate::language::Read>::shape().takes(node) {
                    return <$ty as $crate::language::Read>::read(node, place, errors).map(Self::$variant);
                })*
                None
            }

            fn absent() -> Option<Self> {
                let forms = [$(<$ty as $crate::language::Read>::absent().map(Self::$variant)),*];
                forms.into_iter().next().flatten()
            }

            fn schema(definitions: &mut $crate::language::definitions::Definitions) -> serde_json::Value {
                let name = stringify!($name).to_owned();
                definitions.reference(name, |definitions| {
                    let forms = [$((
                        <$ty as $crate::language::Read>::schema(definitions),
                        &[$($doc),*][..],
                    )),*];
                    $crate::language::definitions::any_of(forms, &[$($about),*])
                })
            }
        }
    };
}
pub(crate) use one_of;
