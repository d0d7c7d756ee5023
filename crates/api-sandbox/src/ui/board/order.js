// Hand-written. The details of an order.

import { callbackItem } from './callback.js';
import { codeBlock } from './code.js';
import { dataTable, facts, head, history, notice, run, section, time } from './detail.js';
import { element, reconcile } from './element.js';
import { iconOf, mark, toneOf } from './mark.js';
import { urlOf } from './place.js';
import { setStatus } from './sandbox.js';
import { formatCents } from './time.js';

/** Creates the details. `context.statuses()` are all statuses, `context.reload()` shows what has changed. */
export function orderDetail(context) {
    const title = head('Order');
    const values = facts();
    const past = history();
    const line = notice();
    const buttons = element('div', { class: 'statuses', role: 'group', 'aria-label': 'Set the status' });
    const callbacks = element('ul', { class: 'plain' });
    const noCallbacks = element('p', { class: 'soft' });
    const items = element('tbody');
    const record = codeBlock('Record');
    let order = null;

    const button = (status) => {
        const node = element('button', { type: 'button', class: `status tone-${toneOf(status)}` }, iconOf(status), status);
        node.addEventListener('click', () =>
            run(node, line, async () => {
                if (order.status === status) return `The status is ${status} already.`;
                await setStatus(order.id, status);
                await context.reload();
                return `The status is ${status}.${order.status_callback ? ' Its callback was sent.' : ''}`;
            }),
        );
        return node;
    };

    return {
        node: element('div', {},
            title.node,
            values.node,
            section('Status', buttons, line.node, past.node),
            section('Callbacks', callbacks, noCallbacks),
            section('Items', dataTable('Items', ['Item', 'Quantity#', 'Price#', 'Discount#', 'Tax#'], items)),
            record.node,
        ),
        set(next) {
            order = next;
            title.set(order.reference_no, mark(order.status));
            values.set({ ...order, callbacks: null, history: null, record: null }, [
                ['Customer', customerName(order)],
                ['Total', formatCents(order.total)],
                ['Order type', order.order_type],
                ['Venue', order.venue_name],
                ['Id', String(order.id)],
                ['Created', time(order.history[0].at)],
                ['Updated', order.history.length > 1 && time(order.history.at(-1).at)],
                ['Callback URL', order.status_callback && element('code', {}, order.status_callback)],
                ['Log', element('a', { href: urlOf({ kind: 'requests', search: order.reference_no }) }, 'Requests with this reference')],
            ]);
            past.set(order.history, ({ status }) => mark(status));
            reconcile(buttons, context.statuses(), (status) => status, button, (node, status) =>
                node.setAttribute('aria-pressed', String(status === order.status)));
            reconcile(callbacks, order.callbacks.toReversed(), (callback) => callback.id, (callback) => callbackItem(callback, line, context));
            noCallbacks.hidden = order.callbacks.length > 0;
            noCallbacks.textContent = order.status_callback
                ? 'None yet: each change of the status sends one.'
                : 'None: the order has no callback URL.';
            items.replaceChildren(...order.items.map(itemRow));
            record.set(order.record);
        },
    };
}

/** First and last name of an order's customer. */
export const customerName = ({ customer }) => [customer.first_name, customer.last_name].filter(Boolean).join(' ');

function itemRow(item) {
    const number = (text) => element('td', { class: 'number' }, text);
    return element('tr', {},
        element('th', { scope: 'row' }, item.product_name, element('span', { class: 'soft' }, ` ${item.sku_id}`)),
        number(String(item.quantity)), number(formatCents(item.price)), number(formatCents(item.discount)), number(formatCents(item.tax)));
}
