// The accessibility rules of axe-core, run in a page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.BROWSER_PACKAGES}/package.json`);
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The rules: WCAG 2.2 at level AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** The widths and color schemes in which a page is checked, as options of `browserTest`. */
export const looks = ['light', 'dark'].flatMap((colorScheme) =>
    [360, 1440].map((width) => ({ colorScheme, viewport: { width, height: 900 } })),
);

/** The name of one of the `looks`, for the name of a test. */
export const lookName = ({ colorScheme, viewport }) => `${colorScheme}, ${viewport.width} px`;

/** Fails with each violated rule and the elements that violate it. */
export async function checkAccessibility(page) {
    // Evaluated by the debugger, so that a Content-Security-Policy of the page does not block it.
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
    const { violations, passes } = await page.evaluate(
        (tags) => window.axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] }),
        tags,
    );
    assert.ok(passes.length > 0, 'no rule of axe applies to the page');
    const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`),
    );
    assert.deepEqual(found, [], 'violated rules of axe');
}
