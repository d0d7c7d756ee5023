// Hand-written.

/**
 * An object of a document that knows which of its members have been taken. What nobody takes is left, and is shown as
 * it stands, so that nothing of a document is hidden.
 */
export class Members {
    #object;
    #left;

    constructor(object) {
        this.#object = object !== null && typeof object === 'object' ? object : {};
        this.#left = new Set(Object.keys(this.#object));
    }

    has(name) {
        return Object.hasOwn(this.#object, name);
    }

    /** The member's value; it counts as shown. */
    take(name) {
        this.#left.delete(name);
        return this.has(name) ? this.#object[name] : undefined;
    }

    /** Takes a member if it is exactly true, as most marks are. Another value is left. */
    takeTrue(name) {
        return this.has(name) && this.#object[name] === true ? this.take(name) : false;
    }

    /** Takes a list; a value that is none is left. */
    takeList(name) {
        return this.has(name) && Array.isArray(this.#object[name]) ? this.take(name) : [];
    }

    /** Takes an object; a value that is none is left. */
    takeObject(name) {
        const value = this.has(name) ? this.#object[name] : undefined;
        return value !== null && typeof value === 'object' && !Array.isArray(value) ? this.take(name) : {};
    }

    /** What nobody took. */
    rest() {
        return [...this.#left].map((name) => [name, this.#object[name]]);
    }
}
