// Support of the browser tests: the URL of the running sandbox, a browser, and checks for every page.
//
// Each test has a browser context of its own. It fails if a request leaves this machine, or if there is an unexpected error
// on the console or an unexpected exception.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';

const { BROWSER_PACKAGES, CHROMIUM, SANDBOX_URL } = process.env;
if (!BROWSER_PACKAGES || !CHROMIUM || !SANDBOX_URL) {
    throw new Error('run these tests with tests/browser/run.sh');
}
const { chromium } = createRequire(`${BROWSER_PACKAGES}/package.json`)('playwright-core');

/** The URL of the sandbox, without a trailing slash. */
export const sandboxUrl = SANDBOX_URL;

/** Time limits for a step and for a test, in milliseconds. */
const STEP_TIMEOUT = 20_000;
const TEST_TIMEOUT = 120_000;

// Each launch has a temporary profile.
const flags = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Host names are not resolved, except loopback.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
let launched;
const browser = () =>
    (launched ??= chromium.launch({ executablePath: CHROMIUM, headless: true, chromiumSandbox: false, args: flags }));
after(async () => (await launched)?.close());

/**
 * A test in the browser. The parameters of its body are
 *
 * - `page`: an empty page, and `context`: its context;
 * - `expectError(pattern)`: expects one error on the console or one exception;
 * - `allowErrors(pattern)`: allows any number of them;
 * - `messages()`: all messages on the console, as `{ type, text }`.
 *
 * `options` are those of a context, such as `{ colorScheme: 'dark' }`.
 */
export function browserTest(name, body, options = {}) {
    test(name, { timeout: TEST_TIMEOUT }, async () => {
        const context = await (await browser()).newContext({ viewport: { width: 1280, height: 900 }, ...options });
        try {
            context.setDefaultTimeout(STEP_TIMEOUT);
            const monitor = monitorContext(context);
            await body({ context, page: await context.newPage(), ...monitor.handles });
            await monitor.check();
        } finally {
            await context.close();
        }
    });
}

/** Records the requests, messages and errors of a context. */
function monitorContext(context) {
    const [urls, messages, errors, expected, allowed] = [[], [], [], [], []];
    context.on('request', (request) => urls.push(request.url()));
    context.on('console', (message) => {
        messages.push({ type: message.type(), text: message.text() });
        if (message.type() === 'error') errors.push(message.text());
    });
    context.on('weberror', (error) => errors.push(String(error.error())));
    const check = async () => {
        // The console is reported apart from the page, and may be late.
        const isMissing = () => expected.some((pattern) => !errors.some((text) => pattern.test(text)));
        for (let wait = 0; wait < 100 && isMissing(); wait += 1) await new Promise((wake) => setTimeout(wake, 20));
        assert.deepEqual(urls.filter((url) => !isOnLoopback(url)), [], 'requests to other machines');
        const unexpected = errors.filter((text) => !allowed.some((pattern) => pattern.test(text)));
        for (const pattern of expected) {
            const index = unexpected.findIndex((text) => pattern.test(text));
            assert.notEqual(index, -1, `expected an error like ${pattern}, found ${JSON.stringify(unexpected)}`);
            unexpected.splice(index, 1);
        }
        assert.deepEqual(unexpected, [], 'unexpected errors');
    };
    const handles = {
        expectError: (pattern) => expected.push(pattern),
        allowErrors: (pattern) => allowed.push(pattern),
        messages: () => messages,
    };
    return { handles, check };
}

function isOnLoopback(url) {
    const { protocol, hostname } = new URL(url);
    return ['about:', 'blob:', 'data:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname);
}

/** Waits until `value()` equals `expected`, and reports the last difference after the time limit. */
export async function eventually(value, expected) {
    const end = Date.now() + STEP_TIMEOUT;
    for (;;) {
        const actual = await value();
        try {
            return assert.deepEqual(actual, expected);
        } catch (difference) {
            if (Date.now() > end) throw difference;
        }
        await new Promise((wake) => setTimeout(wake, 20));
    }
}
