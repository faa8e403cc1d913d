//! Circles and chains in a directed graph of names. Runs on the edges between files.

use std::collections::{BTreeMap, BTreeSet};

/// From each node to those it leads to; every node has an entry.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The strongly connected components of more than one node, the largest first, then by name; each
/// in the order of its names.
#[must_use]
pub fn cycles(graph: &Graph) -> Vec<Vec<String>> {
    let mut cycles: Vec<Vec<String>> =
        components(graph).into_iter().filter(|component| component.len() > 1).collect();
    cycles.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    cycles
}

/// A longest chain, from what uses to what is used, with a cycle as one link: its nodes, those of a
/// cycle joined.
#[must_use]
pub fn longest_chain(graph: &Graph) -> Vec<Vec<String>> {
    let components = components(graph);
    let mut component_of = BTreeMap::new();
    for (idx, component) in components.iter().enumerate() {
        component_of.extend(component.iter().map(|node| (node.as_str(), idx)));
    }
    let next_of = |idx: usize| -> BTreeSet<usize> {
        let nodes = components[idx].iter().filter_map(|node| graph.get(node)).flatten();
        let next = nodes.filter_map(|node| component_of.get(node.as_str()).copied());
        next.filter(|next| *next != idx).collect()
    };
    let mut chains: Vec<Option<Vec<usize>>> = vec![None; components.len()];
    // Depth first without recursion: a node is closed when all that it leads to are.
    for start in 0..components.len() {
        let mut open = vec![start];
        while let Some(idx) = open.last().copied() {
            let missing = next_of(idx).into_iter().find(|next| chains[*next].is_none());
            if let Some(next) = missing {
                open.push(next);
                continue;
            }
            open.pop();
            let tails = next_of(idx).into_iter().filter_map(|next| chains[next].clone());
            // Of the longest the first, so that the order is stable.
            let mut longest: Vec<usize> = Vec::new();
            for tail in tails {
                if tail.len() > longest.len() {
                    longest = tail;
                }
            }
            longest.insert(0, idx);
            chains[idx] = Some(longest);
        }
    }
    let mut longest: Vec<usize> = Vec::new();
    for chain in chains.into_iter().flatten() {
        if chain.len() > longest.len() {
            longest = chain;
        }
    }
    longest.into_iter().map(|idx| components[idx].clone()).collect()
}

/// Nodes that lead to each other, single ones too.
fn components(graph: &Graph) -> Vec<Vec<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reached_from(graph, node))).collect();
    let mut components = Vec::new();
    let mut taken = BTreeSet::new();
    for (node, from_here) in &reached {
        if taken.contains(node) {
            continue;
        }
        let returns = |other: &&&str| reached.get(*other).is_some_and(|back| back.contains(node));
        let mut component: BTreeSet<&str> = from_here.iter().filter(returns).copied().collect();
        component.insert(node);
        taken.extend(component.iter().copied());
        components.push(component.into_iter().map(str::to_string).collect());
    }
    components
}

fn reached_from<'a>(graph: &'a Graph, start: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = vec![start];
    while let Some(node) = open.pop() {
        for next in graph.get(node).into_iter().flatten() {
            if reached.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of `a>b c>d`.
    fn graph(edges: &str) -> Graph {
        let mut graph = Graph::new();
        for edge in edges.split_whitespace() {
            let (from, to) = edge.split_once('>').unwrap_or((edge, edge));
            graph.entry(from.to_string()).or_default().insert(to.to_string());
            graph.entry(to.to_string()).or_default();
        }
        graph
    }

    #[test]
    fn cycles_are_found_the_largest_first() {
        for (edges, want) in [
            ("", ""),
            ("a>b b>c a>c", ""),
            ("b>a a>b", "ab"),
            ("a>b b>c c>a c>d d>e e>d", "abc de"),
            ("d>e e>d x>a a>b b>x e>a", "abx de"),
            ("a>b b>a b>c c>b", "abc"),
        ] {
            let found: Vec<String> = cycles(&graph(edges)).iter().map(|c| c.concat()).collect();
            assert_eq!(found.join(" "), want, "{edges}");
        }
    }

    #[test]
    fn a_chain_passes_a_cycle_as_one_link() {
        for (edges, want) in [
            ("", ""),
            ("a>b b>c a>c", "a b c"),
            ("a>b b>a", "ab"),
            ("a>b b>c c>b c>d d>e x>e", "a bc d e"),
        ] {
            let chain: Vec<String> =
                longest_chain(&graph(edges)).iter().map(|c| c.concat()).collect();
            assert_eq!(chain.join(" "), want, "{edges}");
        }
    }
}
