// The API reference in a browser. The expectations are read from the documents, not from the page's code.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';

import { browserTest, eventually, sandboxUrl } from './browser.mjs';

const folder = new URL('../../crates/api-description/openapi/', import.meta.url);
const documents = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]);

/** Opens the page at a place, and waits until it has loaded the documents. */
async function open(page, hash = '') {
    await page.goto(`${sandboxUrl}/reference${hash}`);
    await page.locator('main:not([aria-busy])').waitFor();
}

/** A text as shown: without backticks, and with single spaces. */
const plain = (text) => text.replaceAll('`', '').replace(/\s+/g, ' ');

/** The whole text of an element, hidden parts included. */
const textOf = async (page, selector) => plain(await page.locator(selector).evaluate((element) => element.textContent));

const apiOf = (page, api) => textOf(page, `section[data-api="${api}"]`);

/** The operations of a document. */
const operationsOf = (document) =>
    Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Calls `visit` for each member of an object within a value. */
function members(value, visit) {
    if (value === null || typeof value !== 'object') return;
    for (const [key, member] of Object.entries(value)) {
        if (!Array.isArray(value)) visit(key, member);
        members(member, visit);
    }
}

/** The strings within a value. */
function texts(value) {
    if (typeof value === 'string') return [value];
    return value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
}

const shownArticles = (page) =>
    page.locator('main article').evaluateAll((all) => all.filter((article) => article.checkVisibility()).map((article) => article.id));

browserTest('each API has links to both editions of its document', async ({ page }) => {
    await open(page);
    for (const [api] of documents) {
        for (const name of [`${api}.json`, `strict/${api}.json`]) {
            const path = `/reference/openapi/${name}`;
            assert.equal(await page.locator(`main a[href="${path}"]`).count(), 2, `links to ${path}`);
            const response = await page.request.get(`${sandboxUrl}${path}`);
            assert.equal((await response.json()).openapi, '3.1.0', path);
        }
    }
});

browserTest('every operation, record and callback of every document has an article', async ({ page }) => {
    await open(page);
    const [articles, links] = await page.evaluate(() => [
        [...document.querySelectorAll('article[id]')].map((article) => article.id),
        [...document.querySelectorAll('nav a')].map((link) => decodeURIComponent(link.getAttribute('href').slice(1))),
    ]);
    let count = 0;
    for (const [api, document] of documents) {
        const expected = [
            api,
            ...operationsOf(document).map((operation) => `${api}/operation/${operation.operationId}`),
            ...Object.keys(document.components.schemas ?? {}).map((name) => `${api}/schema/${name}`),
            ...Object.keys(document.webhooks ?? {}).map((name) => `${api}/webhook/${name}`),
            ...(document['x-browser-sdks'] ?? []).map((sdk) => `${api}/sdk/${sdk.resource}`),
        ];
        for (const id of expected) {
            assert.ok(articles.includes(id), `no article ${id}`);
            assert.ok(links.includes(id), `no link to ${id} in the navigation`);
        }
        count += expected.length;
    }
    assert.ok(count > 200, `${count} articles`);
    assert.equal(new Set(articles).size, articles.length, 'duplicate id of an article');
});

browserTest('every field has a row with its default, evidence and marks', async ({ page }) => {
    await open(page);
    const rows = Object.fromEntries(
        await page.locator('tr.field').evaluateAll((all) =>
            all.map((row) => [row.id, [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, ' '))]),
        ),
    );
    const words = {
        'x-inferred': 'inferred type',
        'x-documented-required': 'required in documents',
        'x-secret': 'secret',
        'x-pii': 'PII',
        'x-strict': 'strict',
        'x-string-or-number': 'string or number',
        'x-envelope-member': 'envelope',
        'x-also-us-date': 'also US date',
        readOnly: 'read-only',
    };
    const evidence = { list: 'record list', example: 'list example' };
    const seen = new Map();
    for (const [api, document] of documents) {
        for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
            for (const [field, property] of Object.entries(schema.properties ?? {})) {
                const id = `${api}/schema/${name}/${field}`;
                const row = rows[id];
                assert.ok(row, `no row ${id}`);
                const has = (text, why) => {
                    assert.ok(row.join(' ').includes(text), `${id} has no ${text}: ${row}`);
                    seen.set(why, (seen.get(why) ?? 0) + 1);
                };
                if ('default' in property) has(`default${JSON.stringify(property.default)}`, 'default');
                if ('maxLength' in property) has(`${property.maxLength} characters`, 'maxLength');
                if ('x-unit' in property) has(`unit${property['x-unit']}`, 'x-unit');
                for (const word of property['x-evidence'] ?? []) has(evidence[word], word);
                for (const [mark, word] of Object.entries(words)) if (property[mark] === true) has(word, mark);
                if (schema.required?.includes(field)) has('required', 'required');
            }
        }
    }
    for (const mark of ['default', 'maxLength', 'x-unit', 'required', ...Object.keys(evidence), ...Object.keys(words)]) {
        assert.ok(seen.get(mark) > 0, `no field of the documents has ${mark}`);
    }
});

