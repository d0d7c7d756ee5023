// write.mjs DOCUMENTS FOLDER: writes the samples as a program.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { identifier, operationsOf } from './documents.mjs';

const [documents, folder] = process.argv.slice(2);
const crates = resolve(documents, '../..');

/** A program whose argument is the name of a sample. Ids are variables of the environment. */
function write() {
    mkdirSync(join(folder, 'src'), { recursive: true });
    const all = operationsOf(documents).filter(({ sample }) => sample);
    const apis = [...new Set(all.map(({ api }) => api))];
    const dependencies = apis.map((api) => `${api}-client = { path = ${JSON.stringify(join(crates, `${api}-client`))} }\n`).join('');
    writeFileSync(
        join(folder, 'Cargo.toml'),
        `[package]\nname = "samples"\nversion = "0.1.0"\nedition = "2024"\npublish = false\n\n[workspace]\n\n` +
            `[dependencies]\ntokio = { version = "1", features = ["macros", "rt"] }\n${dependencies}`,
    );
    const functions = all.map(({ name, api, operation, sample, credentials }) => {
        const krate = `${api.replaceAll('-', '_')}_client`;
        const scheme = Object.keys(operation.security[0])[0];
        const type = scheme.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());
        const parts = credentials[scheme]['x-credentials'].filter((part) => part.name);
        const values = parts.map((part) => `env("${part.name.toUpperCase()}")`).join(', ');
        const [config, more] =
            api === 'payments' ? ['with_client_values', `, ${krate}::ClientValues::new(env("CLIENT_PUB_KEY"))`] : ['new', ''];
        return `#[allow(unused_imports, unused_variables)]
async fn ${identifier(name)}() -> Result<(), Box<dyn std::error::Error>> {
    let config = ${krate}::Config::${config}(
        ${krate}::Environment::${api === 'payments' ? 'Test' : 'Staging'}, &env("BASE_URL"), ${krate}::${type}::new(${values})${more},
    )?;
    // Samples of writes build a client of their own.
    let journal = ${krate}::api_runtime::journal::MemoryJournal::new();
    let client = ${krate}::Client::builder(config.clone()).label("venue", 12).journal(journal.clone()).build()?;
${withIds(sample, operation)}
    Ok(())
}
`;
    });
    const arms = all.map(({ name }) => `        "${name}" => ${identifier(name)}().await,\n`).join('');
    writeFileSync(
        join(folder, 'src/main.rs'),
        `fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("missing {name}"))
}

${functions.join('\n')}
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref().unwrap_or_default() {
${arms}        other => Err(format!("unknown sample {other}").into()),
    }
}
`,
    );
}

/** The sample with ids of the environment in place of those of the example. */
function withIds(sample, operation) {
    // A value that is in the URL itself is the client's.
    const inPath = operation.parameters?.filter((other) => other.in === 'path' && other.schema.default === undefined) ?? [];
    const [resource] = operation.tags;
    let changed = sample;
    for (const parameter of inPath) {
        if (parameter['x-credential-of']) continue;
        const type = parameter.schema.type === 'string' ? '' : '.parse()?';
        const name = parameter.name.startsWith(resource) ? parameter.name : `${resource}_${parameter.name}`;
        const value = `env("${name.toUpperCase()}")${type}`;
        changed = changed.replace(/(client\.send\(|let operation = )(\w+::new\()(1|"<\w+>")/, `$1$2${value}`);
    }
    return changed.replaceAll('"<RequestUid>"', 'env("REQUEST_UID")');
}

write();
