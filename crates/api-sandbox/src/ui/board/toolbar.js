// Hand-written. The toolbar: links to the lists, the venue, the search.

import { element, part, reconcile, setText } from './element.js';
import { kinds } from './kinds.js';
import { currentPlace, goTo, KINDS, urlOf } from './place.js';

/** The pause in typing after which the list is searched, in milliseconds. */
const PAUSE = 150;
let timer = null;

/** Shows the place, and what the overview has. */
export function showToolbar(place, overview) {
    const create = (name) => element('a', {}, kinds[name].title, ' ', element('span', { class: 'count' }));
    reconcile(part('kinds'), KINDS, (name) => name, create, (link, name) => {
        link.setAttribute('href', urlOf({ kind: name, venue: place.venue }));
        if (name === place.kind) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
        if (overview) setText(link.querySelector('.count'), overview.totals[name].toLocaleString('en-US'));
    });
    const kind = kinds[place.kind];
    const venue = part('venue');
    venue.closest('label').hidden = !kind.hasVenue;
    if (overview) {
        const options = [{ id: '', name: 'All venues' }, ...overview.venues];
        const texts = options.map(({ id, name }) => [String(id), name]);
        if (JSON.stringify(texts) !== JSON.stringify([...venue.options].map((option) => [option.value, option.text]))) {
            venue.replaceChildren(...texts.map(([id, name]) => element('option', { value: id }, name)));
        }
        venue.value = place.venue;
    }
    const field = part('search');
    field.setAttribute('aria-label', `Search: ${kind.search}`);
    field.placeholder = kind.search;
    if (timer === null && document.activeElement !== field && field.value !== place.search) field.value = place.search;
}

/** Searches for what was typed. */
function search() {
    clearTimeout(timer);
    timer = null;
    const text = part('search').value.trim();
    if (text !== currentPlace().search) goTo({ ...currentPlace(), search: text, before: '', id: '' }, { replace: true });
}

part('venue').addEventListener('change', (event) => goTo({ ...currentPlace(), venue: event.target.value, before: '', id: '' }));
part('search').addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
});
// The field is left: for a button that filters, too.
part('search').addEventListener('change', search);
document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    part('search').select();
});
