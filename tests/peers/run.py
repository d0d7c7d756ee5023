#!/usr/bin/env python3
"""run.py: measures our client of the point-of-sale API, version 2, and that of progenitor, and prints tables.

Needs Python 3.11, valgrind, and a network the first time. Everything is written below `target/peers`. Times are of CPU (user
and system of all processes), as other load on the machine changes them less than the time of a clock.
"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import document

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "peers"
DOCUMENT = ROOT / "crates/api-description/openapi/pos-v2.json"
PAGES = ["page of 1,000 customers", "page of 1,000 customers, keys shuffled"]


def run(*command, **options):
    """The output and CPU seconds of a command. If it fails, the last lines of its output are the error."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        raise RuntimeError(process.stdout[-2000:])
    return process.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(_):
    """`cargo xtask generate --check` reads the whole description, of five APIs, and compares all files of all crates."""
    target = ROOT / "target"
    run("cargo", "build", "--quiet", "-p", "xtask", "--target-dir", target, cwd=ROOT)
    return run(target / "debug/xtask", "generate", "--check", cwd=ROOT)[1]


def progenitor(client):
    tools, folder = WORK / "tools", client.parent
    run("cargo", "install", "--quiet", "--locked", "--root", tools, "cargo-progenitor@0.15.1")
    input_ = folder / "pos-v2.json"
    input_.write_text(json.dumps(document.for_progenitor(json.loads(DOCUMENT.read_text())), indent=1))
    _, seconds = run(tools / "bin/cargo-progenitor", "progenitor", "-i", input_, "-o", client, "-n", "peer-client", "-v", "0.1.0")
    # It selects no TLS at all.
    manifest = client / "Cargo.toml"
    text = manifest.read_text()
    if '"stream"]' not in text:
        raise RuntimeError(f"{manifest} lacks the features of reqwest")
    manifest.write_text(text.replace('"stream"]', '"stream", "rustls"]'))
    return seconds


# How a client is generated, and the crate that depends on all of it.
PEERS = {"ours": (ours, "pos-v2-client"), "progenitor": (progenitor, "peer-client")}


def instructions(program, times, page):
    output = program.with_suffix(".callgrind")
    run("valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", program, "decode", times, page)
    return int(re.search(r"^totals: (\d+)", output.read_text(), re.MULTILINE)[1])


def measure(peer, generate, package):
    """Each figure as soon as it is there, so that a failure leaves those before it."""
    folder = WORK / peer
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "client").mkdir(parents=True)
    build, manifest = folder / "build", ["--manifest-path", HERE / peer / "Cargo.toml"]
    cargo = [*manifest, "--target-dir", build]
    result = {}
    try:
        result["generate"] = generate(folder / "client")
        run("cargo", "fetch", *manifest)
        tree, _ = run("cargo", "tree", *manifest, "-p", package, "-e", "normal", "--prefix", "none", "--no-dedupe")
        result["tree"] = len({tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()})
        for profile in ("dev", "release"):
            _, result[f"cold {profile}"] = run("cargo", "build", *cargo, "--profile", profile, "-p", package)
            _, result[f"program {profile}"] = run("cargo", "build", *cargo, "--profile", profile)
        program = build / "release" / peer
        result["decode"] = [instructions(program, 3, page) - instructions(program, 2, page) for page in PAGES]
        lines = run(program, "traps")[0].splitlines()
        result["traps"] = dict(line.split("\t") for line in lines)
    except RuntimeError as error:
        result["failure"] = str(error)
        print(error, file=sys.stderr)
    return result


def row(label, values):
    print(f"| {label} | " + " | ".join(values) + " |")


def head(label):
    row(label, PEERS)
    print("|---" * (len(PEERS) + 1) + "|")


def table(results):
    revision, _ = run("git", "describe", "--always", "--dirty", "--exclude=*", cwd=ROOT)
    compiler, _ = run("rustc", "-V")
    print(f"{date.today()}, revision {revision.strip()}, {compiler.strip()}\n")

    def figures(label, key, form):
        row(label, [form(result[key]) if key in result else "–" for result in results.values()])

    head("")
    figures("generation", "generate", "{:.2f} s".format)
    for profile in ("dev", "release"):
        figures(f"cold build, {profile}", f"cold {profile}", "{:.0f} s".format)
        figures(f"then the program with the traps, {profile}", f"program {profile}", "{:.1f} s".format)
    figures("crates in the tree", "tree", str)
    for index, keys in enumerate(["as documented", "shuffled"]):
        figures(f"reading 1,000 customers, keys {keys}", "decode", lambda counts: f"{counts[index] / 1e6:.1f} M")
    print()
    head("trap")
    traps = [result.get("traps", {}) for result in results.values()]
    for trap in dict.fromkeys(trap for of_peer in traps for trap in of_peer):
        row(trap, [of_peer.get(trap, "–") for of_peer in traps])
    row("passed", [str(list(of_peer.values()).count("ok")) for of_peer in traps])


os.environ["CARGO_INCREMENTAL"] = "0"
RESULTS = {peer: measure(peer, *how) for peer, how in PEERS.items()}
table(RESULTS)
sys.exit(any("failure" in result for result in RESULTS.values()))
