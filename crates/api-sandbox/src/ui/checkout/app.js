// Hand-written. The simulated payment app: shows a payment request, and pays, declines or closes it.
//
// It exchanges messages with the SDK of the page that frames it: the SDK sends `hello`, and the app responds to that page
// only. Without a frame it sends no messages.
'use strict';

const part = (id) => document.getElementById(id);
const here = location.pathname;
const buttons = ['pay', 'decline', 'close'];
const LOCAL = /^https?:\/\/(127\.0\.0\.1|localhost|[a-z0-9.-]+\.localhost)(:\d+)?$/;
/** The origin of the page whose SDK sent `hello`. */
let host = null;

window.addEventListener('message', (event) => {
    const isFromHost = window.parent !== window && event.source === window.parent && LOCAL.test(event.origin);
    if (!isFromHost || event.data?.to !== 'payment-app') return;
    if (event.data.type === 'hello' && host === null) {
        host = event.origin;
        part('client').textContent = event.data.clientName;
        start();
    } else if (event.data.type === 'close' && event.origin === host) {
        close();
    }
});
if (window.parent === window) start();

part('pay').addEventListener('click', pay);
part('decline').addEventListener('click', decline);
part('close').addEventListener('click', close);
document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
});

function send(type, reason) {
    if (host !== null) window.parent.postMessage({ from: 'payment-app', type, reason }, host);
}

async function start() {
    const opened = await call('open');
    if (opened.error) {
        showState('bad', opened.error);
        part('close').disabled = false;
        return send('unknown', opened.error);
    }
    show(opened);
    part(part('pay').hidden ? 'close' : 'pay').focus();
    send('opened');
}

async function pay() {
    if (await act('pay')) send('paid');
}

async function decline() {
    if (await act('decline')) send('failed', 'the payment was declined');
}

async function close() {
    const request = await act('close');
    if (request && window.parent === window) showState('', 'Closed. No page frames the app.');
    // The page removes the app even if the sandbox reports an error.
    send('closed');
}

/** Executes an action, and shows the payment request; null if it is rejected. */
async function act(name) {
    for (const id of buttons) part(id).disabled = true;
    const request = await call(name);
    if (request.error) {
        for (const id of buttons) part(id).disabled = false;
        showState('bad', request.error);
        if (name !== 'close') send('failed', request.error);
    } else {
        show(request);
    }
    // A disabled button loses the focus.
    part(part(name).hidden ? 'close' : name).focus();
    return request.error ? null : request;
}

async function call(name) {
    try {
        const response = await fetch(`${here}/${name}`, { method: 'POST' });
        const body = await response.json();
        return response.ok ? body : { error: body.error };
    } catch {
        return { error: 'no response from the sandbox' };
    }
}

function show(request) {
    part('environment').textContent = request.environment;
    part('amount').textContent = request.amount ?? '';
    const rows = {
        Request: request.request_uid,
        Business: request.business,
        Order: [request.order_number, request.order_description].filter(Boolean).join(', '),
        'Linked to': request.linked_to,
    };
    part('details').replaceChildren(...Object.entries(rows).filter(([, value]) => value).flatMap(row));
    const isPaid = request.app === 'Paid';
    part('pay').hidden = part('decline').hidden = isPaid || request.is_refunded;
    part('pay').textContent = request.app === 'Declined' ? 'Pay anyway' : 'Pay';
    for (const id of buttons) part(id).disabled = false;
    if (isPaid) showState('good', 'Paid.');
    else if (request.is_refunded) showState('', 'Refunded. Nothing to pay.');
    else if (request.app === 'Declined') showState('bad', 'Declined.');
    else showState('', '');
}

function row([name, value]) {
    const [term, description] = ['dt', 'dd'].map((tag) => document.createElement(tag));
    term.textContent = name;
    description.textContent = value;
    return [term, description];
}

function showState(kind, text) {
    part('state').className = `state ${kind}`;
    part('state').textContent = text;
}
