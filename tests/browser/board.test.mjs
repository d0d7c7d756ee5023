// The order board. Orders are placed by other processes, as those of a service are.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { checkAccessibility, lookName, looks } from './axe.mjs';
import { browserTest, eventually } from './browser.mjs';
import { repeat, startReceiver, startSandbox } from './sandbox.mjs';

const STATUSES = ['Pending', 'Change', 'Processing', 'Completed', 'En Route', 'Delivered', 'Canceled', 'STS Failed'];

/** Opens the board at a place, and returns actions and expectations. */
async function board(page, root, place = '') {
    await page.goto(`${root}/_sandbox/board${place}`);
    await eventually(() => page.locator('#connection-text').textContent(), 'Live');
    const texts = (selector) => page.locator(selector).allTextContents();
    return {
        rows: (...expected) => eventually(() => texts('#rows .name'), expected),
        marks: (...expected) => eventually(() => texts('#rows .mark'), expected),
        row: (name) => page.locator('#rows a', { has: page.locator('.name', { hasText: name }) }),
        kind: (name) => page.locator('#kinds a', { hasText: name }).click(),
        heading: (expected) => eventually(() => texts('#detail h2'), [expected]),
        button: (name) => page.locator('#detail').getByRole('button', { name, exact: true }),
        announced: (expected) => eventually(() => page.locator('#announcement').textContent(), expected),
        currentState: (expected) => eventually(() => texts('#detail .head .mark'), [expected]),
    };
}

/** The focused element: its text, or its label. */
const focused = (page) => page.evaluate(() => {
    const { ariaLabel, textContent, id } = document.activeElement;
    return (ariaLabel || textContent || id).trim().replace(/\s+/g, ' ');
});

browserTest('the board follows an order that another process places and changes', async ({ page }) => {
    const { root, order, ordersUrl, headers, control } = await startSandbox(page);
    const { rows, marks, announced } = await board(page, root);
    assert.equal(await page.locator('#empty').textContent(), 'No orders yet.');
    const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const body = JSON.stringify(order('WEB-1', { first_name: 'Ada', last_name: 'Byron' }));
    const { stdout } = await promisify(execFile)('curl', ['-s', ...options, '-d', body, ordersUrl]);
    const { id } = JSON.parse(stdout).incoming_order;
    await rows('WEB-1');
    await marks('Pending');
    await announced('Order WEB-1: Pending.');
    assert.ok((await page.locator('#rows .notes').textContent()).startsWith('Ada Byron · '));
    await control(`orders/${id}/status`, { status: 'En Route' });
    await marks('En Route');
    await announced('Order WEB-1: En Route.');
    await eventually(() => page.locator('#kinds .count').allTextContents(), ['1', '0', '0', '0', '1']);
    await control('reset', {});
    await rows();
});

browserTest('quotes, payments and requests appear with their details', async ({ page }) => {
    const { root, createQuote, createPayment } = await startSandbox(page);
    const { rows, heading, kind, row } = await board(page, root, '#quotes');
    const quote = await createQuote();
    await rows(quote.reference_no);
    await row(quote.reference_no).click();
    await heading(quote.reference_no);
    assert.ok((await page.locator('#detail pre').textContent()).includes(`"reference_no": "${quote.reference_no}"`));
    await kind('Payments');
    const uid = await createPayment('12345678901234567.89');
    await rows(uid);
    await row(uid).click();
    await heading(uid);
    assert.ok((await page.locator('#detail .facts').textContent()).includes('Amount12345678901234567.89'));
    await page.getByRole('link', { name: 'Requests with this RequestUid' }).click();
    await rows('POST /payments/test/thirdparty/payments/v1.0/CreateRequest');
    await page.locator('#rows a').click();
    // Bodies are shown with the digits that were sent.
    await eventually(() => page.locator('#detail pre').first().textContent().then((text) => text.includes('"Amount": 12345678901234567.89,')), true);
    assert.ok((await page.locator('#detail pre').nth(1).textContent()).includes(`"Payload": "${uid}"`));
    const href = await page.getByRole('link', { name: 'create_request', exact: true }).getAttribute('href');
    assert.equal(href, '/reference#payments/operation/create_request');
});

