// Hand-written. The details of a request.

import { codeBlock } from './code.js';
import { dataTable, facts, head } from './detail.js';
import { element } from './element.js';
import { mark } from './mark.js';

export function requestDetail() {
    const title = head('Request');
    const values = facts();
    const errors = element('ul', { class: 'errors', 'aria-label': 'Errors' });
    const headers = element('tbody');
    const request = codeBlock('Request body');
    const response = codeBlock('Response body');
    return {
        node: element('div', {}, title.node, values.node, errors, request.node, response.node,
            element('details', {}, element('summary', {}, 'Request headers'), dataTable('Request headers', ['Name', 'Value'], headers))),
        set(record) {
            title.set(`${record.method} ${record.path}`, mark(record.group, String(record.status ?? 'Aborted')));
            values.set({ ...record, body: null, response_body: null }, [
                ['Number', String(record.id)],
                ['API', record.api],
                ['Operation', record.operation && element('a', { href: `/reference#${record.api}/operation/${record.operation}` }, record.operation)],
                ['Query', record.query.length > 0 && element('code', {}, record.query.map(([name, value]) => `${name}=${value}`).join(' & '))],
                ['Time', `${record.milliseconds.toFixed(1)} ms`],
            ]);
            errors.replaceChildren(...record.errors.map((error) => element('li', {}, error)));
            errors.hidden = record.errors.length === 0;
            request.set(record.body.text, record.body.omitted);
            response.set(record.response_body.text, record.response_body.omitted);
            headers.replaceChildren(...record.headers.map(([name, value]) =>
                element('tr', {}, element('th', { scope: 'row' }, element('code', {}, name)), element('td', {}, value))));
        },
    };
}
