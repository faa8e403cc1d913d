//! What a path means in a module: the file that defines the item it names, through every `use`,
//! rename, glob and re-export on the way. A path goes in, its meanings come out.

use std::collections::BTreeSet;

use crate::modules::{Forest, Meaning, ModuleIdx};

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Resolved {
    Module(ModuleIdx),
    /// An item by its name, or something of it, such as a variant or a method.
    Item {
        within: ModuleIdx,
        name: String,
    },
}

/// The aliases that were followed on the way: a module, a name, and which meaning of it.
type Followed = BTreeSet<(ModuleIdx, String, usize)>;

impl Forest {
    /// Everything that a path means in a module; nothing if it leads out of the workspace.
    pub(crate) fn resolve(&self, module: ModuleIdx, path: &[String]) -> Vec<Resolved> {
        self.follow(module, path, &mut Followed::new())
    }

    /// Whether a name is known in a module by a glob only.
    pub(crate) fn is_by_glob(&self, module: ModuleIdx, name: &str) -> bool {
        !self.modules[module].names.contains_key(name)
    }

    fn follow(&self, module: ModuleIdx, path: &[String], followed: &mut Followed) -> Vec<Resolved> {
        let Some((first, mut rest)) = path.split_first() else { return Vec::new() };
        let own = &self.modules[module];
        let mut found = match first.as_str() {
            "crate" | "$crate" => vec![Resolved::Module(own.outermost)],
            "self" => vec![Resolved::Module(module)],
            "super" => own.parent.map(Resolved::Module).into_iter().collect(),
            "Self" => Vec::new(),
            name => {
                let mut found = self.lookup(module, name, followed);
                if found.is_empty() {
                    found.extend(self.libraries.get(name).copied().map(Resolved::Module));
                }
                found
            }
        };
        while let Some((name, behind)) = rest.split_first() {
            found = found
                .into_iter()
                .flat_map(|from| match from {
                    Resolved::Module(inner) if name == "super" => {
                        let parent = self.modules[inner].parent;
                        parent.map(Resolved::Module).into_iter().collect()
                    }
                    Resolved::Module(inner) => self.lookup(inner, name, followed),
                    item @ Resolved::Item { .. } => vec![item],
                })
                .collect();
            rest = behind;
        }
        found.sort();
        found.dedup();
        found
    }

    /// What a name means within a module.
    fn lookup(&self, module: ModuleIdx, name: &str, followed: &mut Followed) -> Vec<Resolved> {
        let mut found = Vec::new();
        let meanings = self.modules[module].names.get(name).map(Vec::as_slice).unwrap_or_default();
        for (n, meaning) in meanings.iter().enumerate() {
            match meaning {
                Meaning::Module(inner) => found.push(Resolved::Module(*inner)),
                Meaning::Item => {
                    found.push(Resolved::Item { within: module, name: name.to_string() });
                }
                Meaning::Alias(path) => {
                    // An alias of itself, such as `use shot::shot`, is followed once.
                    let key = (module, name.to_string(), n);
                    if followed.insert(key.clone()) {
                        found.extend(self.follow(module, path, followed));
                        followed.remove(&key);
                    }
                }
            }
        }
        if meanings.is_empty() {
            for (n, path) in self.modules[module].globs.iter().enumerate() {
                let key = (module, format!("{name}::*"), n);
                if followed.insert(key.clone()) {
                    for from in self.follow(module, path, followed) {
                        if let Resolved::Module(inner) = from {
                            found.extend(self.lookup(inner, name, followed));
                        }
                    }
                    followed.remove(&key);
                }
            }
        }
        found
    }
}
