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
                element('ul', {}, element('li', {}, link(context.api, 'Overview'))),
                groups(context.items.filter((item) => item.kind !== 'schema')),
                context.items.some((item) => item.kind === 'schema') ? element('p', { class: 'kinds' }, 'Records and bodies') : [],
                groups(context.items.filter((item) => item.kind === 'schema')),
            ),
        ),
    );
    navigation.addEventListener('keydown', (event) => step(navigation, event));
}

let groupCount = 0;

function groups(items) {
    const names = [...new Set(items.map((item) => item.group))];
    return names.map((name) => {
        groupCount += 1;
        const id = `group-${groupCount}`;
        const own = items.filter((item) => item.group === name);
        return element(
            'div',
            { class: 'group' },
            element('p', { id }, name),
            element(
                'ul',
                { 'aria-labelledby': id },
                own.map((item) =>
                    element('li', {}, link(item.id, item.method === undefined ? [] : [badge(item.method), ' '], item.label)),
                ),
            ),
        );
    });
}

/** Marks the link to the current article, and opens the part of its API. */
export function markCurrent(navigation, id) {
    for (const other of navigation.querySelectorAll('[aria-current]')) {
        other.removeAttribute('aria-current');
    }
    // The id of a field starts with that of its article.
    const parts = id.split('/');
    for (const part of navigation.querySelectorAll('details')) {
        part.open = part.dataset.api === parts[0];
    }
    const own = [id, parts.slice(0, 3).join('/'), parts[0]];
    const found = own.map((place) => navigation.querySelector(`a[href="${CSS.escape(hash(place))}"]`)).find((link) => link);
    found?.setAttribute('aria-current', 'page');
    found?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus from link to link with the arrow keys, and from the first one to the search. */
export function step(list, event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...list.querySelectorAll('a')].filter((link) => link.checkVisibility());
    const index = links.indexOf(document.activeElement);
    if (by === undefined || index < 0) {
        return;
    }
    event.preventDefault();
    if (index + by < 0) {
        document.getElementById('search').focus();
    } else {
        links[index + by]?.focus();
    }
}
