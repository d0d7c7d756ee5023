// The pictures of the guide: `tests/browser/run.sh tests/browser/screenshots.mjs` writes them.

import { browserTest, eventually, sandboxUrl } from './browser.mjs';
import { startSandbox } from './sandbox.mjs';
import { paymentApp } from './shop.mjs';

const picture = (name) => new URL(`../../crates/guide/book/images/${name}.png`, import.meta.url).pathname;
const viewport = { width: 1000, height: 620 };

browserTest('the order board', async ({ page }) => {
    const { root, placeOrder, control } = await startSandbox(page);
    const id = await placeOrder('WEB-1001', { first_name: 'Ada', last_name: 'Byron' });
    await placeOrder('WEB-1002', { first_name: 'Grace', last_name: 'Hopper' });
    await control(`orders/${id}/status`, { status: 'Processing' });
    await page.goto(`${root}/_sandbox/board`);
    await page.locator('#rows a', { hasText: 'WEB-1001' }).click();
    await eventually(() => page.locator('#detail h2').allTextContents(), ['WEB-1001']);
    await page.screenshot({ path: picture('order-board') });
}, { viewport });

browserTest('the tester page', async ({ page }) => {
    await page.goto(`${sandboxUrl}/payments/test/thirdpartytester/payments`);
    await eventually(() => page.getByLabel('environment', { exact: true }).inputValue(), 'TEST');
    for (const name of ['CreateRequest', 'SDK.init', 'Payments.open']) {
        await page.getByRole('button', { name, exact: true }).click();
    }
    await paymentApp(page).frame.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await page.screenshot({ path: picture('payment-app') });
}, { viewport });
