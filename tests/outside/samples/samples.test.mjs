// Every sample of the documents against the sandbox.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { operationsOf } from './documents.mjs';

const { SANDBOX_URL, DOCUMENTS, RUST_SAMPLES } = process.env;
const execute = promisify(execFile);
const run = (program, words, options) => execute(program, words, { maxBuffer: 2 ** 26, ...options });

async function json(method, url, headers, body) {
    const response = await fetch(url, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
    });
    assert.ok(response.ok, `${method} ${url}: ${response.status} ${await response.clone().text()}`);
    return response.json();
}

/** The variables of an API: base URL, credentials, and the ids of demo data and of new records. */
async function variables(api, operation) {
    await fetch(`${SANDBOX_URL}/_sandbox/reset`, { method: 'POST' });
    const about = await json('GET', `${SANDBOX_URL}/_sandbox`);
    if (api === 'payments') {
        const { base_url, credentials } = about.payments[0];
        const found = { BASE_URL: base_url, CLIENT_PUB_KEY: credentials.public_key };
        for (const name of ['client_id', 'client_secret']) found[name.toUpperCase()] = credentials[name];
        if (operation !== 'create_request') found.REQUEST_UID = await payment(found, operation);
        return found;
    }
    const { base_url, credentials } = about.point_of_sale;
    const [venue] = credentials.venues;
    const names = Object.entries({ ...credentials, ...venue }).filter(([, value]) => typeof value === 'string');
    return {
        BASE_URL: base_url,
        ...Object.fromEntries(names.map(([name, value]) => [name.toUpperCase(), value])),
        CUSTOMER_ID: '8801',
        SALES_HISTORY_ID: '28801',
        MENU_FEED_ID: venue.menu_feed_key,
        MENU_FEED_KEY: venue.menu_feed_key,
        ...(await order(base_url, credentials, operation)),
    };
}

const basic = (user, password) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` });

/** The uid of a payment request: submitted, if the operation requires that. */
async function payment(values, operation) {
    const headers = basic(values.CLIENT_ID, values.CLIENT_SECRET);
    const base = `${values.BASE_URL}/thirdparty/payments/v1.0`;
    const created = await json('POST', `${base}/CreateRequest`, headers, {
        Amount: 10, ApiVersion: '1.0', ClientPubKey: values.CLIENT_PUB_KEY, UserBusinessAddress: '1 Main Street',
        UserBusinessCity: 'Denver', UserBusinessName: 'Shop', UserBusinessStateCode: 'CO', UserBusinessZip: '80202',
        UserEmail: 'ada@example.com', UserFirstName: 'Ada', UserLastName: 'Example', UserPhone: '5555550100',
    });
    const uid = created.Payload;
    if (operation !== 'submit_request') {
        const order = { RequestUid: uid, OrderNumber: '1', OrderDescription: 'Items', Amount: 10, PayDate: '2026-02-01' };
        await json('POST', `${base}/SubmitRequest`, headers, order);
    }
    return uid;
}

/** The ids of a new order and of a new quote. */
async function order(base, credentials, operation) {
    if (!/incoming_(order|quote)/.test(operation) || operation.startsWith('create')) return {};
    const headers = basic(credentials.integrator_token, credentials.venues[0].venue_token);
    const item = { product_parent_id: '7001', product_id: 9001, quantity: 1 };
    const order = await json('POST', `${base}/v3/incoming_orders`, headers, {
        incoming_order: { reference_no: 'SAMPLE-1', order_items_attributes: [item] },
    });
    const quote = await json('POST', `${base}/v3/incoming_quotes`, headers, { quote: { items: [{ sku_id: 9001, quantity: 1 }] } });
    const { reference_no } = quote.quote;
    return {
        INCOMING_ORDER_ID: String(order.incoming_order.id),
        // The sandbox's reference of a quote has its id.
        INCOMING_QUOTE_ID: reference_no.replace('Q-', ''),
        INCOMING_QUOTE_REFERENCE_ID: reference_no,
    };
}

const operations = operationsOf(DOCUMENTS);
assert.ok(operations.length > 45, `${operations.length} operations`);

/** An undocumented body is empty in the samples; the sandbox has chosen one. */
const hasUnknownBody = ({ requestBody }) =>
    requestBody !== undefined && Object.keys(requestBody.content['application/json'].schema).length === 0;

for (const { name, api, operation, sample } of operations.filter((found) => !hasUnknownBody(found.operation))) {
    // The second path of an operation has none: a call takes the default one.
    if (operation['x-operation'] !== undefined) continue;
    test(name, async () => {
        assert.ok(sample);
        await run(RUST_SAMPLES, [name], { env: { PATH: process.env.PATH, ...(await variables(api, operation.operationId)) } });
    });
}
