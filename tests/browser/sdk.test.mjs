// The SDK script and the simulated payment app, in the checkout page of a service.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { createRequest, environment, paymentRequest, sdkGlobal } from './payments.mjs';
import { calls, inlineScript, openShop, paymentApp, snippet, written } from './shop.mjs';

for (const name of ['test', 'stage', 'production']) {
    browserTest(`a request of the environment ${name} is opened, paid and closed`, async ({ page }) => {
        const uid = await createRequest(name);
        await openShop(page, await snippet(uid, { name }));
        const app = paymentApp(page);
        await calls(page, ['ready', 'opened']);
        assert.equal((await paymentRequest(uid)).app, 'Opened');
        assert.equal(await app.frame.locator('#amount').textContent(), '125.5');
        await app.press('Pay');
        await calls(page, ['ready', 'opened', 'paid']);
        await app.shows('Paid.');
        assert.equal(await app.frame.getByRole('button', { name: 'Pay' }).count(), 0);
        await app.press('Close');
        await calls(page, ['ready', 'opened', 'paid', 'closed']);
        assert.equal(await page.locator('iframe').count(), 0);
        assert.equal((await paymentRequest(uid)).app, 'Paid');
    });
}

browserTest('a declined payment is an error, and can be repeated', async ({ page, expectError }) => {
    const uid = await createRequest();
    await openShop(page, await snippet(uid));
    const app = paymentApp(page);
    expectError(/the payment was declined/);
    await app.press('Decline');
    await calls(page, ['ready', 'opened', 'failed']);
    assert.equal((await paymentRequest(uid)).app, 'Declined');
    await app.press('Pay anyway');
    await calls(page, ['ready', 'opened', 'failed', 'paid']);
    assert.equal((await paymentRequest(uid)).app, 'Paid');
});

browserTest('an app closed without payment calls onClose, and can be opened again', async ({ page }) => {
    const uid = await createRequest();
    await openShop(page, await snippet(uid));
    await paymentApp(page).press('Close');
    await calls(page, ['ready', 'opened', 'closed']);
    assert.equal((await paymentRequest(uid)).app, 'Closed');
    await page.evaluate(`${sdkGlobal}.Payments.open(${JSON.stringify(uid)})`);
    await calls(page, ['ready', 'opened', 'closed', 'opened']);
});

browserTest('the app can be used by keyboard, and the page regains the focus', async ({ page }) => {
    const uid = await createRequest();
    await openShop(page, `<button id="buy">Buy</button>\n${await snippet(uid)}`);
    await paymentApp(page).press('Close');
    await page.locator('#buy').evaluate((button, [global, uid]) => {
        button.onclick = () => window[global].Payments.open(uid);
    }, [sdkGlobal, uid]);
    await page.locator('#buy').press('Enter');
    await eventually(() => paymentApp(page).frame.locator(':focus').textContent(), 'Pay');
    await page.keyboard.press('Enter');
    await paymentApp(page).shows('Paid.');
    await page.keyboard.press('Escape');
    await calls(page, ['ready', 'opened', 'closed', 'opened', 'paid', 'closed']);
    assert.equal(await page.evaluate('document.activeElement.id'), 'buy');
});

/** Invalid snippets, and the messages on the console. */
const invalid = [
    ['another public key', (html) => html.replace('"demo-public-key"', '"demo-public-key-stage"'), /clientPubKey: expected the public key/],
    ['another environment', (html) => html.replace('"TEST"', '"PRO"'), /environment: expected "TEST"/],
    ['another version', (html) => html.replace('"apiVersion": "1.0"', '"apiVersion": "2.0"'), /apiVersion: expected "1\.0"/],
    ['no product', (html) => html.replace('["Payments"]', '[]'), /products: expected a list with "Payments"/],
];
for (const [defect, change, message] of invalid) {
    browserTest(`a snippet with ${defect} calls onError and opens nothing`, async ({ page, expectError }) => {
        const html = await snippet(await createRequest());
        assert.notEqual(change(html), html);
        expectError(message);
        // The snippet opens the app right away, which fails as well.
        expectError(/Payments\.open: not initialized/);
        await openShop(page, change(html));
        await calls(page, ['failed', 'failed']);
        assert.equal(await page.locator('iframe').count(), 0);
    });
}

