// Hand-written.

/**
 * Shows the articles that have all words of a search, and hides the others; gives how many are shown. In an article
 * whose head does not have them, the fields without any of the words are folded away.
 */
export function search(contexts, navigation, words) {
    let found = 0;
    for (const context of contexts) {
        let inApi = 0;
        for (const article of context.section.children) {
            const shown = matches(article, words);
            article.hidden = !shown;
            inApi += shown ? 1 : 0;
            fold(article, shown ? words : []);
        }
        context.section.hidden = inApi === 0;
        found += inApi;
        showLinks(context, navigation, inApi > 0);
    }
    return found;
}

/** Undoes a search. */
export function showAll(contexts, navigation) {
    for (const context of contexts) {
        for (const article of context.section.children) {
            article.hidden = false;
            fold(article, []);
        }
        showLinks(context, navigation, true);
    }
}

/** Narrows the list of what is unknown or in conflict; gives how many are shown. */
export function searchOpen(section, words) {
    let found = 0;
    for (const list of section.querySelectorAll('.open-points')) {
        let inApi = 0;
        for (const point of list.querySelectorAll('.open-point')) {
            point.hidden = !matches(point, words);
            inApi += point.hidden ? 0 : 1;
        }
        list.hidden = inApi === 0;
        found += inApi;
    }
    return found;
}

export function wordsOf(text) {
    return text.toLowerCase().split(/\s+/).filter((word) => word !== '');
}

const texts = new WeakMap();

/**
 * The text of an element in small letters; an article's with its place, which has the API's short name. Nothing changes
 * after it was made, so it is read once.
 */
function textOf(element) {
    let text = texts.get(element);
    if (text === undefined) {
        const place = element.localName === 'article' ? element.id : '';
        text = `${place} ${element.textContent}`.toLowerCase();
        texts.set(element, text);
    }
    return text;
}

function matches(element, words) {
    const text = textOf(element);
    return words.every((word) => text.includes(word));
}

/** Folds away the fields that have none of the words that the article's own name does not have already. */
function fold(article, words) {
    const name = article.id.toLowerCase();
    const others = words.filter((word) => !name.includes(word));
    for (const field of article.querySelectorAll('tr.field')) {
        const text = others.length > 0 ? textOf(field) : '';
        field.classList.toggle('folded', others.length > 0 && !others.some((word) => text.includes(word)));
    }
}

function showLinks(context, navigation, any) {
    const part = navigation.querySelector(`details[data-api="${CSS.escape(context.api)}"]`);
    part.hidden = !any;
    for (const link of part.querySelectorAll('a')) {
        const article = document.getElementById(link.dataset.id);
        link.parentElement.hidden = article === null || article.hidden;
    }
    for (const group of part.querySelectorAll('.group')) {
        group.hidden = group.querySelector('li:not([hidden])') === null;
    }
}

/** Marks the words where they stand, if the browser can do so without changing the page. */
export function highlight(root, words) {
    if (globalThis.Highlight === undefined) {
        return;
    }
    CSS.highlights.delete('found');
    if (words.length === 0) {
        return;
    }
    const ranges = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && ranges.length < 2000; node = walker.nextNode()) {
        const text = node.data.toLowerCase();
        for (const word of words) {
            for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
                const range = new Range();
                range.setStart(node, at);
                range.setEnd(node, at + word.length);
                ranges.push(range);
            }
        }
    }
    CSS.highlights.set('found', new Highlight(...ranges));
}
