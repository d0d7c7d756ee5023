// Hand-written.

import { code, element, facts, json, link, list, paragraph, prose } from './element.js';

/** What the marks of a schema or parameter mean. A mark is shown as its word; the meaning is a hint and in the legend. */
const MARKS = {
    readOnly: ['read-only', 'Never sent.'],
    writeOnly: ['write-only', 'Sent, never read.'],
    'x-required-as-documented': ['required in documents', 'The documents mark it as required. It may still be absent.'],
    'x-inferred': ['inferred type', 'The documents give the name only; the type follows from the name or a neighbour.'],
    'x-secret': ['secret', 'A credential or one-time code. The crates never print it.'],
    'x-personal': ['personal', 'Personal data. The crates never print it.'],
    'x-exact': ['exact', 'An amount, or what holds one: a value of another shape is an error in every mode.'],
    'x-lenient': ['lenient', 'A text that may come as a number.'],
    'x-wrapper': ['wrapper', 'Part of an envelope: absent or misshapen is an error in every mode.'],
    'x-month-first': ['month first', 'A date that is also read as MM/DD/YYYY.'],
    'x-any-case': ['any case', 'Compared ignoring ASCII case.'],
    'x-update': ['update', 'Every field can be left, set or cleared.'],
    'x-unknown-key': ['key not shown', 'The documents do not show the key of the list; the only array is taken.'],
};

/** Where a field is known from. */
const EVIDENCE = {
    list: ['record list', 'The record list of the documents has it.'],
    example: ['list example', 'The example of a list has it.'],
    seen: ['seen', 'It was seen in an example of a request or reply only.'],
};

function chip([word, meaning], style) {
    return element('span', { class: `chip ${style}`, title: meaning }, word);
}

/** The marks of a schema, parameter or operation as chips. */
export function chips(members) {
    const evidence = members
        .takeList('x-evidence')
        .map((word) => chip(EVIDENCE[word] ?? [String(word), 'Where it is known from.'], 'evidence'));
    const marks = Object.entries(MARKS)
        .filter(([name]) => members.takeTrue(name))
        .map(([name, mark]) => chip(mark, `mark ${name}`));
    const all = [...evidence, ...marks];
    return all.length === 0 ? [] : [element('p', { class: 'chips' }, all)];
}

/** The legend of all marks. */
export function legend() {
    return facts([
        ...Object.values(EVIDENCE).map((mark) => [chip(mark, 'evidence'), mark[1]]),
        ...Object.entries(MARKS).map(([name, mark]) => [chip(mark, `mark ${name}`), mark[1]]),
    ]);
}

/**
 * The unknowns and the conflicts of a thing. They are noted with their place, for the list of all of them.
 */
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
    const words = { says: 'The documents say', but: 'but also', so: 'so' };
    const rows = Object.entries(value).map(([key, text]) => [words[key] ?? key, prose(context, text)]);
    return element('div', { class: 'point conflict' }, element('b', {}, 'Conflict'), facts(rows));
}

export function notes(context, members) {
    return list(context, members.takeList('x-notes'), 'notes');
}

export function description(context, members) {
    return paragraph(context, members.take('description'));
}

/** Where something stands: in the documents, and in the description. */
export function standing(context, members) {
    const source = members.take('x-source');
    const spec = members.take('x-spec');
    const parts = [
        source === undefined ? [] : ['Documents: ', prose(context, source)],
        spec === undefined ? [] : ['Described in ', code(spec)],
    ].filter((shown) => shown.length > 0);
    return parts.length === 0
        ? []
        : [element('p', { class: 'standing' }, parts.map((shown, index) => (index === 0 ? shown : [' · ', shown])))];
}

/** What nothing else has shown, as it stands in the document. */
export function rest(members) {
    const rows = members.rest().map(([name, value]) => [code(name), code(json(value))]);
    return rows.length === 0 ? [] : [element('div', { class: 'rest' }, facts(rows))];
}

/** The value that a client fills in by itself. */
export function filledBy(context, members) {
    const name = members.take('x-filled-by');
    if (name === undefined) {
        return [];
    }
    const id = context.named(name);
    return [['filled in', 'by the clients, from ', id === undefined ? code(name) : link(id, code(name))]];
}
