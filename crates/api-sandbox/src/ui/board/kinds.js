// Hand-written. The kinds of records: their names, their rows and their details.

import { callbackDetail, reasonOf } from './callback.js';
import { element } from './element.js';
import { mark } from './mark.js';
import { customerName, orderDetail } from './order.js';
import { paymentDetail } from './payment.js';
import { quoteDetail } from './quote.js';
import { requestDetail } from './request.js';
import { count, formatCents, formatTime } from './time.js';

/**
 * - `title`, `noun`: names of the list and of a record;
 * - `hasVenue`: whether the list can be filtered by venue;
 * - `search`: what is searched;
 * - `cells(row, now)`: name, time, mark, notes and the value at the end of a row;
 * - `change(row)`: the sentence that announces a new or changed row;
 * - `detail(context)`: creates the details;
 * - `empty`: the text of an empty list.
 */
export const kinds = {
    orders: {
        title: 'Orders', noun: 'order', hasVenue: true, search: 'Reference, id, customer or item', detail: orderDetail,
        empty: 'No orders yet.',
        cells: (row, now) => ({
            name: row.reference_no,
            mark: mark(row.status),
            notes: [customerName(row), row.venue_name, row.order_type, count(row.items.length, 'item')],
            time: formatTime(row.history.at(-1).at, now),
            value: formatCents(row.total),
        }),
        change: (row) => `Order ${row.reference_no}: ${row.status}.`,
    },
    quotes: {
        title: 'Quotes', noun: 'quote', hasVenue: true, search: 'Reference or id of the order', detail: quoteDetail,
        empty: 'No quotes yet.',
        cells: (row, now) => ({
            name: row.reference_no,
            mark: mark(row.group),
            notes: [row.venue_name, row.item_count !== null && count(row.item_count, 'item'), row.order && `order ${row.order}`],
            time: formatTime(row.updated_at, now),
            value: row.total === null ? '' : formatCents(row.total),
        }),
        change: (row) => `Quote ${row.reference_no}: ${row.group}.`,
    },
    payments: {
        title: 'Payments', noun: 'payment', hasVenue: false, search: 'RequestUid, business or order number', detail: paymentDetail,
        empty: 'No payment requests yet. The payments tester creates some.',
        cells: (row) => ({
            name: row.id,
            mark: mark(row.group),
            notes: [row.fields.UserBusinessName, row.environment, row.app ? `app: ${row.app.toLowerCase()}` : 'app not opened', row.linked_to && 'addendum'],
            value: row.fields.Amount ?? '',
        }),
        change: (row) => `Payment ${row.id}: ${row.group}${row.app ? `, ${row.app}` : ''}.`,
    },
    callbacks: {
        title: 'Callbacks', noun: 'callback', hasVenue: true, search: 'Order, status, URL or form', detail: callbackDetail,
        empty: 'No callbacks yet. A change of the status of an order with a callback URL sends one.',
        cells: (row) => ({
            name: `#${row.id} ${row.status}`,
            mark: mark(row.group),
            notes: [`order ${row.order}`, row.url, reasonOf(row)],
            value: String(row.outcome.responded ?? ''),
        }),
        change: (row) => `Callback ${row.id}, ${row.status}: ${row.group}.`,
    },
    requests: {
        title: 'Requests', noun: 'request', hasVenue: false, search: 'Path, operation, error or body', detail: requestDetail,
        empty: 'No requests yet.',
        cells: (row) => ({
            name: [element('span', { class: 'method' }, row.method), ' ', element('span', { class: 'path' }, row.path)],
            mark: mark(row.group, String(row.status ?? 'Aborted')),
            notes: [`#${row.id}`, row.operation, row.api, row.errors[0]],
            value: `${row.milliseconds.toFixed(1)} ms`,
        }),
        // Requests change what the other lists announce.
        change: null,
    },
};
