// Hand-written. Commands to paste.

import { code, element } from './element.js';
import { referred } from './schema.js';

/** Demo data of every sandbox: a customer, a sale, a product and its price. See the README. */
const IDENTIFIERS = { customer: 8801, sales_history: 28801 };
const RECORDS = {
    NewOrderItem: { product_parent_id: '7001', product_id: 9001, quantity: 1 },
    QuoteItem: { sku_id: 9001, product_id: 7001, quantity: 1 },
};
const TEXTS = { reference_no: 'WEB-1001', UserEmail: 'buyer@shop.example', UserPhone: '5550100', telephone: '5550100' };
/** A date of payment or delivery. */
const DAY = '2026-12-01';
/** The depth of a sample body. */
const MAX_DEPTH = 4;

/** A shell command that calls the operation, with this sandbox's URL and demo credentials. */
export function curl(context, { path, method, operation }) {
    const demo = context.demo;
    if (demo === undefined) {
        return [];
    }
    const placeholders = new Set();
    const words = ['curl', '-g'];
    if (method !== 'get') {
        words.push('-X', method.toUpperCase());
    }
    words.push(...credentials(context, operation));
    const parameters = operation.parameters ?? [];
    const url = path.replace(/\{([^}]+)\}/g, (_, name) => {
        const parameter = parameters.find((other) => other.in === 'path' && other.name === name);
        return encodeURIComponent(pathValue(demo, operation, parameter ?? { name }, placeholders));
    });
    const query = parameters.some((parameter) => parameter.name === 'per_page') ? '?per_page=2' : '';
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    if (schema !== undefined) {
        const sample = sampleOf(context, schema, '', placeholders, MAX_DEPTH) ?? {};
        words.push('-H', quoted('Content-Type: application/json'), '-d', quoted(JSON.stringify(sample)));
    }
    words.push(quoted(demo.baseUrl(context.api) + url + query));
    const text = words.join(' ');
    const copy = element('button', { type: 'button', class: 'copy' }, 'Copy');
    copy.addEventListener('click', async () => {
        await navigator.clipboard.writeText(text);
        copy.textContent = 'Copied';
    });
    const names = [...placeholders].map((name, index) => [index === 0 ? '' : ', ', code(name)]);
    return [
        element('div', { class: 'curl' }, element('pre', {}, code(text)), copy),
        placeholders.size === 0 ? [] : element('p', { class: 'source' }, 'Replace ', names, ' by the value of a record that you created before.'),
    ];
}

/** The demo credentials and base URLs of this sandbox, from its control interface. */
export function demoOf(about) {
    const pos = about.point_of_sale;
    const payments = about.payments[0];
    const values = new Map([
        ...Object.entries(pos.credentials),
        ...Object.entries(pos.credentials.venues[0]),
        ...Object.entries(payments.credentials),
        ['client_pub_key', payments.credentials.public_key],
    ]);
    return { values, baseUrl: (api) => (api === 'payments' ? payments.base_url : pos.base_url) };
}

function credentials(context, operation) {
    const name = Object.keys(operation.security?.[0] ?? {})[0];
    const scheme = context.document.components?.securitySchemes?.[name];
    const parts = (scheme?.['x-credentials'] ?? []).map((part) => context.demo.values.get(part.name) ?? '');
    if (scheme?.scheme === 'basic') {
        return ['-u', quoted(parts.join(':'))];
    }
    return scheme?.scheme === 'bearer' ? ['-H', quoted(`Authorization: Bearer ${parts[0]}`)] : [];
}

function pathValue(demo, operation, parameter, placeholders) {
    const filled = demo.values.get(parameter['x-from-client']) ?? parameter.schema?.default;
    if (filled !== undefined) {
        return filled;
    }
    const resource = operation.tags?.[0];
    if (resource === 'menu_feed') {
        return demo.values.get('menu_feed_key');
    }
    return IDENTIFIERS[resource] ?? placeholder(`${resource}_${parameter.name}`, placeholders);
}

function placeholder(name, placeholders) {
    const word = name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
    placeholders.add(word);
    return word;
}

/** A small valid value: an object has its required fields, or its first one. */
function sampleOf(context, schema, name, placeholders, depth) {
    if (depth === 0 || schema === null || typeof schema !== 'object') {
        return undefined;
    }
    if (schema.$ref !== undefined) {
        const found = referred(context, schema.$ref);
        if (RECORDS[found] !== undefined) {
            return RECORDS[found];
        }
        const target = context.schemas[found];
        if (target?.['x-kind'] === 'id') {
            return placeholder(found, placeholders);
        }
        return sampleOf(context, target, name, placeholders, depth - 1);
    }
    const filled = context.demo.values.get(schema['x-from-client']) ?? context.values.get(schema['x-from-client']);
    const documented = filled ?? schema.const ?? schema.default ?? schema.examples?.[0];
    if (documented !== undefined) {
        return documented;
    }
    const choice = schema.anyOf?.[0] ?? schema.allOf?.[0];
    if (choice !== undefined) {
        return sampleOf(context, choice, name, placeholders, depth);
    }
    switch ([schema.type].flat()[0]) {
        case 'object':
            return objectOf(context, schema, placeholders, depth);
        case 'array':
            return [sampleOf(context, schema.items, name, placeholders, depth - 1)].filter((item) => item !== undefined);
        case 'integer':
        case 'number':
            return 1;
        case 'boolean':
            return true;
        case 'string':
            return schema.format === 'date' ? DAY : (TEXTS[name] ?? name);
        default:
            return undefined;
    }
}

function objectOf(context, schema, placeholders, depth) {
    const properties = schema.properties ?? {};
    const names = schema.required?.length > 0 ? schema.required : Object.keys(properties).slice(0, 1);
    const sample = {};
    for (const name of names) {
        const value = sampleOf(context, properties[name], name, placeholders, depth);
        if (value !== undefined) {
            sample[name] = value;
        }
    }
    return sample;
}

/** Quotes a text for a shell. */
function quoted(text) {
    return `'${String(text).replaceAll("'", "'\\''")}'`;
}
