// Hand-written.

import { code, element, facts, link, list, part, prose, table } from './element.js';
import { description, legend, notes, openPoints, rest, standing } from './marks.js';
import { Members } from './members.js';

/** The first article of an API: everything that is no operation and no record. */
export function overviewArticle(context) {
    const { api } = context;
    const members = new Members(context.document);
    const info = new Members(members.takeObject('info'));
    const place = { id: api, label: 'the API' };
    const title = String(info.take('title') ?? api);
    const components = new Members(members.takeObject('components'));
    // These have articles of their own.
    for (const name of ['paths', 'webhooks', 'x-browser-sdks']) {
        members.take(name);
    }
    components.take('schemas');
    const article = element(
        'article',
        { id: api, class: 'overview' },
        element('h2', { tabindex: '-1' }, link(api, title)),
        description(context, info),
        facts([
            ['name', code(info.take('x-name') ?? api)],
            ['version', String(info.take('version') ?? 'not shown')],
            [
                'document',
                element('a', { href: `/reference/openapi/${api}.json` }, `${api}.json`),
                ` · OpenAPI ${members.take('openapi')}`,
            ],
        ]),
        part('Credentials', schemes(context, components)),
        part('Environments', servers(context, members)),
        part('Values that the clients fill in', clientValues(context, members)),
        part('Envelope of every reply', envelope(members)),
        part('What a status means', statuses(context, members)),
        rules(context, members),
        part('Unknown or in conflict', openPoints(context, members, place)),
        part('Resources', resources(context, members)),
        members.takeList('x-uses').map((used) => shared(context, used)),
    );
    const generated = members.take('x-generated');
    article.append(
        ...standing(context, info),
        ...(generated === undefined ? [] : [element('p', { class: 'standing' }, prose(context, generated))]),
        ...[info, components, members].flatMap(rest),
    );
    return article;
}

function schemes(context, components) {
    const rows = Object.entries(components.takeObject('securitySchemes')).map(([name, scheme]) => {
        const left = new Members(scheme);
        const id = `${context.api}/scheme/${name}`;
        const parts = left.takeList('x-credentials').map((part) => {
            const inside = new Members(part);
            const word = inside.take('part');
            const value = inside.takeTrue('empty') ? 'stays empty' : code(inside.take('name'));
            return element('li', {}, `${word}: `, value, rest(inside));
        });
        const path = left.take('x-path');
        return element(
            'tr',
            { id, class: 'field' },
            element('th', { scope: 'row' }, link(id, code(name))),
            element('td', {}, `${left.take('type')} ${left.take('scheme') ?? ""}`),
            element(
                'td',
                {},
                description(context, left),
                element('ul', {}, parts),
                path === undefined ? [] : element('p', {}, 'In some paths it stands as ', code(`{${path}}`), '.'),
                rest(left),
            ),
        );
    });
    return rows.length === 0 ? [] : table(['Scheme', 'Way', 'Parts'], rows, 'fields');
}

function servers(context, members) {
    return facts(
        members.takeList('servers').map((server) => {
            const left = new Members(server);
            const name = left.take('x-environment') ?? 'server';
            const word = left.take('x-word');
            const base = left.take('x-base-url');
            const url = left.take('url');
            const variables = Object.entries(left.takeObject('variables')).map(([variable, value]) => {
                const inside = new Members(value);
                const text = inside.take('description');
                const shown = [code(`{${variable}}`), ': ', prose(context, text ?? ''), ' In the document it is '];
                return element('p', { class: 'standing' }, shown, code(inside.take('default')), '.', rest(inside));
            });
            return [
                name,
                code(url),
                word === undefined ? [] : [' · the browser SDK calls it ', code(word)],
                base === undefined || base === url ? [] : [' · ', code(base)],
                description(context, left),
                variables,
                rest(left),
            ];
        }),
    );
}

function clientValues(context, members) {
    return facts(
        members.takeList('x-client-values').map((value) => {
            const left = new Members(value);
            const name = String(left.take('name'));
            const standard = left.has('default') ? element('p', {}, 'Default: ', code(left.take('default'))) : [];
            return [element('span', { id: `${context.api}/value/${name}` }, code(name)), description(context, left), standard, rest(left)];
        }),
    );
}

function envelope(members) {
    return facts(Object.entries(members.takeObject('x-envelope')).map(([part, key]) => [part, code(key)]));
}

