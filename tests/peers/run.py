#!/usr/bin/env python3
"""run.py [PEER...]: measures clients of the point-of-sale API, version 2, from another generator beside ours, and prints tables.

Without names, all of them; with names, only these are measured, and the results of the others are those of the last run. Needs
Python 3.11, valgrind, and a network the first time. Everything is written below `target/peers`. Times are of CPU (user and
system of all processes), as other load on the machine changes them less than the time of a clock.
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


def install(crate, version, *options):
    """The program of a generator."""
    tools = WORK / "tools"
    binary = tools / "bin" / crate
    marker = tools / f"{crate}-{version}"
    if not marker.exists():
        run("cargo", "install", "--quiet", "--locked", "--root", tools, "--target-dir", tools / "build", *options, f"{crate}@{version}")
        marker.touch()
    return binary


def replace(path, *pairs):
    text = path.read_text()
    for old, new in pairs:
        if old not in text:
            raise RuntimeError(f"{path} lacks {old}")
        text = text.replace(old, new)
    path.write_text(text)


def ours(_):
    """`cargo xtask generate --check` reads the whole description, of five APIs, and compares all files of all crates."""
    target = ROOT / "target"
    run("cargo", "build", "--quiet", "-p", "xtask", "--target-dir", target, cwd=ROOT)
    return run(target / "debug/xtask", "generate", "--check", cwd=ROOT)[1]


def progenitor(client):
    binary = install("cargo-progenitor", "0.15.1")
    input_ = WORK / "progenitor/pos-v2.json"
    input_.write_text(json.dumps(document.for_progenitor(json.loads(DOCUMENT.read_text())), indent=1))
    _, seconds = run(binary, "progenitor", "-i", input_, "-o", client, "-n", "peer-client", "-v", "0.1.0")
    # It selects no TLS at all.
    replace(client / "Cargo.toml", ('"stream"]', '"stream", "rustls"]'))
    return seconds


PEERS = {
    "ours": (ours, ["pos-model", "pos-v2-model", "pos-v2-client"]),
    "progenitor": (progenitor, ["peer-client"]),
}


def instructions(program, times, page):
    output = program.with_suffix(".callgrind")
    run("valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", program, "decode", times, page)
    return int(re.search(r"^totals: (\d+)", output.read_text(), re.MULTILINE)[1])


def measure(peer, generate, crates):
    """Each figure as soon as it is there, so that a failure leaves those before it."""
    folder, build = WORK / peer, WORK / "build" / peer
    client = folder / "client"
    for old in (client, build):
        shutil.rmtree(old, ignore_errors=True)
    # Ours is that of the repository.
    (folder if generate is ours else client).mkdir(parents=True, exist_ok=True)
    manifest = HERE / peer / "Cargo.toml"
    cargo = ["--manifest-path", manifest, "--target-dir", build]
    revision, _ = run("git", "describe", "--always", "--dirty", "--exclude=*", cwd=ROOT)
    compiler, _ = run("rustc", "-V")
    result = {"made": f"{date.today()}, revision {revision.strip()}, {compiler.strip()}"}
    try:
        result["generate"] = generate(client)
        run("cargo", "fetch", "--manifest-path", manifest)
        tree, _ = run("cargo", "tree", "--manifest-path", manifest, "-p", crates[-1], "-e", "normal", "--prefix", "none", "--no-dedupe")
        result["tree"] = len({tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()})
        for profile in ("release", "dev"):
            _, result[f"cold {profile}"] = run("cargo", "build", *cargo, "--profile", profile, "-p", crates[-1])
            run("cargo", "clean", *cargo, "--profile", profile, *(word for crate in crates for word in ("-p", crate)))
            _, result[f"own {profile}"] = run("cargo", "build", *cargo, "--profile", profile, "-p", crates[-1])
            _, result[f"program {profile}"] = run("cargo", "build", *cargo, "--profile", profile)
            if profile == "release":
                program = build / "release" / peer
                result["decode"] = [instructions(program, 3, page) - instructions(program, 2, page) for page in PAGES]
                lines = run(program, "traps")[0].splitlines()
                result["traps"] = dict(line.split("\t") for line in lines)
    except RuntimeError as error:
        result["failure"] = str(error)
        print(error, file=sys.stderr)
    (folder / "result.json").write_text(json.dumps(result, indent=1))


def row(label, values):
    print(f"| {label} | " + " | ".join(values) + " |")


def table(results):
    names = list(results)
    for name, result in results.items():
        print(f"{name}: {result.get('made', '–')}")
    print()
    row("", [f"`{name}`" if name != "ours" else "ours" for name in names])
    print("|---" * (len(names) + 1) + "|")

    def figures(label, key, form):
        row(label, [form(result) if key in result else "–" for result in results.values()])

    figures("generation", "generate", lambda result: f"{result['generate']:.2f} s")
    for profile in ("dev", "release"):
        figures(f"cold build, {profile}", f"cold {profile}", lambda result: f"{result[f'cold {profile}']:.0f} s")
        figures(f"own crates, {profile}", f"own {profile}", lambda result: f"{result[f'own {profile}']:.1f} s")
        figures(f"then the program with the traps, {profile}", f"program {profile}", lambda result: f"{result[f'program {profile}']:.1f} s")
    figures("crates in the tree", "tree", lambda result: str(result["tree"]))
    mine = results.get("ours", {}).get("decode")
    for index, label in enumerate(["keys as documented", "keys shuffled"]):
        ratio = lambda count: f", {count / mine[index]:.2f}" if mine else ""
        figures(f"reading 1,000 customers, {label}", "decode", lambda result: f"{result['decode'][index] / 1e6:.1f} M{ratio(result['decode'][index])}")
    print()
    row("trap", names)
    print("|---" * (len(names) + 1) + "|")
    for trap in dict.fromkeys(trap for result in results.values() for trap in result.get("traps", {})):
        row(trap, [result.get("traps", {}).get(trap, "–") for result in results.values()])
    row("passed", [str(list(result["traps"].values()).count("ok")) if "traps" in result else "–" for result in results.values()])


def main(names):
    for peer in names or PEERS:
        measure(peer, *PEERS[peer])
    results = {peer: json.loads((WORK / peer / "result.json").read_text()) for peer in PEERS if (WORK / peer / "result.json").exists()}
    table(results)
    return 1 if any("failure" in results[peer] for peer in names or PEERS) else 0


os.environ["CARGO_INCREMENTAL"] = "0"
sys.exit(main(sys.argv[1:]))
