//! `ureq`, as it is.
use std::io::{BufRead, Read};

fn call(address: &str, key: &str, body: &str) -> (u16, Vec<u8>, String) {
    let request = ureq::post(address)
        .set("Authorization", &format!("Bearer {key}"))
        .set("Content-Type", "application/json");
    let answer = match request.send_string(body) {
        Ok(answer) | Err(ureq::Error::Status(_, answer)) => answer,
        Err(fault) => return (0, Vec::new(), fault.to_string()),
    };
    let status = answer.status();
    let mut received = Vec::new();
    let fault = match answer.into_reader().read_to_end(&mut received) {
        Ok(_) => String::new(),
        Err(fault) => fault.to_string(),
    };
    (status, received, fault)
}

fn main() {
    let lines: Vec<String> = std::io::stdin().lock().lines().map(|line| line.unwrap()).collect();
    let (base, key) = lines[0].split_once('\t').unwrap();
    for line in &lines[1..] {
        let parts: Vec<&str> = line.split('\t').collect();
        let (status, received, fault) = call(&format!("{base}{}", parts[1]), key, parts[2]);
        let hex: String = received.iter().map(|byte| format!("{byte:02x}")).collect();
        let fault = fault.split_whitespace().collect::<Vec<_>>().join(" ");
        println!("{}\t{status}\t{hex}\t{fault}", parts[0]);
    }
}
