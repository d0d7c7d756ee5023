// A checkout page on another port than the sandbox, with the snippet of the client library.

import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { eventually } from './browser.mjs';
import { environment } from './payments.mjs';

/** The snippet, as a backend writes it: its HTML, and the directives that it needs. */
export async function written(uid, { name = 'test', clientName = 'Corner Shop', nonce } = {}) {
    const base = environment(name).base_url;
    const { stdout, stderr } = await promisify(execFile)(process.env.PAGE_SNIPPET, [name, base, clientName, uid, ...(nonce ? [nonce] : [])]);
    return { html: stdout, csp: stderr.trim() };
}

/** The HTML of the snippet. */
export const snippet = async (uid, options) => (await written(uid, options)).html;

/** The inline script in the HTML of a snippet. */
export const inlineScript = (html) => html.match(/<script>([^]*)<\/script>/)[1];

/**
 * Serves and opens a page with this body and these headers. `shop.calls` lists the called functions in order. The page's
 * own script has the `nonce` and the `type`, and `scripts` are files beside the page: `{ '/pay.js': '…' }`.
 */
export async function openShop(page, body, headers = {}, { nonce = '', type = 'text/javascript', scripts = {} } = {}) {
    const html = `<!doctype html>
<html lang="en">
<head>
  <title>Checkout</title>
  <link rel="icon" href="data:,">
  <script nonce="${nonce}" type="${type}">
    const shop = window.shop = { calls: [] };
    for (const name of ['ready', 'opened', 'paid', 'failed', 'closed']) {
      shop[name] = (...callArguments) => shop.calls.push([name, ...callArguments].join(' '));
    }
  </script>
</head>
<body>
<h1>Checkout</h1>
${body}
</body>
</html>`;
    const server = createServer((request, response) => {
        if (request.url in scripts) {
            response.writeHead(200, { 'content-type': 'text/javascript' });
            return response.end(scripts[request.url]);
        }
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
        response.end(html);
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    page.context().once('close', () => {
        server.closeAllConnections();
        server.close();
    });
    await page.goto(`http://127.0.0.1:${server.address().port}/checkout`);
}

/** Waits until exactly these functions of the page have been called. */
export const calls = (page, expected) => eventually(() => page.evaluate('shop.calls'), expected);

/** The payment app in the frame of the page. */
export function paymentApp(page) {
    const frame = page.frameLocator('iframe[title="Payment app"]');
    return {
        frame,
        press: (name) => frame.getByRole('button', { name, exact: true }).click(),
        shows: (text) => frame.getByRole('status').filter({ hasText: text }).waitFor(),
    };
}
