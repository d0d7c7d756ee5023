// Shows the documents by Scalar, with the base URLs and demo credentials of this sandbox.

const load = async (path) => (await fetch(path)).json();
const [about, names] = await Promise.all([load('/_sandbox'), load('/reference/openapi/index.json')]);
const { point_of_sale: pos, payments: [payments] } = about;
const secrets = { ...pos.credentials, ...pos.credentials.venues[0], ...payments.credentials };

/** The parts of a scheme's credentials, by Scalar's names for them: `username`, `password`, `token`. */
const credentials = (scheme) =>
    Object.fromEntries(scheme['x-credentials'].map(({ part, name }) => [part === 'user' ? 'username' : part, secrets[name] ?? '']));

const sources = names.map(async (name) => {
    const document = await load(`/reference/openapi/${name}.json`);
    const schemes = document.components.securitySchemes;
    return {
        title: document.info.title,
        slug: name,
        content: document,
        servers: [{ url: name === 'payments' ? payments.base_url : pos.base_url, description: 'This sandbox' }],
        authentication: {
            preferredSecurityScheme: Object.keys(schemes)[0],
            securitySchemes: Object.fromEntries(Object.entries(schemes).map(([key, scheme]) => [key, credentials(scheme)])),
        },
        // Everything is loaded from this machine, and nothing is sent elsewhere.
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
    };
});
globalThis.Scalar.createApiReference('#app', await Promise.all(sources));
