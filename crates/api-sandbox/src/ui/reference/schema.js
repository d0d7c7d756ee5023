// Hand-written. Schemas.

import { code, definitions, element, json, kicker, link, part, prose, table } from './element.js';
import { Members } from './members.js';
import { chips, clientValue, description, notes, openPoints, rest, source } from './marks.js';

const REQUIRED = 'Required by the operation in requests, and part of the envelope in responses.';
const SCHEMAS = '#/components/schemas/';

/** The name of the schema that a reference resolves to. */
export function referred(context, reference) {
    const name = String(reference).startsWith(SCHEMAS) ? String(reference).slice(SCHEMAS.length) : undefined;
    return name !== undefined && Object.hasOwn(context.schemas, name) ? name : undefined;
}

export function schemaId(context, name) {
    return `${context.api}/schema/${name}`;
}

/** The type of a schema in words, and its details. */
export function schemaParts(context, schema, place) {
    if (schema === null || typeof schema !== 'object') {
        return { type: [schema === true ? 'any JSON' : code(json(schema))], details: [] };
    }
    const members = new Members(schema);
    const nested = [];
    const type = typeWords(context, members, place, nested);
    return { type, details: [detailsOf(context, members, place), nested] };
}

/** Everything of a schema except its type. */
function detailsOf(context, members, place) {
    return [
        description(context, members),
        chips(members),
        definitions(limits(context, members, place)),
        knownValues(context, members),
        notes(context, members),
        openPoints(context, members, place),
        source(context, members),
        rest(members),
    ];
}

/** The type in words. The details of its parts are added to `nested`. */
function typeWords(context, members, place, nested) {
    const inner = (schema, title) => {
        const { type, details } = schemaParts(context, schema, place);
        const shown = details.flat(Infinity);
        if (shown.length > 0) {
            nested.push(title === undefined ? shown : element('div', { class: 'nested' }, element('b', {}, title), shown));
        }
        return type;
    };
    const choices = [];
    let nullable = false;
    const reference = members.take('$ref');
    if (reference !== undefined) {
        const name = referred(context, reference);
        choices.push([name === undefined ? code(reference) : link(schemaId(context, name), name)]);
    }
    for (const schema of [...members.takeList('anyOf'), ...members.takeList('oneOf')]) {
        if (json(schema) === json({ type: 'null' })) {
            nullable = true;
        } else {
            choices.push(inner(schema));
        }
    }
    const all = members.takeList('allOf').map((schema) => inner(schema));
    if (all.length > 0) {
        choices.push(joined(all, ' and '));
    }
    const named = members.take('type');
    const types = named === undefined ? [] : [named].flat().map(String);
    nullable ||= types.includes('null');
    const others = members.take('additionalProperties');
    const fields = fieldsOf(context, members, place);
    for (const word of types.filter((type) => type !== 'null')) {
        if (word === 'array' && members.has('items')) {
            choices.push(['list of ', inner(members.take('items'), 'Each element')]);
        } else if (word === 'object' && others !== undefined && others !== false && fields.length === 0) {
            choices.push(['map from names to ', inner(others, 'Each value')]);
        } else {
            choices.push([word]);
        }
    }
    if (fields.length > 0 && others !== undefined) {
        nested.push(element('div', { class: 'nested' }, element('b', {}, 'Other members'), ' ', inner(others)));
    }
    nested.unshift(...fields);
    if (types.length === 0 && choices.length === 0 && fields.length > 0) {
        choices.push(['object']);
    }
    if (!types.includes('array') && members.has('items')) {
        choices.push(['list of ', inner(members.take('items'), 'Each element')]);
    }
    const format = members.take('format');
    const when = ['if', 'then', 'else'].filter((word) => members.has(word));
    if (when.length > 0 && choices.length === 0) {
        choices.push(['any JSON']);
    }
    for (const word of when) {
        const { type, details } = schemaParts(context, members.take(word), place);
        nested.push(element('div', { class: 'nested' }, element('b', {}, word), ' it is ', type, details));
    }
    const constant = members.has('const') ? [' always ', code(json(members.take('const')))] : [];
    const words = choices.length === 0 ? (constant.length > 0 ? [] : ['any JSON']) : joined(choices, ' or ');
    return [words, format === undefined ? [] : ` (${format})`, nullable ? ' or null' : [], constant];
}

function joined(choices, word) {
    return choices.map((choice, index) => (index === 0 ? choice : [word, choice]));
}

