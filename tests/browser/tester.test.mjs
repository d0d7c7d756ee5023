// The tester page of the Test environment.

import assert from 'node:assert/strict';
import { checkAccessibility, lookName, looks } from './axe.mjs';
import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { environment, paymentRequest } from './payments.mjs';
import { repeat, startSandbox } from './sandbox.mjs';
import { paymentApp } from './shop.mjs';

/** Opens the page at its documented URL, and returns actions and expectations. */
async function tester(page, root = sandboxUrl) {
    await page.goto(`${root}/payments/test/thirdpartytester/payments`);
    // The page is ready when it shows the environment.
    await eventually(() => page.getByLabel('environment', { exact: true }).inputValue(), 'TEST');
    return {
        press: (name) => page.getByRole('button', { name, exact: true }).click(),
        fill: (form, field, value) => page.locator(`#${form}`).getByLabel(field, { exact: true }).fill(value),
        uid: () => page.getByLabel('RequestUid').inputValue(),
        state: (expected) => eventually(() => page.locator('#state').textContent(), expected),
        /** All events with their outcomes, in order. */
        journal: (...expected) => eventually(() => page.locator('#journal .head').evaluateAll((heads) => heads.map(
            (head) => `${head.querySelector('.event').textContent} ${head.querySelector('.outcome').textContent}`,
        )), expected),
        entry: (number) => page.locator('#journal li').nth(number - 1),
        /** The row of a request: its state, and its state in the payment app. */
        row: (uid, ...expected) => eventually(() => page.locator('#requests tr', { has: page.getByRole('button', { name: uid, exact: true }) })
            .locator('td:not(:first-child)').allTextContents(), expected),
    };
}

browserTest('a payment is created, opened, paid, submitted, adjusted, extended and refunded', async ({ page }) => {
    const { press, fill, uid, state, journal, entry, row } = await tester(page);
    const app = paymentApp(page);
    const steps = [];
    const step = (...entries) => journal(...steps.push(...entries) && steps);

    await fill('CreateRequest', 'Amount', '99.10');
    await press('CreateRequest');
    await step('CreateRequest 200');
    const first = await uid();
    await row(first, 'Created', 'not opened');

    await press('SDK.init');
    await step('SDK.init called', 'onInit callback');
    await press('Payments.open');
    await step('Payments.open called', 'onOpen callback');
    await row(first, 'Created', 'Opened');
    assert.equal(await app.frame.locator('#amount').textContent(), '99.1');
    await app.press('Pay');
    await step('onSuccess callback');
    await app.press('Close');
    await step('onClose callback');
    await row(first, 'Created', 'Paid');

    await press('SubmitRequest');
    await step('SubmitRequest 200');
    await row(first, 'Submitted', 'Paid');
    await press('AdjustRequest');
    await step('AdjustRequest 200');
    await press('AddendumRequest');
    await step('AddendumRequest 200');
    const second = await uid();
    assert.notEqual(second, first);
    await row(second, 'Created', 'not opened');
    await press('SubmitRequest');
    await step('SubmitRequest 200');
    await row(second, 'Submitted', 'not opened');
    await press(first);
    assert.equal(await uid(), first);
    await press('RefundRequest');
    await step('RefundRequest 200');
    await row(first, 'Refunded', 'Paid');
    await state('RefundRequest succeeded.');
    assert.deepEqual([(await paymentRequest(first)).state, (await paymentRequest(second)).linked_to], ['Refunded', first]);

    // An entry shows method, path, body and response, without secrets.
    const call = await entry(1).textContent();
    for (const part of ['POST /payments/test/thirdparty/payments/v1.0/CreateRequest', '"Amount": 99.10', 'Corner Shop', `"Payload": "${first}"`]) {
        assert.ok(call.includes(part), call);
    }
    const { client_secret: secret } = environment('test').credentials;
    const text = await page.locator('body').textContent();
    assert.ok(!text.includes(secret) && !text.includes(btoa(`demo-client-id:${secret}`)) && text.includes('Basic ••••'));
});

