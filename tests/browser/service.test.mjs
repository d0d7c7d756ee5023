// The checkout page of the guide's service, with its ticket and its policy.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { environment, sdkGlobal } from './payments.mjs';
import { paymentApp } from './shop.mjs';

/** Starts the service until the page is closed, and returns its URL. */
async function startService(page) {
    const { point_of_sale: pos } = await (await fetch(`${sandboxUrl}/_sandbox`)).json();
    const { base_url: paymentsUrl, credentials } = environment('test');
    const [venue] = pos.credentials.venues;
    const folder = await mkdtemp(join(tmpdir(), 'service-'));
    const env = {
        DATABASE: join(folder, 'shop.db'), VENUE: '12', POS_ENVIRONMENT: 'staging', POS_URL: pos.base_url,
        INTEGRATOR_TOKEN: pos.credentials.integrator_token, VENUE_TOKEN: venue.venue_token,
        MENU_FEED_KEY: venue.menu_feed_key, PAYMENTS_ENVIRONMENT: 'test', PAYMENTS_URL: paymentsUrl,
        CLIENT_ID: credentials.client_id, CLIENT_SECRET: credentials.client_secret,
        CLIENT_PUBLIC_KEY: credentials.public_key, SDK_GLOBAL: sdkGlobal, ADDRESS: '127.0.0.1:0',
        PUBLIC_URL: 'http://127.0.0.1:9', CALLBACK_SECRET: '5f1d7a84db00d2fce00b31a7fc73224f',
        STAFF_ADDRESS: '127.0.0.1:0', STAFF: 'ada:0f5e1c9a7b3d2468',
    };
    const program = spawn(process.env.SERVICE_PROGRAM, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    page.context().once('close', async () => {
        program.kill('SIGKILL');
        await rm(folder, { recursive: true });
    });
    let output = '';
    program.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    while (!output.includes('listening on')) await once(program.stdout, 'data');
    return `http://${output.match(/listening on (\S+)/)[1]}`;
}

/** Makes a cart in the page, which has its ticket from then on, and returns its URL. */
async function makeCart(page, service, expectError) {
    // Any page of the service. It has no icon.
    expectError(/status of 404/);
    expectError(/status of 404/);
    await page.goto(`${service}/carts/none`);
    const basket = {
        lines: [{ product: '9001', quantity: 2 }],
        buyer: {
            business: 'Lamp House', address: '1 Main Street', city: 'Springfield', state: 'CO', zip: '80000',
            first_name: 'Ada', last_name: 'Byron', email: 'buyer@shop.example', phone: '5550100',
        },
    };
    const make = (body) => fetch('/carts', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then((response) => response.status === 201 ? response.text() : '');
    let path = '';
    await eventually(async () => (path = await page.evaluate(make, JSON.stringify(basket))) !== '', true);
    return `${service}${path}`;
}

/** Waits until the page of the cart shows its order. */
const placed = (page) => eventually(async () => (await page.reload()).text(), 'placed');

browserTest('a payment in the checkout page of the service places the order', async ({ page, expectError, allowErrors }) => {
    allowErrors(/status of 503/); // until the service has read the menu
    const cart = await makeCart(page, await startService(page), expectError);
    await page.goto(`${cart}/payments/1`);
    await paymentApp(page).press('Pay');
    await page.waitForURL(cart);
    await placed(page);
});

browserTest('after a decline, the checkout page of the service starts another payment', async ({ page, expectError, allowErrors }) => {
    allowErrors(/status of 503/);
    const cart = await makeCart(page, await startService(page), expectError);
    await page.goto(`${cart}/payments/1`);
    expectError(/the payment was declined/);
    await paymentApp(page).press('Decline');
    await paymentApp(page).press('Close');
    await page.getByRole('link', { name: 'start another one' }).click();
    await page.waitForURL(`${cart}/payments/2`);
    await paymentApp(page).press('Pay');
    await page.waitForURL(cart);
    await placed(page);
});
