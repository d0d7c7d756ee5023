// Hand-written.

/** An element. Texts become text nodes, whatever they hold; nothing is ever read as markup. */
export function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
        if (value !== undefined && value !== false) {
            made.setAttribute(key, value === true ? '' : value);
        }
    }
    made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== ''));
    return made;
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

/** A value of a document as it is written there. */
export function json(value) {
    return JSON.stringify(value, undefined, value !== null && typeof value === 'object' ? 2 : undefined);
}

/** A text with `code` in it. A name of an operation or of a record in it is a link. */
export function prose(context, text) {
    return String(text)
        .split(/`([^`]+)`/)
        .map((part, index) => {
            if (index % 2 === 0) {
                return part;
            }
            const id = context?.named(part);
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

/** A part of an article, under a small heading; nothing where there is nothing to show. */
export function part(title, ...children) {
    const shown = children.flat(Infinity).filter((child) => child !== undefined && child !== '');
    return shown.length === 0 ? [] : [element('section', { class: 'part' }, element('h4', {}, title), shown)];
}

/** The line above the head of an article: which API it is of. Searches show articles of all. */
export function kicker(context) {
    return element('p', { class: 'kicker' }, context.title);
}

/** Rows of names and what belongs to them. */
export function facts(rows) {
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
