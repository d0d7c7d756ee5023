// Hand-written. Callbacks: an item of an order, and the details.

import { codeBlock, formFields } from './code.js';
import { dataTable, facts, head, notice, run, section } from './detail.js';
import { element } from './element.js';
import { mark } from './mark.js';
import { urlOf } from './place.js';
import { resendCallback } from './sandbox.js';

/** Why a callback has no response. */
export const reasonOf = ({ outcome }) => outcome.blocked ?? outcome.failed;

/** A callback in the details of its order. */
export function callbackItem(callback, line, context) {
    return element('li', { class: 'callback' },
        element('a', { href: urlOf({ kind: 'callbacks', id: String(callback.id) }) }, `#${callback.id} ${callback.status}`),
        mark(callback.group, String(callback.outcome.responded ?? callback.group)),
        resendButton(() => callback.id, line, context));
}

/** The details of a callback. */
export function callbackDetail(context) {
    const title = head('Callback');
    const values = facts();
    const line = notice();
    const fields = element('tbody');
    const body = codeBlock('Body');
    let callback = null;
    return {
        node: element('div', {},
            title.node,
            element('div', { class: 'actions' }, resendButton(() => callback.id, line, context, 'main')),
            line.node,
            values.node,
            section('Form', dataTable('Form', ['Field', 'Value'], fields)),
            body.node,
        ),
        set(next) {
            callback = next;
            title.set(`#${callback.id} ${callback.status}`, mark(callback.group));
            values.set(callback, [
                ['Order', element('a', { href: urlOf({ kind: 'orders', id: String(callback.order) }) }, String(callback.order))],
                ['Status', callback.status],
                ['URL', element('code', {}, callback.url)],
                ['Response', callback.outcome.responded ?? callback.group],
                ['Reason', reasonOf(callback)],
            ]);
            fields.replaceChildren(...formFields(callback.body).map(([name, value]) =>
                element('tr', {}, element('th', { scope: 'row' }, element('code', {}, name)), element('td', {}, value))));
            body.set(callback.body);
        },
    };
}

function resendButton(number, line, context, style = 'small') {
    const button = element('button', { type: 'button', class: style }, 'Send again');
    button.addEventListener('click', () =>
        run(button, line, async () => {
            await resendCallback(number());
            await context.reload();
            return `Callback #${number()} is sent again.`;
        }),
    );
    return button;
}
