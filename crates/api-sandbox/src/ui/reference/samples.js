// Code samples: `x-codeSamples` of the document, with the demo values of this sandbox.

import { copyable } from './copy.js';
import { code, element } from './element.js';
import { tabs } from './tabs.js';

const NAMES = { Shell: 'curl' };

/** The language of the last chosen tab. */
let language = 'Rust';

/** The samples in tabs. */
export function samples(context, list) {
    const all = list.map((sample) => sampleTab(context, sample));
    if (all.length === 0) {
        return [];
    }
    const chosen = Math.max(0, all.findIndex((tab) => tab.label === language));
    return tabs('Language', all, chosen, (index) => (language = all[index].label));
}

function sampleTab(context, sample) {
    const label = NAMES[sample.lang] ?? String(sample.lang);
    const missing = new Set();
    const text = filled(context, sample, missing).trimEnd();
    const names = [...missing].map((name, index) => [index === 0 ? '' : ', ', code(name)]);
    return {
        label,
        panel: [
            element('div', { 'data-lang': sample.lang }, copyable(text, `${label} sample`)),
            missing.size === 0
                ? []
                : element('p', { class: 'source' }, 'Set ', names, ' to the id of a record that you created before.'),
        ],
    };
}

/** The source with the values of this sandbox for its variables. */
export function filled(context, sample, missing = new Set()) {
    const source = String(sample.source);
    const value = (name) => {
        const known = context.demo.variable(context.api, name);
        if (known === undefined) {
            missing.add(name);
        }
        return known;
    };
    if (sample.lang === 'Shell') {
        return source.replace(/'"\$([A-Z0-9_]+)"'|\$\{([A-Z0-9_]+)\}|\$([A-Z0-9_]+)/g, (all, ...names) => {
            return value(names.slice(0, 3).find((name) => name !== undefined)) ?? all;
        });
    }
    return source.replace(/^const \{ ([A-Z0-9_, ]+) \} = process\.env;$/m, (_, list) => {
        const names = list.split(', ');
        const known = names.filter((name) => value(name) !== undefined);
        const lines = known.map((name) => `const ${name} = ${JSON.stringify(value(name))};`);
        const others = names.filter((name) => !known.includes(name));
        return [...lines, ...(others.length === 0 ? [] : [`const { ${others.join(', ')} } = process.env;`])].join('\n');
    });
}

/** The body of the request of a sample; `undefined` if it has none. */
export function bodyOf(context, list) {
    const sample = list.find((other) => other.lang === 'Shell');
    const body = sample && /--json '([\s\S]*)'\n?$/.exec(filled(context, sample))?.[1];
    // A variable without a value is an empty string.
    return body?.replace(/'"\$[A-Z0-9_]+"'/g, '').replaceAll("'\\''", "'");
}
