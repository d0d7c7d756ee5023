// The API reference: its documents, and what its pages show.

import { readFileSync, readdirSync } from 'node:fs';

import { sandboxUrl } from './browser.mjs';

const folder = new URL('../../crates/api-description/openapi/', import.meta.url);

/** The documents by API, read from the files. */
export const documents = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]);

/** The operations of a document. */
export const operationsOf = (document) => Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** The ids of all operations, with their API's name. */
export const operationIds = documents.flatMap(([api, document]) =>
    operationsOf(document).map((operation) => `${api}/operation/${operation.operationId}`),
);

/** The fragment of a place. */
export const hashOf = (id) => '#' + id.split('/').map(encodeURIComponent).join('/');

/** Opens the page at a place, and waits until it has loaded the documents. */
export async function open(page, hash = '') {
    await page.goto(`${sandboxUrl}/reference${hash}`);
    await page.locator('main:not([aria-busy])').waitFor();
}

/** A text as shown: without backticks, and with single spaces. */
export const plain = (text) => text.replaceAll('`', '').replace(/\s+/g, ' ');

/** The whole text of an element, hidden parts included. */
export const textOf = async (page, selector) => plain(await page.locator(selector).evaluate((element) => element.textContent));

/** Follows every link of the navigation, and returns what each article shows. */
export async function walk(page) {
    return page.evaluate(async () => {
        const shown = [];
        const hashes = [...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
        for (const hash of ['#', ...hashes]) {
            if (location.hash !== hash && hash !== '#') {
                const moved = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
                location.hash = hash;
                await moved;
            }
            const article = document.querySelector('main article');
            const all = (selector) => [...article.querySelectorAll(selector)];
            shown.push({
                id: article.id,
                title: document.title,
                headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent),
                text: article.textContent,
                places: [article.id, ...all('[id]').map((place) => place.id)],
                links: [...document.querySelectorAll('a[href^="#"]')].map((link) => decodeURIComponent(link.hash.slice(1))),
                rows: all('tr.field').map((row) => [row.id, [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, ' '))]),
                ownResponses: [all('h1 .own').length, all('td .own').length],
            });
        }
        return shown;
    });
}
