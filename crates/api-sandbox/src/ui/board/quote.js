// Hand-written. The details of a quote.

import { codeBlock } from './code.js';
import { facts, head, time } from './detail.js';
import { element } from './element.js';
import { mark } from './mark.js';
import { urlOf } from './place.js';
import { formatCents } from './time.js';

export function quoteDetail() {
    const title = head('Quote');
    const values = facts();
    const record = codeBlock('Record');
    return {
        node: element('div', {}, title.node, values.node, record.node),
        set(quote) {
            title.set(quote.reference_no, mark(quote.group));
            values.set({ ...quote, record: null }, [
                ['Total', quote.total === null ? '' : formatCents(quote.total)],
                ['Venue', quote.venue_name],
                ['Id', String(quote.id)],
                ['Updated', time(quote.updated_at)],
                ['Order', quote.order && element('a', { href: urlOf({ kind: 'orders', id: String(quote.order) }) }, String(quote.order))],
                ['Log', element('a', { href: urlOf({ kind: 'requests', search: quote.reference_no }) }, 'Requests with this reference')],
            ]);
            record.set(quote.record);
        },
    };
}
