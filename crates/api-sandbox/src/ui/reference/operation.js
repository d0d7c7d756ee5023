// Hand-written. Articles of operations and callbacks.

import { responseExamples } from './example.js';
import { code, definitions, element, kicker, link, paragraph, part, prose, table } from './element.js';
import { chips, clientValue, description, notes, openPoints, rest, source } from './marks.js';
import { Members } from './members.js';
import { body, responses } from './message.js';
import { samples } from './samples.js';
import { schemaId, schemaParts } from './schema.js';
import { tryIt } from './try.js';

const OWN_CHOICE = 'The response is the sandbox\'s own choice.';

export function operationId(context, operation) {
    return `${context.api}/operation/${operation.operationId}`;
}

/** The article of an operation. */
export function operationArticle(context, { path, method, operation }) {
    const members = new Members(operation);
    const id = operationId(context, operation);
    const place = { id, label: operation.operationId };
    const name = members.take('x-operation');
    const kind = responseKind(members, operation.responses);
    const article = element(
        'article',
        { id, class: 'operation', 'data-title': operation.operationId },
        kicker(context),
        element('h1', { tabindex: '-1' }, link(id, String(members.take('operationId'))), kind.chip),
        element('p', { class: 'path' }, badge(method), ' ', pathOf(path)),
        chips(members),
        paragraph(context, members.take('summary'), 'summary'),
        description(context, members),
        definitions([
            ...tags(context, members),
            ...routes(context, members, name, id),
            ...security(context, members),
            ...pages(context, members),
            ...kind.rows,
            ...retry(context, members),
        ]),
        notes(context, members),
        openPoints(context, members, place),
        part('Parameters', parameters(context, members, place)),
        part('Body', body(context, members, place)),
        part('Responses', responses(context, members, place, OWN_CHOICE)),
    );
    members.take('x-codeSamples');
    // Only now are all other members shown.
    article.append(...source(context, members), ...rest(members));
    return withSide(article, context, { path, method, operation });
}

/** The article in two columns: its text, and samples, an example and a form beside it. */
function withSide(article, context, found) {
    const { id } = article;
    const column = element('div', { class: 'text' });
    column.append(...article.childNodes);
    const list = found.operation['x-codeSamples'] ?? [];
    const shownSamples = element('div', {});
    const showSamples = () => shownSamples.replaceChildren(...samples(context, list).flat());
    const form = element('div', {});
    const section = (name, title, ...children) =>
        element('section', { id: `${id}/${name}`, class: 'part' }, element('h2', {}, link(`${id}/${name}`, title)), ...children);
    const side = element(
        'div',
        { class: 'side' },
        section('samples', 'Samples', shownSamples),
        section('example', 'Example response', responseExamples(context, found.operation)),
        section('try', 'Try it', form),
    );
    column.querySelector('.path').after(
        element(
            'p',
            { class: 'jumps' },
            link(`${id}/samples`, 'Samples'),
            link(`${id}/example`, 'Example response'),
            link(`${id}/try`, 'Try it'),
        ),
    );
    article.append(column, side);
    article.classList.add('columns');
    // Samples and form have the ids of records that exist only now.
    article.addEventListener('show', () => {
        showSamples();
        if (form.childElementCount === 0 || !form.contains(document.activeElement)) {
            form.replaceChildren(...tryIt(context, found, showSamples));
        }
    });
    return article;
}

/** The article of a callback (webhook). */
export function webhookArticle(context, name, method, operation) {
    const members = new Members(operation);
    const id = `${context.api}/webhook/${name}`;
    const place = { id, label: name };
    const operationName = members.take('operationId');
    const article = element(
        'article',
        { id, class: 'operation', 'data-title': name },
        kicker(context),
        element('h1', { tabindex: '-1' }, link(id, name), ' ', element('span', { class: 'chip kind' }, 'callback')),
        element('p', { class: 'path' }, badge(method), ' to the registered URL · ', code(operationName ?? name)),
        paragraph(context, members.take('summary'), 'summary'),
        description(context, members),
        definitions([...tags(context, members), ...security(context, members)]),
        notes(context, members),
        openPoints(context, members, place),
        part('Parameters', parameters(context, members, place)),
        part('Body', body(context, members, place)),
        part('Responses', responses(context, members, place, 'The receiver chooses it.')),
    );
    article.append(...source(context, members), ...rest(members));
    return article;
}

export function badge(method) {
    return element('span', { class: `method ${method}` }, method.toUpperCase());
}

function pathOf(path) {
    const parts = path.split(/(\{[^}]*\})/);
    return element('code', { class: 'route' }, parts.map((text, index) => (index % 2 === 0 ? text : element('i', {}, text))));
}

function tags(context, members) {
    const names = members.takeList('tags');
    const links = names.map((name) => [link(`${context.api}/resource/${name}`, name), ' ']);
    return names.length === 0 ? [] : [['resource', links]];
}

/** The other paths of the same operation. */
function routes(context, members, name, id) {
    const rows = [];
    const route = members.take('x-route');
    if (route !== undefined) {
        const left = new Members(route);
        const variant = left.take('name');
        const isDefault = left.take('default') === true ? ', the default of the clients' : '';
        const others = context.operations
            .filter((other) => other.operation['x-operation'] === name && operationId(context, other.operation) !== id)
            .map((other) => [' · also ', link(operationId(context, other.operation), code(other.path))]);
        rows.push(['path', `variant ${variant} of `, code(name), isDefault, others, rest(left)]);
    } else if (name !== undefined && !id.endsWith(`/${name}`)) {
        rows.push(['operation', code(name)]);
    }
    const documented = members.take('x-documented-path');
    return documented === undefined ? rows : [...rows, ['path in the documents', code(documented)]];
}

