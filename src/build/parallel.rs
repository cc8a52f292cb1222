//! Work for several threads. No result depends on their number.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::base::threads;

/// Processes all items in parallel. Each thread has its own state. The results are in the order of the items.
///
/// # Errors
/// If several items fail, returns the error of the first of them in this order.
pub(in crate::build) fn in_parallel<T: Sync, S, R: Send, E: Send>(
    items: &[T],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
    done: &mut dyn FnMut(&T),
) -> Result<Vec<R>, E> {
    let workers = threads::number().min(items.len());
    if workers <= 1 {
        let mut state = state();
        return items.iter().map(|item| work(&mut state, item).inspect(|_| done(item))).collect();
    }
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<Result<R, E>>> = items.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let (sender, next, state, work) = (sender.clone(), &next, &state, &work);
            scope.spawn(move || {
                let mut own = state();
                while let Some((at, item)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?)))
                {
                    // Sending cannot fail, because the receiver outlives the workers.
                    let _ = sender.send((at, work(&mut own, item)));
                }
            });
        }
        drop(sender);
        for (at, result) in receiver {
            done(&items[at]);
            results[at] = Some(result);
        }
    });
    results.into_iter().map(|result| result.expect("each item was taken by one worker")).collect()
}

/// It takes longer to start a thread than to sort or fill this number of items.
const FEW: usize = 1 << 14;

/// Fills a list in parallel. `fill` receives the position of a part of the list, and the part.
pub(in crate::build) fn in_parts<T: Send>(items: &mut [T], fill: impl Fn(usize, &mut [T]) + Sync) {
    let threads = if cfg!(target_arch = "wasm32") { 1 } else { threads::number() };
    let size = items.len().div_ceil(threads).max(FEW);
    if items.len() <= size {
        fill(0, items);
        return;
    }
    std::thread::scope(|scope| {
        for (number, part) in items.chunks_mut(size).enumerate() {
            let fill = &fill;
            scope.spawn(move || fill(number * size, part));
        }
    });
}

/// Sorts items in parallel. Items that are equal may come in any order.
pub(in crate::build) fn sort<T: Ord + Send>(items: &mut [T]) {
    sort_with(items, threads::number());
}

fn sort_with<T: Ord + Send>(items: &mut [T], threads: usize) {
    if cfg!(target_arch = "wasm32") || threads <= 1 || items.len() < FEW {
        items.sort_unstable();
        return;
    }
    let below = threads / 2;
    let at = items.len() / threads * below;
    let (first, _, second) = items.select_nth_unstable(at);
    std::thread::scope(|scope| {
        scope.spawn(|| sort_with(first, below));
        sort_with(second, threads - below);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_work_keeps_order_and_the_first_error() {
        let items: Vec<u32> = (0..1000).collect();
        let mut seen = 0;
        let squares = in_parallel(&items, || (), |(), &item| Ok::<_, u32>(item * item), &mut |_| seen += 1);
        assert_eq!(squares, Ok(items.iter().map(|item| item * item).collect()));
        assert_eq!(seen, 1000);
        let failing = |(): &mut (), &item: &u32| if item % 7 == 6 { Err(item) } else { Ok(()) };
        assert_eq!(in_parallel(&items, || (), failing, &mut |_| ()), Err(6));
    }

    #[test]
    fn parts_know_their_positions() {
        let mut items = vec![0; 100_000];
        in_parts(&mut items, |start, part| part.iter_mut().zip(start..).for_each(|(item, at)| *item = at));
        assert!(items.into_iter().eq(0..100_000));
    }

    #[test]
    fn threads_sort_as_one_thread_does() {
        let items: Vec<u64> = (0..100_000_u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 45).collect();
        let mut expected = items.clone();
        expected.sort_unstable();
        for threads in [1, 2, 3, 7] {
            let mut items = items.clone();
            sort_with(&mut items, threads);
            assert!(items == expected, "{threads} threads");
        }
    }
}