browserTest('every unknown and conflict is shown in its API and in the list of open points', async ({ page }) => {
    await open(page);
    const list = await textOf(page, '#open-points');
    let count = 0;
    for (const [api, document] of documents) {
        const shown = await apiOf(page, api);
        members(document, (key, value) => {
            if (key !== 'x-unknowns' && key !== 'x-conflicts') return;
            count += value.length;
            for (const text of texts(value)) {
                assert.ok(shown.includes(plain(text)), `${api} does not show: ${text}`);
                assert.ok(list.includes(plain(text)), `the list does not show: ${text}`);
            }
        });
    }
    await page.getByLabel('Unknown or in conflict').check();
    await eventually(() => page.locator('#found').textContent(), `${count} found`);
    assert.equal(await page.locator('.open-point:visible').count(), count);
    // Every link has a target.
    const broken = await page.locator('.where a').evaluateAll((links) =>
        links.map((link) => decodeURIComponent(link.hash.slice(1))).filter((id) => document.getElementById(id) === null),
    );
    assert.deepEqual(broken, []);
});

browserTest('every string of every document is shown', async ({ page }) => {
    await open(page);
    let count = 0;
    for (const [api, document] of documents) {
        const shown = await apiOf(page, api);
        members(document, (key, value) => {
            // Shown in the words of the page, as in "list of Customer", "record list", "a page of a list".
            if (['type', 'x-response', 'x-evidence', 'body'].includes(key)) return;
            for (const text of [value].flat().filter((text) => typeof text === 'string')) {
                // A reference is a link with the name of its target.
                const expected = key === '$ref' ? text.split('/').pop() : text;
                assert.ok(shown.includes(plain(expected)), `${api} does not show ${key}: ${text}`);
                count += 1;
            }
        });
    }
    assert.ok(count > 3000, `${count} texts`);
});

browserTest('every link within the page has a target', async ({ page }) => {
    await open(page);
    const broken = await page.locator('a[href^="#"]').evaluateAll((links) =>
        links
            .map((link) => link.getAttribute('href').slice(1))
            .filter((hash) => hash !== '' && !hash.startsWith('?') && document.getElementById(decodeURIComponent(hash)) === null),
    );
    assert.deepEqual([...new Set(broken)], []);
});

browserTest('undocumented responses are marked as the sandbox\'s own choice, and no others', async ({ page }) => {
    await open(page);
    for (const [api, document] of documents) {
        for (const operation of operationsOf(document)) {
            const article = page.locator(`[id="${api}/operation/${operation.operationId}"]`);
            const chosen = Object.entries(operation.responses).some(
                ([status, response]) => status.startsWith('2') && response['x-unknown'] === true,
            );
            assert.equal(await article.locator('h3 .own').count(), chosen ? 1 : 0, operation.operationId);
            const unknown = Object.values(operation.responses).filter((response) => response['x-unknown'] === true);
            assert.equal(await article.locator('td .own').count(), unknown.length, operation.operationId);
        }
    }
});

