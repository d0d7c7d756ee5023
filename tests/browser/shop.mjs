// A service's own checkout page, on another port than the sandbox, with the snippet that the client library writes.

import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { eventually } from './browser.mjs';
import { environment } from './payments.mjs';

/** The snippet, as a backend makes it. */
export async function snippet(uid, { name = 'test', clientName = 'Corner Shop' } = {}) {
    const base = environment(name).base_url;
    const { stdout } = await promisify(execFile)(process.env.PAGE_SNIPPET, [name, base, clientName, uid]);
    return stdout;
}

/** Serves a page with this in its body, and opens it; `headers` go with it. `shop.calls` has what was called, in order. */
export async function openShop(page, body, headers = {}) {
    const html = `<!doctype html>
<html lang="en">
<head>
  <title>Checkout</title>
  <link rel="icon" href="data:,">
  <script>
    const shop = { calls: [] };
    for (const name of ['ready', 'opened', 'paid', 'failed', 'closed']) {
      shop[name] = (...told) => shop.calls.push([name, ...told].join(' '));
    }
  </script>
</head>
<body>
<h1>Checkout</h1>
${body}
</body>
</html>`;
    const server = createServer((_, reply) => {
        reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
        reply.end(html);
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    page.context().once('close', () => {
        server.closeAllConnections();
        server.close();
    });
    await page.goto(`http://127.0.0.1:${server.address().port}/checkout`);
}

/** Waits until the page's functions were called like this, and not otherwise. */
export const calls = (page, wanted) => eventually(() => page.evaluate('shop.calls'), wanted);

/** The payment app in the page. */
export function paymentApp(page) {
    const frame = page.frameLocator('iframe[title="Payment app"]');
    return {
        frame,
        press: (name) => frame.getByRole('button', { name, exact: true }).click(),
        says: (text) => frame.getByRole('status').filter({ hasText: text }).waitFor(),
    };
}
