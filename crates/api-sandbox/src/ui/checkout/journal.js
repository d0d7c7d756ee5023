// Hand-written. The tester page's journal of calls and callbacks, the latest at the end.
//
// On a narrow screen the journal is below the forms: there the entries since a button was pressed are shown below that button,
// too.
'use strict';

const part = (id) => document.getElementById(id);
/** The most entries of the journal, and below a button. */
const MAX_ENTRIES = 100;
const MAX_RESULTS = 10;
const narrow = matchMedia('(max-width: 900px)');
let count = 0;
/** The result below the button that was pressed last. */
let result = null;

part('clear').addEventListener('click', () => {
    part('journal').replaceChildren();
    showState('', 'No events.');
});

/** Starts the result of a form, below its button. */
function startResult(form) {
    result?.remove();
    result = create('section', 'result');
    result.tabIndex = -1;
    result.setAttribute('aria-label', 'Result');
    result.append(create('p', 'state note'), create('ol'));
    form.append(result);
}

/** Moves the focus to the result if the journal is out of sight. */
function focusResult() {
    if (!narrow.matches || !result?.isConnected || document.querySelector('dialog[open]')) return;
    result.focus({ preventScroll: true });
    result.scrollIntoView({ block: 'nearest' });
}

/** Adds an entry: an event, its outcome, and details. `kind` is good, bad or empty. */
function addEntry(kind, event, outcome, texts = {}) {
    count += 1;
    const journal = part('journal');
    journal.append(entry(kind, event, outcome, texts));
    if (journal.childElementCount > MAX_ENTRIES) journal.firstElementChild.remove();
    journal.scrollTop = journal.scrollHeight;
    const results = result?.querySelector('ol');
    if (results && results.childElementCount < MAX_RESULTS) results.append(entry(kind, event, outcome, texts, ['Response', 'Error', 'Message']));
}

/** `open` are the names of the details that are shown at once. */
function entry(kind, event, outcome, texts, open = Object.keys(texts)) {
    const item = create('li', kind);
    const head = create('div', 'head');
    head.append(create('span', 'count', count), create('span', 'event', event), create('span', 'outcome', outcome));
    item.append(head);
    for (const [name, text] of Object.entries(texts).filter(([, text]) => text)) {
        const details = create('details');
        details.open = open.includes(name);
        details.append(create('summary', '', name), create('pre', '', text));
        item.append(details);
    }
    return item;
}

/** Shows the current state, which screen readers announce. */
function showState(kind, text) {
    for (const state of [part('state'), result?.querySelector('.state')]) {
        if (!state) continue;
        state.className = `state ${kind || 'note'}`;
        state.textContent = text;
    }
}

/** Creates an element. The text is never markup. */
function create(tag, className = '', text = '') {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
}
