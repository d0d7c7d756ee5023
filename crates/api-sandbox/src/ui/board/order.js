// Hand-written. The details of an order.

import { callbackItem } from './callback.js';
import { codeBlock } from './code.js';
import { dataTable, facts, head, history, notice, run, section, time } from './detail.js';
import { diagram } from './diagram.js';
import { element, reconcile } from './element.js';
import { iconOf, mark, toneOf } from './mark.js';
import { urlOf } from './place.js';
import { setStatus } from './sandbox.js';
import { formatCents } from './time.js';

/** Creates the details. `context.statuses()` are all statuses, `context.reload()` shows what has changed. */
export function orderDetail(context) {
    const title = head('Order');
    const values = facts();
    const states = diagram();
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
                return `The status is ${status}.${order.has_callback ? ' Its callback was sent.' : ''}`;
            }),
        );
        return node;
    };

    return {
        node: element('div', {},
            title.node,
            values.node,
            section('Status', states.node, buttons, line.node, past.node),
            section('Callbacks', callbacks, noCallbacks),
            section('Items', dataTable('Items', ['Item', 'Quantity#', 'Price#', 'Discount#', 'Tax#'], items)),
            record.node,
        ),
        set(next) {
            order = next;
            title.set(order.reference, mark(order.status));
            values.set({ ...order, callbacks: null, history: null, record: null }, [
                ['Customer', order.customer],
                ['Total', formatCents(order.total)],
                ['Order type', order.order_type],
                ['Venue', order.venue_name],
                ['Id', String(order.id)],
                ['Created', time(order.created_at)],
                ['Updated', order.updated_at === order.created_at ? '' : time(order.updated_at)],
                ['Callback URL', order.status_callback && element('code', {}, order.status_callback)],
                ['Log', element('a', { href: urlOf({ kind: 'requests', search: order.reference }) }, 'Requests with this reference')],
            ]);
            states.set(order.status);
            past.set([{ name: 'Pending', at: order.created_at }, ...order.history], (status) => mark(status));
            reconcile(buttons, context.statuses(), (status) => status, button, (node, status) =>
                node.setAttribute('aria-pressed', String(status === order.status)));
            reconcile(callbacks, order.callbacks.toReversed(), (callback) => callback.id, (callback) => callbackItem(callback, line, context));
            noCallbacks.hidden = order.callbacks.length > 0;
            noCallbacks.textContent = order.has_callback
                ? 'None yet: each change of the status sends one.'
                : 'None: the order has no callback URL.';
            items.replaceChildren(...order.items.map(itemRow));
            record.set(order.record);
        },
    };
}

function itemRow(item) {
    const number = (text) => element('td', { class: 'number' }, text);
    return element('tr', {},
        element('th', { scope: 'row' }, item.product_name, element('span', { class: 'soft' }, ` ${item.sku_id}`)),
        number(String(item.quantity)), number(formatCents(item.price)), number(formatCents(item.discount)), number(formatCents(item.tax)));
}
