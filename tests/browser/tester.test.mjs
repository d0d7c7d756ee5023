// The tester page of the Test environment: a person walks through a payment, and sees what happens.

import assert from 'node:assert/strict';
import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { environment, kept } from './payments.mjs';
import { paymentApp } from './shop.mjs';

/** Opens the page at its documented address, and gives what a person does on it. */
async function tester(page, root = sandboxUrl) {
    await page.goto(`${root}/payments/test/thirdpartytester/payments`);
    // The page is ready when it has the environment's values.
    await eventually(() => page.getByLabel('environment', { exact: true }).inputValue(), 'TEST');
    return {
        press: (name) => page.getByRole('button', { name, exact: true }).click(),
        fill: (form, field, value) => page.locator(`#${form}`).getByLabel(field, { exact: true }).fill(value),
        uid: () => page.getByLabel('RequestUid').inputValue(),
        state: (wanted) => eventually(() => page.locator('#state').textContent(), wanted),
        /** What happened since the page was opened, and how it ended, in order. */
        journal: (...wanted) => eventually(() => page.locator('#journal .head').evaluateAll((heads) => heads.map(
            (head) => `${head.querySelector('.what').textContent} ${head.querySelector('.outcome').textContent}`,
        )), wanted),
        entry: (number) => page.locator('#journal li').nth(number - 1),
        /** The row of a request: its state, and what the app did to it. */
        row: (uid, ...wanted) => eventually(() => page.locator('#requests tr', { has: page.getByRole('button', { name: uid, exact: true }) })
            .locator('td:not(:first-child)').allTextContents(), wanted),
    };
}

browserTest('the whole way: create, open, pay, submit, adjust, add, submit the added, refund', async ({ page }) => {
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
    await state('RefundRequest is done.');
    assert.deepEqual([(await kept(first)).state, (await kept(second)).linked_to], ['Refunded', first]);

    // A call shows its method, path, body and reply, and no secret.
    const call = await entry(1).textContent();
    for (const part of ['POST /payments/test/thirdparty/payments/v1.0/CreateRequest', '"Amount": 99.10', 'Corner Shop', `"Payload": "${first}"`]) {
        assert.ok(call.includes(part), call);
    }
    const { client_secret: secret } = environment('test').credentials;
    const told = await page.locator('body').textContent();
    assert.ok(!told.includes(secret) && !told.includes(btoa(`demo-client-id:${secret}`)) && told.includes('Basic ••••'));
});

browserTest('a decline shows the error, and what the console says of it', async ({ page, expectError }) => {
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
    await state('Service: the payment app: the payment was declined');
    await row(await uid(), 'Created', 'Declined');
});

browserTest('a close without paying is seen', async ({ page }) => {
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

browserTest('what is refused says why', async ({ page, expectError }) => {
    const { press, fill, state, journal } = await tester(page);
    expectError(/400/);
    await fill('CreateRequest', 'Amount', '0');
    await press('CreateRequest');
    await state('CreateRequest was refused: Amount is not above zero');
    expectError(/404/);
    await page.getByLabel('RequestUid').fill('no-such-request');
    await press('SubmitRequest');
    await state('SubmitRequest was refused: there is no request with this RequestUid');
    await fill('init', 'environment', 'PRO');
    expectError(/environment is due to be "TEST"/);
    await press('SDK.init');
    await journal(
        'CreateRequest 400', 'SubmitRequest 404', 'SDK.init called', 'console.error message', 'onError callback',
    );
    // A configuration that was refused can be mended.
    await fill('init', 'environment', 'TEST');
    await press('SDK.init');
    await state('The SDK called onInit.');
});

browserTest('markup in fields and replies is text', async ({ page, expectError }) => {
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
    assert.ok((await app.frame.locator('#facts').textContent()).includes(hostile));
    await app.press('Close');
    expectError(/404/);
    await page.getByLabel('RequestUid').fill(hostile);
    await press('SubmitRequest');
    await eventually(() => entry(7).locator('.what').textContent(), 'SubmitRequest');
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.evaluate('window.hurt'), undefined);
});

browserTest('it works under the name localhost, too', async ({ page }) => {
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

browserTest('the page fits a telephone, in the dark', async ({ page }) => {
    await tester(page);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(overflow, 0);
    // Text stands out from its ground.
    const [text, ground] = await page.evaluate(() => {
        const of = (property) => getComputedStyle(document.body)[property].match(/\d+/g).slice(0, 3).map(Number);
        return [of('color'), of('backgroundColor')];
    });
    assert.ok(Math.min(...text) - Math.max(...ground) > 128, `${text} on ${ground}`);
}, { colorScheme: 'dark', viewport: { width: 390, height: 800 } });
