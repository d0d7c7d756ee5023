// Hand-written. Marks of statuses: an icon, a word and a color each, so that none depends on the color.

import { element, svg } from './element.js';

/** The outlines of icons, in a box of 16. */
const CIRCLE = 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z';
const ICONS = {
    clock: `${CIRCLE}M8 4.8V8l2.2 1.4`,
    pencil: 'm3 13 .7-2.8L10.6 3.3a1.3 1.3 0 0 1 1.9 0l.2.2a1.3 1.3 0 0 1 0 1.9l-6.9 6.9L3 13Z',
    progress: `${CIRCLE}M8 5v3h3`,
    box: 'M2.5 5 8 2.2 13.5 5v6L8 13.8 2.5 11V5Zm0 0L8 7.8m0 0L13.5 5M8 7.8v6',
    truck: 'M1.5 4h8v6.5h-8zM9.5 6.5H12l2.5 2.3v1.7h-5M4.5 12.5a1 1 0 1 0 0-.1M11.5 12.5a1 1 0 1 0 0-.1',
    check: `${CIRCLE}M5.4 8.2l1.8 1.8 3.5-3.8`,
    cross: `${CIRCLE}M6 6l4 4m0-4-4 4`,
    warning: 'M8 2.5 14.2 13H1.8L8 2.5Zm0 4v3.2m0 1.6v.2',
    circle: CIRCLE,
    up: `${CIRCLE}M8 11V5.4m0 0L5.8 7.6M8 5.4l2.2 2.2`,
    back: 'M6 3.5 2.8 6.7 6 9.9M3 6.7h6.2a3.4 3.4 0 0 1 0 6.8H6.5',
    stop: `${CIRCLE}M4 4l8 8`,
    right: `${CIRCLE}M5 8h5.6m0 0L8.4 5.8M10.6 8l-2.2 2.2`,
};

/** The icon and the color of each status. */
const STATUSES = {
    Pending: ['clock', 'wait'],
    Change: ['pencil', 'wait'],
    Processing: ['progress', 'work'],
    Completed: ['box', 'work'],
    'En Route': ['truck', 'move'],
    Delivered: ['check', 'good'],
    Canceled: ['cross', 'none'],
    'STS Failed': ['warning', 'bad'],
    Open: ['circle', 'wait'],
    Finalized: ['check', 'good'],
    Created: ['circle', 'wait'],
    Submitted: ['up', 'good'],
    Refunded: ['back', 'none'],
    Accepted: ['check', 'good'],
    Rejected: ['cross', 'bad'],
    Blocked: ['stop', 'warn'],
    Failed: ['warning', 'bad'],
    '2xx': ['check', 'good'],
    '3xx': ['right', 'none'],
    '4xx': ['warning', 'warn'],
    '5xx': ['cross', 'bad'],
    Aborted: ['stop', 'bad'],
};

/** The icon of a status. */
export function iconOf(status) {
    const [icon] = STATUSES[status] ?? ['circle'];
    return svg('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: ICONS[icon] }));
}

/** The color of a status, as the suffix of a class. */
export const toneOf = (status) => (STATUSES[status] ?? ['', 'none'])[1];

/** The mark of a status. */
export function mark(status, text = status) {
    return element('span', { class: `mark tone-${toneOf(status)}` }, iconOf(status), text);
}
