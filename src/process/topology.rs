//! In which order cores are used: first one of each physical core, then their hardware threads' siblings.
//!
//! Two hardware threads of one core take from each other what they need, by half and more. Games on such
//! a pair would disturb one another, so siblings come last.

/// The `allowed` cores in the order in which games should have them. `siblings` gives of a core what
/// Linux tells of the hardware threads that share it, such as `0,4` or `0-1`; one of which nothing is
/// known stands for itself.
pub(super) fn spread(allowed: &[usize], siblings: impl Fn(usize) -> Option<String>) -> Vec<usize> {
    let before = |core: usize| {
        let group = siblings(core).and_then(|text| parse(&text)).unwrap_or_default();
        // Those that may not be used leave the core to the others.
        group.into_iter().filter(|other| *other < core && allowed.contains(other)).count()
    };
    let mut order: Vec<(usize, usize)> = allowed.iter().map(|&core| (before(core), core)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, core)| core).collect()
}

/// A list of cores as the kernel writes it: `0-2,8`; `None` if it is none.
fn parse(text: &str) -> Option<Vec<usize>> {
    let mut cores = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse::<usize>().ok()?, last.trim().parse::<usize>().ok()?);
        // No machine has so many; a file that says so is not what it should be.
        if first > last || last > 1 << 16 {
            return None;
        }
        cores.extend(first..=last);
    }
    Some(cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine: of each core, from 0, the text of its file.
    fn order(machine: &[&str], allowed: &[usize]) -> Vec<usize> {
        spread(allowed, |core| machine.get(core).map(|text| (*text).to_owned()))
    }

    #[test]
    fn one_of_each_physical_core_comes_first() {
        let all = |cores: usize| (0..cores).collect::<Vec<_>>();
        let far = ["0,4\n", "1,5\n", "2,6\n", "3,7\n", "0,4\n", "1,5\n", "2,6\n", "3,7\n"];
        let near = ["0-1\n", "0-1\n", "2-3\n", "2-3\n"];
        let four = ["0-3", "0-3", "0-3", "0-3", "4-7", "4-7", "4-7", "4-7"];
        for (what, machine, allowed, expected) in [
            ("no siblings", &["0\n", "1\n", "2\n"][..], all(3), vec![0, 1, 2]),
            ("siblings far apart", &far, all(8), vec![0, 1, 2, 3, 4, 5, 6, 7]),
            ("siblings side by side", &near, all(4), vec![0, 2, 1, 3]),
            ("four threads a core", &four, all(8), vec![0, 4, 1, 5, 2, 6, 3, 7]),
            ("some with, some without", &["0-1", "0-1", "2", "3"], all(4), vec![0, 2, 3, 1]),
            ("the first of a pair is forbidden", &near, vec![1, 2, 3], vec![1, 2, 3]),
            ("only siblings are allowed", &near, vec![2, 3], vec![2, 3]),
            ("nothing is known", &[], vec![0, 3, 5], vec![0, 3, 5]),
            ("rubbish", &["", "x", "1-", "9-2", "0-99999999999"], all(5), all(5)),
            ("nothing is allowed", &near, vec![], vec![]),
        ] {
            assert_eq!(order(machine, &allowed), expected, "{what}");
        }
    }

    #[test]
    fn the_kernels_lists_are_read() {
        assert_eq!(parse("0-2,8\n"), Some(vec![0, 1, 2, 8]));
        assert_eq!(parse("5"), Some(vec![5]));
        for wrong in ["", "a", "1,", "3-1", "-"] {
            assert_eq!(parse(wrong), None, "{wrong:?}");
        }
    }
}
