// The SDK script and the stand-in of the payment app, in a page of a service's own.

import assert from 'node:assert/strict';
import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { createRequest, environment, kept, sdkGlobal } from './payments.mjs';
import { calls, openShop, paymentApp, snippet } from './shop.mjs';

for (const name of ['test', 'stage', 'production']) {
    browserTest(`a request of the environment ${name} is opened, paid and closed`, async ({ page }) => {
        const uid = await createRequest(name);
        await openShop(page, await snippet(uid, { name }));
        const app = paymentApp(page);
        await calls(page, ['ready', 'opened']);
        assert.equal((await kept(uid)).app, 'Opened');
        assert.equal(await app.frame.locator('#amount').textContent(), '125.5');
        await app.press('Pay');
        await calls(page, ['ready', 'opened', 'paid']);
        await app.says('Paid.');
        assert.equal(await app.frame.getByRole('button', { name: 'Pay' }).count(), 0);
        await app.press('Close');
        await calls(page, ['ready', 'opened', 'paid', 'closed']);
        assert.equal(await page.locator('iframe').count(), 0);
        assert.equal((await kept(uid)).app, 'Paid');
    });
}

browserTest('a declined request is an error, and can be paid still', async ({ page, expectError }) => {
    const uid = await createRequest();
    await openShop(page, await snippet(uid));
    const app = paymentApp(page);
    expectError(/the payment was declined/);
    await app.press('Decline');
    await calls(page, ['ready', 'opened', 'failed']);
    assert.equal((await kept(uid)).app, 'Declined');
    await app.press('Pay after all');
    await calls(page, ['ready', 'opened', 'failed', 'paid']);
    assert.equal((await kept(uid)).app, 'Paid');
});

browserTest('an app that is closed without paying is told as closed, and opens again', async ({ page }) => {
    const uid = await createRequest();
    await openShop(page, await snippet(uid));
    await paymentApp(page).press('Close');
    await calls(page, ['ready', 'opened', 'closed']);
    assert.equal((await kept(uid)).app, 'Closed');
    await page.evaluate(`${sdkGlobal}.Payments.open(${JSON.stringify(uid)})`);
    await calls(page, ['ready', 'opened', 'closed', 'opened']);
});

browserTest('the keyboard pays and closes, and the page gets its focus back', async ({ page }) => {
    const uid = await createRequest();
    await openShop(page, `<button id="buy">Buy</button>\n${await snippet(uid)}`);
    await paymentApp(page).press('Close');
    await page.locator('#buy').evaluate((button, [global, uid]) => {
        button.onclick = () => window[global].Payments.open(uid);
    }, [sdkGlobal, uid]);
    await page.locator('#buy').press('Enter');
    await eventually(() => paymentApp(page).frame.locator(':focus').textContent(), 'Pay');
    await page.keyboard.press('Enter');
    await paymentApp(page).says('Paid.');
    await page.keyboard.press('Escape');
    await calls(page, ['ready', 'opened', 'closed', 'opened', 'paid', 'closed']);
    assert.equal(await page.evaluate('document.activeElement.id'), 'buy');
});

/** What is wrong with a snippet, and what the console says then. */
const wrong = [
    ['another public key', (html) => html.replace('"demo-public-key"', '"demo-public-key-stage"'), /clientPubKey is not the public key/],
    ['another environment', (html) => html.replace('"TEST"', '"PRO"'), /environment is due to be "TEST"/],
    ['another version', (html) => html.replace('"apiVersion": "1.0"', '"apiVersion": "2.0"'), /apiVersion is due to be "1\.0"/],
    ['no product', (html) => html.replace('["Payments"]', '[]'), /products is due to contain "Payments"/],
];
for (const [what, change, message] of wrong) {
    browserTest(`${what} is refused: onError, and nothing is opened`, async ({ page, expectError }) => {
        const html = await snippet(await createRequest());
        assert.notEqual(change(html), html);
        expectError(message);
        // The snippet opens right away, which cannot work either.
        expectError(/Payments\.open: SDK\.init comes first/);
        await openShop(page, change(html));
        await calls(page, ['failed', 'failed']);
        assert.equal(await page.locator('iframe').count(), 0);
    });
}

browserTest('a script of one environment refuses the configuration of another', async ({ page, expectError }) => {
    const html = await snippet(await createRequest('stage'), { name: 'stage' });
    expectError(/clientPubKey is not the public key of the environment test; environment is due to be "TEST"/);
    expectError(/SDK\.init comes first/);
    await openShop(page, html.replace(environment('stage').sdk_script, environment('test').sdk_script));
    await calls(page, ['failed', 'failed']);
});

browserTest('a request that does not exist is an error, and leaves nothing open', async ({ page, expectError }) => {
    // Those of another environment do not exist in this one.
    for (const uid of ['no-such-request', '../../../_sandbox', await createRequest('stage')]) {
        expectError(/there is no request with this RequestUid/);
        // The page of the app and its call, both 404.
        expectError(/404/);
        expectError(/404/);
        await openShop(page, await snippet(uid));
        await calls(page, ['ready', 'failed']);
        assert.equal(await page.locator('iframe').count(), 0);
    }
});