browserTest('each status has a button and a callback', async ({ page }) => {
    const { root, placeOrder, control } = await startSandbox(page);
    const { url, received } = await startReceiver(page);
    const id = await placeOrder('WEB-1', { status_callback: url });
    const { currentState, button, marks } = await board(page, root, `#orders/${id}`);
    await currentState('Pending');
    for (const status of [...STATUSES.slice(1), 'Pending']) {
        await button(status).click();
        await currentState(status);
        await marks(status);
        assert.equal(await button(status).getAttribute('aria-pressed'), 'true');
        assert.equal(await page.locator('#detail [aria-pressed="true"]').count(), 1);
        await eventually(() => page.locator('#detail .notice').textContent(), `The status is ${status}. Its callback was sent.`);
        assert.equal((await control('orders')).orders[0].status, status);
    }
    await eventually(() => received.map((body) => new URLSearchParams(body).get('incoming_order[status]')), [...STATUSES.slice(1), 'Pending']);
    await eventually(() => page.locator('#detail .history .mark').allTextContents(), ['Pending', ...STATUSES.slice(1), 'Pending']);
});

browserTest('a callback is sent again, with the same form', async ({ page }) => {
    const { root, placeOrder, control } = await startSandbox(page);
    const { url, received } = await startReceiver(page, 500);
    const id = await placeOrder('WEB 1/é', { status_callback: url });
    await control(`orders/${id}/status`, { status: 'Processing' });
    const { rows, row, heading, button, marks } = await board(page, root, '#callbacks');
    await rows('#1 Processing');
    await marks('Rejected');
    await row('#1').click();
    await heading('#1 Processing');
    assert.deepEqual(await page.locator('#detail tbody tr').allTextContents(), [
        `incoming_order[id]${id}`, 'incoming_order[reference_no]WEB 1/é', 'incoming_order[status]Processing', 'incoming_order[order_type]pickup',
    ]);
    await button('Send again').click();
    await rows('#2 Processing', '#1 Processing');
    assert.equal(received.length, 2);
    assert.equal(received[1], received[0]);
    // The details of the order have the button, too.
    await page.locator('#detail .facts a').click();
    await heading('WEB 1/é');
    await page.locator('#detail .callback', { hasText: '#2' }).getByRole('button', { name: 'Send again' }).click();
    await eventually(() => page.locator('#detail .callback a').allTextContents(), ['#3 Processing', '#2 Processing', '#1 Processing']);
    assert.equal(await focused(page), 'Send again');
    assert.equal(received.length, 3);
});

browserTest('the board works with the keyboard alone', async ({ page }) => {
    const { root, placeOrder } = await startSandbox(page);
    for (const number of [1, 2, 3]) await placeOrder(`WEB-${number}`);
    const { rows, heading, currentState } = await board(page, root);
    await rows('WEB-3', 'WEB-2', 'WEB-1');
    const { keyboard } = page;
    const tabTo = async (name) => {
        for (let presses = 0; presses < 60; presses += 1) {
            await keyboard.press('Tab');
            const text = await focused(page);
            // Every focused element is visible, and has an outline.
            const style = await page.evaluate(() => {
                const element = document.activeElement;
                return [element.checkVisibility(), getComputedStyle(element).outlineStyle !== 'none'];
            });
            assert.deepEqual(style, [true, true], text);
            if (text.startsWith(name)) return;
        }
        assert.fail(`no ${name} within 60 presses of Tab`);
    };
    await keyboard.press('Tab');
    assert.equal(await focused(page), 'Skip to the list');
    await keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'list');
    await tabTo('WEB-3');
    await keyboard.press('ArrowDown');
    assert.ok((await focused(page)).startsWith('WEB-2'));
    await keyboard.press('Enter');
    await heading('WEB-2');
    await eventually(() => focused(page), 'WEB-2');
    await tabTo('Delivered');
    await keyboard.press('Enter');
    await currentState('Delivered');
    // The button keeps the focus while everything else changes.
    await eventually(() => page.locator('#detail .notice').textContent(), 'The status is Delivered.');
    assert.equal(await focused(page), 'Delivered');
    await keyboard.press('Escape');
    await eventually(() => page.evaluate('location.hash'), '#orders');
    assert.ok((await focused(page)).startsWith('WEB-2'));
    await keyboard.press('/');
    await keyboard.type('web-3');
    await rows('WEB-3');
    await eventually(() => page.evaluate('document.activeElement.id'), 'search');
});

