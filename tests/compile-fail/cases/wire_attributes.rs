//! Structs that are no records or bodies.

/// A mark that no record has.
mod unknown_mark {
    use api_wire::{Extra, Record};

    #[derive(Clone, Default, PartialEq, Record)]
    struct Customer {
        #[wire("full_name", pii, optional)]
        name: Option<String>,
        extra: Extra,
    }
}

/// A mark that a record has, but no body.
mod mark_of_records {
    use api_wire::Body;

    #[derive(Clone, Default, PartialEq, Body)]
    struct CustomerUpdate {
        #[wire(max = 64, strict)]
        points: Option<i64>,
    }
}

/// A mark without its value, and one with a value of another type.
mod values_of_marks {
    use api_wire::{Body, Extra, Record};

    #[derive(Clone, Default, PartialEq, Body)]
    struct CustomerUpdate {
        #[wire(max)]
        name: Option<String>,
    }

    #[derive(Clone, Default, PartialEq, Record)]
    struct Customer {
        #[wire(max = "64", default = 0)]
        name: Option<String>,
        extra: Extra,
    }
}

/// A record keeps what does not fit.
mod no_extra {
    use api_wire::Record;

    #[derive(Clone, Default, PartialEq, Record)]
    struct Customer {
        name: Option<String>,
    }
}

/// A field of a record is absent or empty if it cannot be read, or fails the record.
mod fields_without_room {
    use api_wire::{Extra, Record};

    #[derive(Clone, Default, PartialEq, Record)]
    struct Customer {
        #[wire(envelope)]
        id: i64,
        name: String,
        extra: Extra,
    }
}

/// A body keeps nothing but its fields.
mod extra_of_a_body {
    use api_wire::{Body, Extra};

    #[derive(Clone, Default, PartialEq, Body)]
    struct CustomerUpdate {
        name: Option<String>,
        extra: Extra,
    }
}

/// A value of the wire has one field.
mod one_name_twice {
    use api_wire::{Extra, Parameters, Record};

    #[derive(Clone, Default, PartialEq, Record)]
    struct Customer {
        name: Option<String>,
        #[wire("fullName", "name")]
        full_name: Option<String>,
        extra: Extra,
    }

    /// In two places, one name has two values.
    #[derive(Parameters)]
    struct GetCustomer {
        #[wire(path)]
        id: i64,
        #[wire(query, "id")]
        same_id: i64,
        #[wire(query, "id")]
        other_id: i64,
    }
}

/// A binary fraction is not exact.
mod binary_fractions {
    use api_wire::{Extra, Record};

    #[derive(Clone, Default, PartialEq, Record)]
    struct Customer {
        balance: Option<f64>,
        extra: Extra,
    }
}

/// Setters alone have no table, so that a mark has no effect.
mod marks_of_setters {
    use api_wire::Setters;

    #[derive(Setters)]
    struct Settings {
        #[wire(secret)]
        token: Option<String>,
    }
}

/// An attribute that stands at no field.
mod attribute_of_a_struct {
    use api_wire::{Extra, Record};

    #[derive(Clone, Default, PartialEq, Record)]
    #[wire(strict)]
    struct Customer {
        name: Option<String>,
        extra: Extra,
    }
}

/// A mark is stated once.
mod marked_twice {
    use api_wire::{Extra, Record};

    #[derive(Clone, Default, PartialEq, Record)]
    struct Customer {
        #[wire(pii, pii)]
        name: Option<String>,
        extra: Extra,
    }
}

/// A parameter has one place in the request, and is no field of a record.
mod parameters {
    use api_wire::Parameters;

    #[derive(Parameters)]
    struct GetCustomer {
        id: i64,
    }

    #[derive(Parameters)]
    struct DeleteCustomer {
        #[wire(path, query)]
        id: i64,
    }

    #[derive(Parameters)]
    struct ListCustomers {
        #[wire(query, strict)]
        name: Option<String>,
    }
}

/// Only structs with named fields.
mod other_shapes {
    use api_wire::{Body, Extra, Record};

    #[derive(Record)]
    enum Customer {
        Known,
    }

    #[derive(Body)]
    struct Name(String);

    #[derive(Record)]
    struct Page<T> {
        items: Vec<T>,
        extra: Extra,
    }
}

/// An attribute in another form.
mod other_forms {
    use api_wire::{Body, Setters};

    #[derive(Body)]
    struct CustomerUpdate {
        #[wire = "full_name"]
        name: Option<String>,
    }

    #[derive(Setters)]
    struct ListCustomers {
        #[wire(name("full_name"))]
        name: Option<String>,
    }
}

fn main() {}
