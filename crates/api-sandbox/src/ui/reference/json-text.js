// JSON as text: its first error, and its layout. Numbers are kept as they are, whatever their size.

/** The first error of a text: `{ position, line, column, message }`; `undefined` if it is JSON. */
export function errorOf(text) {
    try {
        new Reader(text).read();
        return undefined;
    } catch (error) {
        if (!(error instanceof Unexpected)) {
            throw error;
        }
        const before = text.slice(0, error.position).split('\n');
        const place = { line: before.length, column: before.at(-1).length + 1 };
        return { position: error.position, message: error.message, ...place };
    }
}

/** JSON with one member a line; another text as it is. */
export function layout(text) {
    if (errorOf(text) !== undefined) {
        return text;
    }
    const out = [];
    let depth = 0;
    let previous;
    const newline = () => `\n${'  '.repeat(depth)}`;
    for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g)) {
        const isEnd = token === '}' || token === ']';
        const isEmpty = isEnd && (previous === '{' || previous === '[');
        depth -= isEnd ? 1 : 0;
        if (!isEmpty && (isEnd || previous === '{' || previous === '[' || previous === ',')) {
            out.push(newline());
        }
        out.push(token === ':' ? ': ' : token);
        depth += token === '{' || token === '[' ? 1 : 0;
        previous = token;
    }
    return out.join('');
}

class Unexpected extends Error {
    constructor(position, expected) {
        super(`expected ${expected}`);
        this.position = position;
    }
}

/** A parser that keeps nothing. */
class Reader {
    #text;
    #at = 0;

    constructor(text) {
        this.#text = text;
    }

    read() {
        this.#value();
        this.#space();
        if (this.#at < this.#text.length) {
            throw new Unexpected(this.#at, 'the end of the text');
        }
    }

    #space() {
        this.#match(/[ \t\r\n]*/y);
    }

    #match(pattern) {
        pattern.lastIndex = this.#at;
        const found = pattern.exec(this.#text);
        if (found === null) {
            return false;
        }
        this.#at += found[0].length;
        return true;
    }

    #is(character) {
        this.#space();
        if (this.#text[this.#at] !== character) {
            return false;
        }
        this.#at += 1;
        return true;
    }

    #value() {
        if (this.#is('{')) {
            this.#list('}', () => {
                this.#space();
                this.#string('a string in double quotes');
                if (!this.#is(':')) {
                    throw new Unexpected(this.#at, '`:`');
                }
                this.#value();
            });
        } else if (this.#is('[')) {
            this.#list(']', () => this.#value());
        } else if (this.#text[this.#at] === '"') {
            this.#string('a string');
        } else if (!this.#match(/(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y)) {
            throw new Unexpected(this.#at, 'a value');
        }
    }

    #list(end, element) {
        if (this.#is(end)) {
            return;
        }
        do {
            element();
        } while (this.#is(','));
        if (!this.#is(end)) {
            throw new Unexpected(this.#at, `\`,\` or \`${end}\``);
        }
    }

    #string(expected) {
        const start = this.#at;
        if (this.#text[start] !== '"') {
            throw new Unexpected(start, expected);
        }
        if (!this.#match(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y)) {
            throw new Unexpected(start, 'a string that ends with `"` on its line');
        }
    }
}
