// Samples, example responses and "Try it" of the API reference.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { documents, hashOf, open, operationIds } from './reference.mjs';

const run = promisify(execFile);
const reset = () => fetch(`${sandboxUrl}/_sandbox/reset`, { method: 'POST' });

/** The operations by id, with their API. */
const operations = new Map(
    documents.flatMap(([api, document]) =>
        Object.values(document.paths).flatMap((methods) =>
            Object.values(methods).map((operation) => [`${api}/operation/${operation.operationId}`, { document, operation }]),
        ),
    ),
);

/** Shows an operation without loading the page again. */
async function goTo(page, id) {
    await page.evaluate((hash) => (location.hash = hash), hashOf(id));
    await page.waitForFunction((id) => document.querySelector('main article').id === id, id);
}

const form = (page) => page.locator('form.try');
const send = (page) => form(page).getByRole('button', { name: 'Send' }).click();
const status = (page) => page.locator('.result-status');
/** The status of the response, when there is one. */
async function eventualStatus(page) {
    await eventually(async () => /^(\d\d\d|No response)/.test(await status(page).textContent()), true);
    return status(page).textContent();
}

const bodyOf = async (page) => JSON.parse(await page.locator('.result > pre').textContent());

browserTest('every operation has samples in Rust, curl and TypeScript with the values of the sandbox', async ({ page }) => {
    await open(page);
    for (const id of operationIds) {
        await goTo(page, id);
        const shown = await page.locator('[data-lang]').evaluateAll((all) => all.map((sample) => [sample.dataset.lang, sample.querySelector('code').textContent]));
        const documented = operations.get(id).operation['x-codeSamples'];
        assert.deepEqual(shown.map(([lang]) => lang), documented.map(({ lang }) => lang), id);
        for (const [lang, text] of shown) {
            const { source } = documented.find((sample) => sample.lang === lang);
            if (lang === 'Rust') {
                assert.equal(text, source.trimEnd(), id);
            } else {
                assert.ok(text.includes(sandboxUrl), `${id}: ${text}`);
                // Variables without a value are ids of records that do not exist.
                const left = lang === 'Shell' ? [...text.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name) : [];
                assert.deepEqual(left.filter((name) => !/_(ID|UID)$/.test(name)), [], `${id}: ${text}`);
            }
        }
    }
});

