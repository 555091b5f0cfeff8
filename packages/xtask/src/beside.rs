//! Work done at the same time: as much at once as there are processors, and each piece's output in one piece.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use crate::report;

/// How many pieces of work run at once.
fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does every job, two or more at a time, and gives the results in the order of the jobs. What a job prints
/// is shown when it has ended.
pub(crate) fn each<J: Sync, R: Send>(jobs: &[J], work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let workers = processors().min(jobs.len());
    if workers < 2 {
        return jobs.iter().map(work).collect();
    }
    let next = Mutex::new(jobs.iter().enumerate());
    let take = || next.lock().ok().and_then(|mut jobs| jobs.next());
    let worker = || {
        let mut done = Vec::new();
        while let Some((place, job)) = take() {
            done.push((place, report::whole(|| work(job))));
        }
        done
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(joined).collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Does two things at the same time, if there are processors for both.
pub(crate) fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if processors() < 2 {
        return (one(), other());
    }
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (joined(one), other)
    })
}

/// What a thread gives; its panic goes on in this one.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::{both, each};

    #[test]
    fn results_stand_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..50).collect();
        let tripled = each(&jobs, |job| {
            std::thread::sleep(std::time::Duration::from_micros(500 - job * 10));
            job * 3
        });
        assert_eq!(tripled, jobs.iter().map(|job| job * 3).collect::<Vec<_>>());
        assert!(each(&[] as &[u8], |_| ()).is_empty());
        assert_eq!(both(|| 1, || "b"), (1, "b"));
    }
}
