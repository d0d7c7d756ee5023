//! Operations of one package.

use std::collections::HashMap;

use crate::check::unique_key;
use crate::check::unique_key::guard;
use crate::ir;
use crate::ir::House;
use crate::lower::Context;

/// What only several operations together can get wrong.
pub(crate) fn check_together(context: &mut Context<'_>, house: &House) {
    for set in &house.sets {
        let mut rust: HashMap<&str, &ir::Operation> = HashMap::new();
        for operation in set
            .resources
            .iter()
            .flat_map(|resource| &resource.operations)
        {
            // Those of one file are noted where their names are checked.
            let earlier = rust
                .insert(&operation.rust, operation)
                .filter(|earlier| earlier.place.file != operation.place.file);
            if let Some(earlier) = earlier {
                let earlier = &earlier.name;
                context.mistakes.add(
                    &operation.place,
                    format!(
                        "`{earlier}` and `{}` make one type, `{}`",
                        operation.name, operation.rust
                    ),
                    "the second of the two",
                    "give one of them another name".to_owned(),
                );
            }
            guard(context, house, set, operation);
            unique_key::check(context, house, set, operation);
        }
        if !set.is_api
            && set
                .resources
                .iter()
                .any(|resource| !resource.operations.is_empty())
        {
            context.mistakes.add(
                &set.place,
                "a set of shapes has no operations",
                "in this set",
                "move them to the API that offers them".to_owned(),
            );
        }
    }
}
