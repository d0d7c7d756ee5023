// Hand-written. The tester page's record of calls and callbacks, the latest at its end.
'use strict';

const part = (id) => document.getElementById(id);
let count = 0;

part('clear').addEventListener('click', () => {
    part('journal').replaceChildren();
    tell('', 'Nothing yet.');
});

/** Writes an entry: what happened, how it ended, and texts to look into. `kind` is good, bad or empty. */
function note(kind, what, outcome, texts = {}) {
    count += 1;
    const item = made('li', kind);
    const head = made('div', 'head');
    head.append(made('span', 'count', count), made('span', 'what', what), made('span', 'outcome', outcome));
    item.append(head);
    for (const [name, text] of Object.entries(texts).filter(([, text]) => text)) {
        const details = made('details');
        details.open = true;
        details.append(made('summary', '', name), made('pre', '', text));
        item.append(details);
    }
    part('journal').append(item);
    part('journal').scrollTop = part('journal').scrollHeight;
}

/** Tells how things stand, in a line that is read out. */
function tell(kind, text) {
    part('state').className = `state ${kind || 'note'}`;
    part('state').textContent = text;
}

/** Nothing that came from elsewhere becomes more than text. */
function made(tag, className = '', text = '') {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
}