browserTest('the script of one environment rejects the configuration of another', async ({ page, expectError }) => {
    const html = await snippet(await createRequest('stage'), { name: 'stage' });
    expectError(/clientPubKey: expected the public key of the environment test; environment: expected "TEST"/);
    expectError(/not initialized/);
    await openShop(page, html.replace(environment('stage').sdk_script, environment('test').sdk_script));
    await calls(page, ['failed', 'failed']);
});

browserTest('an unknown request calls onError and leaves nothing open', async ({ page, expectError }) => {
    // Requests of another environment are unknown in this one.
    for (const uid of ['no-such-request', '../../../_sandbox', await createRequest('stage')]) {
        expectError(/unknown RequestUid/);
        // The page of the app and its request, both 404.
        expectError(/404/);
        expectError(/404/);
        await openShop(page, await snippet(uid));
        await calls(page, ['ready', 'failed']);
        assert.equal(await page.locator('iframe').count(), 0);
    }
});

browserTest('invalid calls call onError and do not throw', async ({ page, expectError }) => {
    const uid = await createRequest();
    await openShop(page, `<script src="${environment('test').sdk_script}"></script>`);
    const { credentials } = environment('test');
    const run = (script) => page.evaluate(`(() => { ${script} })()`);
    expectError(/Payments\.open: not initialized/);
    await run(`${sdkGlobal}.Payments.open(${JSON.stringify(uid)})`);
    for (const value of ['undefined', 'null', '7', '[]', '{ get debug() { throw new Error("mine") } }']) {
        expectError(new RegExp(`^${sdkGlobal}: `));
        await run(`${sdkGlobal}.SDK.init(${value})`);
    }
    const configuration = `{ apiVersion: '1.0', clientPubKey: '${credentials.public_key}', environment: 'TEST',
        products: ['Payments'], onInit: shop.ready, onOpen: () => { shop.opened(); throw new Error('mine') }, onError: shop.failed }`;
    // Callbacks are asynchronous.
    assert.equal(await run(`${sdkGlobal}.SDK.init(${configuration}); return shop.calls.length`), 0);
    await calls(page, ['ready']);
    expectError(/SDK\.init: already initialized/);
    await run(`${sdkGlobal}.SDK.init(${configuration})`);
    for (const value of ['', '""', '7', '"\\ud800"']) {
        expectError(new RegExp(`^${sdkGlobal}: `));
        await run(`${sdkGlobal}.Payments.open(${value})`);
    }
    await calls(page, ['ready', 'failed', 'failed', 'failed', 'failed', 'failed']);
    expectError(/onOpen of the page failed: Error: mine/);
    expectError(/the payment app is already open/);
    await run(`${sdkGlobal}.Payments.open(${JSON.stringify(uid)}); ${sdkGlobal}.Payments.open(${JSON.stringify(uid)})`);
    await calls(page, ['ready', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'opened']);
});

/** What a page gets instead of the script of the SDK, and the messages on the console. */
const unusable = [
    ['is blocked', (route) => route.abort('blockedbyclient'), ['ERR_BLOCKED_BY_CLIENT', `${sdkGlobal} is not defined`]],
    ['is missing', (route) => route.fulfill({ status: 404 }), ['404', `${sdkGlobal} is not defined`]],
    ['is no script', (route) => route.fulfill({ body: '<p>Sorry</p>' }), ["Unexpected token '<'", `${sdkGlobal} is not defined`]],
    ['has another object', (route) => route.fulfill({ body: `var ${sdkGlobal} = {};` }), ["reading 'init'"]],
    ['cannot open', (route) => route.fulfill({ body: `var ${sdkGlobal} = { SDK: { init() {} } };` }), ["reading 'open'"]],
];
for (const [defect, answer, messages] of unusable) {
    browserTest(`if the script of the SDK ${defect}, onError is called`, async ({ page, expectError }) => {
        await page.route(environment('test').sdk_script, answer);
        for (const message of messages) expectError(new RegExp(message));
        await openShop(page, await snippet('uid-1'));
        await calls(page, ['failed']);
    });
}

