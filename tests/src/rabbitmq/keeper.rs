//! The process that starts and ends a node as it is told. When nobody tells any more (the test is
//! over, or was killed) it ends the node and removes its folder. It knows nothing of queues.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use anyhow::{Context, Result, bail};

use super::node::Node;

/// Job control gives the node a process group of its own, which ends as a whole.
pub(super) const SCRIPT: &str = r#"
set -m
start() { "$SERVER" >>"$HOME/server.log" 2>&1 </dev/null & node=$!; }
stop() { kill -TERM "$node" 2>/dev/null; wait "$node" 2>/dev/null; }
end() { kill -KILL -- "-$node" 2>/dev/null; wait "$node" 2>/dev/null; }
epmd -port "$ERL_EPMD_PORT" -address 127.0.0.1 </dev/null >/dev/null 2>&1 & names=$!
for _ in {1..200}; do epmd -port "$ERL_EPMD_PORT" -names >/dev/null 2>&1 && break; sleep 0.02; done
start
while read -r word; do
  case $word in
    stop) stop; end ;;
    kill) end ;;
    start) start ;;
  esac
  echo "$word"
done
end
kill -KILL -- "-$names" 2>/dev/null
wait "$names" 2>/dev/null
cd / && rm -rf -- "$HOME"
"#;

/// A keeper and the way to speak with it.
#[derive(Debug)]
pub(super) struct Keeper {
    child: Child,
    /// Absent once it was let go.
    words: Option<ChildStdin>,
    echo: BufReader<ChildStdout>,
}

impl Keeper {
    /// Starts the keeper, which starts the node.
    pub(super) fn start(node: &Node) -> Result<Self> {
        let mut child = node.command(SCRIPT).spawn().context("start bash")?;
        let words = child.stdin.take();
        let echo = child.stdout.take().context("no way to hear bash")?;
        Ok(Self {
            child,
            words,
            echo: BufReader::new(echo),
        })
    }

    /// Says a word and waits until it is done.
    pub(super) fn tell(&mut self, word: &str) -> Result<()> {
        let words = self.words.as_mut().context("the node was let go")?;
        writeln!(words, "{word}")?;
        let mut echo = String::new();
        self.echo.read_line(&mut echo)?;
        if echo.trim() != word {
            bail!("the node's keeper answers {word} with {echo:?}");
        }
        Ok(())
    }
}

impl Drop for Keeper {
    /// Lets it go and waits until all is cleared away.
    fn drop(&mut self) {
        drop(self.words.take());
        self.child.wait().ok();
    }
}
