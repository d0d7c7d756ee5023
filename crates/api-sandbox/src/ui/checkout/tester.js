// Hand-written. The tester page: each form is one call of the backend, or one of the SDK.
'use strict';

/* global part, note, tell, made -- of journal.js */
const API = '../thirdparty/payments/v';
const CALLBACKS = ['onInit', 'onOpen', 'onClose', 'onSuccess', 'onError'];
/** What CreateRequest sends that no field of its form has. */
let environment = null;
/** How often the requests were asked for: an answer that another one has overtaken is old. */
let asked = 0;

showConsole();
start();

async function start() {
    for (const method of ['CreateRequest', 'SubmitRequest', 'AdjustRequest', 'AddendumRequest', 'RefundRequest']) {
        onSubmit(method, (fields) => backend(method, fields));
    }
    onSubmit('init', init);
    onSubmit('open', open);
    part('RequestUid').addEventListener('input', showRequests);
    try {
        environment = await (await fetch('../pages/environment')).json();
    } catch {
        return tell('bad', 'The sandbox does not answer.');
    }
    part('init').elements.clientPubKey.value = environment.credentials.public_key;
    part('init').elements.environment.value = environment.sdk_environment;
    await showRequests();
}

function onSubmit(id, action) {
    part(id).addEventListener('submit', async (event) => {
        event.preventDefault();
        const button = event.target.querySelector('button');
        button.disabled = true;
        await action(Object.fromEntries(new FormData(event.target)));
        button.disabled = false;
        await showRequests();
    });
}

/** Makes a call as the service's backend does. */
async function backend(method, fields) {
    const { api_version: version, credentials } = environment;
    const path = `${API}${version}/${method}`;
    const body = method === 'CreateRequest'
        ? { ...fields, ApiVersion: version, ClientPubKey: credentials.public_key }
        : { RequestUid: part('RequestUid').value.trim(), ...fields };
    const json = written(body);
    const headers = {
        authorization: `Basic ${btoa(`${credentials.client_id}:${credentials.client_secret}`)}`,
        'content-type': 'application/json',
    };
    const shown = {
        Request: `POST ${new URL(path, location.href).pathname}\nAuthorization: Basic ••••\n\n${json}`,
    };
    let reply, text;
    try {
        reply = await fetch(path, { method: 'POST', headers, body: json });
        text = await reply.text();
    } catch (problem) {
        note('bad', method, 'no reply', { ...shown, Problem: String(problem) });
        return tell('bad', `${method}: the sandbox does not answer.`);
    }
    const envelope = read(text);
    const isDone = reply.ok && envelope?.Success === true;
    shown.Reply = envelope ? JSON.stringify(envelope, null, 2) : text;
    note(isDone ? 'good' : 'bad', method, String(reply.status), shown);
    if (!isDone) return tell('bad', `${method} was refused: ${envelope?.Message || envelope?.error || reply.status}`);
    if (method === 'CreateRequest' || method === 'AddendumRequest') part('RequestUid').value = envelope.Payload;
    tell('good', `${method} is done.`);
}

/** The body as JSON. An amount is written as it was typed, where that is a number: nothing passes through a float. */
function written(body) {
    const isNumber = (name, value) => name === 'Amount' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value);
    const lines = Object.entries(body).map(
        ([name, value]) => `  ${JSON.stringify(name)}: ${isNumber(name, value) ? value : JSON.stringify(value)}`,
    );
    return `{\n${lines.join(',\n')}\n}`;
}

function read(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

function init(fields) {
    const configuration = { apiVersion: environment.api_version, ...fields, products: ['Payments'] };
    note('', 'SDK.init', 'called', { Configuration: JSON.stringify(configuration, null, 2) });
    for (const name of CALLBACKS) configuration[name] = () => called(name);
    window[environment.sdk_global].SDK.init(configuration);
}

function open() {
    const uid = part('RequestUid').value.trim();
    note('', 'Payments.open', 'called', { RequestUid: uid || '(empty)' });
    window[environment.sdk_global].Payments.open(uid);
}

function called(name) {
    const isBad = name === 'onError';
    note(isBad ? 'bad' : 'good', name, 'callback');
    if (!isBad) tell('good', `The SDK called ${name}.`);
    showRequests();
}

/** Callbacks get no arguments: the SDK tells on the console what is wrong, and the page shows what stands there. */
function showConsole() {
    const { error } = console;
    console.error = (...told) => {
        error.apply(console, told);
        note('bad', 'console.error', 'message', { Message: told.join(' ') });
        tell('bad', told.join(' '));
    };
}

/** What the sandbox knows of its requests. */
async function showRequests() {
    asked += 1;
    const turn = asked;
    let payments;
    try {
        ({ payments } = await (await fetch('/_sandbox/payments')).json());
    } catch {
        return tell('bad', 'The sandbox does not answer.');
    }
    if (turn !== asked) return;
    const inHand = part('RequestUid').value.trim();
    const rows = payments.filter((payment) => payment.request_uid.startsWith('test-')).map((payment) => {
        const row = made('tr');
        const pick = made('button', '', payment.request_uid);
        pick.type = 'button';
        pick.setAttribute('aria-pressed', String(payment.request_uid === inHand));
        pick.addEventListener('click', () => {
            part('RequestUid').value = payment.request_uid;
            showRequests();
        });
        const cell = made('td');
        cell.append(pick);
        if (payment.linked_to) cell.append(made('div', 'note', `added to ${payment.linked_to}`));
        row.append(cell, made('td', '', payment.state), made('td', '', payment.app ?? 'not opened'));
        return row;
    });
    if (rows.length > 0) part('requests').replaceChildren(...rows);
}
