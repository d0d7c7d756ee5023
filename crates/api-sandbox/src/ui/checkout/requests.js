// Hand-written. The tester page's list of payment requests, a page at a time, the latest first.
'use strict';

/* global part, showState, create -- of journal.js */
const PAGE_SIZE = 6;
/** The keys before which the pages up to the current one start: none is that of the latest requests. */
const pages = [''];
/** The number of times that the requests were fetched: the response to an earlier fetch is outdated. */
let fetches = 0;
let lastKey = '';

part('RequestUid').addEventListener('input', markSelected);
part('newer').addEventListener('click', () => turn(() => pages.length > 1 && pages.pop()));
part('older').addEventListener('click', () => turn(() => pages.push(lastKey)));

/** Turns to another page. A button that has no page to turn to keeps the focus. */
function turn(change) {
    if (document.activeElement?.getAttribute('aria-disabled') === 'true') return;
    change();
    showRequests();
}

/** Shows the payment requests of the environment. */
async function showRequests() {
    fetches += 1;
    const current = fetches;
    let list;
    try {
        const query = `environment=test&limit=${PAGE_SIZE}&before=${pages.at(-1)}`;
        list = await (await fetch(`/_sandbox/board/data/payments?${query}`)).json();
    } catch {
        return showState('bad', 'No response from the sandbox.');
    }
    if (current !== fetches) return;
    const { rows, newer, total } = list;
    part('pager').hidden = total <= PAGE_SIZE;
    part('range').textContent = total === 0 ? '' : `${newer + 1}–${newer + rows.length} of ${total}`;
    part('newer').setAttribute('aria-disabled', String(pages.length === 1));
    part('older').setAttribute('aria-disabled', String(newer + rows.length >= total));
    lastKey = rows.at(-1)?.key ?? '';
    if (rows.length === 0) return;
    const focused = document.activeElement?.closest('#requests button')?.textContent;
    part('requests').replaceChildren(...rows.map(requestRow));
    markSelected();
    const again = [...part('requests').querySelectorAll('button')].find((button) => button.textContent === focused);
    again?.focus();
}

function requestRow(payment) {
    const row = create('tr');
    const pick = create('button', '', payment.id);
    pick.type = 'button';
    pick.addEventListener('click', () => {
        part('RequestUid').value = payment.id;
        markSelected();
    });
    const cell = create('td');
    cell.append(pick);
    if (payment.linked_to) cell.append(create('div', 'note', `linked to ${payment.linked_to}`));
    row.append(cell, create('td', '', payment.group), create('td', '', payment.app ?? 'not opened'));
    return row;
}

function markSelected() {
    const selected = part('RequestUid').value.trim();
    for (const button of part('requests').querySelectorAll('button')) {
        button.setAttribute('aria-pressed', String(button.textContent === selected));
    }
}
