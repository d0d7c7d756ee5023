// What the search finds: operations, records, fields, parameters, values, errors and rules.

/** All entries of an API: `{ kind, label, id, names, around, texts }`. */
export function entriesOf(context) {
    const entries = [];
    const { api, document } = context;
    const add = (kind, label, id, names, around, texts, method) => {
        entries.push({ kind, label, id, method, names, around, texts: texts.filter(Boolean).map(String) });
    };
    add('API', context.title, api, [api, context.title], [], [document.info?.description]);
    for (const [title, texts] of Object.entries(document['x-topics'] ?? {})) {
        add('rule', title, api, [title], [], [texts].flat());
    }
    for (const status of document['x-statuses'] ?? []) {
        add('error', `${status.code}`, api, [`${status.code}`], ['any operation'], [status.meaning]);
    }
    for (const { path, method, operation } of context.operations) {
        operationEntries(add, `${api}/operation/${operation.operationId}`, operation.operationId, 'operation', operation, path, method);
    }
    for (const [name, methods] of Object.entries(document.webhooks ?? {})) {
        for (const operation of Object.values(methods)) {
            operationEntries(add, `${api}/webhook/${name}`, name, 'callback', operation, '');
        }
    }
    for (const sdk of document['x-browser-sdks'] ?? []) {
        const name = String(sdk.resource ?? 'browser_sdk');
        add('browser SDK', name, `${api}/sdk/${name}`, [name], [], [...stringsOf(sdk, new Set(['configuration']))]);
    }
    for (const [name, schema] of Object.entries(context.schemas)) {
        const id = `${api}/schema/${name}`;
        const kind = schema['x-error-body'] === undefined ? 'record' : 'error body';
        add(kind, name, id, [name], [schema['x-resource'] ?? ''], textsOf(schema));
        fieldEntries(add, id, name, schema);
    }
    return entries;
}

function operationEntries(add, id, label, kind, operation, path, method) {
    const route = path === '' ? [] : [`${method.toUpperCase()} ${path}`];
    const retry = Object.values(operation['x-retry'] ?? {}).filter((text) => typeof text === 'string');
    add(kind, label, id, [label, path], operation.tags ?? [], [...route, operation.summary, ...textsOf(operation), retry.join(' ')], method);
    for (const parameter of operation.parameters ?? []) {
        const name = String(parameter.name);
        add('parameter', `${label} · ${name}`, `${id}/${name}`, [name], [label], [...textsOf(parameter), ...textsOf(parameter.schema), typeOf(parameter.schema)]);
        valueEntries(add, `${id}/${name}`, name, parameter.schema);
    }
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const meaning = status.startsWith('2') ? 'response' : 'error';
        add(meaning, `${status} · ${label}`, `${id}/response/${status}`, [status], [label], textsOf(response));
    }
}

/** The fields of a schema, at any depth that has a place of its own. */
function fieldEntries(add, id, label, schema) {
    valueEntries(add, id, label, schema);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const texts = [...textsOf(property), typeOf(property), property['x-rust-name'], ...[property['x-aliases'] ?? []].flat(), property['x-unit']];
        add('field', `${label}.${name}`, `${id}/${name}`, [name], [label], texts);
        fieldEntries(add, `${id}/${name}`, `${label}.${name}`, property);
    }
    for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
        if (inner?.properties !== undefined) {
            fieldEntries(add, id, label, inner);
        }
    }
}

function valueEntries(add, id, label, schema) {
    for (const known of schema?.['x-known-values'] ?? []) {
        add('value', `${known.value}`, id, [`${known.value}`], [`value of ${label}`], [known.doc, known.deprecated]);
    }
}

/** The type of a schema, for a line of context. */
function typeOf(schema) {
    const named = [schema?.$ref?.split('/').pop(), ...(schema?.anyOf ?? []).map(typeOf), schema?.type, schema?.format].flat();
    const words = [...new Set(named.filter((word) => word && word !== 'null'))].join(', ');
    return schema?.maxLength === undefined ? words : `${words}, at most ${schema.maxLength} characters`;
}

const PROSE = ['description', 'x-notes', 'x-unknowns', 'x-conflicts'];

/** The prose of an object itself. */
function textsOf(object) {
    return PROSE.flatMap((name) => [...stringsOf(object?.[name], new Set())]);
}

/** The strings within a value, without those below the names that are left out. */
function* stringsOf(value, without) {
    if (typeof value === 'string') {
        yield value;
    } else if (value !== null && typeof value === 'object') {
        for (const [name, member] of Object.entries(value)) {
            if (!without.has(name)) {
                yield* stringsOf(member, without);
            }
        }
    }
}