function statuses(context, members) {
    const bodies = { resource: 'what was asked for', none: 'none', unknown: 'not shown' };
    const rows = members.takeList('x-statuses').map((status) => {
        const left = new Members(status);
        const number = String(left.take('code'));
        const body = left.take('body');
        return element(
            'tr',
            {},
            element('th', { scope: 'row' }, element('span', { class: `status s${number[0]}` }, number)),
            element('td', {}, prose(context, left.take('meaning') ?? ''), left.takeTrue('not-found') ? ' · told as: not found' : ''),
            element('td', {}, bodies[body] ?? code(body), rest(left)),
        );
    });
    return rows.length === 0 ? [] : table(['Status', 'Meaning', 'Body'], rows, 'replies');
}

/** The numbered rules, limits and the rest that the documents tell outside of any operation. */
function rules(context, members) {
    return Object.entries(members.takeObject('x-facts')).map(([title, texts]) =>
        part(title, list(context, [texts].flat(), 'rules')),
    );
}

function resources(context, members) {
    return members.takeList('tags').map((tag) => {
        const left = new Members(tag);
        const name = String(left.take('name'));
        const id = `${context.api}/resource/${name}`;
        return element(
            'div',
            { id, class: 'resource' },
            element('h5', {}, link(id, name)),
            description(context, left),
            notes(context, left),
            openPoints(context, left, { id, label: name }),
            standing(context, left),
            rest(left),
        );
    });
}

/** The shapes that several APIs share, and what is told of them all. */
function shared(context, used) {
    const left = new Members(used);
    const name = String(left.take('name'));
    const id = `${context.api}/shared/${name}`;
    const title = left.take('title') ?? name;
    return element(
        'section',
        { id, class: 'part shared' },
        element('h4', {}, link(id, title), ' ', code(name)),
        description(context, left),
        rules(context, left),
        openPoints(context, left, { id, label: title }),
        left.takeList('x-resources').map((resource) => {
            const inside = new Members(resource);
            const inner = String(inside.take('name'));
            const place = { id: `${id}/${inner}`, label: `${title} · ${inner}` };
            return element(
                'div',
                { id: place.id, class: 'resource' },
                element('h5', {}, inner),
                description(context, inside),
                notes(context, inside),
                openPoints(context, inside, place),
                standing(context, inside),
                rest(inside),
            );
        }),
        standing(context, left),
        rest(left),
    );
}

/** The page's own front: the APIs, this sandbox, and how to read the rest. */
export function frontArticle(contexts, about) {
    const cards = contexts.map((context) =>
        element(
            'li',
            { class: 'card' },
            element('h3', {}, link(context.api, context.title)),
            element('p', {}, prose(context, context.document.info?.description ?? '')),
            element(
                'p',
                { class: 'standing' },
                `${context.operations.length} operations · ${Object.keys(context.schemas).length} schemas · ` +
                    `${context.open.length} unknown or in conflict · `,
                element('a', { href: `/reference/openapi/${context.api}.json` }, `${context.api}.json`),
            ),
        ),
    );
    const sandbox =
        about === undefined
            ? []
            : facts([
                    ['point of sale, vendor API', code(about.point_of_sale.base_url)],
                    ...about.payments.map((place) => [`payments, ${place.environment}`, code(place.base_url)]),
                    ['credentials and more', element('a', { href: '/_sandbox' }, '/_sandbox'), ', the control interface'],
                ]);
    return element(
        'article',
        { id: 'front', class: 'overview' },
        element('h2', { tabindex: '-1' }, 'API reference'),
        element(
            'p',
            {},
            'What is known of the five APIs, read from the OpenAPI documents that this sandbox answers by. What the documents ',
            'do not show is marked as ',
            element('b', { class: 'word unknown' }, 'unknown'),
            ', what they say in two ways as ',
            element('b', { class: 'word conflict' }, 'conflict'),
            ': ',
            element('a', { href: '#?open' }, 'all of these'),
            '.',
        ),
        element('ul', { class: 'cards' }, cards),
        part('This sandbox', sandbox),
        part(
            'Keys',
            facts([
                [element('kbd', {}, '/'), 'to the search'],
                [[element('kbd', {}, '↓'), ' ', element('kbd', {}, '↑')], 'from the search into what was found, and through it'],
                [element('kbd', {}, 'Enter'), 'to the first that was found, or to the chosen one'],
                [element('kbd', {}, 'Esc'), 'clears the search'],
            ]),
        ),
        part('Marks', legend()),
    );
}
