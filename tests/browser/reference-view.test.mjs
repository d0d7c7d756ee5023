// The API reference for everybody: accessibility, headings, titles, narrow windows, dark mode.

import assert from 'node:assert/strict';

import { checkAccessibility, lookName, looks } from './axe.mjs';
import { browserTest, eventually } from './browser.mjs';
import { hashOf, open } from './reference.mjs';

/** One page of each kind. */
const pages = [
    '',
    '#pos-v2',
    '#pos-v3/operation/create_incoming_order',
    '#pos-v2/operation/list_customers',
    '#payments/operation/create_request/try',
    '#pos-v1/webhook/order_status',
    '#payments/sdk/browser_sdk',
    '#pos-v2/schema/Customer',
    '#pos-v1/schema/Customer/birthday',
    '#?q=telephone',
    '#?q=nothing_has_this',
    '#?open',
    '#no/such/place',
];

for (const look of looks) {
    browserTest(
        `axe finds nothing in the reference: ${lookName(look)}`,
        async ({ page }) => {
            for (const hash of pages) {
                await open(page, hash);
                await checkAccessibility(page);
                assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${hash} scrolls`);
            }
        },
        look,
    );
}

browserTest('axe finds nothing with a response, with invalid JSON and with the menu', async ({ page }) => {
    await open(page, '#pos-v3/operation/create_incoming_quote');
    const form = page.locator('form.try');
    await form.getByLabel('Body', { exact: true }).fill('{"quote": }');
    await form.getByRole('button', { name: 'Send' }).click();
    await checkAccessibility(page);
    await form.getByRole('button', { name: 'All fields' }).click();
    await form.getByRole('button', { name: 'Fields of the sample' }).click();
    await form.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result pre').first().waitFor();
    await page.locator('.result details').evaluate((details) => (details.open = true));
    await checkAccessibility(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation').waitFor();
    await checkAccessibility(page);
});

browserTest('every page has one h1, and its headings skip no level', async ({ page }) => {
    for (const hash of pages) {
        await open(page, hash);
        const levels = await page.locator(':is(h1, h2, h3, h4, h5, h6)').evaluateAll((all) => all.map((heading) => Number(heading.localName[1])));
        assert.equal(levels.filter((level) => level === 1).length, 1, hash);
        assert.equal(levels[0], 1, hash);
        levels.forEach((level, index) => assert.ok(index === 0 || level <= levels[index - 1] + 1, `${hash}: ${levels}`));
    }
});

browserTest('each operation has a title and a history entry', async ({ page }) => {
    await open(page, '#pos-v3');
    const title = () => page.title();
    await page.locator('main').getByRole('link', { name: 'create_incoming_order' }).first().click();
    await eventually(title, 'create_incoming_order · Point of sale, version 3 · API reference');
    await page.getByRole('navigation').getByRole('link', { name: 'get_incoming_order' }).click();
    await eventually(title, 'get_incoming_order · Point of sale, version 3 · API reference');
    await page.goBack();
    await eventually(title, 'create_incoming_order · Point of sale, version 3 · API reference');
    await page.goBack();
    await eventually(title, 'Point of sale, version 3 · Point of sale, version 3 · API reference'.replace(/^[^·]* · /, ''));
});

browserTest('links in texts are underlined', async ({ page }) => {
    for (const hash of ['', '#pos-v3', '#pos-v3/operation/create_incoming_order', '#pos-v2/schema/Customer', '#?q=telephone', '#?open']) {
        await open(page, hash);
        const plain = await page.locator('main a').evaluateAll((links) =>
            links
                .filter((link) => link.checkVisibility() && link.closest('h1, h2, h3') === null)
                .filter((link) => !getComputedStyle(link).textDecorationLine.includes('underline'))
                .map((link) => link.textContent),
        );
        assert.deepEqual(plain, [], hash);
    }
});

browserTest('controls and links outside of sentences have at least 24 pixels', async ({ page }) => {
    for (const hash of pages) {
        await open(page, hash);
        const small = await page.locator('button, input, select, summary, label.switch, nav a, .jumps a, .operations a, .users a, .hit-name a').evaluateAll((all) =>
            all
                .filter((target) => target.checkVisibility() && target.type !== 'checkbox')
                .map((target) => [target.textContent || target.id, target.getBoundingClientRect().height])
                .filter(([, height]) => height < 24),
        );
        assert.deepEqual(small, [], hash);
    }
});

browserTest('the skip link leads to the content', async ({ page }) => {
    await open(page, '#pos-v2');
    await page.locator('body').evaluate((body) => {
        body.tabIndex = -1;
        body.focus();
    });
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
});

browserTest(
    'the page has a dark mode',
    async ({ page }) => {
        await open(page, '#pos-v3');
        const [paper, ink] = await page.evaluate(() => {
            const { backgroundColor, color } = getComputedStyle(document.body);
            return [backgroundColor, color].map((text) => text.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
        });
        assert.ok(paper < 150 && ink > 600, `${paper} ${ink}`);
    },
    { colorScheme: 'dark' },
);

browserTest(
    'a narrow window has a menu, which closes after a choice',
    async ({ page }) => {
        await open(page);
        const navigation = page.locator('nav');
        assert.equal(await navigation.isVisible(), false);
        await page.getByRole('button', { name: 'Menu' }).click();
        await navigation.getByText('Point of sale, version 2').click();
        await navigation.getByRole('link', { name: 'list_customers' }).click();
        await eventually(() => page.evaluate(() => decodeURIComponent(location.hash)), hashOf('pos-v2/operation/list_customers'));
        await eventually(() => navigation.isVisible(), false);
    },
    { viewport: { width: 360, height: 800 } },
);

for (const width of [375, 700, 1280]) {
    browserTest(
        `a field that a URL names is below the header: ${width} px`,
        async ({ page }) => {
            await open(page, '#pos-v3/schema/NewIncomingOrder/zipcode');
            const place = () => page.evaluate(() => {
                const { top, bottom } = document.querySelector('.target').getBoundingClientRect();
                return top >= document.querySelector('header').getBoundingClientRect().bottom && bottom <= innerHeight;
            });
            await eventually(place, true);
        },
        { viewport: { width, height: 800 } },
    );
}
