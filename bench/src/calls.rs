//! Instructions of whole calls, on loopback, by `valgrind --tool=callgrind`, as ratios to SDK + `serde_dynamo` in the same run.
//!
//! `cargo run --release -p dynamo-bench --bin calls`

use std::net::TcpListener;
use std::process::{Child, Command, ExitCode, Stdio};

use dynamo_bench::callers::{LARGE, WHO, WORK, run};
use dynamo_bench::server;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["server", port] => serve(port),
        ["client", work, who, n, port] => call([work, who, n, port]),
        ["memory", work, who, n, port] => call([work, who, n, port]).map(|()| println!("{}", peak_kilobytes())),
        _ => report(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// A child that is not measured.
fn serve(port: &str) -> Result<(), String> {
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).map_err(|error| error.to_string())?;
    server::serve(&listener);
    Ok(())
}

/// A child under valgrind.
fn call(numbers: [&str; 4]) -> Result<(), String> {
    let numbers = numbers.map(|number| number.parse::<usize>().unwrap_or(usize::MAX));
    let [work, who, n, port] = numbers;
    let port = u16::try_from(port).map_err(|error| error.to_string())?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    match runtime.block_on(run(work, who, n, port)) {
        Some(outcome) => outcome.map_err(|error| error.to_string()),
        None => Err("nothing to call".to_owned()),
    }
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn report() -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map_err(|error| error.to_string())?
        .port();
    let server = Command::new(&program).args(["server", &port.to_string()]).spawn();
    let _server = Server(server.map_err(|error| error.to_string())?);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    println!("{:<22} {:<26} {:>12} {:>7}", "call", "who", "instructions", "ratio");
    for (work, name) in WORK.iter().enumerate() {
        let (few, many) = if work < 2 { (20, 120) } else { (3, 13) };
        let mut base = 0.0;
        for (caller, who) in WHO.iter().enumerate() {
            let Some(few_count) = count(&program, work, caller, few, port)? else { continue };
            let Some(many_count) = count(&program, work, caller, many, port)? else { continue };
            #[allow(clippy::cast_precision_loss)] // Counts are far below 2^52.
            let instructions = many_count.saturating_sub(few_count) as f64 / (many - few) as f64;
            if caller == 0 {
                base = instructions;
            }
            println!("{name:<22} {who:<26} {instructions:>12.0} {:>7.2}", instructions / base);
        }
    }
    report_memory(&program, port)
}

/// The most memory that this process had.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// The memory that one page takes at its highest, over what the client takes anyway.
fn report_memory(program: &std::path::Path, port: u16) -> Result<(), String> {
    let peak = |work: usize, who: usize, n: usize| -> Result<u64, String> {
        let arguments = [work, who, n, usize::from(port)].map(|number| number.to_string());
        let output = Command::new(program).arg("memory").args(arguments).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        text.trim().parse().map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())
    };
    println!("\n{:<22} {:<26} {:>12}", "memory of one page", "who", "kilobytes");
    for (work, name) in [(2, WORK[2]), (3, WORK[3]), (LARGE, "query of 10,000")] {
        for who in [0, 1, 2] {
            let more = peak(work, who, 1)?.saturating_sub(peak(work, who, 0)?);
            println!("{name:<22} {:<26} {more:>12}", WHO[who]);
        }
    }
    Ok(())
}

/// The instructions of `n` calls; nothing where the competitor has no such call.
fn count(program: &std::path::Path, work: usize, who: usize, n: usize, port: u16) -> Result<Option<u64>, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["client".to_owned(), work.to_string(), who.to_string(), n.to_string(), port.to_string()])
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind is needed: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if text.contains("nothing to call") {
        return Ok(None);
    }
    if !output.status.success() {
        return Err(format!("{} by {}:\n{text}", WORK[work], WHO[who]));
    }
    let counted = text.lines().find_map(|line| line.split("Collected : ").nth(1));
    counted.and_then(|digits| digits.trim().parse().ok()).map(Some).ok_or_else(|| format!("valgrind said:\n{text}"))
}
