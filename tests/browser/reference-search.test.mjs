// The search of the API reference.

import assert from 'node:assert/strict';

import { browserTest, eventually } from './browser.mjs';
import { open } from './reference.mjs';

/** The hits: kind, name, and the APIs of all links. */
const hits = (page) =>
    page.locator('.hit').evaluateAll((all) =>
        all.map((hit) => ({
            kind: hit.querySelector('.chip').textContent,
            name: hit.querySelector('.hit-name a').textContent,
            context: hit.querySelector('.hit-context').textContent,
            ids: [...hit.querySelectorAll('a')].map((link) => decodeURIComponent(link.hash.slice(1))),
        })),
    );

async function searchFor(page, words) {
    await page.getByRole('searchbox').fill(words);
    await eventually(() => page.title(), `${words} · API reference`);
    return hits(page);
}

browserTest('a search shows ranked hits with a line of context, and no articles', async ({ page }) => {
    await open(page, '#pos-v2/schema/Customer');
    const found = await searchFor(page, 'create_incoming_order');
    assert.deepEqual([found[0].kind, found[0].name], ['operation', 'create_incoming_order']);
    assert.match(found[0].context, /Submits an order|incoming_orders/);
    assert.equal(await page.locator('main table').count(), 0);
    assert.equal(await page.locator('main article').count(), 1);
});

browserTest('operations, records, fields, parameters, values, errors and rules are found by what they are', async ({ page }) => {
    await open(page);
    const cases = [
        ['get_menu_feed', 'operation', 'pos-v3/operation/get_menu_feed'],
        ['/v3/menu_feeds', 'operation', 'pos-v3/operation/get_menu_feed'],
        ['SUBMITREQUEST', 'operation', 'payments/operation/submit_request'],
        ['pos-v3 unique-key', 'operation', 'pos-v3/operation/create_incoming_order'],
        ['NewIncomingOrder', 'record', 'pos-v3/schema/NewIncomingOrder'],
        ['order_items_attributes', 'field', 'pos-v3/schema/NewIncomingOrder/order_items_attributes'],
        ['signature JPEG', 'field', 'pos-v2/schema/CustomerUpdate/signature'],
        ['q[updated_at_gt]', 'parameter', 'pos-v2/operation/list_customers/q[updated_at_gt]'],
        ['en route', 'value', 'pos-v3/schema/OrderStatus'],
        ['422 create_incoming_order', 'error', 'pos-v3/operation/create_incoming_order/response/422'],
        ['order_status', 'callback', 'pos-v1/webhook/order_status'],
    ];
    for (const [words, kind, id] of cases) {
        const found = await searchFor(page, words);
        const own = found.slice(0, 12).filter((hit) => hit.kind === kind && hit.ids.includes(id));
        assert.equal(own.length, 1, `${words}: ${JSON.stringify(found.slice(0, 12))}`);
        assert.ok(found.length <= 60, words);
    }
});

browserTest('versions of the same thing are one hit, the recommended version first', async ({ page }) => {
    await open(page);
    const orders = await searchFor(page, 'order');
    assert.deepEqual([orders[0].kind, orders[0].name], ['operation', 'create_incoming_order']);
    const [first] = await searchFor(page, 'get_incoming_order');
    assert.deepEqual(first.ids, ['pos-v3/operation/get_incoming_order', 'pos-v1/operation/get_incoming_order']);
    const fields = await searchFor(page, 'Customer telephone');
    const own = fields.find((hit) => hit.name === 'Customer.telephone');
    assert.deepEqual(own.ids, ['pos-v2/schema/Customer/telephone', 'pos-v1/schema/Customer/telephone']);
});

browserTest('hits have all words, and their matches are marked', async ({ page }) => {
    await open(page);
    const found = await searchFor(page, 'points_adjustment customer');
    assert.ok(found.length > 0 && found.length < 20, `${found.length}`);
    assert.equal(found[0].name, 'SavedCustomer.points_adjustment');
    assert.ok(!found.some((hit) => hit.ids.some((id) => id.startsWith('payments'))));
    assert.deepEqual(await page.locator('.hit').first().locator('.hit-name mark').allTextContents(), ['Customer', 'points_adjustment']);
    assert.ok(found.some((hit) => hit.name === 'CustomerUpdate.points_adjustment'));
    await page.getByRole('searchbox').fill('seller_ordered_at_nowhere');
    await eventually(() => page.locator('#found').textContent(), '0 found');
    assert.match(await page.locator('main').textContent(), /Nothing has all of these words/);
});

browserTest('the URL of a search can be shared, and a search is one history entry', async ({ page }) => {
    await open(page, '#pos-v2/schema/Customer');
    await page.keyboard.press('/');
    await page.keyboard.type('points_adjustment');
    const url = page.url();
    assert.match(url, /#\?q=points_adjustment$/);
    const shown = await hits(page);
    const other = await page.context().newPage();
    await other.goto(url);
    await other.locator('main:not([aria-busy])').waitFor();
    assert.deepEqual(await hits(other), shown);
    assert.equal(await other.getByRole('searchbox').inputValue(), 'points_adjustment');

    await page.goBack();
    await eventually(() => page.title(), 'Customer · Point of sale, version 2 · API reference');
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    await page.goForward();
    await eventually(async () => (await hits(page)).length, shown.length);
    await page.getByRole('searchbox').press('Escape');
    await eventually(() => page.title(), 'Customer · Point of sale, version 2 · API reference');
});

browserTest('the search can be used by keyboard', async ({ page }) => {
    await open(page);
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
    await page.keyboard.press('/');
    assert.equal(await focused(), 'search');
    await page.keyboard.type('get_incoming_order');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'get_incoming_order');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'pos-v1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'search');
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate(() => decodeURIComponent(location.hash)), '#pos-v3/operation/get_incoming_order');
    await eventually(async () => (await focused()).startsWith('get_incoming_order'), true);
});

browserTest('the search filters the list of open points', async ({ page }) => {
    await open(page, '#?open&q=telephone');
    const shown = await page.locator('.open-point:visible').allTextContents();
    assert.ok(shown.length > 0 && shown.length < 40, `${shown.length}`);
    assert.ok(shown.every((text) => text.toLowerCase().includes('telephone')), String(shown));
    assert.equal(await page.getByLabel('Unknown or in conflict').isChecked(), true);
});
