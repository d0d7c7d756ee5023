// Hand-written. The list of open points.

import { element, link } from './element.js';
import { wordsOf } from './search.js';

/** All unknowns and conflicts by API, each with a link to its place. */
export function openArticle(contexts) {
    return element(
        'article',
        { id: 'open-points', class: 'overview' },
        element('h1', { tabindex: '-1' }, 'Unknown or in conflict'),
        element('p', {}, 'Undocumented behavior, and contradictions in the documents. The search filters this list.'),
        contexts.map((context) =>
            element(
                'section',
                { class: 'open-points' },
                element('h2', {}, link(context.api, context.title), ` (${context.open.length})`),
                context.open.map(({ place, point }) =>
                    element(
                        'div',
                        { class: 'open-point' },
                        element('p', { class: 'where' }, link(place.id, place.label)),
                        point.cloneNode(true),
                    ),
                ),
            ),
        ),
    );
}

/** Hides the points without all words of the search, and returns the number of the others. */
export function filterOpen(article, text) {
    const words = wordsOf(text);
    let found = 0;
    for (const list of article.querySelectorAll('.open-points')) {
        let inApi = 0;
        for (const point of list.querySelectorAll('.open-point')) {
            const own = point.textContent.toLowerCase();
            point.hidden = !words.every((word) => own.includes(word));
            inApi += point.hidden ? 0 : 1;
        }
        list.hidden = inApi === 0;
        found += inApi;
    }
    return found;
}
