// Hand-written. Marks, notes and open points.

import { code, element, definitions, json, link, list, paragraph, prose } from './element.js';

/** The marks of schemas and parameters: label and meaning, which is shown as a tooltip and in the legend. */
const MARKS = {
    deprecated: ['deprecated', 'The documents deprecate it; the description says what to use instead.'],
    readOnly: ['read-only', 'Never sent.'],
    writeOnly: ['write-only', 'Sent, never read.'],
    'x-documented-required': ['required in documents', 'The documents mark it as required, but it may be absent.'],
    'x-inferred': ['inferred type', 'Only the name is documented; the type is inferred from the name or a similar field.'],
    'x-secret': ['secret', 'A credential or one-time code. The crates never print it.'],
    'x-pii': ['PII', 'Personal data. The crates never print it.'],
    'x-strict': ['strict', 'An amount, or an object with one: a mismatch is an error in every mode.'],
    'x-string-or-number': ['string or number', 'A string that may be sent as a number.'],
    'x-envelope-member': ['envelope', 'Part of an envelope: missing or mismatched is an error in every mode.'],
    'x-also-us-date': ['also US date', 'A date that is also parsed as MM/DD/YYYY.'],
    'x-case-insensitive': ['case-insensitive', 'Compared ignoring ASCII case.'],
    'x-update': ['update', 'Every field can be kept, set or cleared.'],
    'x-unknown-key': ['undocumented key', 'The key of the list is not documented; clients use the only array.'],
};

/** The evidence for a field. */
const EVIDENCE = {
    list: ['record list', 'In the list of the record\'s fields.'],
    example: ['list example', 'In the example of a list.'],
    seen: ['message example', 'Only in an example of a request or a response.'],
};

function chip([word, meaning], style) {
    return element('span', { class: `chip ${style}`, title: meaning }, word);
}

/** The marks of a schema, parameter or operation as chips. */
export function chips(members) {
    const evidence = members
        .takeList('x-evidence')
        .map((word) => chip(EVIDENCE[word] ?? [String(word), 'The evidence for the field.'], 'evidence'));
    const marks = Object.entries(MARKS)
        .filter(([name]) => members.takeTrue(name))
        .map(([name, mark]) => chip(mark, `mark ${name}`));
    const all = [...evidence, ...marks];
    return all.length === 0 ? [] : [element('p', { class: 'chips' }, all)];
}

/** The legend of all marks. */
export function legend() {
    return definitions([
        ...Object.values(EVIDENCE).map((mark) => [chip(mark, 'evidence'), mark[1]]),
        ...Object.entries(MARKS).map(([name, mark]) => [chip(mark, `mark ${name}`), mark[1]]),
    ]);
}

/** The unknowns and conflicts of an element. They are registered with their place, for the list of all open points. */
export function openPoints(context, members, place) {
    const unknowns = members.takeList('x-unknowns').map((text) => unknown(context, text));
    const conflicts = members.takeList('x-conflicts').map((text) => conflict(context, text));
    for (const point of [...unknowns, ...conflicts]) {
        context.open.push({ place, point });
    }
    return [...unknowns, ...conflicts];
}

function unknown(context, text) {
    return element('div', { class: 'point unknown' }, element('b', {}, 'Unknown'), element('p', {}, prose(context, text)));
}

function conflict(context, value) {
    if (value === null || typeof value !== 'object') {
        return element('div', { class: 'point conflict' }, element('b', {}, 'Conflict'), element('p', {}, json(value)));
    }
    const labels = { says: 'documented as', but: 'but also as', so: 'therefore' };
    const rows = Object.entries(value).map(([key, text]) => [labels[key] ?? key, prose(context, text)]);
    return element('div', { class: 'point conflict' }, element('b', {}, 'Conflict'), definitions(rows));
}

export function notes(context, members) {
    return list(context, members.takeList('x-notes'), 'notes');
}

export function description(context, members) {
    return paragraph(context, members.take('description'));
}

/** The source of an element: in the documents, and in the API description. */
export function source(context, members) {
    const documents = members.take('x-source');
    const spec = members.take('x-spec');
    const parts = [
        documents === undefined ? [] : ['Documents: ', prose(context, documents)],
        spec === undefined ? [] : ['Described in ', code(spec)],
    ].filter((shown) => shown.length > 0);
    return parts.length === 0
        ? []
        : [element('p', { class: 'source' }, parts.map((shown, index) => (index === 0 ? shown : [' · ', shown])))];
}

/** The members that nothing else has shown, as JSON. */
export function rest(members) {
    const rows = members.rest().map(([name, value]) => [code(name), code(json(value))]);
    return rows.length === 0 ? [] : [element('div', { class: 'rest' }, definitions(rows))];
}

/** The client value of a field that the clients set themselves. */
export function clientValue(context, members) {
    const name = members.take('x-from-client');
    if (name === undefined) {
        return [];
    }
    const id = context.idOf(name);
    return [['set by clients', 'from ', id === undefined ? code(name) : link(id, code(name))]];
}