browserTest('arrow down moves from the page, the search and the list to the first row', async ({ page }) => {
    const { root, placeOrder } = await startSandbox(page);
    for (const number of [1, 2, 3]) await placeOrder(`WEB-${number}`);
    const { rows, heading } = await board(page, root);
    await rows('WEB-3', 'WEB-2', 'WEB-1');
    const { keyboard } = page;
    await keyboard.press('ArrowDown');
    assert.ok((await focused(page)).startsWith('WEB-3'));
    await keyboard.press('ArrowUp');
    assert.ok((await focused(page)).startsWith('WEB-3'));
    await keyboard.press('/');
    await keyboard.type('web-2');
    await rows('WEB-2');
    await keyboard.press('ArrowDown');
    assert.ok((await focused(page)).startsWith('WEB-2'));
    await keyboard.press('Enter');
    await heading('WEB-2');
    await page.locator('[data-skip]').focus();
    await keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'list');
    await keyboard.press('ArrowDown');
    assert.ok((await focused(page)).startsWith('WEB-2'));
    // Arrow keys of other controls are theirs.
    await page.locator('#venue').focus();
    await keyboard.press('ArrowDown');
    assert.equal(await page.evaluate('document.activeElement.id'), 'venue');
});

browserTest('the focus stays when the list changes', async ({ page }) => {
    const { root, placeOrder, control } = await startSandbox(page);
    const ids = [];
    for (const number of [1, 2, 3]) ids.push(await placeOrder(`WEB-${number}`));
    const { rows, row } = await board(page, root, '#orders?group=Pending');
    await rows('WEB-3', 'WEB-2', 'WEB-1');
    await row('WEB-2').focus();
    await placeOrder('WEB-4');
    await rows('WEB-4', 'WEB-3', 'WEB-2', 'WEB-1');
    assert.ok((await focused(page)).startsWith('WEB-2'));
    // The focused row leaves the list: its neighbor has the focus.
    await control(`orders/${ids[1]}/status`, { status: 'Canceled' });
    await rows('WEB-4', 'WEB-3', 'WEB-1');
    assert.ok((await focused(page)).startsWith('WEB-1'));
    await control('reset', {});
    await rows();
    assert.equal(await page.evaluate('document.activeElement.id'), 'list');
});

browserTest('the clock is set, advanced and resumed', async ({ page }) => {
    const { root, control } = await startSandbox(page);
    await board(page, root);
    const shows = (expected) => eventually(() => page.locator('#clock summary').innerText().then((text) => text.replace(/\s+/g, ' ').trim()), expected);
    await page.locator('#clock summary').click();
    await page.getByLabel('Set and stop the clock (UTC)').fill('2026-02-01T12:00:05');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await shows('Clock of the sandbox: Feb 1, 2026, 12:00:05 UTC stopped');
    await page.getByLabel('Advance the clock').fill('2');
    await page.getByLabel('Unit').selectOption('days');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await shows('Clock of the sandbox: Feb 3, 2026, 12:00:05 UTC stopped');
    assert.equal((await control('clock')).now, '2026-02-03T12:00:05Z');
    // Another process sets it.
    await control('clock', { set: '2027-05-06T07:08:09Z' });
    await shows('Clock of the sandbox: May 6, 2027, 07:08:09 UTC stopped');
    const resume = page.getByRole('button', { name: 'Resume the clock' });
    await resume.focus();
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('#running').textContent(), '');
    await eventually(() => resume.isVisible(), false);
    assert.equal(await page.evaluate('document.activeElement.id'), 'set-time');
    const { now, is_running: isRunning } = await control('clock');
    assert.ok(isRunning && now.startsWith('2027-05-06T07:'), now);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#clock').getAttribute('open'), null);
});

