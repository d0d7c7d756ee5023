// Hand-written. The live region: short sentences about changes, for screen readers.

import { part } from './element.js';

let queued = [];
let timer = null;

/** Announces a change. Sentences in quick succession are announced together. */
export function announce(sentence) {
    queued.push(sentence);
    timer ??= setTimeout(() => {
        timer = null;
        const sentences = [...new Set(queued)];
        queued = [];
        part('announcement').textContent = sentences.slice(0, 3).join(' ')
            + (sentences.length > 3 ? ` ${sentences.length - 3} more changes.` : '');
    }, 250);
}
