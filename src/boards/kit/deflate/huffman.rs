//! Huffman codes of limited length.
//! Source: A. Moffat, J. Katajainen, In-place calculation of minimum-redundancy codes, 1995.

/// The length of each symbol's code in bits, at most `most`; 0 for what never comes. There are always two codes, so that each has a bit.
pub fn lengths(counts: &[u32], most: usize) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    let mut coming: Vec<(u32, usize)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(symbol, count)| (*count, symbol))
        .collect();
    let never = counts.iter().enumerate().filter(|(_, count)| **count == 0);
    for (symbol, _) in never.take(2usize.saturating_sub(coming.len())) {
        coming.push((0, symbol));
    }
    coming.sort_unstable();
    let mut of_length = vec![0; most + 1];
    for depth in depths(coming.iter().map(|(count, _)| *count as usize).collect()) {
        of_length[depth.min(most)] += 1;
    }
    // What was cut off takes too much of the codes: for each code that is too many, one of the longest and a shorter one share that one's place.
    let taken: usize = (1..=most)
        .map(|length| of_length[length] << (most - length))
        .sum();
    for _ in 1 << most..taken {
        let shorter = (1..most).rev().find(|length| of_length[*length] > 0);
        if let Some(shorter) = shorter {
            of_length[most] -= 1;
            of_length[shorter] -= 1;
            of_length[shorter + 1] += 2;
        }
    }
    let by_length =
        (1..=most).flat_map(|length| std::iter::repeat_n(length as u8, of_length[length]));
    for ((_, symbol), length) in coming.iter().rev().zip(by_length) {
        lengths[*symbol] = length;
    }
    lengths
}

/// The code of each symbol with its length, its bits in the order in which they are written.
pub fn codes(lengths: &[u8]) -> Vec<(u16, u8)> {
    let mut of_length = [0; 16];
    for length in lengths.iter().filter(|length| **length > 0) {
        of_length[usize::from(*length)] += 1;
    }
    let mut next = [0u16; 16];
    for length in 1..16 {
        next[length] = (next[length - 1] + of_length[length - 1]) << 1;
    }
    let code = |length: &u8| match length {
        0 => (0, 0),
        _ => {
            let code = &mut next[usize::from(*length)];
            *code += 1;
            ((*code - 1).reverse_bits() >> (16 - length), *length)
        }
    };
    lengths.iter().map(code).collect()
}

/// How deep each leaf of the best tree lies, from counts in their order, of which there are two at least. The deepest come first.
fn depths(mut a: Vec<usize>) -> Vec<usize> {
    let n = a.len();
    // First each inner node's weight, which its parent's number takes the place of.
    a[0] += a[1];
    let (mut root, mut leaf) = (0, 2);
    for next in 1..n - 1 {
        let mut weight = 0;
        for _ in 0..2 {
            if leaf >= n || root < next && a[root] < a[leaf] {
                weight += a[root];
                a[root] = next;
                root += 1;
            } else {
                weight += a[leaf];
                leaf += 1;
            }
        }
        a[next] = weight;
    }
    // Then each inner node's depth.
    a[n - 2] = 0;
    for next in (0..n - 2).rev() {
        a[next] = a[a[next]] + 1;
    }
    // At each depth what is no inner node is a leaf. Those inner nodes that are still to come lie before all leaves.
    let (mut room, mut depth, mut next, mut inner) = (1, 0, n, n - 1);
    while room > 0 {
        let used = a[..inner].iter().rev().take_while(|other| **other == depth);
        let used = used.count();
        inner -= used;
        for _ in used..room {
            next -= 1;
            a[next] = depth;
        }
        (room, depth) = (2 * used, depth + 1);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much of all codes these take, in parts of 2^15.
    fn taken(lengths: &[u8]) -> u32 {
        lengths
            .iter()
            .filter(|length| **length > 0)
            .map(|length| 1 << (15 - length))
            .sum()
    }

    #[test]
    fn codes_are_full_and_no_longer_than_they_may_be() {
        // Counts like Fibonacci's numbers make the deepest trees.
        let mut steep = vec![1u32, 1];
        while steep.len() < 40 {
            steep.push(steep[steep.len() - 1] + steep[steep.len() - 2]);
        }
        for (counts, most) in [
            (&steep[..], 15),
            (&steep[..19], 7),
            (&[3, 0, 9, 9, 1], 15),
            (&[0, 0, 5], 15),
            (&[0, 0, 0], 15),
        ] {
            let lengths = lengths(counts, most);
            assert!(lengths.iter().all(|length| usize::from(*length) <= most));
            assert_eq!(taken(&lengths), 1 << 15, "{counts:?}: {lengths:?}");
            for (count, length) in counts.iter().zip(&lengths) {
                assert!(*count == 0 || *length > 0, "{counts:?}: {lengths:?}");
            }
            for (a, b) in counts
                .iter()
                .zip(&lengths)
                .flat_map(|a| counts.iter().zip(&lengths).map(move |b| (a, b)))
            {
                assert!(
                    a.0 <= b.0 || a.1 <= b.1 || *b.1 == 0,
                    "what comes more often is no longer"
                );
            }
        }
    }

    #[test]
    fn lengths_are_the_best() {
        assert_eq!(lengths(&[45, 13, 12, 16, 9, 5], 15), [1, 3, 3, 3, 4, 4]);
    }

    #[test]
    fn codes_are_those_of_the_specification() {
        // RFC 1951, 3.2.2, with the bits turned round.
        let codes = codes(&[3, 3, 3, 3, 3, 2, 4, 4]);
        let told = [0b010, 0b011, 0b100, 0b101, 0b110, 0b00, 0b1110, 0b1111];
        for ((code, length), told) in codes.iter().zip(told) {
            assert_eq!(code.reverse_bits() >> (16 - length), told);
        }
    }
}
