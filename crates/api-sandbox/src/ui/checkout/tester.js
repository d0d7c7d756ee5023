// Hand-written. The tester page: each form is a call of the backend or of the SDK.
'use strict';

/* global part, addEntry, showState, startResult, focusResult -- of journal.js */
/* global pages, showRequests -- of requests.js */
const API = '../thirdparty/payments/v';
const CALLBACKS = ['onInit', 'onOpen', 'onClose', 'onSuccess', 'onError'];
/** The environment: version, public key, credentials and names for the SDK. */
let environment = null;

showConsole();
start();

async function start() {
    for (const method of ['CreateRequest', 'SubmitRequest', 'AdjustRequest', 'AddendumRequest', 'RefundRequest']) {
        onSubmit(method, (fields) => backend(method, fields));
    }
    onSubmit('init', init);
    onSubmit('open', open);
    if (location.hash) part('RequestUid').value = decodeURIComponent(location.hash.slice(1));
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
        // A disabled button would lose the focus.
        if (button.getAttribute('aria-disabled') === 'true') return;
        button.setAttribute('aria-disabled', 'true');
        startResult(event.target);
        await action(Object.fromEntries(new FormData(event.target)));
        button.removeAttribute('aria-disabled');
        focusResult();
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
    if (method === 'CreateRequest' || method === 'AddendumRequest') showCreated(envelope.Payload);
    showState('good', `${method} succeeded.`);
}

/** Makes a request the current one, on the first page of the list. */
function showCreated(uid) {
    part('RequestUid').value = uid;
    pages.length = 1;
}

/** Serializes a body. An amount that is a number in JSON is sent as typed, without a conversion to a float. */
function serialize(body) {
    const isNumber = (name, value) => name === 'Amount' && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value);
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
