// Hand-written. The board: shows the place that the URL names, and follows the changes.

import { showClock, startClock } from './clock.js';
import { element, part, setText } from './element.js';
import { kinds } from './kinds.js';
import { focusRow, markRow, showList } from './list.js';
import { follow } from './live.js';
import { currentPlace, goTo, urlOf } from './place.js';
import { loadList, loadRecord } from './sandbox.js';
import { showToolbar } from './toolbar.js';

/** The shortest time between two reads, in milliseconds. */
const INTERVAL = 200;

let overview = null;
/** The details that are shown, and their place. */
let detail = null;
/** The read that runs, and the one that follows it. */
let [running, next] = [null, null];

const context = { statuses: () => overview?.statuses ?? [], reload };

/** Reads what is shown, once more if it has changed since the current read began. */
function reload() {
    if (!running) {
        running = read().finally(() => (running = null));
        return running;
    }
    next ??= running
        .catch(() => {})
        .then(() => new Promise((wake) => setTimeout(wake, INTERVAL)))
        .then(() => {
            next = null;
            return reload();
        });
    return next;
}

async function read() {
    const place = currentPlace();
    try {
        const list = await loadList(place);
        const record = place.id ? await loadRecord(place.kind, place.id) : null;
        // The URL has changed meanwhile: the read that follows shows the new place.
        if (urlOf(currentPlace()) !== urlOf(place)) return;
        overview = list.overview;
        showDetail(place, record);
        showToolbar(place, overview);
        showClock(overview.clock);
        showList(place, list);
        setText(part('list-error'), '');
    } catch (error) {
        setText(part('list-error'), error.message);
        throw error;
    } finally {
        part('list').removeAttribute('aria-busy');
    }
}

/** Shows a record. `record` is null if the place names none, or one that does not exist. */
function showDetail(place, record) {
    const key = place.id && `${place.kind}/${place.id}`;
    document.body.classList.toggle('has-detail', Boolean(key));
    if (!key) {
        detail = null;
        return part('detail').replaceChildren(element('p', { class: 'empty' }, `Select ${/^[aeiou]/.test(kinds[place.kind].noun) ? 'an' : 'a'} ${kinds[place.kind].noun} for its details.`));
    }
    if (!record) {
        detail = null;
        return part('detail').replaceChildren(backLink(place), element('p', { class: 'empty' }, `The sandbox has no such ${kinds[place.kind].noun}.`));
    }
    if (detail?.key !== key) {
        detail = { key, ...kinds[place.kind].detail(context) };
        detail.set(record);
        part('detail').replaceChildren(backLink(place), detail.node);
        // Drawn again, as its width is known now.
        detail.set(record);
        part('detail').scrollTo(0, 0);
        if (wantsFocus) focusDetail();
    } else {
        detail.set(record);
    }
}

function backLink(place) {
    return element('a', { class: 'back', href: urlOf({ ...place, id: '' }) }, `All ${kinds[place.kind].title.toLowerCase()}`);
}

/** Whether the details take the focus: after a link was followed, not when the page is opened. */
let wantsFocus = false;

function focusDetail() {
    wantsFocus = false;
    const heading = part('detail').querySelector('h2');
    heading?.focus({ preventScroll: true });
    // On a narrow screen the details take the place of the list.
    if (getComputedStyle(part('list')).display === 'none') scrollTo(0, 0);
}

/** Shows the list again, and focuses the row of the record whose details had the focus. */
function leaveDetail(previous) {
    const { activeElement, body } = document;
    document.body.classList.remove('has-detail');
    if (previous.id && (activeElement === body || part('detail').contains(activeElement))) focusRow(previous);
}

let lastPlace = currentPlace();
addEventListener('hashchange', () => {
    const place = currentPlace();
    const previous = lastPlace;
    lastPlace = place;
    if (place.id && place.id !== previous.id) wantsFocus = true;
    showToolbar(place, overview);
    markRow(place);
    if (!place.id) leaveDetail(previous);
    document.title = `${place.id ? `${place.id} · ` : ''}${kinds[place.kind].title} · Order board`;
    reload().catch(() => {});
});

document.addEventListener('keydown', (event) => {
    const place = currentPlace();
    if (event.key !== 'Escape' || !place.id || event.target.closest?.('input, select')) return;
    goTo({ ...place, id: '' });
});

document.querySelector('[data-skip]').addEventListener('click', (event) => {
    event.preventDefault();
    part('list').focus();
});

showToolbar(currentPlace(), null);
startClock(reload);
reload().catch(() => {});
follow(reload);
