// Hand-written. The tester page's journal of calls and callbacks, the latest at the end.
'use strict';

const part = (id) => document.getElementById(id);
let count = 0;

part('clear').addEventListener('click', () => {
    part('journal').replaceChildren();
    showState('', 'No events.');
});

/** Adds an entry: an event, its outcome, and details. `kind` is good, bad or empty. */
function addEntry(kind, event, outcome, texts = {}) {
    count += 1;
    const item = create('li', kind);
    const head = create('div', 'head');
    head.append(create('span', 'count', count), create('span', 'event', event), create('span', 'outcome', outcome));
    item.append(head);
    for (const [name, text] of Object.entries(texts).filter(([, text]) => text)) {
        const details = create('details');
        details.open = true;
        details.append(create('summary', '', name), create('pre', '', text));
        item.append(details);
    }
    part('journal').append(item);
    part('journal').scrollTop = part('journal').scrollHeight;
}

/** Shows the current state, which screen readers announce. */
function showState(kind, text) {
    part('state').className = `state ${kind || 'note'}`;
    part('state').textContent = text;
}

/** Creates an element. The text is never markup. */
function create(tag, className = '', text = '') {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
}
