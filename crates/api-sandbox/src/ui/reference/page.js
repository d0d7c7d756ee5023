// Hand-written. The page: loads the documents, shows them, and handles the URL and the search.

import { demoOf } from './curl.js';
import { element, hash } from './element.js';
import { fillNavigation, markCurrent, visibleLinks } from './navigation.js';
import { openSection } from './open-points.js';
import { operationArticle, operationId, webhookArticle } from './operation.js';
import { frontArticle, overviewArticle } from './overview.js';
import { schemaArticle, schemaId } from './schema.js';
import { sdkArticle, sdkId } from './sdk.js';
import { highlight, search, searchOpen, showAll, wordsOf } from './search.js';

const main = document.getElementById('main');
const navigation = document.getElementById('navigation');
const input = document.getElementById('search');
const openSwitch = document.getElementById('open');
const found = document.getElementById('found');

let contexts = [];
let front;
let open;
/** The place that is shown when the search is cleared. */
let before = '';

/** A document with its indices. */
function contextOf(api, text, demo) {
    const parsed = JSON.parse(text);
    const title = String(parsed.info?.title ?? api);
    const context = { api, title, document: parsed, demo, open: [], items: [] };
    context.schemas = parsed.components?.schemas ?? {};
    context.values = new Map((parsed['x-client-values'] ?? []).map((value) => [value.name, value.default]));
    context.operations = Object.entries(parsed.paths ?? {}).flatMap(([path, methods]) =>
        Object.entries(methods)
            .filter(([, operation]) => operation?.responses !== undefined)
            .map(([method, operation]) => ({ path, method, operation })),
    );
    const names = new Map(Object.keys(context.schemas).map((name) => [name, schemaId(context, name)]));
    for (const name of context.values.keys()) {
        names.set(name, `${api}/value/${name}`);
    }
    for (const { operation } of context.operations) {
        names.set(operation.operationId, operationId(context, operation));
    }
    context.idOf = (name) => names.get(name);
    context.users = usersOf(context);
    return context;
}

/** The operations and records that use each schema. */
function usersOf(context) {
    const users = new Map();
    const add = (name, user) => {
        const known = users.get(name) ?? [];
        if (!known.some((other) => other.id === user.id)) {
            users.set(name, [...known, user]);
        }
    };
    const walk = (value, user) => {
        if (value === null || typeof value !== 'object') {
            return;
        }
        for (const [key, member] of Object.entries(value)) {
            if (key === '$ref') {
                add(String(member).split('/').pop(), user);
            } else {
                walk(member, user);
            }
        }
    };
    for (const { operation } of context.operations) {
        walk(operation, { id: operationId(context, operation), label: operation.operationId });
    }
    for (const [name, methods] of Object.entries(context.document.webhooks ?? {})) {
        walk(methods, { id: `${context.api}/webhook/${name}`, label: name });
    }
    for (const sdk of context.document['x-browser-sdks'] ?? []) {
        walk(sdk, { id: sdkId(context, sdk), label: String(sdk.resource) });
    }
    for (const [name, schema] of Object.entries(context.schemas)) {
        walk(schema, { id: schemaId(context, name), label: name });
    }
    return users;
}

/** The articles of a document, in one section. */
function sectionOf(context) {
    const add = (kind, group, label, article, method) => {
        context.items.push({ kind, group, label, method, id: article.id });
        return article;
    };
    const articles = [overviewArticle(context)];
    for (const found of context.operations) {
        const { operation } = found;
        const group = operation.tags?.[0] ?? 'operations';
        articles.push(add('operation', group, operation.operationId, operationArticle(context, found), found.method));
    }
    for (const [name, methods] of Object.entries(context.document.webhooks ?? {})) {
        for (const [method, operation] of Object.entries(methods)) {
            articles.push(add('webhook', 'callbacks', name, webhookArticle(context, name, method, operation)));
        }
    }
    for (const sdk of context.document['x-browser-sdks'] ?? []) {
        articles.push(add('sdk', 'browser SDK', String(sdk.resource), sdkArticle(context, sdk)));
    }
    for (const [name, schema] of Object.entries(context.schemas)) {
        const group = schema['x-resource'] ?? 'error bodies';
        articles.push(add('schema', group, name, schemaArticle(context, name, schema)));
    }
    return element('section', { class: 'api', 'data-api': context.api, hidden: true }, articles);
}

/** The state in the URL: a place, or a search. */
function stateOfUrl() {
    const text = location.hash.slice(1);
    if (text.startsWith('?')) {
        const query = new URLSearchParams(text);
        return { words: query.get('q') ?? '', open: query.has('open'), id: '' };
    }
    let id = text;
    try {
        id = text.split('/').map(decodeURIComponent).join('/');
    } catch {
        // An invalid escape matches no id.
    }
    return { words: '', open: false, id };
}

