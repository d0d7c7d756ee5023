//! From a path to the file that defines the item.

use super::module::{Crate, Module};

/// A `use` may lead to another `use`; a chain longer than this is a circle of them.
const MAX_STEPS: usize = 32;

impl Crate {
    /// The file of what `path` names in the module `from`; `None` if it is not of this crate.
    pub(crate) fn file_of(&self, from: &[String], path: &[String]) -> Option<&str> {
        self.resolve(from, path, 0)
    }

    fn resolve(&self, from: &[String], path: &[String], steps: usize) -> Option<&str> {
        if steps > MAX_STEPS {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(&[], rest, steps),
            "self" => self.walk(from, rest, steps),
            "super" => {
                let (_, parent) = from.split_last()?;
                if rest.first().is_some_and(|next| next == "super") {
                    self.resolve(parent, rest, steps)
                } else {
                    self.walk(parent, rest, steps)
                }
            }
            _ => self.lookup(from, path, steps),
        }
    }

    /// A path below a module. What cannot be found is made by a macro of the module's file.
    fn walk(&self, module: &[String], path: &[String], steps: usize) -> Option<&str> {
        let file = self.modules.get(module)?.file.as_str();
        if path.is_empty() {
            return Some(file);
        }
        self.lookup(module, path, steps).or(Some(file))
    }

    /// A path that starts with a name of the module.
    fn lookup(&self, module: &[String], path: &[String], steps: usize) -> Option<&str> {
        let declared = self.modules.get(module)?;
        let (name, rest) = path.split_first()?;
        let submodule = [module, std::slice::from_ref(name)].concat();
        if !rest.is_empty() && self.modules.contains_key(&submodule) {
            return self.walk(&submodule, rest, steps);
        }
        if declared.items.contains(name) {
            return Some(&declared.file);
        }
        self.through_uses(module, declared, path, steps)
            .or_else(|| {
                self.modules
                    .get(&submodule)
                    .map(|found| found.file.as_str())
            })
            .or_else(|| self.exported_macro(module, name))
    }

    fn through_uses(
        &self,
        module: &[String],
        declared: &Module,
        path: &[String],
        steps: usize,
    ) -> Option<&str> {
        let (name, rest) = path.split_first()?;
        for used in &declared.uses {
            // `use a::a;` in the module of `a` names the item, not itself.
            if used.binding.as_ref() == Some(name) && used.path != path {
                let full = [used.path.as_slice(), rest].concat();
                return self.resolve(module, &full, steps + 1);
            }
        }
        declared
            .uses
            .iter()
            .filter(|used| used.binding.is_none())
            .find_map(|used| {
                let target = self.module_at(module, &used.path)?;
                self.lookup(&target, path, steps + 1)
                    .filter(|_| target != module)
            })
    }

    /// The module that a path of modules names, for `use path::*`.
    fn module_at(&self, from: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut module = from.to_vec();
        for (index, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" if index == 0 => module.clear(),
                "self" if index == 0 => {}
                "super" => {
                    module.pop()?;
                }
                _ => module.push(name.clone()),
            }
        }
        self.modules.contains_key(&module).then_some(module)
    }

    fn exported_macro(&self, module: &[String], name: &str) -> Option<&str> {
        let at_root = module.is_empty();
        self.modules
            .values()
            .find(|module| at_root && module.exported_macros.contains(name))
            .map(|module| module.file.as_str())
    }
}
