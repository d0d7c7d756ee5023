// Hand-written. Overview of an API, and the front page.

import { code, definitions, element, link, list, part, partOf, prose, table } from './element.js';
import { description, legend, notes, openPoints, rest, source } from './marks.js';
import { Members } from './members.js';
import { badge } from './operation.js';

/** The first article of an API: everything except operations and records. */
export function overviewArticle(context) {
    const { api } = context;
    const members = new Members(context.document);
    const info = new Members(members.takeObject('info'));
    const place = { id: api, label: 'the API' };
    const title = String(info.take('title') ?? api);
    const components = new Members(members.takeObject('components'));
    // Shown in articles of their own.
    for (const name of ['paths', 'webhooks', 'x-browser-sdks']) {
        members.take(name);
    }
    components.take('schemas');
    components.take('examples');
    const article = element(
        'article',
        { id: api, class: 'overview' },
        element('h1', { tabindex: '-1' }, link(api, title)),
        description(context, info),
        definitions([
            ['name', code(info.take('x-name') ?? api)],
            ['version', String(info.take('version') ?? 'not documented')],
            [
                'document',
                documents(api),
                ` · OpenAPI ${members.take('openapi')}`,
            ],
        ]),
        part('Operations', operations(context)),
        part('Credentials', schemes(context, components)),
        part('Environments', servers(context, members)),
        part('Client values', clientValues(context, members)),
        part('Envelope of every response', envelope(members)),
        part('Statuses', statuses(context, members)),
        rules(context, members),
        part('Unknown or in conflict', openPoints(context, members, place)),
        part('Resources', resources(context, members)),
        members.takeList('x-imports').map((used) => sharedPackage(context, used)),
    );
    const generated = members.take('x-generated');
    article.append(
        ...source(context, info),
        ...(generated === undefined ? [] : [element('p', { class: 'source' }, prose(context, generated))]),
        ...[info, components, members].flatMap(rest),
    );
    return article;
}

/** The operations by resource, with their summaries. */
function operations(context) {
    const names = [...new Set(context.operations.map(({ operation }) => operation.tags?.[0]))];
    return names.map((name) => [
        element('h3', {}, name ?? 'other'),
        element(
            'ul',
            { class: 'operations' },
            context.operations
                .filter(({ operation }) => operation.tags?.[0] === name)
                .map(({ method, operation }) =>
                    element(
                        'li',
                        {},
                        badge(method),
                        ' ',
                        link(`${context.api}/operation/${operation.operationId}`, operation.operationId),
                        element('span', { class: 'source' }, prose(context, operation.summary ?? '')),
                    ),
                ),
        ),
    ]);
}

/** Links to both editions of a document. The page shows the exact one, which has all that is known. */
function documents(api) {
    const path = '/reference/openapi';
    return [
        element('a', { href: `${path}/${api}.json` }, `${api}.json`),
        ', ',
        element('a', { href: `${path}/strict/${api}.json` }, 'strict edition'),
    ];
}

function schemes(context, components) {
    const rows = Object.entries(components.takeObject('securitySchemes')).map(([name, scheme]) => {
        const left = new Members(scheme);
        const id = `${context.api}/scheme/${name}`;
        const parts = left.takeList('x-credentials').map((part) => {
            const inside = new Members(part);
            const word = inside.take('part');
            const value = inside.takeTrue('empty') ? 'empty' : code(inside.take('name'));
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
                path === undefined ? [] : element('p', {}, 'In some paths it is ', code(`{${path}}`), '.'),
                rest(left),
            ),
        );
    });
    return rows.length === 0 ? [] : table(['Scheme', 'Type', 'Parts'], rows, 'fields');
}

function servers(context, members) {
    return definitions(
        members.takeList('servers').map((server) => {
            const left = new Members(server);
            const name = left.take('x-environment') ?? 'server';
            const word = left.take('x-sdk-name');
            const base = left.take('x-base-url');
            const url = left.take('url');
            const variables = Object.entries(left.takeObject('variables')).map(([variable, value]) => {
                const inside = new Members(value);
                const text = inside.take('description');
                const shown = [code(`{${variable}}`), ': ', prose(context, text ?? ''), ' Default: '];
                return element('p', { class: 'source' }, shown, code(inside.take('default')), '.', rest(inside));
            });
            return [
                name,
                code(url),
                word === undefined ? [] : [' · in the browser SDK ', code(word)],
                base === undefined || base === url ? [] : [' · ', code(base)],
                description(context, left),
                variables,
                rest(left),
            ];
        }),
    );
}

function clientValues(context, members) {
    return definitions(
        members.takeList('x-client-values').map((value) => {
            const left = new Members(value);
            const name = String(left.take('name'));
            const standard = left.has('default') ? element('p', {}, 'Default: ', code(left.take('default'))) : [];
            return [element('span', { id: `${context.api}/value/${name}` }, code(name)), description(context, left), standard, rest(left)];
        }),
    );
}

