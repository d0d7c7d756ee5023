// Hand-written. Bodies of requests and responses.

import { code, definitions, element, prose, table } from './element.js';
import { requestExample } from './example.js';
import { description, notes, openPoints, rest } from './marks.js';
import { Members } from './members.js';
import { schemaParts } from './schema.js';

/** The body of a request. */
export function body(context, members, place) {
    if (!members.has('requestBody')) {
        return [];
    }
    const requestBody = members.take('requestBody');
    const left = new Members(requestBody);
    const unknown = left.takeTrue('x-unknown')
        ? element('p', { class: 'own' }, 'Not documented: any JSON is accepted.')
        : [];
    const required = left.takeTrue('required') ? element('span', { class: 'chip required' }, 'required') : [];
    const root = left.take('x-root');
    return [
        unknown,
        description(context, left),
        content(context, left, { id: `${place.id}/body`, label: `${place.label} · body` }, required),
        requestExample(context, requestBody),
        root === undefined ? [] : definitions([['object in the keys of the form', code(root)]]),
        notes(context, left),
        openPoints(context, left, place),
        rest(left),
    ];
}

/** The media types of a body, with their schemas. */
function content(context, members, place, mark = []) {
    return Object.entries(members.takeObject('content')).map(([type, media]) => {
        const left = new Members(media);
        // Shown by themselves.
        left.take('examples');
        const { type: typeName, details } = schemaParts(context, left.take('schema'), place);
        const encoding = Object.entries(left.takeObject('encoding')).map(([name, value]) => {
            const inside = new Members(value);
            const style = inside.take('style');
            const apart = inside.takeTrue('explode') ? ', one pair per field' : '';
            const written = style === undefined ? [] : [' is encoded in the style ', code(style)];
            return element('p', {}, code(name), written, apart, rest(inside));
        });
        return [element('p', { class: 'type' }, typeName, mark, element('small', {}, type)), encoding, details, rest(left)];
    });
}

/** The responses by status. `unknown` describes an undocumented body. */
export function responses(context, members, place, unknown) {
    const rows = Object.entries(members.takeObject('responses')).map(([status, response]) => {
        const left = new Members(response);
        const inside = { id: `${place.id}/response/${status}`, label: `${place.label} · ${status}` };
        const notFound = left.takeTrue('x-not-found-status')
            ? element('span', { class: 'chip kind', title: 'The clients report it as not found.' }, 'not found')
            : [];
        const own = left.takeTrue('x-unknown')
            ? element('p', { class: 'own' }, `The body is not documented. ${unknown}`)
            : [];
        const shown = content(context, left, inside);
        return element(
            'tr',
            { id: inside.id, class: 'field' },
            element('th', { scope: 'row' }, element('span', { class: `status s${status[0]}` }, status)),
            element('td', {}, prose(context, left.take('description') ?? ''), ' ', notFound),
            element(
                'td',
                {},
                shown.length === 0 && own.length === 0 ? 'no body' : shown,
                own,
                notes(context, left),
                openPoints(context, left, inside),
                rest(left),
            ),
        );
    });
    return rows.length === 0 ? [] : [table(['Status', 'Meaning', 'Body'], rows, 'responses')];
}
