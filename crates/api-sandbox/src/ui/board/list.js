// Hand-written. The list: groups, rows and pages.

import { announce } from './announce.js';
import { element, part, reconcile, setText } from './element.js';
import { kinds } from './kinds.js';
import { iconOf, toneOf } from './mark.js';
import { currentPlace, goTo, urlOf } from './place.js';
import { count } from './time.js';

const [rows, groups] = [part('rows'), part('groups')];
/** The list that is shown: its URL, and its rows by key. */
let shown = { url: '', rows: new Map() };

/** The keys before which the newer pages start. */
let newerPages = [];

/** Shows a list. `place` is where it is. */
export function showList(place, list) {
    const kind = kinds[place.kind];
    const url = urlOf({ ...place, id: '' });
    const isSameList = url === shown.url;
    const focus = isSameList ? focusedRow() : null;
    setText(part('list-title'), kind.title);
    showGroups(place, list);
    const now = list.overview.clock.now;
    const previous = shown.rows;
    shown = { url, rows: new Map(list.rows.map((row) => [String(row.key), JSON.stringify(row)])) };
    if (!isSameList) rows.replaceChildren();
    reconcile(rows, list.rows, (row) => row.key, () => element('li', {}, element('a', {})), (item, row) => {
        const link = item.firstElementChild;
        const text = JSON.stringify(row);
        link.setAttribute('href', urlOf({ ...place, id: String(row.id) }));
        setCurrent(link, String(row.id) === place.id);
        const before = previous.get(String(row.key));
        if (isSameList && before === text && link.childElementCount > 0) return;
        drawRow(link, kind.cells(row, now));
        if (!isSameList || before === text) return;
        item.classList.remove('changed');
        // Reading the layout starts the animation again.
        void item.offsetWidth;
        item.classList.add('changed');
        if (kind.change && !place.before) announce(kind.change(row));
    });
    if (focus) restoreFocus(focus);
    showEmpty(kind, place, list);
    showPager(place, list);
}

/** Marks the row of a record. */
export function markRow(place) {
    for (const link of rows.querySelectorAll('a')) {
        const current = link.getAttribute('href') === urlOf(place);
        setCurrent(link, current);
    }
}

/** Focuses the row of a record, or the list. */
export function focusRow(place) {
    const url = urlOf(place);
    ([...rows.querySelectorAll('a')].find((link) => link.getAttribute('href') === url) ?? part('list')).focus();
}

function setCurrent(link, isCurrent) {
    if (isCurrent) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
}

function drawRow(link, { name, mark, notes, time, value }) {
    link.replaceChildren(
        element('span', { class: 'line' },
            element('span', { class: 'name' }, name),
            element('span', { class: 'state-cell' }, time && element('span', { class: 'soft' }, time), mark)),
        element('span', { class: 'line' },
            element('span', { class: 'notes' }, notes.filter(Boolean).join(' · ')),
            element('span', { class: 'value' }, value)),
    );
}

function showGroups(place, list) {
    const all = { name: '', count: list.groups.reduce((sum, group) => sum + group.count, 0) };
    const create = ({ name }) => {
        const button = element('button', { type: 'button', class: `group tone-${toneOf(name)}` },
            name && iconOf(name), name || 'All', element('span', { class: 'count' }));
        button.addEventListener('click', () => goTo({ ...currentPlace(), group: name, before: '', id: '' }));
        return button;
    };
    // Kinds have statuses of their own.
    reconcile(groups, [all, ...list.groups], (group) => `${place.kind} ${group.name}`, create, (button, group) => {
        button.setAttribute('aria-pressed', String(group.name === place.group));
        button.classList.toggle('none', group.count === 0);
        setText(button.querySelector('.count'), group.count.toLocaleString('en-US'));
    });
}

function showEmpty(kind, place, list) {
    const isEmpty = list.rows.length === 0;
    const isFiltered = place.venue || place.group || place.search || place.before;
    part('empty').hidden = !isEmpty;
    rows.hidden = isEmpty;
    if (!isEmpty) return;
    setText(part('empty'), isFiltered ? `No ${kind.noun} matches the filters.` : kind.empty);
}

function showPager(place, list) {
    const { newer, total, rows: { length } } = list;
    part('pager').hidden = total === 0 || (newer === 0 && length === total);
    setText(part('range'), `${(newer + 1).toLocaleString('en-US')}–${(newer + length).toLocaleString('en-US')} of ${count(total, kinds[place.kind].noun)}`);
    const [newerButton, olderButton] = [part('newer'), part('older')];
    setDisabled(newerButton, newer === 0);
    setDisabled(olderButton, newer + length >= total);
    if (!place.before) newerPages = [];
    newerButton.onclick = () => {
        if (newer === 0) return;
        turnTo({ ...place, before: newerPages.pop() ?? '' });
    };
    olderButton.onclick = () => {
        if (newer + length >= total) return;
        newerPages.push(place.before);
        turnTo({ ...place, before: String(list.rows.at(-1).key) });
    };
}

/** A button that cannot be pressed keeps the focus. */
function setDisabled(button, isDisabled) {
    button.setAttribute('aria-disabled', String(isDisabled));
}

function turnTo(place) {
    goTo(place);
    part('list').scrollTo(0, 0);
    if (part('list').getBoundingClientRect().top < 0) part('list').scrollIntoView();
}

/** The focused row: its key, and its place in the list. */
function focusedRow() {
    const item = document.activeElement?.closest?.('#rows > li');
    return item ? { key: item.dataset.key, index: [...rows.children].indexOf(item) } : null;
}

/** Focuses the row in the place of one that is gone. */
function restoreFocus({ index }) {
    if (rows.contains(document.activeElement)) return;
    const item = rows.children[Math.min(index, rows.children.length - 1)];
    (item?.firstElementChild ?? part('list')).focus({ preventScroll: true });
}

/** Whether an arrow key moves to the rows: in them, from the search and the list, and after the page is opened. */
function isBesideRows(target) {
    return target === part('search') || target === part('list') || target === document.body;
}

document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const links = [...rows.querySelectorAll('a')];
    const index = links.indexOf(event.target.closest?.('a'));
    let next;
    if (index >= 0) next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: links.length - 1 }[event.key];
    else if (isBesideRows(event.target) && event.key === 'ArrowDown') next = 0;
    if (next === undefined || !links[next] || rows.hidden || !links[next].checkVisibility()) return;
    event.preventDefault();
    links[next].focus();
});
