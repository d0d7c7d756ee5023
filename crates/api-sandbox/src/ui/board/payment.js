// Hand-written. The details of a payment request.

import { codeBlock } from './code.js';
import { facts, head } from './detail.js';
import { element } from './element.js';
import { mark } from './mark.js';
import { urlOf } from './place.js';

export function paymentDetail() {
    const title = head('Payment request');
    const values = facts();
    const record = codeBlock('Fields');
    return {
        node: element('div', {}, title.node, values.node, record.node),
        set(payment) {
            title.set(payment.reference, mark(payment.status));
            values.set({ ...payment, record: null }, [
                ['Amount', payment.amount],
                ['Business', payment.business],
                ['Environment', payment.environment],
                ['Payment app', payment.app ?? 'Not opened'],
                ['Linked to', payment.linked_to && element('a', { href: urlOf({ kind: 'payments', id: payment.linked_to }) }, payment.linked_to)],
                ['Log', element('a', { href: urlOf({ kind: 'requests', search: payment.id }) }, 'Requests with this RequestUid')],
            ]);
            record.set(payment.record);
        },
    };
}
