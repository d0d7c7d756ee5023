// Hand-written. DOM elements.

/** Creates an element. Strings become text nodes, never markup. */
export function element(name, attributes, ...children) {
    const created = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
        if (value !== undefined && value !== false) {
            created.setAttribute(key, value === true ? '' : value);
        }
    }
    created.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== ''));
    return created;
}

/** A link within the page. */
export function link(id, ...children) {
    return element('a', { href: hash(id) }, ...children);
}

export function hash(id) {
    return '#' + id.split('/').map(encodeURIComponent).join('/');
}

export function code(text) {
    return element('code', {}, String(text));
}

/** Formats a value as JSON. */
export function json(value) {
    return JSON.stringify(value, undefined, value !== null && typeof value === 'object' ? 2 : undefined);
}

/** Formats a text with `code`, which is a link if it is the name of an operation or a record. */
export function prose(context, text) {
    return String(text)
        .split(/`([^`]+)`/)
        .map((part, index) => {
            if (index % 2 === 0) {
                return part;
            }
            const id = context?.idOf(part);
            return id === undefined ? code(part) : link(id, code(part));
        });
}

export function paragraph(context, text, style) {
    return text === undefined ? [] : [element('p', { class: style }, prose(context, text))];
}

export function list(context, texts, style) {
    return texts.length === 0
        ? []
        : [element('ul', { class: style }, texts.map((text) => element('li', {}, prose(context, text))))];
}

/** A part of an article with a heading; nothing without content. */
export function part(title, ...children) {
    return partOf('h2', title, ...children);
}

/** A part with a heading of another level. */
export function partOf(level, title, ...children) {
    const shown = children.flat(Infinity).filter((child) => child !== undefined && child !== '');
    return shown.length === 0 ? [] : [element('section', { class: 'part' }, element(level, {}, title), shown)];
}

/** The API's title above the heading of an article. */
export function kicker(context) {
    return element('p', { class: 'kicker' }, link(context.api, context.title));
}

/** A list of names with their descriptions. */
export function definitions(rows) {
    return rows.length === 0
        ? []
        : [element('dl', {}, rows.map(([name, ...value]) => [element('dt', {}, name), element('dd', {}, ...value)]))];
}

/** A table with a heading row. */
export function table(headings, rows, style) {
    return element(
        'div',
        { class: 'scroll' },
        element(
            'table',
            { class: style },
            element('thead', {}, element('tr', {}, headings.map((heading) => element('th', { scope: 'col' }, heading)))),
            element('tbody', {}, rows),
        ),
    );
}
