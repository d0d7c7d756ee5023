// Sandboxes of single tests, and the records that other processes create in them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Starts a sandbox of its own for a page, with `root`, `stop()` and functions of a service. It stops with the page. */
export async function startSandbox(page, options = ['--port', '0']) {
    const program = spawn(process.env.SANDBOX_PROGRAM, options, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    program.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    const ended = once(program, 'exit');
    const stop = () => {
        program.kill();
        return ended;
    };
    page.context().once('close', stop);
    while (!output.includes('Requests:')) await Promise.race([once(program.stdout, 'data'), ended.then(() => assert.fail(output))]);
    const root = output.match(/http:\/\/127\.0\.0\.1:\d+/)[0];
    return { root, stop, port: new URL(root).port, ...(await service(root)) };
}

/** The calls of a service, and of the control interface. */
async function service(root) {
    const control = async (path, body) => {
        const response = await fetch(`${root}/_sandbox/${path}`, body && { method: 'POST', body: JSON.stringify(body) });
        assert.equal(response.status, 200, path);
        return response.json();
    };
    const { point_of_sale: pos, payments } = await control('');
    const [venue] = pos.credentials.venues;
    const authorization = `Basic ${btoa(`${pos.credentials.integrator_token}:${venue.venue_token}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const post = async (path, body) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const response = await fetch(`${pos.base_url}${path}`, { method: 'POST', headers, body: text });
        return response.json();
    };
    const order = (reference, fields = {}) => ({
        incoming_order: {
            reference_no: reference,
            order_items_attributes: [{ product_parent_id: '7001', product_id: 9001, quantity: 2 }],
            ...fields,
        },
    });
    const [test] = payments;
    const paymentHeaders = {
        authorization: `Basic ${btoa(`${test.credentials.client_id}:${test.credentials.client_secret}`)}`,
        'content-type': 'application/json',
    };
    return {
        control, post, order, headers, ordersUrl: `${pos.base_url}/v3/incoming_orders`,
        placeOrder: async (reference, fields) => (await post('/v3/incoming_orders', order(reference, fields))).incoming_order.id,
        createQuote: async () => (await post('/v3/incoming_quotes', { quote: { items: [{ sku_id: 9001, quantity: 2 }] } })).quote,
        createPayment: async (amount = '125.50') => {
            const body = JSON.stringify({
                Amount: 0, ApiVersion: '1.0', ClientPubKey: test.credentials.public_key,
                UserBusinessAddress: '1 Main Street', UserBusinessCity: 'Springfield', UserBusinessName: 'Corner Shop',
                UserBusinessStateCode: 'CO', UserBusinessZip: '80000', UserEmail: 'buyer@shop.example',
                UserFirstName: 'Ada', UserLastName: 'Byron', UserPhone: '5550100',
            }).replace('"Amount":0', `"Amount":${amount}`);
            const url = `${test.base_url}/thirdparty/payments/v1.0/CreateRequest`;
            const response = await fetch(url, { method: 'POST', headers: paymentHeaders, body });
            return (await response.json()).Payload;
        },
    };
}

/** Receives callbacks until the page is closed: `url`, and the bodies in `received`. */
export async function startReceiver(page, status = 200) {
    const received = [];
    const server = createServer((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (text) => (body += text));
        request.on('end', () => {
            received.push(body);
            response.writeHead(status).end();
        });
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    page.context().once('close', () => {
        server.closeAllConnections();
        server.close();
    });
    return { url: `http://127.0.0.1:${server.address().port}/callbacks`, received };
}

/** Calls a function for 0 … count − 1, a few at a time. */
export async function repeat(count, call) {
    let next = 0;
    const work = async () => {
        while (next < count) await call(next++);
    };
    await Promise.all(Array.from({ length: 8 }, work));
}
