// Hand-written. Members of objects.

/**
 * An object of a document that tracks which of its members are shown. The remaining ones are shown as JSON, so that
 * nothing of a document is hidden.
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

    /** Returns the member's value, and marks it as shown. */
    take(name) {
        this.#left.delete(name);
        return this.has(name) ? this.#object[name] : undefined;
    }

    /** Takes a member that is exactly `true`, as most marks are. */
    takeTrue(name) {
        return this.has(name) && this.#object[name] === true ? this.take(name) : false;
    }

    /** Takes a member that is an array. */
    takeList(name) {
        return this.has(name) && Array.isArray(this.#object[name]) ? this.take(name) : [];
    }

    /** Takes a member that is an object. */
    takeObject(name) {
        const value = this.has(name) ? this.#object[name] : undefined;
        return value !== null && typeof value === 'object' && !Array.isArray(value) ? this.take(name) : {};
    }

    /** The members that are not shown yet. */
    rest() {
        return [...this.#left].map((name) => [name, this.#object[name]]);
    }
}
