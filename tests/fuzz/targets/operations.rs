//! Any sequence of commands on one of the schemas: as JSON, as a client would send them, or made of
//! the bytes so that they meet each other's results.

#![no_main]

use domain::answer::Ctx;
use domain::answer::command::Command;
use domain::answer::shard::Shard;
use domain::job::{EvidenceScope, JobFile};
use fuzz_targets::bytes::Bytes;
use fuzz_targets::commands::Scene;
use fuzz_targets::play::Play;
use fuzz_targets::schemas;
use libfuzzer_sys::fuzz_target;

/// Commands of one input.
const MOST: usize = 60;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let schemas = schemas::all();
    let which = bytes.byte();
    let schema = &schemas[usize::from(which) % schemas.len()];
    let job = JobFile {
        evidence: if which < 128 {
            EvidenceScope::Row
        } else {
            EvidenceScope::Job
        },
        ..JobFile::default()
    };
    let ctx = Ctx {
        schema,
        job: &job,
        now: 10,
    };
    let mut play = Play {
        ctx,
        shard: Shard::default(),
    };
    if bytes.rest().first() == Some(&b'{') {
        sent(&mut play, bytes.rest());
    } else {
        made(&mut play, bytes);
    }
    play.check();
});

fn sent(play: &mut Play<'_>, text: &[u8]) {
    let commands = serde_json::Deserializer::from_slice(text).into_iter::<Command>();
    for command in commands.map_while(Result::ok).take(MOST) {
        play.submit(&[command]);
    }
}

fn made(play: &mut Play<'_>, mut bytes: Bytes<'_>) {
    let mut count = 0;
    while !bytes.is_empty() && count < MOST {
        let together = 1 + usize::from(bytes.byte() % 8 == 7) * 2;
        let scene = Scene {
            schema: play.ctx.schema,
            shard: &play.shard,
        };
        let batch: Vec<Command> = (0..together).map(|_| scene.command(&mut bytes)).collect();
        play.submit(&batch);
        count += together;
    }
}
