#!/usr/bin/env bash
# clients.sh: runs two flows, a payment and a delivery order, against the sandbox with clients that generators for other
# languages generate from both editions of the documents: openapi-python-client, and openapi-generator for Python and
# TypeScript. The clients of all APIs are compiled.
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

# document EDITION API: the path of a document.
document() {
    case $1 in
    exact) echo "$documents/$2.json" ;;
    *) echo "$documents/$1/$2.json" ;;
    esac
}

# generates GENERATOR EDITION API: whether the client of a document compiles. The crate's README has the reasons.
generates() {
    case $1/$2/$3 in
    # Two spellings of a field have one name in TypeScript.
    typescript-fetch/exact/pos-v1) return 1 ;;
    esac
}

echo "== openapi-generator"
for edition in exact strict; do
    for api in "${apis[@]}"; do
        for generator in python typescript-fetch; do
            generates "$generator" "$edition" "$api" || continue
            cat > "$generated/configurations/$generator-$edition-$api.yaml" <<YAML
generatorName: $generator
inputSpec: $(document "$edition" "$api")
outputDir: $generated/$generator/$edition/$api
packageName: ${api//-/_}
globalProperties: { modelDocs: "false", apiDocs: "false", modelTests: "false", apiTests: "false" }
YAML
        done
    done
done
# One process for all of them. The Python package has a Java runtime.
PATH="$venv/bin:$PATH" openapi-generator-cli batch --fail-fast "$generated"/configurations/*.yaml > "$work/openapi-generator.txt" 2>&1 \
    || { cat "$work/openapi-generator.txt"; fail "openapi-generator failed"; }
! grep FILEPATH_COLLISION "$work/openapi-generator.txt" || fail "openapi-generator overwrites a file"

echo "== openapi-python-client"
for edition in exact strict; do
    for api in "${apis[@]}"; do
        folder="$generated/openapi-python-client/$edition/$api"
        mkdir -p "$folder"
        # A warning is an omission, which a flow would notice only if it used that part. PATH is for the formatter.
        PATH="$venv/bin:$PATH" openapi-python-client generate --path "$(document "$edition" "$api")" --meta none --fail-on-warning \
            --overwrite --output-path "$folder/${api//-/_}" > "$work/openapi-python-client.txt" 2>&1 \
            || { cat "$work/openapi-python-client.txt"; fail "openapi-python-client failed with the $edition edition of $api"; }
    done
done

echo "== Python clients compile"
"$venv/bin/python" "$flows/imports.py" "$generated"/python/*/* "$generated"/openapi-python-client/*/* || fail "a Python client does not compile"

echo "== TypeScript clients compile"
for edition in exact strict; do
    folder="$generated/typescript-fetch/$edition"
    cp "$flows"/openapi-generator/{flow,payment,delivery}.ts "$folder/"
    cp "$flows/openapi-generator/$edition.ts" "$folder/edition.ts"
    (cd "$folder" && "$tsc" --strict --target es2022 --module commonjs --moduleResolution bundler --lib es2022,dom \
        --pretty false --outDir "$generated/javascript/$edition" ./*.ts ./*/index.ts) \
        || fail "a TypeScript client of the $edition edition does not compile"
done

# fresh_sandbox: the data of the previous flow are gone.
fresh_sandbox() {
    "$venv/bin/python" -c 'import sys, httpx; httpx.post(sys.argv[1] + "/_sandbox/reset").raise_for_status()' "$address"
}

start_sandbox
for edition in exact strict; do
    for flow in payment delivery; do
        case $flow in
        payment) api=payments ;;
        delivery) api=pos-v3 ;;
        esac
        for client in openapi-python-client openapi-generator; do
            case $client in
            openapi-generator) folder="$generated/python/$edition/$api" ;;
            *) folder="$generated/$client/$edition/$api" ;;
            esac
            echo "== $flow: $client, Python, $edition edition"
            fresh_sandbox
            PYTHONPATH="$flows:$folder" "$venv/bin/python" "$flows/$client/$flow.py" "$address" "$edition" \
                || fail "the flow $flow failed"
        done
        echo "== $flow: openapi-generator, TypeScript, $edition edition"
        fresh_sandbox
        node "$generated/javascript/$edition/$flow.js" "$address" || fail "the flow $flow failed"
    done
done
