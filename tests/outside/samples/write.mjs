// write.mjs KIND DOCUMENTS FOLDER: writes the samples in a language as files that its compiler checks.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { identifier, operationsOf, sdkSamplesOf } from './documents.mjs';

const [kind, documents, folder] = process.argv.slice(2);
const crates = resolve(documents, '../..');

function typescript() {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'node.d.ts'), 'declare const process: { env: Record<string, string | undefined> };\n');
    for (const { name, samples } of operationsOf(documents)) {
        // A module, so that its names are its own.
        writeFileSync(join(folder, `${identifier(name)}.ts`), `export {};\n${samples.get('TypeScript')}`);
    }
    sdkSamplesOf(documents).forEach((sample, index) => writeFileSync(join(folder, `sdk_${index}.ts`), sample.source));
}

/** A program whose argument is the name of a sample. Ids are variables of the environment. */
function rust() {
    mkdirSync(join(folder, 'src'), { recursive: true });
    const all = operationsOf(documents).filter(({ samples }) => samples.has('Rust'));
    const apis = [...new Set(all.map(({ api }) => api))];
    const dependencies = apis.map((api) => `${api}-client = { path = ${JSON.stringify(join(crates, `${api}-client`))} }\n`).join('');
    writeFileSync(
        join(folder, 'Cargo.toml'),
        `[package]\nname = "samples"\nversion = "0.1.0"\nedition = "2024"\npublish = false\n\n[workspace]\n\n` +
            `[dependencies]\ntokio = { version = "1", features = ["macros", "rt"] }\n${dependencies}`,
    );
    const functions = all.map(({ name, api, operation, samples, path, credentials }) => {
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
${withIds(samples, operation)}
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
function withIds(samples, operation) {
    // The variables of the URL are those of the sample of curl, in the order of the path. A credential is the client's, and so
    // is a value that is in the URL itself.
    const [, url] = samples.get('Shell').match(/"\$BASE_URL([^"?]*)/);
    const variables = [...url.matchAll(/\$\{?(\w+)\}?/g)].map(([, name]) => name);
    const inPath = operation.parameters?.filter((other) => other.in === 'path' && other.schema.default === undefined) ?? [];
    let changed = samples.get('Rust');
    for (const [index, parameter] of inPath.entries()) {
        if (parameter['x-credential-of']) continue;
        const type = parameter.schema.type === 'string' ? '' : '.parse()?';
        const value = `env("${variables[index]}")${type}`;
        changed = changed.replace(/(client\.send\(|let operation = )(\w+::new\()(1|"<\w+>")/, `$1$2${value}`);
    }
    return changed.replaceAll('"<RequestUid>"', 'env("REQUEST_UID")');
}

({ typescript, rust })[kind]();
