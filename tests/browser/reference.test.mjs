// The API reference: Scalar's page, fed with the documents, URLs and credentials of the sandbox.

import assert from 'node:assert/strict';

import { browserTest, sandboxUrl } from './browser.mjs';

// `browserTest` fails if a request leaves this machine.
browserTest('the reference shows samples, and a test request succeeds with the demo credentials', async ({ page }) => {
    await page.goto(`${sandboxUrl}/reference#pos-v3`);
    await page.getByText('pos_v3_client').first().waitFor();
    const sent = page.waitForResponse((response) => response.url().includes('/api/'));
    await page.getByRole('button', { name: /Test Request/ }).first().click();
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const response = await sent;
    assert.deepEqual([new URL(response.url()).pathname, response.status()], ['/api/v3/incoming_orders', 200]);
});
