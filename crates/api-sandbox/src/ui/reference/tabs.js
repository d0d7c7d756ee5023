// Tabs: arrow keys move between them.

import { element } from './element.js';

let count = 0;

/**
 * Tabs with their panels: `tabs` are `{ label, panel }`. `chosen` is the index of the shown one, and `choose` is called with
 * the index of another one.
 */
export function tabs(name, all, chosen, choose = () => {}) {
    count += 1;
    const id = `tabs-${count}`;
    const buttons = all.map(({ label }, index) =>
        element('button', { type: 'button', role: 'tab', id: `${id}-tab-${index}`, 'aria-controls': `${id}-panel-${index}` }, label),
    );
    const panels = all.map(({ panel }, index) =>
        element('div', { role: 'tabpanel', id: `${id}-panel-${index}`, 'aria-labelledby': `${id}-tab-${index}` }, panel),
    );
    const show = (index) => {
        buttons.forEach((button, other) => {
            button.setAttribute('aria-selected', String(other === index));
            button.tabIndex = other === index ? 0 : -1;
            panels[other].hidden = other !== index;
        });
    };
    const list = element('div', { role: 'tablist', 'aria-label': name, class: 'tabs' }, buttons);
    list.addEventListener('click', (event) => {
        const index = buttons.indexOf(event.target.closest('button'));
        if (index >= 0) {
            show(index);
            choose(index);
        }
    });
    list.addEventListener('keydown', (event) => {
        const last = buttons.length - 1;
        const current = buttons.indexOf(document.activeElement);
        const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
        if (next !== undefined) {
            event.preventDefault();
            const index = (next + buttons.length) % buttons.length;
            show(index);
            choose(index);
            buttons[index].focus();
        }
    });
    show(chosen);
    return [list, panels];
}
