// The API reference in a browser. The expectations are read from the documents, not from the page's code.

import assert from 'node:assert/strict';

import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { documents, hashOf, open, operationsOf, plain, textOf, walk } from './reference.mjs';

/** Calls `visit` for each member of an object within a value. */
function members(value, visit) {
    if (value === null || typeof value !== 'object') return;
    for (const [key, member] of Object.entries(value)) {
        if (!Array.isArray(value)) visit(key, member);
        members(member, visit);
    }
}

/** The text of all articles of an API. */
const textOfApi = (shown, api) =>
    plain(shown.filter(({ id }) => id === api || id.startsWith(`${api}/`)).map((article) => article.text).join('\n'));

/** The strings within a value. */
function texts(value) {
    if (typeof value === 'string') return [value];
    return value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
}

browserTest('each API has links to both editions of its document', async ({ page }) => {
    for (const [api] of documents) {
        for (const name of [`${api}.json`, `strict/${api}.json`]) {
            const path = `/reference/openapi/${name}`;
            for (const hash of ['', `#${api}`]) {
                await open(page, hash);
                assert.equal(await page.locator(`main a[href="${path}"]`).count(), 1, `links to ${path}`);
            }
            const response = await page.request.get(`${sandboxUrl}${path}`);
            assert.equal((await response.json()).openapi, '3.1.0', path);
        }
    }
});

browserTest('the front page leads to the other pages of the sandbox', async ({ page }) => {
    for (const [name, title] of [['/_sandbox/board', /board/i], [/thirdpartytester/, /./]]) {
        await open(page);
        await page.locator('main').getByRole('link', { name }).click();
        await page.waitForURL((url) => url.pathname !== '/reference');
        assert.match(await page.title(), title);
    }
});

browserTest('every operation, record and callback of every document has an article with its own title', async ({ page }) => {
    await open(page);
    const shown = await walk(page);
    const ids = shown.map((article) => article.id);
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
            assert.ok(ids.includes(id), `no article ${id}`);
        }
        count += expected.length;
    }
    assert.ok(count > 200, `${count} articles`);
    assert.equal(new Set(ids).size, ids.length, 'duplicate id of an article');
    const titles = shown.map((article) => article.title);
    const duplicates = titles.filter((title, index) => titles.indexOf(title) !== index);
    assert.deepEqual(duplicates, []);
    for (const { id, headings } of shown) {
        assert.equal(headings.length, 1, `h1 of ${id}: ${headings}`);
    }
});

browserTest('every field has a row with its default, evidence and marks', async ({ page }) => {
    await open(page);
    const rows = Object.fromEntries((await walk(page)).flatMap((article) => article.rows));
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
    const shown = await walk(page);
    await page.getByLabel('Unknown or in conflict').check();
    const list = await textOf(page, '#open-points');
    let count = 0;
    for (const [api, document] of documents) {
        const text = textOfApi(shown, api);
        members(document, (key, value) => {
            if (key !== 'x-unknowns' && key !== 'x-conflicts') return;
            count += value.length;
            for (const point of texts(value)) {
                assert.ok(text.includes(plain(point)), `${api} does not show: ${point}`);
                assert.ok(list.includes(plain(point)), `the list does not show: ${point}`);
            }
        });
    }
    await eventually(() => page.locator('#found').textContent(), `${count} found`);
    assert.equal(await page.locator('.open-point:visible').count(), count);
    // Every link has a target.
    const places = new Set(shown.flatMap((article) => article.places));
    const links = await page.locator('.where a').evaluateAll((all) => all.map((link) => decodeURIComponent(link.hash.slice(1))));
    assert.deepEqual(links.filter((id) => !places.has(id)), []);
});

browserTest('every string of every document is shown', async ({ page }) => {
    await open(page);
    const shown = await walk(page);
    let count = 0;
    for (const [api, document] of documents) {
        const text = textOfApi(shown, api);
        members(document, (key, value) => {
            // Shown in the words of the page, as in "list of Customer", "record list", "a page of a list".
            if (['type', 'x-response', 'x-evidence', 'body'].includes(key)) return;
            // With the values of the sandbox.
            if (key === 'source' || key === 'lang' || key === 'label') return;
            // The example itself is shown.
            if (key === '$ref' && value.startsWith('#/components/examples/')) return;
            for (const part of [value].flat().filter((part) => typeof part === 'string')) {
                // A reference is a link with the name of its target.
                const expected = key === '$ref' ? part.split('/').pop() : part;
                assert.ok(text.includes(plain(expected)), `${api} does not show ${key}: ${part}`);
                count += 1;
            }
        });
    }
    assert.ok(count > 3000, `${count} texts`);
});

browserTest('every link within the page has a target', async ({ page }) => {
    await open(page);
    const shown = await walk(page);
    const places = new Set(shown.flatMap((article) => article.places));
    const links = new Set(shown.flatMap((article) => article.links));
    const broken = [...links].filter((id) => id !== '' && id !== 'main' && !id.startsWith('?') && !places.has(id));
    assert.deepEqual(broken, []);
});

browserTest('undocumented responses are marked as the sandbox\'s own choice, and no others', async ({ page }) => {
    await open(page);
    const shown = new Map((await walk(page)).map((article) => [article.id, article]));
    for (const [api, document] of documents) {
        for (const operation of operationsOf(document)) {
            const { ownResponses } = shown.get(`${api}/operation/${operation.operationId}`);
            const responses = Object.entries(operation.responses);
            const isUnknown = ([, response]) => response['x-unknown'] === true;
            const chosen = responses.some(([status, response]) => status.startsWith('2') && isUnknown([status, response]));
            assert.deepEqual(ownResponses, [chosen ? 1 : 0, responses.filter(isUnknown).length], operation.operationId);
        }
    }
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
    const articles = (await walk(page)).filter((article) => article.id.startsWith('vendor'));
    assert.equal(articles.length, 4);
    for (const { id } of articles) {
        await open(page, hashOf(id));
        assert.equal(await page.locator('main :is(script, img, b:text-is(""))').count(), 0);
        assert.equal(await page.locator('a[href^="javascript:"]').count(), 0);
    }
    const shown = textOfApi(articles, 'vendor');
    assert.ok(shown.includes(plain(script)));
    assert.ok(shown.includes('x-secret"perhaps"'), 'a mark with another value is shown as JSON');
    for (let number = 1; number <= 14; number += 1) {
        assert.ok(new RegExp(`x-new"?(: )?${number}(?!\\d)`).test(shown), `x-new ${number} is hidden`);
    }
    assert.ok(shown.includes('x-new{ "made": "'));
    await page.getByRole('searchbox').fill('<script> hostile');
    await eventually(async () => (await page.locator('.hit').count()) > 0, true);
    assert.equal(await page.locator('main :is(script, img)').count(), 0);
    assert.notEqual(await page.title(), 'hostile');
});

browserTest('a missing document is reported', async ({ page, expectError }) => {
    expectError(/500/);
    await page.route('**/reference/openapi/pos-v2.json', (route) => route.fulfill({ status: 500, body: '' }));
    await open(page);
    assert.match(await textOf(page, 'main'), /pos-v2\.json: status 500/);
});
