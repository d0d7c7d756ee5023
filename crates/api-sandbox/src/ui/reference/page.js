// Hand-written. The page: loads the documents, shows one article at a time, and handles the URL and the search.

import { demoOf } from './demo.js';
import { element, hash } from './element.js';
import { fillNavigation, markCurrent } from './navigation.js';
import { filterOpen, openArticle } from './open-points.js';
import { operationArticle, operationId, webhookArticle } from './operation.js';
import { frontArticle, overviewArticle } from './overview.js';
import { schemaArticle, schemaId } from './schema.js';
import { sdkArticle, sdkId } from './sdk.js';
import { hitsArticle, hitsOf, indexOf } from './search.js';

const TITLE = 'API reference';

const main = document.getElementById('main');
const navigation = document.getElementById('navigation');
const input = document.getElementById('search');
const openSwitch = document.getElementById('open');
const found = document.getElementById('found');
const menu = document.getElementById('menu');

let contexts = [];
let front;
let open;
let index;
/** The article of each place, by the place's id. */
const articles = new Map();
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

/** The articles of a document. */
function articlesOf(context) {
    const add = (kind, group, label, article, method) => {
        context.items.push({ kind, group, label, method, id: article.id });
        return article;
    };
    const all = [];
    for (const found of context.operations) {
        const { operation } = found;
        const group = operation.tags?.[0] ?? 'operations';
        all.push(add('operation', group, operation.operationId, operationArticle(context, found), found.method));
    }
    for (const [name, methods] of Object.entries(context.document.webhooks ?? {})) {
        for (const [method, operation] of Object.entries(methods)) {
            all.push(add('webhook', 'callbacks', name, webhookArticle(context, name, method, operation)));
        }
    }
    for (const sdk of context.document['x-browser-sdks'] ?? []) {
        all.push(add('sdk', 'browser SDK', String(sdk.resource), sdkArticle(context, sdk)));
    }
    for (const [name, schema] of Object.entries(context.schemas)) {
        const group = schema['x-resource'] ?? 'error bodies';
        all.push(add('schema', group, name, schemaArticle(context, name, schema)));
    }
    return [overviewArticle(context), ...all];
}

/** Registers an article, and every place within it. */
function register(article, context) {
    const titles = [article.dataset.title, context?.title, TITLE].filter((title) => title !== undefined);
    const shown = { article, title: titles.join(' · ') };
    articles.set(article.id, shown);
    for (const place of article.querySelectorAll('[id]')) {
        articles.set(place.id, shown);
    }
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
    setMenu(false);
    found.textContent = '';
    if (state.open) {
        open ??= openArticle(contexts);
        found.textContent = `${filterOpen(open, state.words)} found`;
        showArticle(open, `Unknown or in conflict · ${TITLE}`);
    } else if (state.words.trim() !== '') {
        const hits = hitsOf(index, state.words);
        found.textContent = `${hits.length} found`;
        showArticle(hitsArticle(hits, state.words), `${state.words} · ${TITLE}`);
    } else {
        return showPlace(state.id);
    }
    markCurrent(navigation, '');
    scrollTo(0, 0);
}

function showArticle(article, title) {
    document.title = title;
    if (main.firstElementChild !== article) {
        article.dispatchEvent(new Event('show'));
        main.replaceChildren(article);
    }
}

function showPlace(id) {
    before = id;
    const known = articles.get(id);
    if (known === undefined) {
        showArticle(front, TITLE);
        if (id !== '') {
            found.textContent = 'not found';
        }
        markCurrent(navigation, '');
        scrollTo(0, 0);
        return;
    }
    showArticle(known.article, known.title);
    markCurrent(navigation, id);
    main.querySelector('.target')?.classList.remove('target');
    if (known.article.id === id) {
        known.article.querySelector('h1').focus({ preventScroll: true });
        scrollTo(0, 0);
        return;
    }
    const target = document.getElementById(id);
    target.classList.add('target');
    target.querySelector('a')?.focus({ preventScroll: true });
    target.scrollIntoView();
}

/** Writes the search to the URL: the first key adds a history entry, further keys change it. */
function onSearch() {
    const query = new URLSearchParams();
    if (input.value !== '') {
        query.set('q', input.value);
    }
    const text = (openSwitch.checked ? 'open&' : '') + query.toString();
    const url = text === '' ? hash(before) : `#?${text.replace(/&$/, '')}`;
    if (location.hash.startsWith('#?')) {
        history.replaceState(null, '', url);
    } else {
        history.pushState(null, '', url);
    }
    show();
}

function setMenu(shown) {
    menu.setAttribute('aria-expanded', String(shown));
    navigation.classList.toggle('shown', shown);
}

function onSearchKey(event) {
    if (event.key === 'Escape') {
        input.value = '';
        onSearch();
    } else if ((event.key === 'ArrowDown' || event.key === 'Enter') && input.value !== '') {
        const first = main.querySelector('.hits a, .open-point:not([hidden]) .where a');
        if (first !== null) {
            event.preventDefault();
            first.focus();
            if (event.key === 'Enter') {
                first.click();
            }
        }
    }
}

function listen() {
    addEventListener('hashchange', show);
    input.addEventListener('input', onSearch);
    openSwitch.addEventListener('change', onSearch);
    input.addEventListener('keydown', onSearchKey);
    menu.addEventListener('click', () => setMenu(menu.getAttribute('aria-expanded') === 'false'));
    addEventListener('keydown', (event) => {
        const isText = event.target.matches('input:not([type="checkbox"]), textarea, select');
        if (event.key === '/' && !isText && !event.ctrlKey && !event.metaKey && !event.altKey) {
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
    contexts = texts.map((text, order) => contextOf(apis[order], text, demo));
    for (const context of contexts) {
        articlesOf(context).forEach((article) => register(article, context));
    }
    front = frontArticle(contexts, about);
    register(front);
    index = indexOf(contexts);
    fillNavigation(navigation, contexts);
    listen();
    show();
    main.removeAttribute('aria-busy');
}

// On narrow screens the header, which stays above the page, has several lines.
const header = document.querySelector('header');
const measureHeader = () => document.documentElement.style.setProperty('--header-height', `${header.offsetHeight}px`);
measureHeader();
new ResizeObserver(measureHeader).observe(header);

start().catch((error) => {
    const text = `Cannot load the reference: ${error.message}`;
    main.replaceChildren(element('h1', {}, TITLE), element('p', { class: 'point conflict' }, text));
    main.removeAttribute('aria-busy');
});