browserTest('the search filters at once, and its URL can be shared', async ({ page }) => {
    await open(page);
    await page.keyboard.press('/');
    await page.keyboard.type('seller_ordered_at_nowhere');
    await eventually(() => page.locator('#found').textContent(), '0 found');
    await page.getByRole('searchbox').fill('points_adjustment customer');
    await eventually(() => page.locator('#found').textContent().then((text) => Number.parseInt(text) > 0), true);
    const shown = await shownArticles(page);
    assert.ok(shown.includes('pos-v2/schema/CustomerUpdate'), String(shown));
    assert.ok(!shown.some((id) => id.startsWith('payments')), String(shown));
    assert.ok(shown.length < 20, String(shown));
    // Other fields and links are hidden.
    const rows = page.locator('[id="pos-v2/schema/CustomerUpdate"] tr.field:visible');
    assert.ok((await rows.evaluateAll((all) => all.map((row) => row.id))).includes('pos-v2/schema/CustomerUpdate/points_adjustment'));
    assert.equal(await page.locator('[id="pos-v2/schema/CustomerUpdate/city"]').isVisible(), false);
    assert.equal(await page.getByRole('link', { name: 'create_request' }).count(), 0);

    const url = page.url();
    assert.match(url, /#\?q=points_adjustment\+customer$/);
    const other = await page.context().newPage();
    await other.goto(url);
    await other.locator('main:not([aria-busy])').waitFor();
    assert.deepEqual(await shownArticles(other), shown);
    assert.equal(await other.getByRole('searchbox').inputValue(), 'points_adjustment customer');

    await page.keyboard.press('Escape');
    await eventually(() => shownArticles(page), ['front']);
});

browserTest('the search finds paths, wire names and texts', async ({ page }) => {
    await open(page);
    const cases = [
        ['/v3/menu_feeds', 'pos-v3/operation/get_menu_feed'],
        ['q[updated_at_gt]', 'pos-v2/operation/list_customers'],
        ['SUBMITREQUEST', 'payments/operation/submit_request'],
        ['order_items_attributes', 'pos-v3/schema/NewIncomingOrder'],
        ['signature JPEG', 'pos-v2/schema/CustomerUpdate'],
        ['pos-v3 unique-key', 'pos-v3/operation/create_incoming_order'],
    ];
    for (const [words, id] of cases) {
        await page.getByRole('searchbox').fill(words);
        await eventually(async () => (await shownArticles(page)).includes(id), true);
        assert.ok((await shownArticles(page)).length < 60, words);
    }
});

browserTest('the search filters the list of open points', async ({ page }) => {
    await open(page, '#?open&q=telephone');
    const shown = await page.locator('.open-point:visible').allTextContents();
    assert.ok(shown.length > 0 && shown.length < 40, `${shown.length}`);
    assert.ok(shown.every((text) => text.toLowerCase().includes('telephone')), String(shown));
    assert.equal(await page.getByLabel('Unknown or in conflict').isChecked(), true);
});

browserTest('URLs of operations, records and fields open their place', async ({ page }) => {
    const places = [
        'pos-v3/operation/create_incoming_order',
        'pos-v2/schema/Customer',
        'pos-v1/schema/Customer/birthday',
        'pos-v1/webhook/order_status',
        'payments/sdk/browser_sdk',
        'pos-v2/operation/list_customers/q[telephone_eq]',
    ];
    for (const id of places) {
        const other = await page.context().newPage();
        await open(other, `#${id.split('/').map(encodeURIComponent).join('/')}`);
        const target = other.locator(`[id="${id}"]`);
        await target.waitFor();
        await eventually(() => target.evaluate((element) => {
            const { top } = element.getBoundingClientRect();
            return top >= 0 && top < innerHeight;
        }), true);
        assert.equal(await target.evaluate((element) => element.contains(document.activeElement)), true, id);
        await other.close();
    }
    await open(page, '#pos-v9/operation/none');
    await eventually(() => page.locator('#found').textContent(), 'not found');
});

browserTest('operations and records link to each other', async ({ page }) => {
    await open(page, '#pos-v3/operation/create_incoming_order');
    await page.locator('[id="pos-v3/operation/create_incoming_order"]').getByRole('link', { name: 'NewIncomingOrder' }).click();
    const record = page.locator('[id="pos-v3/schema/NewIncomingOrder"]');
    await eventually(() => page.evaluate(() => document.activeElement.textContent.startsWith('NewIncomingOrder')), true);
    await record.getByRole('link', { name: 'create_incoming_order' }).click();
    await eventually(() => page.evaluate(() => document.activeElement.textContent.startsWith('create_incoming_order')), true);
    await page.goBack();
    await eventually(() => page.evaluate(() => document.activeElement.textContent.startsWith('NewIncomingOrder')), true);
});

browserTest('the page can be used by keyboard', async ({ page }) => {
    await open(page);
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
    await page.keyboard.press('/');
    assert.equal(await focused(), 'search');
    await page.keyboard.type('get_incoming_order');
    await page.keyboard.press('ArrowDown');
    const first = await focused();
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await focused(), first);
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), first);
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'search');
    // A match in the name is preferred, and versions that are not deprecated are first.
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate(() => decodeURIComponent(location.hash)), '#pos-v3/operation/get_incoming_order');
    await eventually(async () => (await focused()).startsWith('get_incoming_order'), true);
});

