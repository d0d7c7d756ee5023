// Hand-written. The details of a request.

import { codeBlock } from './code.js';
import { facts, head } from './detail.js';
import { element } from './element.js';
import { mark } from './mark.js';

export function requestDetail() {
    const title = head('Request');
    const values = facts();
    const errors = element('ul', { class: 'errors', 'aria-label': 'Errors' });
    const request = codeBlock('Request body');
    const response = codeBlock('Response body');
    return {
        node: element('div', {}, title.node, values.node, errors, request.node, response.node),
        set(record) {
            title.set(`${record.method} ${record.path}`, mark(record.result, String(record.status ?? 'Aborted')));
            values.set({ ...record, request_body: null, response_body: null }, [
                ['Number', String(record.id)],
                ['API', record.api],
                ['Operation', record.operation && element('a', { href: `/reference#${record.api}/operation/${record.operation}` }, record.operation)],
                ['Query', record.query.length > 0 && element('code', {}, record.query.map(([name, value]) => `${name}=${value}`).join(' & '))],
                ['Time', `${record.milliseconds.toFixed(1)} ms`],
            ]);
            errors.replaceChildren(...record.errors.map((error) => element('li', {}, error)));
            errors.hidden = record.errors.length === 0;
            request.set(record.request_body ?? '');
            response.set(record.response_body ?? '');
        },
    };
}