browserTest('the board continues after the sandbox was started again', async ({ page, allowErrors }) => {
    allowErrors(/net::ERR_CONNECTION_(REFUSED|RESET)/);
    const first = await startSandbox(page);
    await first.placeOrder('BEFORE');
    const { rows } = await board(page, first.root);
    await rows('BEFORE');
    await first.stop();
    await eventually(() => page.locator('#connection-text').textContent(), 'No connection');
    await eventually(() => page.locator('#list-error').textContent(), 'No response from the sandbox.');
    const second = await startSandbox(page, ['--port', first.port]);
    await second.placeOrder('AFTER');
    await eventually(() => page.locator('#connection-text').textContent(), 'Live');
    await rows('AFTER');
    assert.equal(await page.locator('#list-error').textContent(), '');
});

browserTest('a record that is received after its place was left is not shown', async ({ page }) => {
    const { root, createQuote } = await startSandbox(page);
    const { reference_no: reference } = await createQuote();
    const { rows } = await board(page, root, '#quotes');
    await rows(reference);
    // The responses wait.
    const hold = async (url) => {
        const held = {};
        await page.route(url, async (route) => {
            await new Promise((release) => (held.release = release));
            await route.continue();
        });
        return async () => {
            await eventually(() => Boolean(held.release), true);
            return held.release;
        };
    };
    const record = await hold('**/board/data/quotes/*');
    const list = await hold('**/board/data/requests?*');
    await page.locator('#rows a').click();
    const releaseRecord = await record();
    await page.evaluate(() => { location.hash = '#requests'; });
    releaseRecord();
    // The next read has begun, so the one before has ended.
    const releaseList = await list();
    assert.equal(await page.locator('#list-error').textContent(), '');
    assert.equal(await page.locator('#list-title').textContent(), 'Quotes');
    assert.equal(await page.locator('#detail h2').count(), 0);
    releaseList();
    await rows('POST /api/v3/incoming_quotes');
});

browserTest('2,000 orders and requests are paged, searched and filtered', async ({ page }) => {
    const { root, placeOrder, control } = await startSandbox(page);
    const ids = [];
    await repeat(2_000, async (index) => (ids[index] = await placeOrder(`WEB-${index}`, { first_name: `Buyer${index}` })));
    const references = Object.entries(ids).sort(([, a], [, b]) => b - a).map(([index]) => `WEB-${index}`);
    const { rows, kind, marks } = await board(page, root);
    await rows(...references.slice(0, 50));
    const height = () => page.evaluate(() => document.querySelector('#list').scrollHeight);
    assert.ok(await height() < 6_000, `${await height()} px`);
    assert.equal(await page.locator('#range').textContent(), '1–50 of 2,000 orders');
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    await rows(...references.slice(50, 100));
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    await rows(...references.slice(100, 150));
    // New orders do not move the rows of a later page.
    await placeOrder('NEW');
    await eventually(() => page.locator('#range').textContent(), '102–151 of 2,001 orders');
    await rows(...references.slice(100, 150));
    await page.getByRole('button', { name: 'Newer', exact: true }).click();
    await rows(...references.slice(50, 100));
    await page.goBack();
    await rows(...references.slice(100, 150));
    await page.locator('#search').fill('buyer1234');
    await rows('WEB-1234');
    await control(`orders/${ids[1234]}/status`, { status: 'Canceled' });
    await marks('Canceled');
    await page.locator('#search').fill('');
    await page.locator('#groups button', { hasText: 'Canceled' }).click();
    await rows('WEB-1234');
    await page.locator('#groups button', { hasText: 'All' }).click();
    await page.locator('#venue').selectOption({ label: 'Corner Bakery and Goods' });
    await rows();
    await page.locator('#venue').selectOption({ label: 'High Street Garden' });
    await rows('NEW', ...references.slice(0, 49));
    // A change is on the page in a moment.
    const start = Date.now();
    await placeOrder('LAST');
    await rows('LAST', 'NEW', ...references.slice(0, 48));
    assert.ok(Date.now() - start < 2_000, `${Date.now() - start} ms`);
    await kind('Requests');
    await eventually(() => page.locator('#rows li').count(), 50);
    assert.ok(await height() < 6_000, `${await height()} px`);
    await page.locator('#search').fill('"LAST"');
    await eventually(() => page.locator('#rows li').count(), 1);
});