browserTest('text of a document is never markup, and unknown members are shown as JSON', async ({ page }) => {
    const script = '<script>document.title = "hostile"</script><img src="x" onerror="document.title = \'hostile\'">`<b>`';
    const hostile = {
        openapi: '3.1.0',
        'x-new': { made: script },
        info: { title: script, version: script, description: script, 'x-new': 1 },
        tags: [{ name: script, description: script, 'x-new': 2 }],
        servers: [{ url: 'javascript:alert(1)', description: script, 'x-new': 3 }],
        paths: {
            [`/{id}/${script}`]: {
                get: {
                    operationId: script,
                    summary: script,
                    tags: [script],
                    'x-new': 4,
                    'x-unknowns': [script],
                    'x-conflicts': [{ says: script, but: script, so: script, 'x-new': 5 }],
                    parameters: [{ name: script, in: 'path', description: script, schema: { type: script, 'x-new': 6 }, 'x-new': 7 }],
                    responses: { 200: { description: script, 'x-new': 8 } },
                    'x-other': [{ 'x-new': 9 }],
                },
            },
        },
        components: {
            schemas: {
                [script]: {
                    description: script,
                    type: 'object',
                    'x-new': 10,
                    // A mark that is not `true` is shown as JSON.
                    properties: { [script]: { type: 'string', default: script, 'x-secret': 'perhaps', 'x-new': 11 } },
                },
                constructor: { type: 'string', 'x-known-values': [{ value: script, doc: script, 'x-new': 12 }] },
            },
            securitySchemes: { [script]: { type: 'http', scheme: 'basic', 'x-new': 13 } },
            'x-new': 14,
        },
    };
    await page.route('**/reference/openapi/vendor.json', (route) => route.fulfill({ json: hostile }));
    await open(page);
    const section = 'section[data-api="vendor"]';
    assert.equal(await page.locator(`${section} :is(script, img, b:text-is(""))`).count(), 0);
    assert.equal(await page.locator('a[href^="javascript:"]').count(), 0);
    const shown = await textOf(page, section);
    assert.ok(shown.includes(plain(script)));
    assert.ok(shown.includes('x-secret"perhaps"'), 'a mark with another value is shown as JSON');
    for (let number = 1; number <= 14; number += 1) {
        assert.ok(new RegExp(`x-new"?(: )?${number}(?!\\d)`).test(shown), `x-new ${number} is hidden`);
    }
    assert.ok(shown.includes('x-new{ "made": "'));
    await page.getByRole('searchbox').fill('<script> hostile');
    await eventually(async () => (await shownArticles(page)).length > 0, true);
    assert.equal(await page.title(), 'API reference');
});

browserTest('the commands succeed', async ({ page }) => {
    await open(page);
    const calls = await page.locator('article.operation').evaluateAll((articles) =>
        articles
            .map((article) => [article.id, article.querySelector('.curl code')?.textContent, article.textContent.includes('that you created before')])
            .filter(([, call]) => call !== undefined),
    );
    const expected = documents.flatMap(([api, document]) => operationsOf(document).map((operation) => `${api}/operation/${operation.operationId}`));
    assert.deepEqual(calls.map(([id]) => id).sort(), expected.sort());
    const reset = () => fetch(`${sandboxUrl}/_sandbox/reset`, { method: 'POST' });
    try {
        for (const [id, call, needsMore] of calls) {
            // Two versions of the API create an order with the same reference.
            await reset();
            // Run by a shell, to print the status only.
            const { stdout } = await promisify(execFile)('sh', ['-c', `${call} -s -o /dev/null -w '%{http_code}'`]);
            // A placeholder for a record that has to be created is not found or invalid.
            const expected = needsMore ? ['204', '400', '404', '422'] : ['200'];
            assert.ok(expected.includes(stdout), `${id}: ${stdout} of ${call}`);
        }
    } finally {
        await reset();
    }
});

browserTest('a missing document is reported', async ({ page, expectError }) => {
    expectError(/500/);
    await page.route('**/reference/openapi/pos-v2.json', (route) => route.fulfill({ status: 500, body: '' }));
    await open(page);
    assert.match(await textOf(page, 'main'), /pos-v2\.json: status 500/);
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
    'a narrow window does not scroll horizontally',
    async ({ page }) => {
        for (const hash of ['', '#pos-v1/schema/Customer', '#payments/operation/create_request', '#?open']) {
            await open(page, hash);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash);
        }
    },
    { viewport: { width: 420, height: 800 } },
);
