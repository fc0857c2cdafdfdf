//! Allocations per operation, side by side with the hand-written code of the same run, and those of whole calls.
//!
//! `cargo run --release -p dynamo-bench --bin allocations`

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use dynamo_bench::callers::{CORE, THROUGH_SDK, WHO, WORK, run};
use dynamo_bench::cases::CASES;
use dynamo_bench::server;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some("server") {
        // A process of its own, so that its allocations are not counted.
        let listener = TcpListener::bind("127.0.0.1:0")?;
        println!("{}", listener.local_addr()?.port());
        server::serve(&listener);
        return Ok(());
    }
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
    let mut server = Command::new(std::env::current_exe()?).arg("server").stdout(Stdio::piped()).spawn()?;
    let counted = whole_calls(server.stdout.take().ok_or("no server")?);
    server.kill()?;
    server.wait()?;
    counted
}

/// Counts the allocations of a get and a put, from the builder to the struct.
fn whole_calls(server: std::process::ChildStdout) -> Result<(), Box<dyn std::error::Error>> {
    let mut port = String::new();
    BufReader::new(server).read_line(&mut port)?;
    let port = port.trim().parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    for work in [0, 1] {
        for who in [0, 1, CORE, THROUGH_SDK] {
            let blocks = |n| -> Result<u64, Box<dyn std::error::Error>> {
                let before = dhat::HeapStats::get().total_blocks;
                runtime.block_on(run(work, who, n, port)).ok_or("nothing to call")??;
                Ok(dhat::HeapStats::get().total_blocks - before)
            };
            let (few, many) = (blocks(10)?, blocks(110)?);
            println!("{:<32} {:<26} {:>12}", format!("whole call: {}", WORK[work]), WHO[who], (many - few) / 100);
        }
    }
    Ok(())
}
