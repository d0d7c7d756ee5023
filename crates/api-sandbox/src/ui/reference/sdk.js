// Hand-written. Browser SDKs.

import { code, definitions, element, json, kicker, link, part, prose } from './element.js';
import { description, notes, openPoints, rest, source } from './marks.js';
import { Members } from './members.js';
import { samples } from './samples.js';
import { referred, schemaId, schemaParts } from './schema.js';

/** The article of a browser SDK. */
export function sdkArticle(context, sdk) {
    const members = new Members(sdk);
    const resource = String(members.take('resource') ?? 'browser_sdk');
    const id = sdkId(context, sdk);
    const place = { id, label: resource };
    const namespace = members.take('namespace') ?? undefined;
    const global = namespace === undefined ? 'not documented' : code(namespace);
    const urls = (name) => Object.entries(members.takeObject(name)).map(([key, value]) => [key, code(value)]);
    const entries = members.takeList('entry-points').map((entry) => entryPoint(context, entry));
    const callbacks = Object.entries(members.takeObject('callbacks'));
    const configuration = members.take('configuration');
    const inside = { id: `${id}/configuration`, label: `${resource} · configuration` };
    const { details } = schemaParts(context, configuration ?? {}, inside);
    const article = element(
        'article',
        { id, class: 'schema', 'data-title': resource },
        kicker(context),
        element('h1', { tabindex: '-1' }, link(id, resource), ' ', element('span', { class: 'chip kind' }, 'browser SDK')),
        description(context, members),
        definitions([['global object', global]]),
        notes(context, members),
        openPoints(context, members, place),
        part('Scripts', definitions(urls('scripts'))),
        part('Pages', definitions(urls('pages'))),
        part('Entry points', definitions(entries)),
        part('Configuration', details),
        part('Sample', samples(context, members.takeList('x-codeSamples'))),
        part('Callbacks', definitions(callbacks.map(([name, text]) => [code(name), prose(context, text)]))),
    );
    article.append(...source(context, members), ...rest(members));
    return article;
}

export function sdkId(context, sdk) {
    return `${context.api}/sdk/${sdk.resource ?? 'browser_sdk'}`;
}

function entryPoint(context, entry) {
    const left = new Members(entry);
    const path = left.take('path');
    const text = left.take('description');
    const type = left.take('takes');
    const reference = left.take('schema');
    const name = referred(context, reference?.$ref);
    const argument = name === undefined ? code(type) : link(schemaId(context, name), code(type));
    const shown = name !== undefined || reference === undefined ? [] : code(json(reference));
    return [code(path), prose(context, text ?? ''), ' Argument: ', argument, '. ', shown, rest(left)];
}
