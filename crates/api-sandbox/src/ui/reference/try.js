// "Try it": a form that sends a request to this sandbox and shows the response.

import { remember, variableOf } from './demo.js';
import { code, element } from './element.js';
import { errorOf, layout } from './json-text.js';
import { bodyOf } from './samples.js';

/** The maximum number of characters of a response that are shown. */
const MAX_SHOWN = 200_000;

/** The form of an operation. `changed` is called after a response with ids that samples can use. */
export function tryIt(context, { path, method, operation }, changed) {
    const id = `try-${context.api}-${operation.operationId}`;
    const parameters = (operation.parameters ?? []).map((parameter) => field(context, operation, parameter, id));
    const inPath = parameters.filter(({ parameter }) => parameter.in === 'path');
    const inQuery = parameters.filter(({ parameter }) => parameter.in === 'query');
    const credentials = credentialsField(context, operation, id);
    const body = operation.requestBody === undefined ? undefined : bodyField(context, operation, id);
    const send = element('button', { type: 'submit', class: 'send' }, 'Send');
    const result = element('div', { class: 'result' });
    const status = element('p', { role: 'status', class: 'result-status' });
    const form = element(
        'form',
        { class: 'try', novalidate: true, 'aria-label': `Try ${operation.operationId}` },
        credentials.row,
        group('Path', inPath),
        group('Query', inQuery, inQuery.length > 4),
        body?.row ?? [],
        element('p', { class: 'actions' }, send, element('span', { class: 'source' }, 'to this sandbox, with its demo credentials')),
    );
    let running;
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        if (running !== undefined) {
            running.abort();
            return;
        }
        if (body !== undefined && !body.check()) {
            return;
        }
        const url = urlOf(context, path, inPath, inQuery);
        const headers = { ...credentials.headers(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
        running = new AbortController();
        send.textContent = 'Cancel';
        status.textContent = 'Sending …';
        result.replaceChildren();
        try {
            const response = await exchange(url, method, headers, body?.text(), running.signal);
            status.replaceChildren(...statusLine(response));
            result.replaceChildren(...shownResponse(response));
            if (response.status < 300) {
                remember(operation, response.text);
                changed();
            }
        } catch (error) {
            status.textContent = error.name === 'AbortError' ? 'Canceled.' : `No response: ${error.message}`;
        } finally {
            running = undefined;
            send.textContent = 'Send';
        }
    });
    form.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            form.requestSubmit();
        }
    });
    return [form, status, result];
}

function group(title, fields, folded = false) {
    if (fields.length === 0) {
        return [];
    }
    const rows = fields.map(({ row }) => row);
    if (!folded) {
        return element('fieldset', {}, element('legend', {}, title), rows);
    }
    return element('details', {}, element('summary', {}, `${title}: ${fields.length} parameters`), rows);
}

/** The input of a parameter. */
function field(context, operation, parameter, id) {
    const name = String(parameter.name);
    const known = parameter.schema?.default;
    const value = parameter.in === 'path' ? (context.demo.variable(context.api, variableOf(operation, parameter)) ?? known ?? '') : '';
    const inputId = `${id}-${parameter.in}-${name}`;
    const input = element('input', {
        id: inputId,
        type: 'text',
        value: String(value),
        autocomplete: 'off',
        spellcheck: 'false',
        required: parameter.required === true,
        placeholder: known === undefined ? undefined : `default ${known}`,
    });
    const label = element('label', { for: inputId }, code(name), parameter.required === true ? ' *' : '');
    return { parameter, input, row: element('p', { class: 'input' }, label, input) };
}

/** The choice of credentials: each of the accepted ones, or none. */
function credentialsField(context, operation, id) {
    const schemes = context.document.components?.securitySchemes ?? {};
    const names = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
    const headers = new Map(names.map((name) => [name, authorization(context, schemes[name])]));
    const select = element(
        'select',
        { id: `${id}-credentials` },
        names.map((name) => element('option', { value: name }, name)),
        element('option', { value: '' }, 'none'),
    );
    const row = element('p', { class: 'input' }, element('label', { for: `${id}-credentials` }, 'Credentials'), select);
    return { row, headers: () => headers.get(select.value) ?? {} };
}