function envelope(members) {
    return definitions(Object.entries(members.takeObject('x-envelope')).map(([part, key]) => [part, code(key)]));
}

function statuses(context, members) {
    const bodies = { resource: 'the requested resource', none: 'none', unknown: 'not documented' };
    const rows = members.takeList('x-statuses').map((status) => {
        const left = new Members(status);
        const number = String(left.take('code'));
        const body = left.take('body');
        return element(
            'tr',
            {},
            element('th', { scope: 'row' }, element('span', { class: `status s${number[0]}` }, number)),
            element('td', {}, prose(context, left.take('meaning') ?? ''), left.takeTrue('not-found') ? ' · reported as not found' : ''),
            element('td', {}, bodies[body] ?? code(body), rest(left)),
        );
    });
    return rows.length === 0 ? [] : table(['Status', 'Meaning', 'Body'], rows, 'responses');
}

/** The notes of the API, by title. */
function rules(context, members, level = 'h2') {
    return Object.entries(members.takeObject('x-topics')).map(([title, texts]) =>
        partOf(level, title, list(context, [texts].flat(), 'rules')),
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
            element('h3', {}, link(id, name)),
            description(context, left),
            notes(context, left),
            openPoints(context, left, { id, label: name }),
            source(context, left),
            rest(left),
        );
    });
}

/** A package of schemas that several APIs share. */
function sharedPackage(context, used) {
    const left = new Members(used);
    const name = String(left.take('name'));
    const id = `${context.api}/shared/${name}`;
    const title = left.take('title') ?? name;
    return element(
        'section',
        { id, class: 'part shared' },
        element('h2', {}, link(id, title), ' ', code(name)),
        description(context, left),
        rules(context, left, 'h3'),
        openPoints(context, left, { id, label: title }),
        left.takeList('x-resources').map((resource) => {
            const inside = new Members(resource);
            const inner = String(inside.take('name'));
            const place = { id: `${id}/${inner}`, label: `${title} · ${inner}` };
            return element(
                'div',
                { id: place.id, class: 'resource' },
                element('h3', {}, inner),
                description(context, inside),
                notes(context, inside),
                openPoints(context, inside, place),
                source(context, inside),
                rest(inside),
            );
        }),
        source(context, left),
        rest(left),
    );
}

/** The front page: the APIs, this sandbox, keys and marks. */
export function frontArticle(contexts, about) {
    const cards = contexts.map((context) =>
        element(
            'li',
            { class: 'card' },
            element('h2', {}, link(context.api, context.title)),
            element('p', {}, prose(context, context.document.info?.description ?? '')),
            element(
                'p',
                { class: 'source' },
                `${context.operations.length} operations · ${Object.keys(context.schemas).length} schemas · ` +
                    `${context.open.length} unknown or in conflict · `,
                documents(context.api),
            ),
        ),
    );
    const sandbox =
        about === undefined
            ? []
            : definitions([
                    ['point of sale, vendor API', code(about.point_of_sale.base_url)],
                    ...about.payments.map((place) => [`payments, ${place.environment}`, code(place.base_url)]),
                    ['order board', element('a', { href: '/_sandbox/board' }, '/_sandbox/board'), ': orders, quotes and payments as they change'],
                    ...about.payments
                        .filter((place) => place.tester_page)
                        .map((place) => ['tester page', element('a', { href: new URL(place.tester_page).pathname }, new URL(place.tester_page).pathname)]),
                    ['credentials and more', element('a', { href: '/_sandbox' }, '/_sandbox'), ', the control interface'],
                ]);
    return element(
        'article',
        { id: 'front', class: 'overview' },
        element('h1', { tabindex: '-1' }, 'API reference'),
        element(
            'p',
            {},
            'All APIs, from their OpenAPI documents. Undocumented behavior is marked as ',
            element('b', { class: 'word unknown' }, 'unknown'),
            ', a contradiction in the documents as ',
            element('b', { class: 'word conflict' }, 'conflict'),
            ': ',
            element('a', { href: '#?open' }, 'all open points'),
            '.',
        ),
        element('ul', { class: 'cards' }, cards),
        part('This sandbox', sandbox),
        part(
            'Keys',
            definitions([
                [element('kbd', {}, '/'), 'focuses the search'],
                [[element('kbd', {}, '↓'), ' ', element('kbd', {}, '↑')], 'select a search result'],
                [element('kbd', {}, 'Enter'), 'opens the first or the selected result'],
                [element('kbd', {}, 'Esc'), 'clears the search'],
            ]),
        ),
        part('Marks', legend()),
    );
}
