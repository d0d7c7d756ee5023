#!/usr/bin/env bash
# clients.sh: runs two flows, a payment and a delivery order, against the sandbox with clients that generators for other
# languages generate from the documents: openapi-python-client, and openapi-generator for Python and TypeScript. The clients of
# all APIs are compiled.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 0 ] || fail "usage: clients.sh"
install_python clients
install_typescript

flows="$here/clients"
generated="$work/generated"
rm -rf "$generated"
mkdir -p "$generated/configurations"
apis=()
for document in "$documents"/*.json; do
    apis+=("$(basename "$document" .json)")
done

# without_webhooks API: the document without callbacks. openapi-generator makes an API of them that does not compile in Python,
# since an object in a form has no type there.
without_webhooks() {
    local document="$generated/documents/$1.json"
    mkdir -p "$generated/documents"
    "$venv/bin/python" -c 'import json, sys; api = json.load(sys.stdin); api.pop("webhooks", None); json.dump(api, sys.stdout)' \
        < "$documents/$1.json" > "$document"
    echo "$document"
}

# other_names DOCUMENT: other names for properties that differ from another one only in their style, as `customerId` from
# `customer_id`: openapi-generator would write both alike.
other_names() {
    "$venv/bin/python" -c '
import json, sys
names = set()
for schema in json.load(sys.stdin).get("components", {}).get("schemas", {}).values():
    properties = schema.get("properties", {})
    plain = [name.replace("_", "").lower() for name in properties]
    names |= {name for name in properties if name.lower() != name and plain.count(name.lower()) > 1}
print(json.dumps({name: f"{name}_shown" for name in sorted(names)}))' < "$1"
}

echo "== openapi-generator"
for api in "${apis[@]}"; do
    document=$(without_webhooks "$api")
    for generator in python typescript-fetch; do
        cat > "$generated/configurations/$generator-$api.yaml" <<YAML
generatorName: $generator
inputSpec: $document
outputDir: $generated/$generator/$api
packageName: ${api//-/_}
nameMappings: $(other_names "$document")
globalProperties: { modelDocs: "false", apiDocs: "false", modelTests: "false", apiTests: "false" }
YAML
    done
done
# One process for all of them. The Python package has a Java runtime.
PATH="$venv/bin:$PATH" openapi-generator-cli batch --fail-fast "$generated"/configurations/*.yaml > "$work/openapi-generator.txt" 2>&1 \
    || { cat "$work/openapi-generator.txt"; fail "openapi-generator failed"; }
! grep FILEPATH_COLLISION "$work/openapi-generator.txt" || fail "openapi-generator overwrites a file"

echo "== openapi-python-client"
for api in "${apis[@]}"; do
    folder="$generated/openapi-python-client/$api"
    mkdir -p "$folder"
    # A warning is an omission, which a flow would notice only if it used that part. PATH is for the formatter.
    PATH="$venv/bin:$PATH" openapi-python-client generate --path "$documents/$api.json" --meta none --fail-on-warning \
        --overwrite --output-path "$folder/${api//-/_}" > "$work/openapi-python-client.txt" 2>&1 \
        || { cat "$work/openapi-python-client.txt"; fail "openapi-python-client failed with $api"; }
done

echo "== Python clients compile"
"$venv/bin/python" "$flows/imports.py" "$generated"/python/* "$generated"/openapi-python-client/* || fail "a Python client does not compile"

echo "== TypeScript clients compile"
folder="$generated/typescript-fetch"
cp "$flows"/openapi-generator/*.ts "$folder/"
(cd "$folder" && "$tsc" --strict --target es2022 --module commonjs --moduleResolution bundler --lib es2022,dom \
    --pretty false --outDir "$generated/javascript" ./*.ts ./*/index.ts) \
    || fail "a TypeScript client does not compile"

# fresh_sandbox: the data of the previous flow are gone.
fresh_sandbox() {
    "$venv/bin/python" -c 'import sys, httpx; httpx.post(sys.argv[1] + "/_sandbox/reset").raise_for_status()' "$address"
}

start_sandbox
for flow in payment delivery; do
    case $flow in
    payment) api=payments ;;
    delivery) api=pos-v3 ;;
    esac
    for client in openapi-python-client openapi-generator; do
        case $client in
        openapi-generator) folder="$generated/python/$api" ;;
        *) folder="$generated/$client/$api" ;;
        esac
        echo "== $flow: $client, Python"
        fresh_sandbox
        PYTHONPATH="$flows:$folder" "$venv/bin/python" "$flows/$client/$flow.py" "$address" || fail "the flow $flow failed"
    done
    echo "== $flow: openapi-generator, TypeScript"
    fresh_sandbox
    node "$generated/javascript/$flow.js" "$address" || fail "the flow $flow failed"
done
