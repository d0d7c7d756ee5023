//! What the documents do not show, and what they say in two ways, each with its place.

use super::line_of;
use crate::files::Sources;
use crate::ir::{Doubts, Field, House};

/// The list, by set, in the order of the files.
pub(crate) fn unknowns(house: &House, sources: &Sources) -> String {
    let mut unknown = Vec::new();
    let mut conflicts = Vec::new();
    for set in &house.sets {
        let mut take = |what: String, doubts: &Doubts| {
            for (text, place) in &doubts.unknowns {
                unknown.push(format!("{}: {what}: {text}", line_of(sources, place)));
            }
            for (conflict, place) in &doubts.conflicts {
                conflicts.push(format!(
                    "{}: {what}: {} / {} → {}",
                    line_of(sources, place),
                    conflict.says,
                    conflict.but,
                    conflict.so
                ));
            }
        };
        take(set.name.clone(), &set.doubts);
        for resource in &set.resources {
            take(resource.name.clone(), &resource.doubts);
            let records = resource
                .records
                .iter()
                .map(|one| (&one.name, &one.doubts, &one.fields));
            let bodies = resource
                .bodies
                .iter()
                .map(|one| (&one.name, &one.doubts, &one.fields));
            for (name, doubts, fields) in records.chain(bodies) {
                take(name.clone(), doubts);
                fields_of(name, fields, &mut take);
            }
            for one in &resource.enums {
                take(one.name.clone(), &one.doubts);
            }
            for one in &resource.ids {
                take(one.name.clone(), &one.doubts);
            }
            for one in &resource.callbacks {
                take(one.name.clone(), &one.doubts);
            }
            for one in &resource.operations {
                take(one.name.clone(), &one.doubts);
                fields_of(&one.name, &one.path, &mut take);
                fields_of(&one.name, &one.query, &mut take);
            }
            if let Some(sdk) = &resource.browser_sdk {
                take(resource.name.clone(), &sdk.doubts);
                fields_of(&resource.name, &sdk.configuration, &mut take);
            }
        }
    }
    // A difference taken over from another record is told once, where it is written.
    for list in [&mut unknown, &mut conflicts] {
        let mut seen = std::collections::HashSet::new();
        list.retain(|line| seen.insert(line.split(' ').next().unwrap_or(line).to_owned()));
    }
    format!(
        "Not shown in the documents ({}):\n{}\n\nSaid in two ways ({}):\n{}\n",
        unknown.len(),
        unknown.join("\n"),
        conflicts.len(),
        conflicts.join("\n")
    )
}

fn fields_of(owner: &str, fields: &[Field], take: &mut impl FnMut(String, &Doubts)) {
    for field in fields {
        take(format!("{owner}.{}", field.wire), &field.doubts);
    }
}
