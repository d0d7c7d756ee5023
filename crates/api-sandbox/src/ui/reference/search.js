// Hand-written. The search: ranked hits with a line of context.

import { code, element, link } from './element.js';
import { step } from './navigation.js';
import { badge } from './operation.js';
import { entriesOf } from './search-index.js';

/** The maximum number of hits that are shown. */
const MAX_HITS = 60;
/** The length of a line of context, in characters. */
const CONTEXT = 150;

/** What kinds of hits add to the score, unless a word is only in their text. */
const KINDS = { API: 12, operation: 40, callback: 20, 'browser SDK': 20, record: 12, 'error body': 10, field: 8, parameter: 6, value: 6 };

export function wordsOf(text) {
    return text.toLowerCase().split(/\s+/).filter((word) => word !== '');
}

/** The entries of all APIs, in the order of the APIs: the recommended version of each is first. */
export function indexOf(contexts) {
    return contexts.flatMap((context, order) =>
        entriesOf(context).map((entry) => ({
            ...entry,
            context,
            order,
            lower: {
                names: entry.names.map((name) => name.toLowerCase()),
                around: [context.api, context.title, entry.kind, ...entry.around].join(' ').toLowerCase(),
                texts: entry.texts.join('\n').toLowerCase(),
            },
        })),
    );
}

/**
 * The entries with all words, best first. Entries with the same name in several versions of an API are one hit, whose
 * `others` are those of the other versions.
 */
export function hitsOf(index, text) {
    const words = wordsOf(text);
    const scored = index.map((entry) => ({ entry, score: scoreOf(entry, words) })).filter(({ score }) => score > 0);
    scored.sort((one, other) => other.score - one.score || one.entry.order - other.entry.order);
    const hits = new Map();
    for (const { entry } of scored) {
        const key = `${entry.kind} ${entry.label} ${entry.kind === 'value' ? entry.around : ''}`;
        const hit = hits.get(key);
        if (hit === undefined) {
            hits.set(key, { entry, others: [] });
        } else if (hit.entry.context !== entry.context && hit.others.every((other) => other.context !== entry.context)) {
            hit.others.push(entry);
        }
    }
    // Within a hit the recommended version is first, even if another one has more to say.
    for (const hit of hits.values()) {
        const all = [hit.entry, ...hit.others].sort((one, other) => one.order - other.order);
        [hit.entry, ...hit.others] = all;
    }
    return [...hits.values()];
}

/** The score of an entry; 0 unless it has all words, one of them in its own name or text. */
function scoreOf(entry, words) {
    let own = 0;
    let total = 0;
    let isNamed = true;
    for (const word of words) {
        const name = Math.max(...entry.lower.names.map((other) => nameScore(other, word)));
        const score = Math.max(name, textScore(entry.lower.texts, word));
        own = Math.max(own, score);
        const around = entry.lower.around.includes(word) ? 4 : 0;
        if (score === 0 && around === 0) {
            return 0;
        }
        isNamed &&= name > 0 || around > 0;
        total += Math.max(score, around);
    }
    return own === 0 ? 0 : total / words.length + (isNamed ? (KINDS[entry.kind] ?? 0) : 0);
}

function nameScore(name, word) {
    if (name === word) {
        return 100;
    }
    const at = name.indexOf(word);
    if (at < 0) {
        return 0;
    }
    return at === 0 ? 60 : /[a-z0-9]/.test(name[at - 1]) ? 30 : 45;
}

function textScore(text, word) {
    const at = text.indexOf(word);
    if (at < 0) {
        return 0;
    }
    return at === 0 || !/[a-z0-9]/.test(text[at - 1]) ? 14 : 8;
}

/** The page of hits. */
export function hitsArticle(hits, text) {
    const words = wordsOf(text);
    const shown = hits.slice(0, MAX_HITS);
    const rest = hits.length - shown.length;
    const list = element('ol', { class: 'hits' }, shown.map((hit) => hitItem(hit, words)));
    list.addEventListener('keydown', (event) => step(list, event));
    return element(
        'article',
        { id: 'hits', class: 'overview' },
        element('h1', { tabindex: '-1' }, 'Search'),
        shown.length === 0 ? element('p', {}, 'Nothing has all of these words.') : list,
        rest === 0 ? [] : element('p', { class: 'source' }, `${rest} more: add a word.`),
    );
}

function hitItem({ entry, others }, words) {
    const more = others.map((other, index) => [index === 0 ? 'also in ' : ', ', link(other.id, other.context.api)]);
    const [around] = entry.kind === 'operation' ? [''] : entry.around.filter((text) => text !== '' && !entry.label.includes(text));
    return element(
        'li',
        { class: 'hit' },
        element(
            'p',
            { class: 'hit-name' },
            element('span', { class: 'chip kind' }, entry.kind),
            ' ',
            entry.method === undefined ? [] : [badge(entry.method), ' '],
            link(entry.id, marked(entry.label, words)),
            around ? [' ', element('span', { class: 'around' }, around)] : [],
        ),
        element('p', { class: 'hit-context' }, marked(excerpt(entry, words), words)),
        element('p', { class: 'source' }, code(entry.context.api), others.length === 0 ? [] : [' · ', more]),
    );
}

/** A line of the text with the most words, around the first of them. */
function excerpt(entry, words) {
    const count = (text) => words.filter((word) => text.toLowerCase().includes(word)).length;
    const [best] = [...entry.texts].sort((one, other) => count(other) - count(one));
    if (best === undefined) {
        return '';
    }
    const line = best.replaceAll('`', '').replace(/\s+/g, ' ').trim();
    const lower = line.toLowerCase();
    const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
    const start = Math.max(0, (places.length === 0 ? 0 : Math.min(...places)) - CONTEXT / 3);
    // From the start of a word.
    const from = start === 0 ? 0 : line.indexOf(' ', start) + 1;
    const cut = line.slice(from, from + CONTEXT);
    return (from > 0 ? '… ' : '') + cut + (from + CONTEXT < line.length ? ' …' : '');
}

/** A text whose matches are marked. */
function marked(text, words) {
    const lower = text.toLowerCase();
    const parts = [];
    let at = 0;
    while (at < text.length) {
        const next = words
            .map((word) => ({ word, start: lower.indexOf(word, at) }))
            .filter(({ start }) => start >= 0)
            .sort((one, other) => one.start - other.start || other.word.length - one.word.length)[0];
        if (next === undefined) {
            break;
        }
        parts.push(text.slice(at, next.start), element('mark', {}, text.slice(next.start, next.start + next.word.length)));
        at = next.start + next.word.length;
    }
    return [...parts, text.slice(at)];
}
