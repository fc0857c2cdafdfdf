//! Whole calls on loopback, as ratios to SDK + `serde_dynamo` in the same run: instructions, by `valgrind --tool=callgrind`, CPU time,
//! throughput and latency with calls in flight, start-up, and memory.
//!
//! `cargo run --release -p dynamo-bench --bin calls`, or one part of it: `-- instructions`, `cpu`, `load`, `start` or `memory`.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

use dynamo_bench::callers::{CORE, LARGE, THROUGH_SDK, WHO, WORK, run};
use dynamo_bench::{load, server};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["server", port] => serve(port),
        ["client", work, who, n, port] => call([work, who, n, port]),
        ["memory", work, who, n, port] => call([work, who, n, port]).map(|()| println!("{}", peak_kilobytes())),
        ["cpu", work, who, n, port] => cpu([work, who, n, port]),
        ["load", who, flights, n, port] => in_flight([who, flights, n, port]),
        [] => report(&["instructions", "cpu", "load", "start", "memory"]),
        ref parts => report(parts),
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
    let (runtime, [work, who, n], port) = prepare(numbers)?;
    match runtime.block_on(run(work, who, n, port)) {
        Some(outcome) => outcome.map_err(|error| error.to_string()),
        None => Err("nothing to call".to_owned()),
    }
}

/// A child that counts its CPU time, after some calls that open the connection.
fn cpu(numbers: [&str; 4]) -> Result<(), String> {
    let (runtime, [work, who, n], port) = prepare(numbers)?;
    let used = runtime.block_on(load::cpu_of(work, who, n, port));
    println!("{}", used.map_err(|error| error.to_string())?);
    Ok(())
}

/// A child that keeps several calls in flight.
fn in_flight(numbers: [&str; 4]) -> Result<(), String> {
    let (runtime, [who, flights, n], port) = prepare(numbers)?;
    let load = runtime.block_on(load::in_flight(who, flights, n, port));
    let (per_second, p99) = load.map_err(|error| error.to_string())?;
    println!("{per_second} {p99}");
    Ok(())
}

