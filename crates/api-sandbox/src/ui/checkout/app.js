// Hand-written. The stand-in of the payment app: shows a payment request, and pays, declines or closes it on demand.
//
// It speaks with the SDK of the page that shows it in a frame. The SDK says hello; the app answers to that page alone. It
// can be looked at without a page, too; then it tells nobody.
'use strict';

const part = (id) => document.getElementById(id);
const here = location.pathname;
const buttons = ['pay', 'decline', 'close'];
const LOCAL = /^https?:\/\/(127\.0\.0\.1|localhost|[a-z0-9.-]+\.localhost)(:\d+)?$/;
/** The origin of the page that said hello. */
let host = null;

window.addEventListener('message', (event) => {
    const isFromHost = window.parent !== window && event.source === window.parent && LOCAL.test(event.origin);
    if (!isFromHost || event.data?.to !== 'payment-app') return;
    if (event.data.word === 'hello' && host === null) {
        host = event.origin;
        part('client').textContent = event.data.clientName;
        start();
    } else if (event.data.word === 'close' && event.origin === host) {
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

function say(word, reason) {
    if (host !== null) window.parent.postMessage({ from: 'payment-app', word, reason }, host);
}

async function start() {
    const opened = await call('open');
    if (opened.problem) {
        tell('bad', opened.problem);
        part('close').disabled = false;
        return say('unknown', opened.problem);
    }
    show(opened);
    part(part('pay').hidden ? 'close' : 'pay').focus();
    say('opened');
}

async function pay() {
    if (await step('pay')) say('paid');
}

async function decline() {
    if (await step('decline')) say('failed', 'the payment was declined');
}

async function close() {
    const request = await step('close');
    if (request && window.parent === window) tell('', 'Closed. There is no page that would take the app away.');
    // A page gets rid of the app, whatever the sandbox says.
    say('closed');
}

/** Does something, and shows what has become of the request; nothing if it was refused. */
async function step(name) {
    for (const id of buttons) part(id).disabled = true;
    const request = await call(name);
    if (request.problem) {
        for (const id of buttons) part(id).disabled = false;
        tell('bad', request.problem);
        if (name !== 'close') say('failed', request.problem);
    } else {
        show(request);
    }
    // A button that was off has lost the focus.
    part(part(name).hidden ? 'close' : name).focus();
    return request.problem ? null : request;
}

async function call(name) {
    try {
        const reply = await fetch(`${here}/${name}`, { method: 'POST' });
        const body = await reply.json();
        return reply.ok ? body : { problem: body.error };
    } catch {
        return { problem: 'the sandbox does not answer' };
    }
}

function show(request) {
    part('environment').textContent = request.environment;
    part('amount').textContent = request.amount ?? '';
    const rows = {
        Request: request.request_uid,
        Business: request.business,
        Order: [request.order_number, request.order_description].filter(Boolean).join(', '),
        'Added to': request.linked_to,
    };
    part('facts').replaceChildren(...Object.entries(rows).filter(([, value]) => value).flatMap(row));
    const isPaid = request.app === 'Paid';
    part('pay').hidden = part('decline').hidden = isPaid || request.is_refunded;
    part('pay').textContent = request.app === 'Declined' ? 'Pay after all' : 'Pay';
    for (const id of buttons) part(id).disabled = false;
    if (isPaid) tell('good', 'Paid.');
    else if (request.is_refunded) tell('', 'Refunded. There is nothing to pay.');
    else if (request.app === 'Declined') tell('bad', 'Declined.');
    else tell('', '');
}

function row([name, value]) {
    const [term, description] = ['dt', 'dd'].map((tag) => document.createElement(tag));
    term.textContent = name;
    description.textContent = value;
    return [term, description];
}

function tell(kind, text) {
    part('state').className = `state ${kind}`;
    part('state').textContent = text;
}
