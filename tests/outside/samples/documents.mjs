// The code samples of the documents.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The operations of all documents, each with its samples: `{ name, api, operation, samples }`. */
export function operationsOf(folder) {
    const found = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')).sort()) {
        const api = file.slice(0, -'.json'.length);
        const document = JSON.parse(readFileSync(join(folder, file), 'utf8'));
        for (const [path, methods] of Object.entries(document.paths)) {
            for (const [method, operation] of Object.entries(methods)) {
                const name = `${api} ${operation.operationId}`;
                const samples = new Map((operation['x-codeSamples'] ?? []).map((sample) => [sample.lang, sample.source]));
                const credentials = document.components.securitySchemes;
                found.push({ name, api, path, method, operation, samples, credentials });
            }
        }
    }
    return found;
}

/** The samples of the browser SDKs. */
export function sdkSamplesOf(folder) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const documents = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return documents.flatMap((document) => document['x-browser-sdks'] ?? []).flatMap((sdk) => sdk['x-codeSamples'] ?? []);
}

/** A file name, and a name of a function in Rust. */
export const identifier = (name) => name.replace(/[^A-Za-z0-9]+/g, '_').toLowerCase();
