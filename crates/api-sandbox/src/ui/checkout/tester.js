// Hand-written. The tester page: each form is a call of the backend or of the SDK.
'use strict';

/* global part, addEntry, showState, create -- of journal.js */
const API = '../thirdparty/payments/v';
const CALLBACKS = ['onInit', 'onOpen', 'onClose', 'onSuccess', 'onError'];
/** The environment: version, public key, credentials and names for the SDK. */
let environment = null;
/** The number of times that the requests were fetched: the response to an earlier fetch is outdated. */
let fetches = 0;

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
        return showState('bad', 'No response from the sandbox.');
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

/** Sends a request as the service's backend does. */
async function backend(method, fields) {
    const { api_version: version, credentials } = environment;
    const path = `${API}${version}/${method}`;
    const body = method === 'CreateRequest'
        ? { ...fields, ApiVersion: version, ClientPubKey: credentials.public_key }
        : { RequestUid: part('RequestUid').value.trim(), ...fields };
    const json = serialize(body);
    const headers = {
        authorization: `Basic ${btoa(`${credentials.client_id}:${credentials.client_secret}`)}`,
        'content-type': 'application/json',
    };
    const details = {
        Request: `POST ${new URL(path, location.href).pathname}\nAuthorization: Basic ••••\n\n${json}`,
    };
    let response, text;
    // Without `omit`, the browser itself asks for credentials after a 401.
    try {
        response = await fetch(path, { method: 'POST', headers, body: json, credentials: 'omit' });
        text = await response.text();
    } catch (error) {
        addEntry('bad', method, 'no response', { ...details, Error: String(error) });
        return showState('bad', `${method}: no response from the sandbox.`);
    }
    const envelope = parse(text);
    const isSuccess = response.ok && envelope?.Success === true;
    details.Response = envelope ? JSON.stringify(envelope, null, 2) : text;
    addEntry(isSuccess ? 'good' : 'bad', method, String(response.status), details);
    if (!isSuccess) return showState('bad', `${method} was rejected: ${envelope?.Message || envelope?.error || response.status}`);
    if (method === 'CreateRequest' || method === 'AddendumRequest') part('RequestUid').value = envelope.Payload;
    showState('good', `${method} succeeded.`);
}

/** Serializes a body. A numeric amount is sent as typed, without a conversion to a float. */
function serialize(body) {
    const isNumber = (name, value) => name === 'Amount' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value);
    const lines = Object.entries(body).map(
        ([name, value]) => `  ${JSON.stringify(name)}: ${isNumber(name, value) ? value : JSON.stringify(value)}`,
    );
    return `{\n${lines.join(',\n')}\n}`;
}

function parse(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

function init(fields) {
    const configuration = { apiVersion: environment.api_version, ...fields, products: ['Payments'] };
    addEntry('', 'SDK.init', 'called', { Configuration: JSON.stringify(configuration, null, 2) });
    for (const name of CALLBACKS) configuration[name] = () => onCallback(name);
    window[environment.sdk_global].SDK.init(configuration);
}

function open() {
    const uid = part('RequestUid').value.trim();
    addEntry('', 'Payments.open', 'called', { RequestUid: uid || '(empty)' });
    window[environment.sdk_global].Payments.open(uid);
}

function onCallback(name) {
    const isBad = name === 'onError';
    addEntry(isBad ? 'bad' : 'good', name, 'callback');
    if (!isBad) showState('good', `The SDK called ${name}.`);
    showRequests();
}

/** Shows the errors on the console: callbacks have no arguments, so the SDK reports the cause there. */
function showConsole() {
    const { error } = console;
    console.error = (...messages) => {
        error.apply(console, messages);
        addEntry('bad', 'console.error', 'message', { Message: messages.join(' ') });
        showState('bad', messages.join(' '));
    };
}

/** Shows the payment requests of the sandbox. */
async function showRequests() {
    fetches += 1;
    const current = fetches;
    let payments;
    try {
        ({ payments } = await (await fetch('/_sandbox/payments')).json());
    } catch {
        return showState('bad', 'No response from the sandbox.');
    }
    if (current !== fetches) return;
    const selected = part('RequestUid').value.trim();
    const rows = payments.filter((payment) => payment.request_uid.startsWith('test-')).map((payment) => {
        const row = create('tr');
        const pick = create('button', '', payment.request_uid);
        pick.type = 'button';
        pick.setAttribute('aria-pressed', String(payment.request_uid === selected));
        pick.addEventListener('click', () => {
            part('RequestUid').value = payment.request_uid;
            showRequests();
        });
        const cell = create('td');
        cell.append(pick);
        if (payment.linked_to) cell.append(create('div', 'note', `linked to ${payment.linked_to}`));
        row.append(cell, create('td', '', payment.state), create('td', '', payment.app ?? 'not opened'));
        return row;
    });
    if (rows.length > 0) part('requests').replaceChildren(...rows);
}
