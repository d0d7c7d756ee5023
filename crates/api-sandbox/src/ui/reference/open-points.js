// Hand-written. The list of open points.

import { element, link } from './element.js';

/** All unknowns and conflicts by API, each with a link to its place. */
export function openSection(contexts) {
    return element(
        'section',
        { id: 'open-points', hidden: true },
        element(
            'article',
            { class: 'overview' },
            element('h2', { tabindex: '-1' }, 'Unknown or in conflict'),
            element('p', {}, 'Undocumented behavior, and contradictions in the documents. The search filters this list as well.'),
        ),
        contexts.map((context) =>
            element(
                'article',
                { class: 'open-points' },
                element('h3', {}, link(context.api, context.title), ` (${context.open.length})`),
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
