// The code samples of the documents.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The operations of all documents, each with its sample, if it has one. */
export function operationsOf(folder) {
    const found = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')).sort()) {
        const api = file.slice(0, -'.json'.length);
        const document = JSON.parse(readFileSync(join(folder, file), 'utf8'));
        for (const methods of Object.values(document.paths)) {
            for (const operation of Object.values(methods)) {
                const name = `${api} ${operation.operationId}`;
                const sample = operation['x-codeSamples']?.[0].source;
                const credentials = document.components.securitySchemes;
                found.push({ name, api, operation, sample, credentials });
            }
        }
    }
    return found;
}

/** The name of a function in Rust. */
export const identifier = (name) => name.replace(/[^A-Za-z0-9]+/g, '_').toLowerCase();
