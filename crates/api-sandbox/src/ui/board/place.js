// Hand-written. The place that the URL names: a list with its filters, and a record.

export const KINDS = ['orders', 'quotes', 'payments', 'callbacks', 'requests'];
const FILTERS = ['venue', 'group', 'search', 'before'];

/** The current place. */
export function currentPlace() {
    const [path, query = ''] = location.hash.slice(1).split(/\?(.*)/s);
    const [kind, ...id] = path.split('/');
    const parameters = new URLSearchParams(query);
    const place = { kind: KINDS.includes(kind) ? kind : KINDS[0], id: decode(id.join('/')) };
    for (const name of FILTERS) place[name] = parameters.get(name) ?? '';
    return place;
}

/** The URL of a place. Members without a value are omitted. */
export function urlOf(place) {
    const id = place.id ? `/${encodeURIComponent(place.id)}` : '';
    const query = listQuery(place);
    return `#${place.kind}${id}${query && `?${query}`}`;
}

/** The filters of a place, as a query. */
export function listQuery(place) {
    const filters = FILTERS.filter((name) => place[name]).map((name) => [name, place[name]]);
    return new URLSearchParams(filters).toString();
}

/** Goes to a place. `replace` adds no entry to the history. */
export function goTo(place, { replace = false } = {}) {
    if (urlOf(place) === urlOf(currentPlace())) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', urlOf(place));
    dispatchEvent(new Event('hashchange'));
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
