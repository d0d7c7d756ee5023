// Examples of responses, each with its origin.

import { copyable } from './copy.js';
import { element, json } from './element.js';
import { tabs } from './tabs.js';

const FROM_TYPES =
    'Made from the types, with values that the documents show for single fields. The documents have no example of the whole body.';
const FROM_DOCUMENTS = 'The form that the documents show.';

/** The examples of all responses in tabs, by status. */
export function responseExamples(context, operation) {
    const all = Object.entries(operation.responses ?? {}).map(([status, response]) => ({
        label: status,
        panel: panelOf(context, status, response),
    }));
    return all.length === 0 ? [] : tabs('Status', all, 0);
}

/** The example of a request body, folded. */
export function requestExample(context, requestBody) {
    const value = exampleOf(context, Object.values(requestBody?.content ?? {})[0]);
    if (value === undefined) {
        return [];
    }
    const shown = [copyable(json(value), 'Example of the body'), element('p', { class: 'source' }, FROM_TYPES)];
    return [element('details', { class: 'example' }, element('summary', {}, 'Example with all fields'), shown)];
}

function panelOf(context, status, response) {
    const media = Object.values(response.content ?? {})[0];
    const value = exampleOf(context, media);
    if (value === undefined) {
        const text = response['x-unknown'] === true ? 'The body is not documented. "Try it" shows that of the sandbox.' : 'No body.';
        return [element('p', { class: 'source' }, text)];
    }
    // The bodies of errors are documented with an example; see the error bodies of an API in its description.
    const name = media.schema?.$ref?.split('/').pop();
    const isDocumented = context.schemas[name]?.['x-error-body'] !== undefined;
    return [
        copyable(json(value), `Example of ${status}`),
        element('p', { class: 'source' }, isDocumented ? FROM_DOCUMENTS : FROM_TYPES),
    ];
}

/** The first example of a media type. */
function exampleOf(context, media) {
    const [example] = Object.values(media?.examples ?? {});
    const name = example?.$ref?.split('/').pop();
    return name === undefined ? example?.value : context.document.components?.examples?.[name]?.value;
}