browserTest('a script that comes after the page has loaded is an error, and the snippet can run again', async ({ page, expectError }) => {
    const inline = inlineScript(await snippet(await createRequest()));
    expectError(new RegExp(`${sdkGlobal} is not defined`));
    await openShop(page, `<script>${inline}</script>`);
    await calls(page, ['failed']);
    await page.addScriptTag({ url: environment('test').sdk_script });
    await page.addScriptTag({ content: inline });
    await calls(page, ['failed', 'ready', 'opened']);
});

browserTest('a snippet that is in the page twice opens the request once', async ({ page, expectError }) => {
    const html = await snippet(await createRequest());
    expectError(/an SDK script is already loaded/);
    await openShop(page, html + html);
    await calls(page, ['ready', 'opened']);
    await page.addScriptTag({ content: inlineScript(html) });
    await paymentApp(page).press('Pay');
    await calls(page, ['ready', 'opened', 'paid']);
});

browserTest('a snippet without a script that is in the page twice calls onError once', async ({ page, expectError }) => {
    const inline = inlineScript(await snippet('uid-1'));
    expectError(new RegExp(`${sdkGlobal} is not defined`));
    await openShop(page, `<script>${inline}</script>`.repeat(2));
    await calls(page, ['failed']);
});

browserTest('functions of a module, and a deferred script, are there when the snippet runs', async ({ page }) => {
    const html = await snippet(await createRequest());
    await openShop(page, html.replace('<script src=', '<script defer src='), {}, { type: 'module' });
    await calls(page, ['ready', 'opened']);
});

browserTest('a function of the page is looked up when it is called', async ({ page }) => {
    await openShop(page, await snippet(await createRequest()));
    await calls(page, ['ready', 'opened']);
    await page.evaluate(() => { shop.paid = () => shop.calls.push('paid by another function'); });
    await paymentApp(page).press('Pay');
    await calls(page, ['ready', 'opened', 'paid by another function']);
});

browserTest('functions of the page may have the names that the snippet uses itself', async ({ page }) => {
    const names = { ready: 'open', opened: 'opened', paid: 'run', failed: 'failed', closed: 'error' };
    const defined = Object.entries(names).map(([call, name]) => `window.${name} = () => shop.${call}();`).join(' ');
    const html = (await snippet(await createRequest())).replace(/shop\.(\w+)/g, (_, call) => names[call]);
    await openShop(page, `<script>${defined}</script>\n${html}`);
    await paymentApp(page).press('Pay');
    await paymentApp(page).press('Close');
    await calls(page, ['ready', 'opened', 'paid', 'closed']);
});

browserTest('a Content-Security-Policy that forbids the frame is reported', async ({ page, expectError }) => {
    expectError(/violates the following Content Security Policy directive/);
    expectError(/the payment app did not load/);
    // Skips the time limit.
    await page.clock.install();
    await openShop(page, await snippet(await createRequest()), { 'content-security-policy': "frame-src 'none'" });
    await calls(page, ['ready']);
    await page.clock.runFor(10_000);
    await calls(page, ['ready', 'failed']);
    assert.equal(await page.locator('iframe').count(), 0);
});

/** A policy of the directives that a snippet needs, which also allows other scripts. The icon of the page is an image. */
const policy = (csp, scripts = '') => ({
    'content-security-policy': `default-src 'none'; img-src data:; ${csp.replace('script-src', `script-src ${scripts}`)}`,
});

browserTest('a Content-Security-Policy with a nonce allows the snippet with the same nonce', async ({ page }) => {
    const nonce = '9RmO3bQ+T1eXf0a/uJ7kZA==';
    const uid = await createRequest();
    const { html, csp } = await written(uid, { nonce });
    await openShop(page, html, policy(csp), { nonce });
    await calls(page, ['ready', 'opened']);
    await paymentApp(page).press('Pay');
    await calls(page, ['ready', 'opened', 'paid']);
});