browserTest('a declined payment shows the error and the message on the console', async ({ page, expectError }) => {
    const { press, journal, state, row, uid } = await tester(page);
    await press('CreateRequest');
    await journal('CreateRequest 200');
    await press('SDK.init');
    await press('Payments.open');
    expectError(/the payment was declined/);
    await paymentApp(page).press('Decline');
    await journal(
        'CreateRequest 200', 'SDK.init called', 'onInit callback', 'Payments.open called', 'onOpen callback',
        'console.error message', 'onError callback',
    );
    await state('Service: payment app: the payment was declined');
    await row(await uid(), 'Created', 'Declined');
});

browserTest('closing the app without payment is shown', async ({ page }) => {
    const { press, journal, row, uid } = await tester(page);
    await press('CreateRequest');
    await journal('CreateRequest 200');
    await press('SDK.init');
    await press('Payments.open');
    await paymentApp(page).press('Close');
    await journal(
        'CreateRequest 200', 'SDK.init called', 'onInit callback', 'Payments.open called', 'onOpen callback', 'onClose callback',
    );
    await row(await uid(), 'Created', 'Closed');
});

browserTest('amounts with an exponent are sent as numbers, as typed', async ({ page }) => {
    const { press, fill, state, entry } = await tester(page);
    await fill('CreateRequest', 'Amount', '1.5e3');
    await press('CreateRequest');
    await state('CreateRequest succeeded.');
    const call = await entry(1).textContent();
    assert.ok(call.includes('"Amount": 1.5e3'), call);
});

browserTest('rejected requests show the reason', async ({ page, expectError }) => {
    const { press, fill, state, journal } = await tester(page);
    expectError(/400/);
    await fill('CreateRequest', 'Amount', '0');
    await press('CreateRequest');
    await state('CreateRequest was rejected: Amount must be at least 0.01, with an integer part of 64 bits');
    expectError(/404/);
    await page.getByLabel('RequestUid').fill('no-such-request');
    await press('SubmitRequest');
    await state('SubmitRequest was rejected: unknown RequestUid');
    await fill('init', 'environment', 'PRO');
    expectError(/environment: expected "TEST"/);
    await press('SDK.init');
    await journal(
        'CreateRequest 400', 'SubmitRequest 404', 'SDK.init called', 'console.error message', 'onError callback',
    );
    // A rejected configuration can be corrected.
    await fill('init', 'environment', 'TEST');
    await press('SDK.init');
    await state('The SDK called onInit.');
});

browserTest('markup in fields and responses is shown as text', async ({ page, expectError }) => {
    const { press, fill, journal, entry } = await tester(page);
    const hostile = '<img src=x onerror="window.top.hurt = true">';
    await fill('CreateRequest', 'UserBusinessName', hostile);
    await press('CreateRequest');
    await journal('CreateRequest 200');
    await fill('init', 'clientName', hostile);
    await press('SDK.init');
    await press('Payments.open');
    const app = paymentApp(page);
    await eventually(() => app.frame.locator('#client').textContent(), hostile);
    assert.ok((await app.frame.locator('#details').textContent()).includes(hostile));
    await app.press('Close');
    // Until then a dialog is open, and a field beside it cannot be filled.
    await eventually(() => entry(6).locator('.event').textContent(), 'onClose');
    expectError(/404/);
    await page.getByLabel('RequestUid').fill(hostile);
    await press('SubmitRequest');
    await eventually(() => entry(7).locator('.event').textContent(), 'SubmitRequest');
    await eventually(() => entry(7).locator('.outcome').textContent(), '404');
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.evaluate('window.hurt'), undefined);
});

