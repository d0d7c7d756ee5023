// Hand-written. The navigation.

import { element, hash, link } from './element.js';
import { badge } from './operation.js';

/** The list of all APIs with their operations and records. */
export function fillNavigation(navigation, contexts) {
    navigation.append(
        ...contexts.map((context) =>
            element(
                'details',
                { 'data-api': context.api },
                element('summary', {}, context.title),
                element('ul', {}, element('li', {}, navigationLink(context.api, 'Overview'))),
                groups(context.items.filter((item) => item.kind !== 'schema')),
                context.items.some((item) => item.kind === 'schema') ? element('h3', {}, 'Records and bodies') : [],
                groups(context.items.filter((item) => item.kind === 'schema')),
            ),
        ),
    );
    navigation.addEventListener('keydown', (event) => step(navigation, event));
}

function groups(items) {
    const names = [...new Set(items.map((item) => item.group))];
    return names.map((name) =>
        element(
            'div',
            { class: 'group' },
            element('h4', {}, name),
            element(
                'ul',
                {},
                items
                    .filter((item) => item.group === name)
                    .map((item) =>
                        element('li', {}, navigationLink(item.id, item.method === undefined ? [] : [badge(item.method), ' '], item.label)),
                    ),
            ),
        ),
    );
}

function navigationLink(id, ...children) {
    const created = link(id, ...children);
    created.dataset.id = id;
    return created;
}

/** Marks the link to the current article. */
export function markCurrent(navigation, id) {
    for (const other of navigation.querySelectorAll('[aria-current]')) {
        other.removeAttribute('aria-current');
    }
    // The id of a field starts with that of its article.
    const parts = id.split('/');
    const own = [id, parts.slice(0, 3).join('/'), parts[0]];
    const found = own.map((place) => navigation.querySelector(`a[href="${CSS.escape(hash(place))}"]`)).find((link) => link);
    found?.setAttribute('aria-current', 'true');
    found?.scrollIntoView({ block: 'nearest' });
}

/** The visible links, in order. */
export function visibleLinks(navigation) {
    return [...navigation.querySelectorAll('a')].filter((link) => link.checkVisibility());
}

function step(navigation, event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = visibleLinks(navigation);
    const at = links.indexOf(document.activeElement);
    if (by === undefined || at < 0) {
        return;
    }
    event.preventDefault();
    if (at + by < 0) {
        document.getElementById('search').focus();
    } else {
        links[at + by]?.focus();
    }
}