browserTest('calls out of order are errors, and throw nothing', async ({ page, expectError }) => {
    const uid = await createRequest();
    await openShop(page, `<script src="${environment('test').sdk_script}"></script>`);
    const { credentials } = environment('test');
    const run = (script) => page.evaluate(`(() => { ${script} })()`);
    expectError(/Payments\.open: SDK\.init comes first/);
    await run(`${sdkGlobal}.Payments.open(${JSON.stringify(uid)})`);
    for (const value of ['undefined', 'null', '7', '[]', '{ get debug() { throw new Error("mine") } }']) {
        expectError(new RegExp(`^${sdkGlobal}: `));
        await run(`${sdkGlobal}.SDK.init(${value})`);
    }
    const configuration = `{ apiVersion: '1.0', clientPubKey: '${credentials.public_key}', environment: 'TEST',
        products: ['Payments'], onInit: shop.ready, onOpen: () => { shop.opened(); throw new Error('mine') }, onError: shop.failed }`;
    // A callback comes behind the call that causes it.
    assert.equal(await run(`${sdkGlobal}.SDK.init(${configuration}); return shop.calls.length`), 0);
    await calls(page, ['ready']);
    expectError(/SDK\.init: it was called before/);
    await run(`${sdkGlobal}.SDK.init(${configuration})`);
    for (const value of ['', '""', '7', '"\\ud800"']) {
        expectError(new RegExp(`^${sdkGlobal}: `));
        await run(`${sdkGlobal}.Payments.open(${value})`);
    }
    await calls(page, ['ready', 'failed', 'failed', 'failed', 'failed', 'failed']);
    expectError(/onOpen of the page failed: Error: mine/);
    expectError(/the payment app is open already/);
    await run(`${sdkGlobal}.Payments.open(${JSON.stringify(uid)}); ${sdkGlobal}.Payments.open(${JSON.stringify(uid)})`);
    await calls(page, ['ready', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'opened']);
});

browserTest('a page whose policy forbids the frame is told so', async ({ page, expectError }) => {
    expectError(/violates the following Content Security Policy directive/);
    expectError(/the payment app does not answer/);
    // The SDK is patient; the page's clock is not waited for.
    await page.clock.install();
    await openShop(page, await snippet(await createRequest()), { 'content-security-policy': "frame-src 'none'" });
    await calls(page, ['ready']);
    await page.clock.runFor(10_000);
    await calls(page, ['ready', 'failed']);
    assert.equal(await page.locator('iframe').count(), 0);
});

browserTest('a script is loaded once, and also for a page that asks with its origin', async ({ page, expectError }) => {
    const address = environment('test').sdk_script;
    expectError(/an SDK script is loaded already/);
    await openShop(page, `<script crossorigin src="${address}"></script><script crossorigin src="${address}"></script>`);
    assert.equal(await page.evaluate(`typeof ${sdkGlobal}.SDK.init`), 'function');
});

browserTest('messages of anybody but the app are not heard', async ({ page }) => {
    const uid = await createRequest();
    await openShop(page, await snippet(uid));
    await calls(page, ['ready', 'opened']);
    // The page itself, a frame of its own, and a page of the sandbox's origin in another frame.
    await page.evaluate(`window.postMessage({ from: 'payment-app', word: 'paid' }, '*')`);
    await page.evaluate(async (address) => {
        for (const source of [{ srcdoc: '<p>mine</p>' }, { src: address }]) {
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
        await frame.evaluate(() => window.parent.postMessage({ from: 'payment-app', word: 'paid' }, '*'));
    }
    await page.evaluate(() => new Promise((later) => setTimeout(later, 100)));
    await calls(page, ['ready', 'opened']);
    assert.equal((await kept(uid)).app, 'Opened');
});

browserTest('a client name with markup is text', async ({ page }) => {
    const hostile = '</script><img src=x onerror="window.top.hurt = true"><b>Shop</b> & "\'';
    const uid = await createRequest();
    await openShop(page, await snippet(uid, { clientName: hostile }));
    const app = paymentApp(page);
    await calls(page, ['ready', 'opened']);
    assert.equal(await app.frame.locator('#client').textContent(), hostile);
    assert.equal(await app.frame.locator('img, b').count(), 0);
    assert.equal(await page.evaluate('window.hurt'), undefined);
});

browserTest('a page of another origin can neither read the app nor press its buttons', async ({ page, expectError }) => {
    const uid = await createRequest();
    await openShop(page, '<p>elsewhere</p>');
    for (const method of ['GET', 'POST']) {
        expectError(/CORS/);
        expectError(/Failed to load resource/);
        const refused = await page.evaluate(
            ([address, method]) => fetch(address, { method }).then(() => 'read', () => 'refused'),
            [`${sandboxUrl}/payments/test/app/${uid}${method === 'POST' ? '/pay' : ''}`, method],
        );
        assert.equal(refused, 'refused');
    }
    assert.equal((await kept(uid)).app, null);
});
