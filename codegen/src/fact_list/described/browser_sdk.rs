//! Statements about the browser SDK.

use super::Scope;
use super::field::Fields;
use crate::fact_list::statement::add_fields;
use crate::ir::BrowserSdk;

impl Scope<'_> {
    pub(super) fn browser_sdk(&mut self, sdk: &BrowserSdk) {
        let BrowserSdk {
            source: _,
            doc: _,
            namespace,
            scripts,
            tester_pages,
            entry_points,
            configuration,
            event_handlers,
            notes: _,
            open_questions,
            span,
        } = sdk;
        let mut about = self.about(span);
        let place = about.place.clone();
        self.open_questions(open_questions, &mut about);
        about.add(
            "namespace",
            namespace.as_deref().unwrap_or("unknown"),
            &place,
        );
        for (environment, script) in scripts {
            about.add("script", &format!("{environment} {script}"), &place);
        }
        for (environment, page) in tester_pages {
            about.add("tester page", &format!("{environment} {page}"), &place);
        }
        for entry_point in entry_points {
            let argument = entry_point.argument.as_ref();
            let argument = argument.map_or("configuration".to_owned(), |id| self.type_name(id));
            about.add(
                "entry point",
                &format!("{}({argument})", entry_point.path),
                &place,
            );
        }
        for (handler, doc) in event_handlers {
            about.add("event handler", handler, &place);
            about.add("meanings", &format!("{handler} {doc}"), &place);
        }
        add_fields(
            &mut about,
            "field",
            &self.fields(configuration, Fields::OfRequest),
        );
        self.insert("browser SDK".to_owned(), about);
    }
}
