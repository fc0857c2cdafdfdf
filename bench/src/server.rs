//! A DynamoDB that answers from memory: no parsing, no storage, so that what is measured is the client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::hand::wire;
use crate::model::message;

/// Answers until it is killed.
pub fn serve(listener: &TcpListener) {
    let message = {
        let mut json = Vec::new();
        wire::message_to_json(&message(), &mut json);
        json
    };
    for stream in listener.incoming().flatten() {
        let message = message.clone();
        std::thread::spawn(move || {
            // A client that goes away ends its connection.
            let _ = answer(&stream, &message);
        });
    }
}

fn answer(mut stream: &TcpStream, message: &[u8]) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    loop {
        let (mut length, mut target) = (0, String::new());
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').unwrap_or((line, ""));
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().unwrap_or(0),
                "x-amz-target" => value.trim().clone_into(&mut target),
                _ => {}
            }
        }
        let mut request = vec![0; length];
        reader.read_exact(&mut request)?;
        let body = body(&target, &String::from_utf8_lossy(&request), message);
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(&body)?;
    }
}

fn body(target: &str, request: &str, message: &[u8]) -> Vec<u8> {
    let operation = target.rsplit('.').next().unwrap_or_default();
    match operation {
        "GetItem" => [b"{\"Item\":", message, b"}"].concat(),
        "Query" => {
            // The partition says how many items there are.
            let count = request.split("CHANNEL#n").nth(1).unwrap_or_default();
            let count =
                count.split(|c: char| !c.is_ascii_digit()).next().and_then(|count| count.parse().ok()).unwrap_or(0);
            let items = vec![message; count].join(&b","[..]);
            [b"{\"Items\":[", &items[..], format!("],\"Count\":{count},\"ScannedCount\":{count}}}").as_bytes()].concat()
        }
        "BatchWriteItem" => b"{\"UnprocessedItems\":{}}".to_vec(),
        _ => b"{}".to_vec(),
    }
}