browserTest('a Content-Security-Policy with a nonce blocks a snippet without it, or with another', async ({
    page,
    expectError,
}) => {
    const nonce = '9RmO3bQ+T1eXf0a/uJ7kZA==';
    const uid = await createRequest();
    const headers = policy(`script-src 'nonce-${nonce}'`);
    for (const other of [undefined, 'AAAAAAAAAAAAAAAAAAAAAA==']) {
        // The script of the SDK, and the inline script.
        expectError(/violates the following Content Security Policy directive/);
        expectError(/violates the following Content Security Policy directive/);
        await openShop(page, await snippet(uid, { nonce: other }), headers, { nonce });
        assert.deepEqual(await page.evaluate('shop.calls'), []);
        assert.equal(await page.locator('iframe').count(), 0);
    }
    assert.equal((await paymentRequest(uid)).app, null);
});

browserTest('the inline script works as a file, under a policy without inline scripts', async ({ page }) => {
    const uid = await createRequest();
    const { html, csp } = await written(uid);
    const inline = inlineScript(html);
    const body = html.replace(`<script>${inline}</script>`, '<script src="/pay.js"></script>');
    const headers = policy(csp, "'self' 'nonce-shop'");
    await openShop(page, body, headers, { nonce: 'shop', scripts: { '/pay.js': inline } });
    await calls(page, ['ready', 'opened']);
});

browserTest('the inline script can be allowed by its hash', async ({ page }) => {
    const { html, csp } = await written(await createRequest());
    const hash = createHash('sha256').update(inlineScript(html)).digest('base64');
    await openShop(page, html, policy(csp, `'sha256-${hash}' 'nonce-shop'`), { nonce: 'shop' });
    await calls(page, ['ready', 'opened']);
});

browserTest('the script is loaded once, also by CORS requests', async ({ page, expectError }) => {
    const url = environment('test').sdk_script;
    expectError(/an SDK script is already loaded/);
    await openShop(page, `<script crossorigin src="${url}"></script><script crossorigin src="${url}"></script>`);
    assert.equal(await page.evaluate(`typeof ${sdkGlobal}.SDK.init`), 'function');
});

browserTest('messages from other sources than the app are ignored', async ({ page }) => {
    const uid = await createRequest();
    await openShop(page, await snippet(uid));
    await calls(page, ['ready', 'opened']);
    // Sources: the page itself, a frame of its own, and a frame of the sandbox's origin.
    await page.evaluate(`window.postMessage({ from: 'payment-app', type: 'paid' }, '*')`);
    await page.evaluate(async (url) => {
        for (const source of [{ srcdoc: '<p>mine</p>' }, { src: url }]) {
            const frame = Object.assign(document.createElement('iframe'), source);
            const loaded = new Promise((done) => frame.addEventListener('load', done));
            document.body.append(frame);
            await loaded;
        }
    }, `${environment('test').base_url}/app/${uid}`);
    const others = page.frames().filter((frame) => frame !== page.mainFrame());
    assert.equal(others.length, 3);
    // The first frame is the app that the SDK opened.
    for (const frame of others.slice(1)) {
        await frame.evaluate(() => window.parent.postMessage({ from: 'payment-app', type: 'paid' }, '*'));
    }
    await page.evaluate(() => new Promise((later) => setTimeout(later, 100)));
    await calls(page, ['ready', 'opened']);
    assert.equal((await paymentRequest(uid)).app, 'Opened');
});

browserTest('markup in the client name is shown as text', async ({ page }) => {
    const hostile = '</script><img src=x onerror="window.top.hurt = true"><b>Shop</b> & "\'';
    const uid = await createRequest();
    await openShop(page, await snippet(uid, { clientName: hostile }));
    const app = paymentApp(page);
    await calls(page, ['ready', 'opened']);
    assert.equal(await app.frame.locator('#client').textContent(), hostile);
    assert.equal(await app.frame.locator('img, b').count(), 0);
    assert.equal(await page.evaluate('window.hurt'), undefined);
});

browserTest('a page of another origin can neither read nor control the app', async ({ page, expectError }) => {
    const uid = await createRequest();
    await openShop(page, '<p>elsewhere</p>');
    for (const method of ['GET', 'POST']) {
        expectError(/CORS/);
        expectError(/Failed to load resource/);
        const result = await page.evaluate(
            ([url, method]) => fetch(url, { method }).then(() => 'read', () => 'blocked'),
            [`${sandboxUrl}/payments/test/app/${uid}${method === 'POST' ? '/pay' : ''}`, method],
        );
        assert.equal(result, 'blocked');
    }
    assert.equal((await paymentRequest(uid)).app, null);
});
