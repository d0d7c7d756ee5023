// The demo data of this sandbox: base URLs, credentials, and ids of records, by the variables of samples.

/** Records of every sandbox. See the README. */
const RECORDS = { CUSTOMER_ID: '8801', SALES_HISTORY_ID: '28801' };

/** Ids of records that requests of this page have returned. */
const returned = new Map();

/** The credentials, base URLs and ids of this sandbox, from its control interface. */
export function demoOf(about) {
    const pos = about.point_of_sale;
    const payments = about.payments[0];
    const [venue] = pos.credentials.venues;
    const values = new Map([
        ...Object.entries(pos.credentials),
        ...Object.entries(venue),
        ...Object.entries(payments.credentials),
        ['client_pub_key', payments.credentials.public_key],
    ]);
    const records = new Map(Object.entries({ ...RECORDS, MENU_FEED_ID: venue.menu_feed_key }));
    const baseUrl = (api) => (api === 'payments' ? payments.base_url : pos.base_url);
    return {
        values,
        baseUrl,
        /** The value of a variable; `undefined` if it is the id of a record that does not exist yet. */
        variable: (api, name) =>
            name === 'BASE_URL' ? baseUrl(api) : (returned.get(name) ?? values.get(name.toLowerCase()) ?? records.get(name)),
    };
}

/** The variable of a path parameter, as in the samples. */
export function variableOf(operation, parameter) {
    const filled = parameter['x-from-client'];
    const name = parameter['x-documented-name'] ?? parameter.name;
    const resource = operation.tags?.[0] ?? '';
    return snake(filled ?? (name.startsWith(resource) ? name : `${resource}_${name}`));
}

function snake(name) {
    return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** Remembers the ids in a response, for the samples and forms of other operations. */
export function remember(operation, text) {
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        return;
    }
    const resource = snake(operation.tags?.[0] ?? '');
    const add = (name, id) => {
        if (['string', 'number'].includes(typeof id)) {
            returned.set(name, String(id));
        }
    };
    for (const record of [value, ...Object.values(value ?? {})]) {
        if (record === null || typeof record !== 'object' || Array.isArray(record)) {
            continue;
        }
        add(`${resource}_ID`, record.id);
        if (typeof record.reference_no === 'string' && record.id === undefined) {
            // The reference of a quote has its id.
            add(`${resource}_REFERENCE_ID`, record.reference_no);
            add(`${resource}_ID`, record.reference_no.replace(/^Q-/, ''));
        }
    }
    const payload = idOfPayload(operation);
    if (payload !== undefined) {
        add(snake(payload), value?.Payload);
    }
}

/** The name of the id that an envelope has. */
function idOfPayload(operation) {
    const bodies = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
    const schema = bodies[0]?.[1]?.content?.['application/json']?.schema;
    return schema?.then?.properties?.Payload?.$ref?.split('/').pop();
}
