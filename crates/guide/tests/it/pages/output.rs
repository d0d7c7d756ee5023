//! The output of each sample, as the pages show it.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::{env, fs, thread};

use guide::samples;

use super::fence::fences;
use super::markdown::files;

/// How many samples run at once: some have timeouts of a second.
const WORKERS: usize = 4;

/// The program of the README, beside the samples.
const FIRST: &str = "first";

/// Runs a sample, and returns what it prints.
fn run(name: &str) -> String {
    let output = match name {
        FIRST => Command::new(env!("CARGO_BIN_EXE_first")).output(),
        _ => Command::new(env!("CARGO_BIN_EXE_guide")).arg(name).output(),
    };
    let output = output.expect("a process");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// `UPDATE_GUIDE=1` writes the outputs into the pages.
#[test]
fn every_sample_prints_the_output_on_its_page() {
    let next = AtomicUsize::new(0);
    let names = Vec::from_iter(samples::NAMES.iter().chain([&FIRST]));
    let work = || {
        let mut printed = Vec::new();
        while let Some(name) = names.get(next.fetch_add(1, Relaxed)) {
            printed.push((**name, run(name)));
        }
        printed
    };
    let printed: BTreeMap<&str, String> = thread::scope(|scope| {
        let workers = Vec::from_iter((0..WORKERS).map(|_| scope.spawn(work)));
        let printed = workers
            .into_iter()
            .map(|worker| worker.join().expect("outputs"));
        printed.flatten().collect()
    });
    let mut shown = Vec::new();
    let mut wrong = Vec::new();
    for file in files() {
        let mut text = file.text.clone();
        for fence in fences(&file.text) {
            let comment = fence.comment.unwrap_or_default();
            let Some(sample) = comment.strip_prefix("output of ") else {
                continue;
            };
            let place = format!("{}:{}", file.name, fence.line);
            let Some((name, output)) = printed.get_key_value(sample) else {
                wrong.push(format!("{place}: unknown sample `{sample}`"));
                continue;
            };
            shown.push(*name);
            if *output != fence.body {
                wrong.push(format!("{place}: `{sample}` prints\n{output}"));
                let fenced = |body: &str| format!("<!-- {comment} -->\n```text\n{body}```\n");
                text = text.replace(&fenced(&fence.body), &fenced(output));
            }
        }
        if text != file.text && env::var_os("UPDATE_GUIDE").is_some() {
            fs::write(&file.path, text).expect("a page");
        }
    }
    let missing = names.iter().filter(|name| !shown.contains(**name));
    wrong.extend(missing.map(|name| format!("`{name}` is on no page")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
