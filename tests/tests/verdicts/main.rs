//! The verdicts of `codegen::diff`, proven by mutants of specs and the compiler.
//!
//! A mutant has one changed fact. Witnesses are code that uses each public item of the old crates; they
//! are compiled with the new ones, in both directions. A witness that fails is a break. On demand,
//! cargo-semver-checks is a second judge.

mod batch;
mod compiler;
mod crates;
mod edit;
mod mutants;
mod notation;
mod proof;
mod rows;
mod selection;
mod semver_checks;
mod specs;
mod witness;
