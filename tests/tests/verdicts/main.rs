//! The verdicts of `codegen::diff`, proven by mutants of specs and the compiler.
//!
//! A mutant has one changed fact. Witnesses are code that uses each public item of the old crates; they
//! are compiled with the new ones, in both directions. A witness that fails is a break.

mod batch;
mod compiler;
mod crates;
mod edit;
mod mutants;
mod notation;
mod proof;
mod rows;
mod specs;
mod witness;
