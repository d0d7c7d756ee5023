// Hand-written. Bodies: JSON is indented without changing its numbers, and forms are decoded.

import { element, setText } from './element.js';

const TOKENS = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:]/g;
/** The longest text whose parts are colored. */
const MAX_COLORED = 30_000;

/**
 * A block with a title, a text and a button that copies it. `set(text, omitted)` changes the text, and
 * how many bytes are missing at its end.
 */
export function codeBlock(title, { empty = 'Empty.' } = {}) {
    const pre = element('pre', { tabindex: '0', role: 'region', 'aria-label': title });
    const copied = element('span', { class: 'soft', role: 'status' });
    const copy = element('button', { type: 'button', class: 'small', 'aria-label': `Copy: ${title}` }, 'Copy');
    const note = element('p', { class: 'soft' }, empty);
    const node = element('section', { class: 'code' }, element('div', { class: 'code-head' }, element('h3', {}, title), copied, copy), pre, note);
    let current = null;
    copy.addEventListener('click', async () => {
        const isCopied = await navigator.clipboard.writeText(pre.textContent).then(() => true, () => false);
        setText(copied, isCopied ? 'Copied.' : 'Cannot copy.');
        setTimeout(() => setText(copied, ''), 2_000);
    });
    const set = (text, omitted = 0) => {
        if (`${omitted} ${text}` === current) return;
        current = `${omitted} ${text}`;
        const tokens = isJson(text) ? indent(text) : [['', text]];
        const isColored = text.length <= MAX_COLORED;
        pre.replaceChildren(
            ...(isColored
                ? tokens.map(([style, token]) => (style ? element('span', { class: style }, token) : token))
                : [tokens.map(([, token]) => token).join('')]),
        );
        pre.hidden = copy.hidden = text === '';
        note.hidden = text !== '' && omitted === 0;
        setText(note, omitted > 0 ? `${omitted.toLocaleString('en-US')} more bytes were not recorded.` : empty);
    };
    return { node, set };
}

function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

/** The tokens of a JSON text with line breaks, as pairs of style and text. */
export function indent(text) {
    const tokens = text.match(TOKENS) ?? [];
    const output = [];
    let depth = 0;
    const lineBreak = () => output.push(['', `\n${'  '.repeat(depth)}`]);
    for (const [index, token] of tokens.entries()) {
        const next = tokens[index + 1];
        if (token === '{' || token === '[') {
            output.push(['', token]);
            depth += 1;
            if (next !== '}' && next !== ']') lineBreak();
        } else if (token === '}' || token === ']') {
            depth -= 1;
            const previous = tokens[index - 1];
            if (previous !== '{' && previous !== '[') lineBreak();
            output.push(['', token]);
        } else if (token === ',') {
            output.push(['', token]);
            lineBreak();
        } else if (token === ':') {
            output.push(['', ': ']);
        } else {
            output.push([styleOf(token, next), token]);
        }
    }
    return output;
}

function styleOf(token, next) {
    if (!token.startsWith('"')) return 'literal';
    return next === ':' ? 'key' : 'string';
}

/** The fields of a form, decoded. */
export const formFields = (body) => [...new URLSearchParams(body)];
