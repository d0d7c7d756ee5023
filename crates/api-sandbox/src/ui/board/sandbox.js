// Hand-written. Requests to the sandbox.

import { listQuery } from './place.js';

/** A response with an error, or none. */
export class SandboxError extends Error {}

/** A page of a list. */
export const loadList = (place) => send(`/_sandbox/board/data/${place.kind}?${listQuery(place)}`);

/** A record; null if there is none. */
export const loadRecord = (kind, id) => send(`/_sandbox/board/data/${kind}/${encodeURIComponent(id)}`);

export const setStatus = (order, status) => post(`orders/${order}/status`, { status });
export const resendCallback = (number) => post(`callbacks/${number}/resend`, {});
export const changeClock = (change) => post('clock', change);

/** URLs and credentials. */
export const loadCredentials = () => send('/_sandbox');

function post(path, body) {
    return send(`/_sandbox/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
    });
}

async function send(url, options) {
    let response;
    try {
        response = await fetch(url, options);
    } catch {
        throw new SandboxError('No response from the sandbox.');
    }
    const body = await response.json().catch(() => null);
    if (!response.ok) throw new SandboxError(body?.error ?? `The sandbox returned ${response.status}.`);
    return body;
}
