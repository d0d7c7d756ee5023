// Hand-written. Parts that the details of every kind share.

import { element, reconcile } from './element.js';
import { formatFullTime } from './time.js';

/** The head of a record: its kind, its name and a mark. `set(name, mark)` changes it. */
export function head(kind) {
    const title = element('h2', { tabindex: '-1' });
    const marks = element('span', { class: 'marks' });
    return {
        node: element('div', { class: 'head' }, element('p', { class: 'kicker' }, kind), element('div', { class: 'title' }, title, marks)),
        set(name, mark) {
            if (title.textContent !== name) title.textContent = name;
            marks.replaceChildren(mark);
        },
    };
}

/** Names and values. Values are texts or elements; rows without a value are omitted. */
export function facts() {
    const node = element('dl', { class: 'facts' });
    let current = '';
    return {
        node,
        /** `data` are compared, so that the same values are not drawn again. */
        set(data, rows) {
            const text = JSON.stringify(data);
            if (text === current) return;
            current = text;
            const focused = node.contains(document.activeElement) ? document.activeElement.textContent : null;
            node.replaceChildren(
                ...rows
                    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
                    .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
            );
            if (focused !== null) [...node.querySelectorAll('a')].find((link) => link.textContent === focused)?.focus();
        },
    };
}

/** A section with a heading. */
export function section(title, ...children) {
    return element('section', { class: 'part' }, element('h3', {}, title), ...children);
}

/** A table that scrolls by itself. Headings of numbers end with `#`. */
export function dataTable(title, headings, body) {
    const cells = headings.map((heading) =>
        element('th', { scope: 'col', class: heading.endsWith('#') ? 'number' : null }, heading.replace('#', '')));
    return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title },
        element('table', {}, element('thead', {}, element('tr', {}, cells)), body));
}

/** What has happened to a record: names and times, the oldest first. */
export function history() {
    const list = element('ol', { class: 'history', 'aria-label': 'History' });
    return {
        node: list,
        set: (entries, name) => reconcile(list, entries.map((entry, index) => ({ ...entry, index })), ({ index, at }) => `${index} ${at}`,
            (entry) => element('li', {}, name(entry), ' ', time(entry.at))),
    };
}

/** A line for the outcome of a button: the error is announced at once. */
export function notice() {
    const node = element('p', { class: 'notice', role: 'status' });
    return {
        node,
        set(text, isError = false) {
            node.classList.toggle('error', isError);
            node.textContent = text;
        },
    };
}

/** Runs the action of a button, which keeps the focus, and shows its error. */
export async function run(button, line, action) {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    try {
        line.set((await action()) ?? '');
    } catch (error) {
        line.set(error.message, true);
    } finally {
        button.removeAttribute('aria-disabled');
    }
}

export const time = (text) => element('time', { datetime: text }, formatFullTime(text));