browserTest('hostile texts are shown as texts', async ({ page }) => {
    const { root, placeOrder, post } = await startSandbox(page);
    const hostile = '<img src=x onerror="window.hurt = true">"\'><svg onload=hurt()>';
    const id = await placeOrder(hostile, { first_name: hostile, notes: hostile, status_callback: `http://127.0.0.1:9/${encodeURIComponent(hostile)}` });
    await post('/v3/incoming_orders', `<script>window.hurt = true</script>${hostile}`);
    const { heading, rows, kind, row, button } = await board(page, root, `#orders/${id}`);
    await heading(hostile);
    await rows(hostile);
    await button('Processing').click();
    await kind('Callbacks');
    await row('#1').click();
    await heading('#1 Processing');
    await kind('Requests');
    await page.locator('#rows a').first().click();
    await eventually(() => page.locator('#detail pre').first().textContent(), `<script>window.hurt = true</script>${hostile}`);
    await page.goto(`${root}/_sandbox/board#orders/${encodeURIComponent(hostile)}?search=${encodeURIComponent(hostile)}`);
    await page.reload();
    await rows(hostile);
    await eventually(() => page.locator('#detail .empty').textContent(), 'The sandbox has no such order.');
    assert.equal(await page.locator('img, #detail script, #rows script, main svg[onload]').count(), 0);
    assert.equal(await page.evaluate('window.hurt'), undefined);
});

browserTest('a page of another origin cannot follow the changes', async ({ page, expectError }) => {
    const { root } = await startSandbox(page);
    const { url } = await startReceiver(page);
    await page.goto(url);
    expectError(/CORS|403/);
    const result = await page.evaluate((root) => new Promise((done) => {
        const source = new EventSource(`${root}/_sandbox/events`);
        source.onopen = () => done('open');
        source.onerror = () => done('blocked');
    }), root);
    assert.equal(result, 'blocked');
});

for (const look of looks) {
    browserTest(`axe finds nothing on the board: ${lookName(look)}`, async ({ page }) => {
        const { root, placeOrder, createQuote, createPayment, control, post } = await startSandbox(page);
        const { url } = await startReceiver(page);
        const { heading, rows } = await board(page, root);
        await checkAccessibility(page);
        for (const [index, status] of STATUSES.entries()) {
            const id = await placeOrder(`WEB-${index}`, { status_callback: url, first_name: 'Ada' });
            await control(`orders/${id}/status`, { status });
        }
        const quote = await createQuote();
        const uid = await createPayment();
        await post('/v3/incoming_orders', '{}');
        await rows('WEB-7', 'WEB-6', 'WEB-5', 'WEB-4', 'WEB-3', 'WEB-2', 'WEB-1', 'WEB-0');
        await checkAccessibility(page);
        const { orders } = await control('orders');
        const { requests } = await control('requests');
        const { callbacks } = await control('callbacks');
        for (const [place, title] of [
            [`orders/${orders[4].id}`, 'WEB-4'],
            [`quotes/${quote.reference_no.slice(2)}`, quote.reference_no],
            [`payments/${uid}`, uid],
            ['callbacks/1', `#1 ${callbacks[0].status}`],
            [`requests/${requests.at(-1).number}`, 'POST /api/v3/incoming_orders'],
        ]) {
            await page.goto(`${root}/_sandbox/board#${place}`);
            await heading(title);
            await checkAccessibility(page);
            const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
            assert.equal(overflow, 0, place);
        }
        await page.locator('#clock summary').click();
        await checkAccessibility(page);
    }, look);
}