/** Shows the state in the URL. */
function show() {
    const state = stateOfUrl();
    openSwitch.checked = state.open;
    if (input.value !== state.words) {
        input.value = state.words;
    }
    const words = wordsOf(state.words);
    found.textContent = '';
    front.hidden = true;
    open.hidden = true;
    if (state.open) {
        contexts.forEach((context) => (context.section.hidden = true));
        showAll(contexts, navigation);
        open.hidden = false;
        found.textContent = `${searchOpen(open, words)} found`;
    } else if (words.length > 0) {
        found.textContent = `${search(contexts, navigation, words)} found`;
        navigation.querySelectorAll('details').forEach((part) => (part.open = true));
    } else {
        showPlace(state.id);
    }
    if (state.open || words.length > 0) {
        markCurrent(navigation, '');
        scrollTo(0, 0);
    }
    highlight(main, words);
}

function showPlace(id) {
    before = id;
    showAll(contexts, navigation);
    const target = id === '' ? null : document.getElementById(id);
    const section = target?.closest('section.api');
    for (const context of contexts) {
        context.section.hidden = context.section !== section;
        navigation.querySelector(`details[data-api="${CSS.escape(context.api)}"]`).open = context.section === section;
    }
    if (!section) {
        front.hidden = false;
        if (id !== '') {
            found.textContent = 'not found';
        }
        markCurrent(navigation, '');
        scrollTo(0, 0);
        return;
    }
    markCurrent(navigation, id);
    main.querySelector('.target')?.classList.remove('target');
    target.classList.add('target');
    const heading = target.querySelector(':scope > :is(h2, h3)') ?? target.querySelector('a');
    heading?.focus({ preventScroll: true });
    target.scrollIntoView();
}

/** Writes the search to the URL, without a history entry per key. */
function onSearch() {
    const query = new URLSearchParams();
    if (input.value !== '') {
        query.set('q', input.value);
    }
    const text = (openSwitch.checked ? 'open&' : '') + query.toString();
    history.replaceState(null, '', text === '' ? hash(before) : `#?${text.replace(/&$/, '')}`);
    show();
}

function listen() {
    addEventListener('hashchange', show);
    input.addEventListener('input', onSearch);
    openSwitch.addEventListener('change', onSearch);
    input.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown' || event.key === 'Enter') {
            const links = openSwitch.checked
                ? [...open.querySelectorAll('.where a')].filter((link) => link.checkVisibility())
                : visibleLinks(navigation);
            // A match in the name is preferred.
            const words = wordsOf(input.value);
            const named = links.find((link) => words.every((word) => link.textContent.toLowerCase().includes(word)));
            const chosen = event.key === 'Enter' ? (named ?? links[0]) : links[0];
            if (chosen !== undefined && input.value !== '') {
                event.preventDefault();
                chosen.focus();
                if (event.key === 'Enter') {
                    chosen.click();
                }
            }
        } else if (event.key === 'Escape') {
            input.value = '';
            onSearch();
        }
    });
    addEventListener('keydown', (event) => {
        const writing = event.target instanceof HTMLInputElement && event.target.type === 'search';
        if (event.key === '/' && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            input.focus();
            input.select();
        }
    });
    document.querySelector('[data-skip]').addEventListener('click', (event) => {
        event.preventDefault();
        main.focus();
    });
}

/** Fetches a text. */
async function read(path) {
    const response = await fetch(path);
    if (!response.ok) {
        throw new Error(`${path}: status ${response.status}`);
    }
    return response.text();
}

async function start() {
    const about = JSON.parse(await read('/_sandbox'));
    const apis = JSON.parse(await read('/reference/openapi/index.json'));
    const texts = await Promise.all(apis.map((api) => read(`/reference/openapi/${api}.json`)));
    const demo = demoOf(about);
    contexts = texts.map((text, index) => contextOf(apis[index], text, demo));
    for (const context of contexts) {
        context.section = sectionOf(context);
    }
    front = element('section', {}, frontArticle(contexts, about));
    open = openSection(contexts);
    main.replaceChildren(front, open, ...contexts.map((context) => context.section));
    fillNavigation(navigation, contexts);
    listen();
    show();
    main.removeAttribute('aria-busy');
}

start().catch((error) => {
    main.replaceChildren(element('p', { class: 'point conflict' }, `Cannot load the reference: ${error.message}`));
    main.removeAttribute('aria-busy');
});
