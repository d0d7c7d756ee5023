// Hand-written. The state diagram of an order, across or down, with the current state marked.

import { element, svg } from './element.js';
import { toneOf } from './mark.js';

const [WIDTH, HEIGHT] = [118, 38];
/** The width of the page's part from which the diagram is drawn across. */
const MIN_ACROSS = 560;

/** The centers of the states, and the lines between them. Dashed lines leave the usual course. */
const ACROSS = {
    size: [720, 170],
    states: {
        Pending: [70, 36], Processing: [215, 36], Completed: [360, 36], 'En Route': [505, 36], Delivered: [650, 36],
        Change: [130, 134], Canceled: [360, 134], 'STS Failed': [505, 134],
    },
    lines: [
        'M129 36H154', 'M274 36H299', 'M419 36H444', 'M564 36H589',
        'M45 55V134H69', 'M189 134H202V57',
    ],
    exits: ['M230 55V134H299', 'M505 55V113'],
};
const DOWN = {
    size: [320, 310],
    states: {
        Pending: [70, 26], Processing: [70, 90], Completed: [70, 154], 'En Route': [70, 218], Delivered: [70, 282],
        Change: [248, 56], Canceled: [248, 136], 'STS Failed': [248, 218],
    },
    lines: ['M70 45V69', 'M70 109V133', 'M70 173V197', 'M70 237V261', 'M129 26H248V35', 'M248 75V86H131'],
    exits: ['M129 98H160V136H187', 'M129 218H187'],
};

/** A diagram. `set(status)` marks a state. */
export function diagram() {
    const title = svg('title', {});
    const across = draw(ACROSS);
    const down = draw(DOWN);
    const figure = element(
        'figure',
        { class: 'diagram' },
        element('figcaption', { class: 'soft' }, 'The usual course. The sandbox allows every change, as the documents name none.'),
    );
    let status = '';
    const show = () => {
        const drawing = figure.clientWidth >= MIN_ACROSS ? across : down;
        if (figure.firstElementChild !== drawing.node) {
            drawing.node.prepend(title);
            figure.querySelector('svg')?.remove();
            figure.prepend(drawing.node);
        }
        title.textContent = `State diagram. Current state: ${status}.`;
        drawing.set(status);
    };
    new ResizeObserver(show).observe(figure);
    return {
        node: figure,
        set(next) {
            status = next;
            show();
        },
    };
}

function draw({ size, states, lines, exits }) {
    const nodes = Object.entries(states).map(([name, [x, y]]) =>
        svg(
            'g',
            { class: `state tone-${toneOf(name)}`, 'data-state': name },
            svg('rect', { x: x - WIDTH / 2, y: y - HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 9 }),
            svg('path', { class: 'here', d: `M${x - WIDTH / 2 + 10} ${y - 5}v10l8-5z` }),
            svg('text', { x, y: y + 4.5 }, name),
        ),
    );
    const arrow = size[0] > size[1] ? 'arrow-across' : 'arrow-down';
    const line = (style) => (path) => svg('path', { class: style, d: path, 'marker-end': `url(#${arrow})` });
    const marker = svg(
        'marker',
        { id: arrow, viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
        svg('path', { d: 'M1 1l5 3-5 3' }),
    );
    const node = svg(
        'svg',
        { role: 'img', viewBox: `0 0 ${size.join(' ')}` },
        svg('defs', {}, marker),
        lines.map(line('line')),
        exits.map(line('line exit')),
        nodes,
    );
    const set = (status) => {
        for (const state of nodes) state.classList.toggle('current', state.dataset.state === status);
    };
    return { node, set };
}
