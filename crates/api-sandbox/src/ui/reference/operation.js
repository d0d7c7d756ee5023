// Hand-written.

import { curl } from './curl.js';
import { code, element, facts, kicker, link, paragraph, part, prose, table } from './element.js';
import { chips, description, filledBy, notes, openPoints, rest, standing } from './marks.js';
import { Members } from './members.js';
import { body, replies } from './message.js';
import { schemaId, schemaParts } from './schema.js';

const OWN_CHOICE = 'What this sandbox answers is its own choice.';

export function operationId(context, operation) {
    return `${context.api}/operation/${operation.operationId}`;
}

/** The article of an operation. */
export function operationArticle(context, { path, method, operation }) {
    const members = new Members(operation);
    const id = operationId(context, operation);
    const place = { id, label: operation.operationId };
    const name = members.take('x-operation');
    const shownReply = replyKind(members, operation.responses);
    const article = element(
        'article',
        { id, class: 'operation' },
        kicker(context),
        element('h3', { tabindex: '-1' }, link(id, String(members.take('operationId'))), shownReply.chip),
        element('p', { class: 'path' }, badge(method), ' ', pathOf(path)),
        paragraph(context, members.take('summary'), 'summary'),
        description(context, members),
        facts([
            ...tags(context, members),
            ...routes(context, members, name, id),
            ...security(context, members),
            ...pages(context, members),
            ...shownReply.row,
            ...repeat(context, members),
        ]),
        notes(context, members),
        openPoints(context, members, place),
        part('Parameters', parameters(context, members, place)),
        part('Body', body(context, members, place)),
        part('Replies', replies(context, members, place, OWN_CHOICE)),
        part('Try it here', curl(context, { path, method, operation })),
    );
    // What is left of the members is known only now.
    article.append(...standing(context, members), ...rest(members));
    return article;
}

/** The article of a callback: what the remote service sends. */
export function webhookArticle(context, name, method, operation) {
    const members = new Members(operation);
    const id = `${context.api}/webhook/${name}`;
    const place = { id, label: name };
    const operationName = members.take('operationId');
    const article = element(
        'article',
        { id, class: 'operation' },
        kicker(context),
        element('h3', { tabindex: '-1' }, link(id, name), ' ', element('span', { class: 'chip kind' }, 'callback')),
        element('p', { class: 'path' }, badge(method), ' to the address that was given · ', code(operationName ?? name)),
        paragraph(context, members.take('summary'), 'summary'),
        description(context, members),
        facts([...tags(context, members), ...security(context, members)]),
        notes(context, members),
        openPoints(context, members, place),
        part('Parameters', parameters(context, members, place)),
        part('Body', body(context, members, place)),
        part('Replies', replies(context, members, place, "It is the receiver's.")),
    );
    article.append(...standing(context, members), ...rest(members));
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
        const word = left.take('default') === true ? ', the one that the clients take if none is chosen' : '';
        const others = context.operations
            .filter((other) => other.operation['x-operation'] === name && operationId(context, other.operation) !== id)
            .map((other) => [' · also ', link(operationId(context, other.operation), code(other.path))]);
        rows.push(['path', `variant ${variant} of `, code(name), word, others, rest(left)]);
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
    return [['credentials', choices.length === 0 ? 'none that the documents show' : shown]];
}

function pages(context, members) {
    if (!members.has('x-pages')) {
        return [];
    }
    const left = new Members(members.take('x-pages'));
    const record = (name) => (Object.hasOwn(context.schemas, name) ? link(schemaId(context, name), name) : code(name));
    const key = left.take('key');
    const shown = ['list of ', record(left.take('of'))];
    shown.push(key === null || key === undefined ? ', under a key that is not shown' : [', under ', code(key)]);
    if (left.has('wrapped-in')) {
        shown.push(', each wrapped in ', code(left.take('wrapped-in')));
    }
    if (left.has('per-page')) {
        shown.push(`, ${left.take('per-page')} a page if not told otherwise`);
    }
    if (left.has('max')) {
        shown.push(`, at most ${left.take('max')}`);
    }
    if (left.has('facts')) {
        shown.push('; facts beside the list: ', record(left.take('facts')));
    }
    return [['pages', shown, rest(left)]];
}

const REPEATS = {
    safe: 'safe: it only reads',
    never: 'never',
    allowed: 'allowed',
    guarded: 'guarded',
};

function repeat(context, members) {
    if (!members.has('x-repeat')) {
        return [];
    }
    const left = new Members(members.take('x-repeat'));
    const word = left.take('word');
    const by = left.take('by');
    const why = left.take('why');
    const readBy = left.take('readBy');
    const parameter = left.take('readByParameter');
    return [
        [
            'repeat',
            element('b', {}, REPEATS[word] ?? String(word)),
            by === undefined ? [] : [' by ', code(by)],
            why === undefined ? [] : ['. ', prose(context, why)],
            readBy === undefined ? [] : [' What it makes is read by ', code(readBy)],
            parameter === undefined ? [] : [', with it as ', code(parameter)],
            rest(left),
        ],
    ];
}

const REPLIES = {
    record: 'a record',
    wrapped: 'a record under a key',
    page: 'a page of a list',
    payload: 'the payload of the envelope',
    accepted: 'nothing but its status is shown',
    unknown: 'not shown, and returned as it came',
};

/** What kind of reply the operation gives, and whether the sandbox had to choose one. */
function replyKind(members, replies) {
    const word = members.take('x-reply');
    const kind = word === undefined ? [] : [['reply', REPLIES[word] ?? code(word)]];
    const chosen = Object.entries(replies ?? {}).some(([status, reply]) => status[0] === '2' && reply['x-unknown'] === true);
    if (!chosen) {
        return { chip: [], row: kind };
    }
    const chip = element('span', { class: 'chip own', title: OWN_CHOICE }, "reply: the sandbox's own choice");
    return { chip: [' ', chip], row: [...kind, ['reply here', `not shown in the documents. ${OWN_CHOICE}`]] };
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
        const rust = left.take('x-rust');
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
                left.takeTrue('required') ? element('span', { class: 'chip expected' }, 'expected') : [],
            ),
            element('td', { class: 'type' }, type, element('small', {}, `in the ${left.take('in')}`)),
            element(
                'td',
                {},
                description(context, left),
                chips(left),
                facts([...extra, ...filledBy(context, left)]),
                details,
                notes(context, left),
                openPoints(context, left, inside),
                rest(left),
            ),
        );
    });
    return rows.length === 0 ? [] : [table(['Parameter', 'Type', 'What is known of it'], rows, 'fields')];
}