browserTest('the page works at localhost', async ({ page }) => {
    const { press, journal } = await tester(page, sandboxUrl.replace('127.0.0.1', 'localhost'));
    await press('CreateRequest');
    await journal('CreateRequest 200');
    await press('SDK.init');
    await press('Payments.open');
    await paymentApp(page).press('Pay');
    await journal(
        'CreateRequest 200', 'SDK.init called', 'onInit callback', 'Payments.open called', 'onOpen callback', 'onSuccess callback',
    );
});

browserTest('the page fits a dark phone screen', async ({ page }) => {
    await tester(page);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(overflow, 0);
    // The text has contrast.
    const [text, ground] = await page.evaluate(() => {
        const of = (property) => getComputedStyle(document.body)[property].match(/\d+/g).slice(0, 3).map(Number);
        return [of('color'), of('backgroundColor')];
    });
    assert.ok(Math.min(...text) - Math.max(...ground) > 128, `${text} on ${ground}`);
}, { colorScheme: 'dark', viewport: { width: 390, height: 800 } });

for (const look of looks) {
    browserTest(`axe finds nothing on the tester page: ${lookName(look)}`, async ({ page }) => {
        const { press, journal } = await tester(page);
        await checkAccessibility(page);
        await press('CreateRequest');
        await journal('CreateRequest 200');
        await checkAccessibility(page);
    }, look);
}

browserTest('the steps stay on top of 2,000 requests, which are listed in pages', async ({ page }) => {
    const { root, createPayment } = await startSandbox(page);
    const uids = [];
    await repeat(2_000, async () => uids.push(await createPayment()));
    uids.sort().reverse();
    await tester(page, root);
    const listed = () => page.locator('#requests button').allTextContents();
    await eventually(listed, uids.slice(0, 6));
    assert.equal(await page.locator('#range').textContent(), '1–6 of 2000');
    assert.ok(await page.evaluate('document.documentElement.scrollHeight') < 4_000);
    const button = await page.getByRole('button', { name: 'CreateRequest', exact: true }).boundingBox();
    assert.ok(button.y < 600, `CreateRequest is at ${button.y} px`);
    const older = page.getByRole('button', { name: 'Older', exact: true });
    await older.click();
    await eventually(listed, uids.slice(6, 12));
    await older.click();
    await eventually(listed, uids.slice(12, 18));
    await page.getByRole('button', { name: 'Newer', exact: true }).click();
    await eventually(listed, uids.slice(6, 12));
    await page.getByRole('button', { name: uids[8], exact: true }).click();
    assert.equal(await page.getByLabel('RequestUid').inputValue(), uids[8]);
});

browserTest('on a phone the result is below the pressed button, and has the focus', async ({ page, expectError }) => {
    const { press, journal, fill } = await tester(page);
    const result = () => page.evaluate(() => {
        const { className, parentElement } = document.activeElement;
        const { top, bottom } = document.activeElement.getBoundingClientRect();
        return [className, parentElement.id, top < innerHeight && bottom > 0];
    });
    await press('CreateRequest');
    await eventually(result, ['result', 'CreateRequest', true]);
    await eventually(() => page.locator('.result .event').allTextContents(), ['CreateRequest']);
    assert.equal(await page.locator('.result .state').textContent(), 'CreateRequest succeeded.');
    expectError(/400/);
    await fill('SubmitRequest', 'Amount', '0');
    await press('SubmitRequest');
    await eventually(result, ['result', 'SubmitRequest', true]);
    assert.ok((await page.locator('.result .state').textContent()).startsWith('SubmitRequest was rejected'));
    await journal('CreateRequest 200', 'SubmitRequest 400');
}, { viewport: { width: 390, height: 800 } });

browserTest('a wide screen shows the result in the journal, and the button keeps the focus', async ({ page }) => {
    const { press, journal } = await tester(page);
    await press('CreateRequest');
    await journal('CreateRequest 200');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'CreateRequest');
    assert.equal(await page.locator('.result').isVisible(), false);
});
