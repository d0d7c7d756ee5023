// What the browser tests share: a sandbox that runs already, a browser, and a look at what no page may do.
//
// A test gets a browser context of its own. When its body is through, it fails if a request left this machine, or if
// something was said on the console as an error, or thrown, that the test has not announced.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';

const { BROWSER_PACKAGES, CHROMIUM, SANDBOX_URL } = process.env;
if (!BROWSER_PACKAGES || !CHROMIUM || !SANDBOX_URL) {
    throw new Error('these tests are started by tests/browser/run.sh');
}
const { chromium } = createRequire(`${BROWSER_PACKAGES}/package.json`)('playwright-core');

/** The address of the sandbox, without a slash at its end. */
export const sandboxUrl = SANDBOX_URL;

/** How long a page may take for one step, and a test for all of them. Only what hangs comes near. */
const STEP = 20_000;
const TEST = 120_000;

// Each start has a new profile, which is removed at the end.
const flags = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // No name is looked up: what is not on loopback is not there.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
let launched;
const browser = () =>
    (launched ??= chromium.launch({ executablePath: CHROMIUM, headless: true, chromiumSandbox: false, args: flags }));
after(async () => (await launched)?.close());

/**
 * A test in the browser. Its body gets
 *
 * - `page`: an empty page, and `context`: what it lives in;
 * - `expectError(pattern)`: announces one error of the console or one exception; that it does not come is a failure;
 * - `heard()`: all that was said on the console up to now, as `{ type, text }`.
 *
 * `options` are those of a context, such as `{ colorScheme: 'dark' }`.
 */
export function browserTest(name, body, options = {}) {
    test(name, { timeout: TEST }, async () => {
        const context = await (await browser()).newContext({ viewport: { width: 1280, height: 900 }, ...options });
        try {
            context.setDefaultTimeout(STEP);
            const watch = watched(context);
            await body({ context, page: await context.newPage(), ...watch.handles });
            watch.check();
        } finally {
            await context.close();
        }
    });
}

/** Writes down what the pages of a context ask for and say. */
function watched(context) {
    const [addresses, heard, errors, expected] = [[], [], [], []];
    context.on('request', (request) => addresses.push(request.url()));
    context.on('console', (message) => {
        heard.push({ type: message.type(), text: message.text() });
        if (message.type() === 'error') errors.push(message.text());
    });
    context.on('weberror', (error) => errors.push(String(error.error())));
    const check = () => {
        assert.deepEqual(addresses.filter((address) => !onLoopback(address)), [], 'requests that leave this machine');
        const unexpected = [...errors];
        for (const pattern of expected) {
            const at = unexpected.findIndex((text) => pattern.test(text));
            assert.notEqual(at, -1, `an error like ${pattern} among ${JSON.stringify(unexpected)}`);
            unexpected.splice(at, 1);
        }
        assert.deepEqual(unexpected, [], 'errors of the pages');
    };
    return { handles: { expectError: (pattern) => expected.push(pattern), heard: () => heard }, check };
}

function onLoopback(address) {
    const { protocol, hostname } = new URL(address);
    return ['about:', 'blob:', 'data:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname);
}

/** Waits until `value()` is what `wanted` says. What it is at last is told when it never comes. */
export async function eventually(value, wanted) {
    const end = Date.now() + STEP;
    for (;;) {
        const found = await value();
        try {
            return assert.deepEqual(found, wanted);
        } catch (difference) {
            if (Date.now() > end) throw difference;
        }
        await new Promise((wake) => setTimeout(wake, 20));
    }
}