function security(context, members) {
    if (!members.has('security')) {
        return [];
    }
    const choices = members.takeList('security').map((requirement) => {
        const names = Object.keys(requirement);
        return names.map((name) => link(`${context.api}/scheme/${name}`, name));
    });
    const shown = choices.map((choice, index) => (index === 0 ? choice : [' or ', choice]));
    return [['credentials', choices.length === 0 ? 'none documented' : shown]];
}

function pages(context, members) {
    if (!members.has('x-pagination')) {
        return [];
    }
    const left = new Members(members.take('x-pagination'));
    const record = (name) => (Object.hasOwn(context.schemas, name) ? link(schemaId(context, name), name) : code(name));
    const key = left.take('key');
    const shown = ['list of ', record(left.take('of'))];
    shown.push(key === null || key === undefined ? ', under an undocumented key' : [', under ', code(key)]);
    if (left.has('wrapped-in')) {
        shown.push(', each wrapped in ', code(left.take('wrapped-in')));
    }
    if (left.has('per-page')) {
        shown.push(`, ${left.take('per-page')} per page by default`);
    }
    if (left.has('max')) {
        shown.push(`, at most ${left.take('max')}`);
    }
    if (left.has('metadata')) {
        shown.push('; metadata beside the list: ', record(left.take('metadata')));
    }
    const sync = new Members(left.takeObject('sync'));
    const by = sync.has('watermark')
        ? [['sync', 'by ', code(sync.take('watermark')), ', records identified by ', code(sync.take('id')), rest(sync)]]
        : [];
    return [['pagination', shown, rest(left)], ...by];
}

const RETRIES = {
    safe: 'safe: read-only',
    never: 'never',
    idempotent: 'idempotent',
    'unique-key': 'unique-key',
};

function retry(context, members) {
    if (!members.has('x-retry')) {
        return [];
    }
    const left = new Members(members.take('x-retry'));
    const rule = left.take('rule');
    const field = left.take('field');
    const why = left.take('why');
    const findBy = left.take('findBy');
    const parameter = left.take('findByParameter');
    const statuses = left.takeList('duplicateStatuses');
    const renamed = Object.entries(left.takeObject('renamed'));
    const ignored = left.takeList('notCompared');
    return [
        [
            'retry',
            element('b', {}, RETRIES[rule] ?? String(rule)),
            field === undefined ? [] : [' ', code(field)],
            why === undefined ? [] : ['. ', prose(context, why)],
            findBy === undefined ? [] : [' The created record is found by ', link(`${context.api}/operation/${findBy}`, code(findBy))],
            parameter === undefined ? [] : [', parameter ', code(parameter)],
            findBy === undefined ? [] : '.',
            statuses.length === 0 ? [] : [' A duplicate is rejected with ', listed(statuses), '.'],
            renamed.map(([field, found]) => [' ', code(field), ' is ', code(found), ' in the record.']),
            ignored.length === 0 ? [] : [' Not compared with it: ', listed(ignored), '.'],
            rest(left),
        ],
    ];
}

/** Values as code, with commas. */
function listed(values) {
    return values.map((value, index) => [index === 0 ? '' : ', ', code(value)]);
}

const RESPONSES = {
    record: 'a record',
    wrapped: 'a record under a key',
    page: 'a page of a list',
    payload: 'the payload of the envelope',
    status_only: 'only the status is documented',
    unknown: 'not documented, returned unchanged',
};

/** The kind of the operation's response, and whether it is the sandbox's own choice. */
function responseKind(members, responses) {
    const word = members.take('x-response');
    const kind = word === undefined ? [] : [['response', RESPONSES[word] ?? code(word)]];
    const chosen = Object.entries(responses ?? {}).some(
        ([status, response]) => status[0] === '2' && response['x-unknown'] === true,
    );
    if (!chosen) {
        return { chip: [], rows: kind };
    }
    const chip = element('span', { class: 'chip own', title: OWN_CHOICE }, "response: the sandbox's own choice");
    return { chip: [' ', chip], rows: [...kind, ['response here', `not documented. ${OWN_CHOICE}`]] };
}

function parameters(context, members, place) {
    const rows = members.takeList('parameters').map((parameter) => {
        const left = new Members(parameter);
        const name = String(left.take('name'));
        const inside = { id: `${place.id}/${name}`, label: `${place.label} · ${name}` };
        const { type, details } = schemaParts(context, left.take('schema') ?? {}, inside);
        const extra = [];
        const scheme = left.take('x-credential-of');
        if (scheme !== undefined) {
            extra.push(['credential of', link(`${context.api}/scheme/${scheme}`, scheme)]);
        }
        const documented = left.take('x-documented-name');
        if (documented !== undefined) {
            extra.push(['name in the documents', code(documented)]);
        }
        const rust = left.take('x-rust-name');
        if (rust !== undefined) {
            extra.push(['name in Rust', code(rust)]);
        }
        return element(
            'tr',
            { id: inside.id, class: 'field' },
            element(
                'th',
                { scope: 'row' },
                link(inside.id, code(name)),
                left.takeTrue('required') ? element('span', { class: 'chip required' }, 'required') : [],
            ),
            element('td', { class: 'type' }, type, element('small', {}, `in the ${left.take('in')}`)),
            element(
                'td',
                {},
                description(context, left),
                chips(left),
                definitions([...extra, ...clientValue(context, left)]),
                details,
                notes(context, left),
                openPoints(context, left, inside),
                rest(left),
            ),
        );
    });
    return rows.length === 0 ? [] : [table(['Parameter', 'Type', 'Description'], rows, 'fields')];
}