/** Defaults, bounds, other names. */
function limits(context, members, place) {
    const rows = [];
    const row = (member, name, shown) => {
        if (members.has(member)) {
            rows.push([name, shown(members.take(member))]);
        }
    };
    const codes = (values) => [values].flat().map((value, index) => [index === 0 ? '' : ', ', code(plain(value))]);
    row('default', 'default', (value) => code(json(value)));
    row('minimum', 'at least', (value) => json(value));
    row('maximum', 'at most', (value) => json(value));
    row('minLength', 'at least', (value) => `${value} characters`);
    row('maxLength', 'at most', (value) => `${value} characters`);
    row('pattern', 'pattern', code);
    row('enum', 'one of', codes);
    row('examples', 'examples', codes);
    row('x-unit', 'unit', (value) => (value === 'unknown' ? 'unknown: not documented' : value));
    row('x-aliases', 'also named', codes);
    row('x-same-as', 'same field as', (value) => link(`${place.id.replace(/\/[^/]*$/, '')}/${value}`, code(value)));
    row('x-formats', 'formats', codes);
    row('x-documented-type', 'type in the documents', code);
    row('x-error-body', 'error body', code);
    row('x-rust-name', 'name in Rust', code);
    return [...rows, ...clientValue(context, members)];
}

function plain(value) {
    return typeof value === 'string' ? value : json(value);
}

function knownValues(context, members) {
    const values = members.takeList('x-known-values');
    if (values.length === 0) {
        return [];
    }
    const rows = values.map((value) => {
        const known = new Members(value);
        const doc = known.take('doc');
        const shown = known.take('value');
        const deprecated = known.has('deprecated') ? [' ', prose(context, known.take('deprecated'))] : [];
        const rust = known.has('rust') ? [' In Rust it is ', code(known.take('rust')), '.'] : [];
        return [code(plain(shown)), doc === undefined ? [] : prose(context, doc), deprecated, rust, rest(known)];
    });
    return [element('div', { class: 'values' }, element('b', {}, 'Known values; others are preserved'), definitions(rows))];
}

/** The table of an object's fields. */
function fieldsOf(context, members, place) {
    const properties = members.takeObject('properties');
    const names = Object.keys(properties);
    const required = members.takeList('required').map(String);
    const undescribed = required.filter((name) => !names.includes(name));
    const rows = names.map((name) => {
        const id = `${place.id}/${name}`;
        const { type, details } = schemaParts(context, properties[name], { id, label: `${place.label} · ${name}` });
        const chip = required.includes(name)
            ? element('span', { class: 'chip required', title: REQUIRED }, 'required')
            : [];
        return element(
            'tr',
            { id, class: 'field' },
            element('th', { scope: 'row' }, link(id, code(name)), chip),
            element('td', { class: 'type' }, type),
            element('td', {}, details),
        );
    });
    const shown = rows.length === 0 ? [] : [table(['Field', 'Type', 'Description'], rows, 'fields')];
    if (undescribed.length > 0) {
        shown.push(element('p', {}, 'Required: ', undescribed.map((name, index) => [index === 0 ? '' : ', ', code(name)])));
    }
    return shown;
}

/** A link to the resource, in a shared package or in the API itself. */
function resourceLink(context, resource, set) {
    const own = (context.document.tags ?? []).some((tag) => tag.name === resource);
    const sharing = (context.document['x-imports'] ?? []).find((used) => used.name === set);
    const shared = (sharing?.['x-resources'] ?? []).some((other) => other.name === resource);
    if (!own && !shared) {
        return String(resource);
    }
    return link(`${context.api}/${shared ? `shared/${set}` : 'resource'}/${resource}`, resource);
}

/** The article of a record, body, enum, id or error body. */
export function schemaArticle(context, name, schema) {
    const members = new Members(schema);
    const id = schemaId(context, name);
    const kind = members.take('x-kind') ?? 'schema';
    const resource = members.take('x-resource');
    const set = members.take('x-package');
    const place = { id, label: name };
    const nested = [];
    const type = typeWords(context, members, place, nested);
    const users = context.users.get(name) ?? [];
    return element(
        'article',
        { id, class: 'schema', 'data-title': name },
        kicker(context),
        element(
            'h1',
            { tabindex: '-1' },
            link(id, name),
            ' ',
            element('span', { class: 'chip kind' }, kind),
            set === undefined
                ? []
                : [' ', element('span', { class: 'chip kind', title: 'Shared by several APIs.' }, `shared: ${set}`)],
        ),
        element('p', { class: 'type' }, type, resource === undefined ? [] : [' · ', resourceLink(context, resource, set)]),
        detailsOf(context, members, place),
        nested,
        part(
            'Used by',
            users.length === 0 ? [] : element('ul', { class: 'users' }, users.map((user) => element('li', {}, link(user.id, user.label)))),
        ),
    );
}
