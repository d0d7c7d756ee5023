// Texts with a button that copies them.

import { code, element } from './element.js';

/** A text to copy. */
export function copyable(text, label) {
    const copy = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${label}` }, 'Copy');
    copy.addEventListener('click', async () => {
        await navigator.clipboard.writeText(text);
        copy.textContent = 'Copied';
        setTimeout(() => (copy.textContent = 'Copy'), 2000);
    });
    // Focusable, as it scrolls.
    const shown = element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, code(text));
    return element('div', { class: 'copyable' }, shown, copy);
}
