//! Allocations per operation, as ratios to the hand-written code of the same run.
//!
//! `cargo run --release -p dynamo-bench --bin allocations`

use dynamo_bench::cases::CASES;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

fn main() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let blocks = |run: fn(usize), n| {
        let before = dhat::HeapStats::get().total_blocks;
        run(n);
        dhat::HeapStats::get().total_blocks - before
    };
    println!("{:<32} {:<26} {:>12}", "work", "who", "allocations");
    for case in CASES {
        // The first run pays for what is made once; reading includes the item that it reads.
        let few = blocks(case.run, 10);
        let many = blocks(case.run, 110);
        println!("{:<32} {:<26} {:>12}", case.work, case.who, (many - few) / 100);
    }
}
