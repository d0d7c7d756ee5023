// Hand-written.

import { element, link } from './element.js';

/** The list of everything that is unknown or in conflict, by API, each with the place where it stands. */
export function openSection(contexts) {
    return element(
        'section',
        { id: 'open-points', hidden: true },
        element(
            'article',
            { class: 'overview' },
            element('h2', { tabindex: '-1' }, 'Unknown or in conflict'),
            element('p', {}, 'What the documents do not show, and what they say in two ways. The search narrows this list, too.'),
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
