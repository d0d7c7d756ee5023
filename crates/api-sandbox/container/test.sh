#!/usr/bin/env bash
# Starts the static binary as a container does, without a container runtime: as the first process of its namespaces, in a
# root directory with nothing but the binary, a mounted data directory and the /etc/hosts that a runtime mounts. The client,
# curl, and a receiver of callbacks are on another machine: a network namespace with a cable between.
set -eEuo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
    echo "test.sh: $*" >&2
    [ -z "${log:-}" ] || tail -n 20 "$log" >&2
    exit 1
}

if [ "${1:-}" != inside ]; then
    for program in curl ip nsenter python3 unshare; do
        command -v "$program" > /dev/null || fail "missing $program"
    done
    context=$(PROFILE="${PROFILE:-dev}" "$here/build.sh")
    unshare --user --map-root-user --net --mount --pid --fork --kill-child true 2> /dev/null \
        || fail "namespaces are not permitted for this user"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    unshare --user --map-root-user --net --mount --pid --fork --kill-child --mount-proc \
        "$here/test.sh" inside "$context/api-sandbox" "$work"
    exit
fi

binary=$2 work=$3
trap 'fail "line $LINENO failed"' ERR
log="$work/log"
image="$work/image" data="$work/data"
mkdir -p "$image/data" "$image/etc" "$data"
cp "$binary" "$image/api-sandbox"
printf '10.77.0.1 receiver\n10.77.0.2 sandbox\n127.0.0.1 localhost\n' > "$work/hosts"
touch "$image/etc/hosts"
mount --bind "$work/hosts" /etc/hosts
mount --bind "$work/hosts" "$image/etc/hosts"
mount --bind "$data" "$image/data"
ip link set lo up

# start OPTION…: a sandbox, as the first process of its namespaces; $sandbox is its id here.
start() {
    unshare --net --pid --ipc --uts --fork --kill-child --root="$image" \
        /api-sandbox --bind 0.0.0.0 --port 4000 --allow-host sandbox "$@" > "$log" 2>&1 &
    unshare=$!
    sandbox=
    for _ in $(seq 100); do
        sandbox=$(cat "/proc/$unshare/task/$unshare/children" 2> /dev/null | tr -d ' ') && [ -n "$sandbox" ] && break
        sleep 0.1
    done
    [ -n "$sandbox" ] || fail "the sandbox did not start"
    # `unshare` leaves its own namespace for the child's before it starts it.
    ip link add cable type veth peer name eth0 netns "$sandbox" || fail "cannot create network interfaces"
    ip address add 10.77.0.1/24 dev cable
    ip link set cable up
    nsenter --target "$sandbox" --net ip link set lo up
    nsenter --target "$sandbox" --net ip address add 10.77.0.2/24 dev eth0
    nsenter --target "$sandbox" --net ip link set eth0 up
}

# healthy URL OPTION…: waits for the health check of the image.
healthy() {
    for _ in $(seq 100); do
        nsenter --target "$sandbox" --net chroot "$image" /api-sandbox --health "$@" > "$work/health" 2>&1 && return
        kill -0 "$sandbox" 2> /dev/null || break
        sleep 0.1
    done
    cat "$work/health" >&2
    fail "the sandbox is not healthy"
}

# stop: SIGTERM, as container runtimes send it; the exit code must be 0.
stop() {
    kill -TERM "$sandbox"
    local code=0
    wait "$unshare" || code=$?
    [ "$code" = 0 ] || fail "expected exit code 0 after SIGTERM, found $code"
    ip link delete cable 2> /dev/null || true
}

# expect TEXT FILE
expect() {
    grep -q -- "$1" "$2" || fail "expected $1, found $(cat "$2")"
}

call() {
    curl --silent --show-error --max-time 10 --noproxy '*' "$@"
}

venue=(--user demo-integrator-token:demo-venue-token)

echo "== health, a call, a callback to another container"
python3 - "$work" << 'PYTHON' &
import http.server, sys

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(sys.argv[1] + "/callback", "wb") as file:
            file.write(body + b"\n")
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass

http.server.HTTPServer(("0.0.0.0", 9000), Receiver).serve_forever()
PYTHON
receiver=$!
start --data /data/shop --allow-callbacks-to 'receiver:*'
healthy http://127.0.0.1:4000
expect '"status":"ok"' "$work/health"
call http://sandbox:4000/_sandbox > "$work/overview"
expect '"http://sandbox:4000/api"' "$work/overview"
call --header 'Host: page.example' http://sandbox:4000/_sandbox > "$work/rejected"
expect 'the Host header names another host' "$work/rejected"
call http://10.77.0.2:4000/_sandbox/health > "$work/health"
expect '"status":"ok"' "$work/health"
order='{"incoming_order":{"reference_no":"WEB-1001","status_callback":"http://receiver:9000/orders","order_items_attributes":[{"product_parent_id":"7001","product_id":9001,"quantity":1}]}}'
call "${venue[@]}" --json "$order" http://sandbox:4000/api/v3/incoming_orders > "$work/order"
id=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["incoming_order"]["id"])' < "$work/order") \
    || fail "expected an order, found $(cat "$work/order")"
call --json '{"status": "Delivered"}' "http://sandbox:4000/_sandbox/orders/$id/status" > "$work/status"
for _ in $(seq 100); do
    [ -s "$work/callback" ] && break
    sleep 0.1
done
[ -s "$work/callback" ] || fail "expected a callback, found $(call http://sandbox:4000/_sandbox/callbacks)"
expect 'incoming_order%5Breference_no%5D=WEB-1001' "$work/callback"
kill "$receiver"

echo "== SIGTERM to the first process, with a running request"
call --fail --json '{"operation": "list_venues", "effects": [{"delay_milliseconds": 1000}]}' http://sandbox:4000/_sandbox/faults > /dev/null
call --user demo-integrator-token: http://sandbox:4000/api/v3/info --output "$work/running" --write-out '%{http_code}' > "$work/code" &
running=$!
sleep 0.4
stop
wait "$running" || fail "expected a response to the running request"
expect 200 "$work/code"

echo "== the data file on the mount"
[ -n "$(ls "$data")" ] || fail "the data directory is empty"
start --data /data/shop
healthy http://127.0.0.1:4000
call http://sandbox:4000/_sandbox/orders > "$work/orders"
expect 'WEB-1001' "$work/orders"
stop

echo "The image has $(du -h --apparent-size "$binary" | cut -f 1) and starts with nothing but the binary."