browserTest('the commands of curl and the modules of TypeScript succeed as they are shown', async ({ page }) => {
    await open(page);
    try {
        for (const id of operationIds) {
            await goTo(page, id);
            const [command, script] = await Promise.all(['Shell', 'TypeScript'].map((lang) => page.locator(`[data-lang="${lang}"] code`).textContent()));
            const needsMore = (await page.locator('.side').getByText('that you created before').count()) > 0;
            // Two versions of the API create an order with the same reference.
            await reset();
            const { stdout } = await run('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`]);
            if (needsMore || operations.get(id).operation.requestBody?.['x-unknown']) {
                // The record does not exist, or the body is undocumented.
                assert.ok(['204', '400', '404', '422'].includes(stdout), `${id}: ${stdout} of ${command}`);
                continue;
            }
            assert.equal(stdout, '200', `${id}: ${command}`);
            await reset();
            await run(process.execPath, ['--input-type=module', '-e', script], { maxBuffer: 2 ** 26 });
        }
    } finally {
        await reset();
    }
});

browserTest('a sample is copied as it is shown, and its language is kept for other operations', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, '#pos-v2/operation/get_customer');
    await page.getByRole('tab', { name: 'Rust' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab', { name: 'curl' }).getAttribute('aria-selected'), 'true');
    await page.getByRole('button', { name: 'Copy curl sample' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await page.locator('[data-lang="Shell"] code').textContent());
    assert.ok(copied.includes('/v2/venue/customers/8801'), copied);
    await goTo(page, 'pos-v3/operation/list_venues');
    assert.equal(await page.getByRole('tab', { name: 'curl' }).getAttribute('aria-selected'), 'true');
});

browserTest('every response has an example or says why not, and none is passed off as documented', async ({ page }) => {
    await open(page);
    let fromTypes = 0;
    for (const id of operationIds) {
        await goTo(page, id);
        const { document, operation } = operations.get(id);
        const panels = page.locator(`[id="${id}/example"] [role="tabpanel"]`);
        const texts = await panels.evaluateAll((all) => all.map((panel) => [panel.querySelector('pre')?.textContent, panel.querySelector('.source').textContent]));
        const responses = Object.values(operation.responses);
        assert.equal(texts.length, responses.length, id);
        responses.forEach((response, index) => {
            const [text, origin] = texts[index];
            const media = response.content?.['application/json'];
            if (media === undefined) {
                assert.equal(text, undefined, id);
                assert.match(origin, response['x-unknown'] ? /not documented/ : /No body/);
                return;
            }
            const name = media.examples.example.$ref.split('/').pop();
            assert.deepEqual(JSON.parse(text), document.components.examples[name].value, id);
            const error = document.components.schemas[media.schema.$ref?.split('/').pop()]?.['x-error-body'];
            assert.match(origin, error === undefined ? /^Made from the types/ : /documents show/, id);
            fromTypes += error === undefined ? 1 : 0;
        });
    }
    assert.ok(fromTypes > 30, `${fromTypes}`);
});

browserTest('"Try it" sends the request of every operation', async ({ page, expectError }) => {
    await reset();
    await open(page);
    // Those that create come first, as later forms have the ids of their records.
    const ordered = [...operationIds].sort((one, other) => Number(other.includes('/create_')) - Number(one.includes('/create_')));
    for (const id of ordered) {
        if (operations.get(id).operation.requestBody?.['x-unknown']) continue;
        await goTo(page, id);
        if (id.endsWith('/create_incoming_order')) {
            // Another reference for each version.
            const body = await form(page).getByLabel('Body', { exact: true }).inputValue();
            await form(page).getByLabel('Body', { exact: true }).fill(body.replace('WEB-1001', id));
        }
        await send(page);
        const text = await eventualStatus(page);
        if (id.startsWith('payments') && !text.startsWith('200')) {
            // After a refund, or before the order data are submitted.
            expectError(/400|404/);
            continue;
        }
        assert.match(text, /^200 OK · \d+ ms · [\d,]+ bytes$/, `${id}: ${text} ${await page.locator('.result').textContent()}`);
    }
    await reset();
});

browserTest('"Try it" shows status, headers, body and time, and its ids reach other operations', async ({ page }) => {
    await reset();
    await open(page, '#pos-v3/operation/create_incoming_order');
    await send(page);
    await eventually(async () => (await status(page).textContent()).replace(/\d+ ms · [\d,]+/, 'N ms · N'), '200 OK · N ms · N bytes');
    const { incoming_order: order } = await bodyOf(page);
    assert.equal(order.reference_no, 'WEB-1001');
    assert.match(await page.locator('.result details').textContent(), /content-type: application\/json/);
    // The credentials are sent, and no others.
    const recorded = await (await fetch(`${sandboxUrl}/_sandbox/requests`)).json();
    assert.ok(JSON.stringify(recorded).includes('/v3/incoming_orders'));

    await goTo(page, 'pos-v3/operation/get_incoming_order');
    assert.equal(await form(page).getByLabel('id').inputValue(), String(order.id));
    assert.ok((await page.locator('[data-lang="Shell"] code').textContent()).includes(`/v3/incoming_orders/${order.id}`));
    await send(page);
    await eventually(async () => (await bodyOf(page)).incoming_order.id, order.id);
});

browserTest('invalid JSON is shown at its place, and is not sent', async ({ page, expectError }) => {
    await open(page, '#pos-v3/operation/create_incoming_order');
    const editor = form(page).getByLabel('Body', { exact: true });
    const sent = [];
    page.on('request', (request) => sent.push(request.url()));
    const cases = [
        ['{\n  "incoming_order": {\n    "reference_no" "A"\n  }\n}', 'Line 3, column 20: expected `:`', '"'],
        ['{"a": 1,}', 'Line 1, column 9: expected a string in double quotes', '}'],
        ['{"a": [1 2]}', 'Line 1, column 10: expected `,` or `]`', '2'],
        ['{"a": 01}', 'Line 1, column 7: expected a value', '0'],
        ['{} x', 'Line 1, column 4: expected the end of the text', 'x'],
        ["{'a': 1}", 'Line 1, column 2: expected a string in double quotes', "'"],
        ['{"a": "b', 'Line 1, column 7: expected a string that ends with `"` on its line', '"'],
    ];
    for (const [text, message, selected] of cases) {
        await editor.fill(text);
        await send(page);
        await eventually(() => page.getByRole('alert').textContent(), message);
        assert.equal(await editor.getAttribute('aria-invalid'), 'true');
        const found = await editor.evaluate((area) => [document.activeElement === area, area.value.slice(area.selectionStart, area.selectionEnd)]);
        assert.deepEqual(found, [true, selected], text);
    }
    assert.deepEqual(sent, []);
    // Everything that is JSON is accepted.
    for (const text of ['1', 'null', '"a\\u00e9\\n"', '[ ]', '{"a":{"b":[true,false,-0.5e+10]}}']) {
        expectError(/4\d\d/);
        await editor.fill(text);
        assert.equal(await page.getByRole('alert').textContent(), '');
        await send(page);
        assert.match(await eventualStatus(page), /^4\d\d/);
    }
});

browserTest('errors are shown with their body, without a dialog of the browser', async ({ page, expectError }) => {
    await open(page, '#pos-v2/operation/get_customer');
    expectError(/401/);
    await form(page).getByLabel('Credentials').selectOption({ label: 'none' });
    await send(page);
    await eventually(async () => (await status(page).textContent()).slice(0, 16), '401 Unauthorized');
    expectError(/404/);
    await form(page).getByLabel('Credentials').selectOption({ index: 0 });
    await form(page).getByLabel('id').fill('999999');
    await send(page);
    await eventually(async () => (await status(page).textContent()).slice(0, 3), '404');
});

browserTest('numbers of any size are shown as they are received', async ({ page }) => {
    await page.route('**/api/v3/venue/info', (route) => route.fulfill({ contentType: 'application/json', body: '{"amount":12345678901234567.89,"text":"a\\"{,}"}' }));
    await open(page, '#pos-v3/operation/get_venue_info');
    await send(page);
    await page.locator('.result > pre').waitFor();
    assert.equal(await page.locator('.result > pre').textContent(), '{\n  "amount": 12345678901234567.89,\n  "text": "a\\"{,}"\n}');
});

browserTest('query parameters are sent, and empty ones are not', async ({ page }) => {
    await open(page, '#pos-v2/operation/list_customers');
    await form(page).getByLabel('per_page').fill('3');
    await send(page);
    await page.locator('.result > pre').waitFor();
    assert.equal(await page.locator('.result > .source').textContent(), '/api/v2/venue/customers?per_page=3');
    assert.equal((await bodyOf(page)).customers.length, 3);
});

browserTest('a request without a response can be canceled, and the form works by keyboard alone', async ({ page }) => {
    let answer;
    await page.route('**/api/v3/venue/info', (route) => (answer = route));
    await open(page, '#pos-v3/operation/get_venue_info');
    await form(page).getByLabel('Credentials').focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Send');
    await page.keyboard.press('Enter');
    await eventually(() => status(page).textContent(), 'Sending …');
    await page.keyboard.press('Enter');
    await eventually(() => status(page).textContent(), 'Canceled.');
    await answer.abort().catch(() => {});
    assert.equal(await form(page).getByRole('button').last().textContent(), 'Send');
});