for (const width of [320, 768, 2560]) {
    browserTest(`the board fits ${width} px`, async ({ page }) => {
        const { root, placeOrder } = await startSandbox(page);
        const reference = 'A-reference-without-any-space-of-60-characters-0123456789-ABC';
        const id = await placeOrder(reference, { last_name: 'Margaret-Hamilton-Byron-Lovelace-Hopper' });
        const { rows, heading } = await board(page, root);
        await rows(reference);
        const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        assert.equal(await overflow(), 0);
        await page.goto(`${root}/_sandbox/board#orders/${id}`);
        await heading(reference);
        assert.equal(await overflow(), 0);
        // The details have the place of the list on a narrow screen.
        assert.equal(await page.locator('#list').isVisible(), width >= 1024);
        if (width >= 1024) return;
        await page.getByRole('link', { name: 'All orders' }).click();
        await rows(reference);
        await eventually(() => focused(page).then((text) => text.startsWith(reference)), true);
    }, { viewport: { width, height: 900 } });
}

for (const width of [390, 1280]) {
    browserTest(`values of any length fit the board of ${width} px`, async ({ page }) => {
        const { root, order, ordersUrl, headers, createPayment, control } = await startSandbox(page);
        const [reference, long, amount] = ['W'.repeat(255), 'x'.repeat(10_000), '9'.repeat(18) + '.' + '9'.repeat(80)];
        const fields = { first_name: long, last_name: long, notes: long, order_type: long, status_callback: `http://127.0.0.1:9/${long.slice(30)}` };
        const response = await fetch(ordersUrl, { method: 'POST', headers, body: JSON.stringify(order(reference, fields)) });
        assert.equal(response.status, 200);
        const { id } = (await response.json()).incoming_order;
        await control(`orders/${id}/status`, { status: 'Processing' });
        const uid = await createPayment(amount);
        await eventually(() => control('callbacks').then(({ callbacks }) => callbacks.length), 1);
        const { requests } = await control('requests');
        const { heading } = await board(page, root);
        const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        const tallest = (selector) => page.evaluate(`Math.max(0, ...[...document.querySelectorAll('${selector}')].map((node) => node.offsetHeight))`);
        for (const [kind, record, title] of [
            ['orders', id, reference],
            ['payments', uid, uid],
            ['callbacks', 1, '#1 Processing'],
            ['requests', requests.at(-1).number, null],
        ]) {
            await page.goto(`${root}/_sandbox/board#${kind}`);
            await eventually(() => page.locator('#rows a').count().then((count) => count > 0), true);
            assert.equal(await overflow(), 0, kind);
            assert.ok((await tallest('#rows a')) < 140, kind);
            await page.goto(`${root}/_sandbox/board#${kind}/${record}`);
            if (title) await heading(title);
            await eventually(() => page.locator('#detail pre').first().isVisible(), true);
            assert.equal(await overflow(), 0, `${kind} ${record}`);
            assert.ok((await tallest('#detail h2, #detail .facts dd')) < 260, kind);
        }
        // All of a text is in the record.
        await page.goto(`${root}/_sandbox/board#orders/${id}`);
        await heading(reference);
        assert.ok((await page.locator('#detail pre').textContent()).includes(long));
    }, { viewport: { width, height: 900 } });
}
