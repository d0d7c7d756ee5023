// Hand-written. Elements. Texts are never markup.

/** Creates an element. Children are elements, texts, lists of them, or null. */
export function element(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    setAttributes(node, attributes);
    node.append(...contents(children));
    return node;
}

/** Creates an element of SVG. */
export function svg(tag, attributes = {}, ...children) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    setAttributes(node, attributes);
    node.append(...contents(children));
    return node;
}

/** Sets attributes, and listeners with names such as `onclick`. */
function setAttributes(node, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === false || value === undefined) continue;
        if (typeof value === 'function') node.addEventListener(name.slice(2), value);
        else node.setAttribute(name, value === true ? '' : String(value));
    }
}

function contents(children) {
    return children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== '');
}

/** An element of the page by its id. */
export const part = (id) => document.getElementById(id);

/** Sets the text of an element, unless it is the same. */
export function setText(node, text) {
    if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the children of a container those of `items`, by key. A child that stays is neither moved nor created again, so that
 * it keeps the focus; `update(child, item)` changes it. The items that stay keep their order.
 */
export function reconcile(container, items, keyOf, create, update) {
    const keys = new Set(items.map((item) => String(keyOf(item))));
    const children = new Map();
    for (const child of [...container.children]) {
        if (keys.has(child.dataset.key)) children.set(child.dataset.key, child);
        else child.remove();
    }
    let next = container.firstElementChild;
    for (const item of items) {
        const key = String(keyOf(item));
        let child = children.get(key);
        if (!child) {
            child = create(item);
            child.dataset.key = key;
        }
        update?.(child, item);
        if (child === next) next = next.nextElementSibling;
        else container.insertBefore(child, next);
    }
}