/// Parses the arguments of a child: three numbers and the port.
fn prepare(numbers: [&str; 4]) -> Result<(tokio::runtime::Runtime, [usize; 3], u16), String> {
    let [a, b, c, port] = numbers.map(|number| number.parse::<usize>().unwrap_or(usize::MAX));
    let port = u16::try_from(port).map_err(|error| error.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok((runtime.map_err(|error| error.to_string())?, [a, b, c], port))
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn report(parts: &[&str]) -> Result<(), String> {
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
    for part in parts {
        match *part {
            "instructions" => report_instructions(&program, port)?,
            "cpu" => report_cpu(&program, port)?,
            "load" => report_load(&program, port)?,
            "start" => report_start(&program, port)?,
            "memory" => report_memory(&program, port)?,
            other => return Err(format!("there is no part `{other}`")),
        }
        println!();
    }
    Ok(())
}

fn report_instructions(program: &Path, port: u16) -> Result<(), String> {
    println!("{:<22} {:<26} {:>12} {:>7}", "call", "who", "instructions", "ratio");
    for (work, name) in WORK.iter().enumerate() {
        let (few, many) = if work < 2 { (20, 120) } else { (3, 13) };
        let mut base = 0.0;
        for (caller, who) in WHO.iter().enumerate() {
            let Some(few_count) = count(program, work, caller, few, port)? else { continue };
            let Some(many_count) = count(program, work, caller, many, port)? else { continue };
            #[allow(clippy::cast_precision_loss)] // Counts are far below 2^52.
            let instructions = many_count.saturating_sub(few_count) as f64 / (many - few) as f64;
            if caller == 0 {
                base = instructions;
            }
            println!("{name:<22} {who:<26} {instructions:>12.0} {:>7.2}", instructions / base);
        }
    }
    Ok(())
}

/// Has a child print numbers; nothing where the competitor has no such call.
fn printed(program: &Path, part: &str, numbers: [usize; 4]) -> Result<Option<Vec<f64>>, String> {
    let numbers = numbers.map(|number| number.to_string());
    let output = Command::new(program).arg(part).args(&numbers).output().map_err(|error| error.to_string())?;
    let (text, problem) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if problem.contains("nothing to call") {
        return Ok(None);
    }
    let printed = text.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>();
    printed.ok().filter(|printed| !printed.is_empty()).map(Some).ok_or_else(|| format!("{part} {numbers:?}: {problem}"))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

/// CPU time, user and system, of one thread; the competitors take turns, and the median of their rounds counts.
fn report_cpu(program: &Path, port: u16) -> Result<(), String> {
    const ROUNDS: usize = 7;
    println!("{:<22} {:<26} {:>12} {:>7}", "call", "who", "CPU, us", "ratio");
    for (work, name) in WORK.iter().enumerate() {
        let n = [3000, 3000, 300, 40, 20][work];
        let mut rounds = vec![Vec::new(); WHO.len()];
        for _ in 0..ROUNDS {
            for (who, round) in rounds.iter_mut().enumerate() {
                round.extend(printed(program, "cpu", [work, who, n, usize::from(port)])?.into_iter().flatten());
            }
        }
        let medians: Vec<_> = rounds.into_iter().map(median).collect();
        for (who, median) in WHO.iter().zip(&medians).filter(|(_, median)| !median.is_nan()) {
            println!("{name:<22} {who:<26} {median:>12.1} {:>7.2}", median / medians[0]);
        }
    }
    Ok(())
}

/// Gets in flight on one thread: how many a second, and the latency that one of a hundred exceeds.
fn report_load(program: &Path, port: u16) -> Result<(), String> {
    const ROUNDS: usize = 5;
    println!("{:<22} {:<26} {:>12} {:>12}", "gets in flight", "who", "per second", "p99, us");
    for flights in [1, 16, 256] {
        let mut rounds = vec![(Vec::new(), Vec::new()); 4];
        for _ in 0..ROUNDS {
            for (who, (rates, latencies)) in rounds.iter_mut().enumerate() {
                if let Some(&[rate, p99]) =
                    printed(program, "load", [who, flights, 6000, usize::from(port)])?.as_deref()
                {
                    rates.push(rate);
                    latencies.push(p99);
                }
            }
        }
        for (who, (rates, latencies)) in WHO.iter().zip(rounds) {
            println!("{flights:<22} {who:<26} {:>12.0} {:>12.0}", median(rates), median(latencies));
        }
    }
    Ok(())
}

/// From the start of a process to its first answer and its end.
fn report_start(program: &Path, port: u16) -> Result<(), String> {
    const ROUNDS: usize = 41;
    println!("{:<22} {:<26} {:>12}", "start, get and end", "who", "ms");
    let mut rounds = vec![Vec::new(); 4];
    for _ in 0..ROUNDS {
        for (who, round) in rounds.iter_mut().enumerate() {
            let arguments = [0, who, 1, usize::from(port)].map(|number| number.to_string());
            let began = std::time::Instant::now();
            let status = Command::new(program).arg("client").args(arguments).status();
            if !status.map_err(|error| error.to_string())?.success() {
                return Err(format!("{} does not start", WHO[who]));
            }
            round.push(began.elapsed().as_secs_f64() * 1000.0);
        }
    }
    for (who, round) in WHO.iter().zip(rounds) {
        println!("{:<22} {who:<26} {:>12.2}", "", median(round));
    }
    Ok(())
}

/// The most memory that this process had.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// The memory that one page takes at its highest, over what the client takes anyway.
fn report_memory(program: &Path, port: u16) -> Result<(), String> {
    let peak = |work: usize, who: usize, n: usize| -> Result<u64, String> {
        let arguments = [work, who, n, usize::from(port)].map(|number| number.to_string());
        let output = Command::new(program).arg("memory").args(arguments).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        text.trim().parse().map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())
    };
    println!("{:<22} {:<26} {:>12}", "memory of one page", "who", "kilobytes");
    for (work, name) in [(2, WORK[2]), (3, WORK[3]), (LARGE, "query of 10,000")] {
        for who in [0, 1, CORE, THROUGH_SDK] {
            let more = peak(work, who, 1)?.saturating_sub(peak(work, who, 0)?);
            println!("{name:<22} {:<26} {more:>12}", WHO[who]);
        }
    }
    Ok(())
}

/// The instructions of `n` calls; nothing where the competitor has no such call.
fn count(program: &Path, work: usize, who: usize, n: usize, port: u16) -> Result<Option<u64>, String> {
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
