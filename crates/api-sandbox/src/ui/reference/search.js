// Hand-written. The search.

/**
 * Shows the articles that contain all words, hides the others, and returns the number of shown articles. Fields without
 * any of the words are folded, unless the name of the article has them.
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

/** Clears a search. */
export function showAll(contexts, navigation) {
    for (const context of contexts) {
        for (const article of context.section.children) {
            article.hidden = false;
            fold(article, []);
        }
        showLinks(context, navigation, true);
    }
}

/** Filters the list of open points, and returns the number of shown ones. */
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

/** The text of an element in lower case, cached; that of an article starts with its id, which has the API's name. */
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

/** Folds the fields without any of the words that are not in the article's name. */
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

/** Highlights the words, in browsers with the CSS highlight API. */
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