function authorization(context, scheme) {
    const parts = (scheme?.['x-credentials'] ?? []).map((part) => context.demo.values.get(part.name) ?? '');
    if (scheme?.scheme === 'basic') {
        return { Authorization: `Basic ${btoa(parts.join(':'))}` };
    }
    if (scheme?.type === 'apiKey') {
        return { [scheme.name]: parts[0] };
    }
    return { Authorization: `Bearer ${parts[0]}` };
}

/** The editor of the body, with the body of the samples, or with all fields. */
function bodyField(context, operation, id) {
    const media = operation.requestBody.content?.['application/json'] ?? {};
    const [example] = Object.values(media.examples ?? {});
    const all = example?.$ref === undefined ? example?.value : context.document.components.examples?.[example.$ref.split('/').pop()]?.value;
    const minimal = layout(bodyOf(context, operation['x-codeSamples'] ?? []) ?? '{}');
    const editor = element('textarea', {
        id: `${id}-body`,
        spellcheck: 'false',
        autocomplete: 'off',
        rows: String(Math.min(18, minimal.split('\n').length + 1)),
        'aria-describedby': `${id}-error`,
    });
    editor.value = minimal;
    const error = element('p', { id: `${id}-error`, class: 'error', role: 'alert' });
    const load = (label, text) => {
        const button = element('button', { type: 'button' }, label);
        button.addEventListener('click', () => {
            editor.value = text;
            show(undefined);
        });
        return button;
    };
    const show = (found) => {
        editor.setAttribute('aria-invalid', String(found !== undefined));
        error.textContent = found === undefined ? '' : `Line ${found.line}, column ${found.column}: ${found.message}`;
    };
    editor.addEventListener('input', () => show(undefined));
    return {
        row: element(
            'div',
            { class: 'input' },
            element('label', { for: `${id}-body` }, 'Body'),
            element(
                'p',
                { class: 'loads' },
                load('Fields of the sample', minimal),
                all === undefined ? [] : load('All fields', layout(JSON.stringify(all))),
            ),
            editor,
            error,
        ),
        text: () => editor.value,
        check() {
            const found = errorOf(editor.value);
            show(found);
            if (found !== undefined) {
                editor.focus();
                editor.setSelectionRange(found.position, found.position + 1);
            }
            return found === undefined;
        },
    };
}

/** The path of the request on this origin. */
function urlOf(context, path, inPath, inQuery) {
    const filled = path.replace(/\{([^}]+)\}/g, (all, name) => {
        const found = inPath.find(({ parameter }) => parameter.name === name);
        return found === undefined ? all : encodeURIComponent(found.input.value);
    });
    const query = inQuery
        .filter(({ input }) => input.value !== '')
        .map(({ parameter, input }) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(input.value)}`);
    const base = new URL(context.demo.baseUrl(context.api)).pathname;
    return base + filled + (query.length === 0 ? '' : `?${query.join('&')}`);
}

async function exchange(url, method, headers, body, signal) {
    const start = performance.now();
    // Without the browser's own credentials: a 401 is shown here, and not in a dialog.
    const response = await fetch(url, {
        method: method.toUpperCase(),
        headers,
        body,
        signal,
        mode: 'same-origin',
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
    });
    const text = await response.text();
    const milliseconds = performance.now() - start;
    return { url, status: response.status, statusText: response.statusText, headers: [...response.headers], text, milliseconds };
}

function statusLine({ status, statusText, text, milliseconds }) {
    const size = new TextEncoder().encode(text).length.toLocaleString('en');
    return [
        element('span', { class: `status s${String(status)[0]}` }, `${status} ${statusText}`.trim()),
        ` · ${milliseconds.toFixed(0)} ms · ${size} bytes`,
    ];
}

function shownResponse({ url, headers, text }) {
    const body = layout(text);
    const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
    return [
        element('p', { class: 'source' }, code(url)),
        text === ''
            ? element('p', {}, 'No body.')
            : element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Response body' }, code(body.slice(0, MAX_SHOWN))),
        body.length > MAX_SHOWN ? element('p', { class: 'source' }, `${body.length - MAX_SHOWN} more characters are not shown.`) : '',
        element('details', {}, element('summary', {}, `Headers: ${headers.length}`), element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Response headers' }, code(lines))),
    ].filter((shown) => shown !== '');
}
