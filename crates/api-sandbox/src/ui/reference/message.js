// Hand-written.

import { code, element, facts, prose, table } from './element.js';
import { description, notes, openPoints, rest } from './marks.js';
import { Members } from './members.js';
import { schemaParts } from './schema.js';

/** The body of a request. */
export function body(context, members, place) {
    if (!members.has('requestBody')) {
        return [];
    }
    const left = new Members(members.take('requestBody'));
    const unknown = left.takeTrue('x-unknown')
        ? element('p', { class: 'own' }, 'Not shown in the documents: any JSON is taken.')
        : [];
    const required = left.takeTrue('required') ? element('span', { class: 'chip expected' }, 'expected') : [];
    const root = left.take('x-root');
    return [
        unknown,
        description(context, left),
        content(context, left, { id: `${place.id}/body`, label: `${place.label} · body` }, required),
        root === undefined ? [] : facts([["object that the form's keys name", code(root)]]),
        notes(context, left),
        openPoints(context, left, place),
        rest(left),
    ];
}

/** The media types of a body or reply, with their schemas. */
function content(context, members, place, mark = []) {
    return Object.entries(members.takeObject('content')).map(([type, media]) => {
        const left = new Members(media);
        const { type: words, details } = schemaParts(context, left.take('schema'), place);
        const encoding = Object.entries(left.takeObject('encoding')).map(([name, value]) => {
            const inside = new Members(value);
            const style = inside.take('style');
            const apart = inside.takeTrue('explode') ? ', each field of its own' : '';
            const written = style === undefined ? [] : [' is written in the style ', code(style)];
            return element('p', {}, code(name), written, apart, rest(inside));
        });
        return [element('p', { class: 'type' }, words, mark, element('small', {}, type)), encoding, details, rest(left)];
    });
}

/** The replies by status. `unknown` tells who chooses what is not shown. */
export function replies(context, members, place, unknown) {
    const rows = Object.entries(members.takeObject('responses')).map(([status, reply]) => {
        const left = new Members(reply);
        const inside = { id: `${place.id}/reply/${status}`, label: `${place.label} · ${status}` };
        const notFound = left.takeTrue('x-not-found-status')
            ? element('span', { class: 'chip kind', title: 'The clients tell it as: not found.' }, 'not found')
            : [];
        const own = left.takeTrue('x-unknown')
            ? element('p', { class: 'own' }, `The body is not shown in the documents. ${unknown}`)
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
    return rows.length === 0 ? [] : [table(['Status', 'Meaning', 'Body'], rows, 'replies')];
}
