#!/usr/bin/env bash
# Builds a static binary, and the context of a container image with it: target/container. PROFILE=dev builds faster.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
target="${CARGO_TARGET_DIR:-$root/target}"
profile="${PROFILE:-release}"
platform="$(rustc -vV | sed -n 's/^host: //p')"
context="$target/container"

case "$platform" in
    *-linux-gnu | *-linux-musl) ;;
    *) echo "build.sh: expected a Linux host, found $platform" >&2 && exit 1 ;;
esac

# With --target, the flags are not for procedural macros, which are never static. A static binary does not find out whether
# its C library has getrandom, and would need /dev/urandom.
flags='-C target-feature=+crt-static --cfg getrandom_backend="linux_getrandom"'
(cd "$root" && CARGO_TARGET_DIR="$target" RUSTFLAGS="${RUSTFLAGS:-} $flags" \
    cargo build --locked --quiet --profile "$profile" --target "$platform" -p api-sandbox --bin api-sandbox)

mkdir -p "$context/data"
folder=$([ "$profile" = dev ] && echo debug || echo "$profile")
cp "$target/$platform/$folder/api-sandbox" "$context/api-sandbox.new"
strip --strip-debug "$context/api-sandbox.new" 2> /dev/null || true
mv "$context/api-sandbox.new" "$context/api-sandbox"
cp "$here/Dockerfile" "$context/Dockerfile"
if readelf -d "$context/api-sandbox" 2> /dev/null | grep -q NEEDED; then
    echo "build.sh: the binary needs shared libraries" >&2
    exit 1
fi
echo "$context"
