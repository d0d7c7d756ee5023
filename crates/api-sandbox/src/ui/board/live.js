// Hand-written. Follows the changes of the sandbox.

import { announce } from './announce.js';
import { part, setText } from './element.js';

const TEXTS = { waiting: 'Connecting …', live: 'Live', lost: 'No connection', polling: 'Every 5 seconds' };
/** The pause before another attempt, in milliseconds. */
const RETRY = 1_000;
/** The interval of reads if the sandbox has no free stream. */
const POLL = 5_000;

let state = 'waiting';

/** Calls `changed` after each change. A hidden page does not follow, and reads everything when it is shown again. */
export function follow(changed) {
    let [source, timer] = [null, null];
    const stop = () => {
        clearTimeout(timer);
        source?.close();
        source = null;
    };
    const start = () => {
        stop();
        if (document.hidden) return;
        source = new EventSource('/_sandbox/events');
        // A failed read has shown its error.
        const read = () => changed().catch(() => {});
        source.addEventListener('change', read);
        source.addEventListener('open', () => show('live'));
        source.addEventListener('error', async () => {
            // Without a free stream the sandbox can still be read.
            const isRunning = await changed().then(() => true, () => false);
            show(isRunning ? 'polling' : 'lost');
            // The browser tries again by itself, unless the response was an error.
            if (source?.readyState === EventSource.CLOSED) timer = setTimeout(start, isRunning ? POLL : RETRY);
        });
    };
    document.addEventListener('visibilitychange', start);
    start();
}

function show(next) {
    if (next === state) return;
    if (next === 'lost') announce('The connection to the sandbox is lost.');
    if (state === 'lost') announce('The connection to the sandbox is restored.');
    state = next;
    part('connection').dataset.state = next;
    setText(part('connection-text'), TEXTS[next]);
}
