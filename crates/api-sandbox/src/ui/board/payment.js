// Hand-written. The details of a payment request.

import { codeBlock } from './code.js';
import { facts, head, history, section } from './detail.js';
import { element } from './element.js';
import { mark } from './mark.js';
import { urlOf } from './place.js';

export function paymentDetail() {
    const title = head('Payment request');
    const values = facts();
    const past = history();
    const record = codeBlock('Fields');
    return {
        node: element('div', {}, title.node, values.node, section('History', past.node), record.node),
        set(payment) {
            title.set(payment.id, mark(payment.group));
            values.set({ ...payment, history: null, record: null }, [
                ['Amount', payment.fields.Amount],
                ['Business', payment.fields.UserBusinessName],
                ['Environment', payment.environment],
                ['Payment app', payment.app ?? 'Not opened'],
                ['Linked to', payment.linked_to && element('a', { href: urlOf({ kind: 'payments', id: payment.linked_to }) }, payment.linked_to)],
                ['Tester', payment.environment === 'test' && element('a', { href: `/payments/test/thirdpartytester/payments#${payment.id}` }, 'Continue in the payments tester')],
                ['Log', element('a', { href: urlOf({ kind: 'requests', search: payment.id }) }, 'Requests with this RequestUid')],
            ]);
            past.set(payment.history, ({ operation }) => element('code', {}, operation));
            record.set(payment.record);
        },
    };
}
