// Scrolls the window and the page's own scrollers until neither links nor height grow.
const windrowScroll = (() => {
  const QUIET = 500, STILL_ROUNDS = 2, MOST_ROUNDS = 300, SMALL = 80;

  function scrollers() {
    const found = [];
    for (const e of document.querySelectorAll('*')) {
      if (e.clientHeight < SMALL || e.scrollHeight < e.clientHeight + 40) continue;
      const flow = getComputedStyle(e).overflowY;
      if (flow === 'auto' || flow === 'scroll' || flow === 'overlay') found.push(e);
    }
    return found;
  }

  function measure(inner) {
    let size = document.documentElement.scrollHeight;
    for (const e of inner) size += e.scrollHeight;
    return document.querySelectorAll('a[href]').length * 1e7 + size;
  }

  // A small step back first: some lists listen for movement, not for the end.
  function move(inner) {
    window.scrollTo(0, document.documentElement.scrollHeight - innerHeight - 200);
    for (const e of inner) e.scrollTop = e.scrollHeight - e.clientHeight - 100;
    requestAnimationFrame(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      for (const e of inner) e.scrollTop = e.scrollHeight;
    });
  }

  // One step; true when the page has stopped growing.
  function step(state) {
    const now = performance.now();
    const at = state.scroll || (state.scroll = { rounds: 0, still: 0, size: -1, moved: -1 });
    if (at.moved >= 0 && now - Math.max(at.moved, state.change) < QUIET) return false;
    const inner = scrollers();
    const size = measure(inner);
    at.still = size > at.size && at.rounds > 0 ? 0 : at.still + (at.rounds > 0 ? 1 : 0);
    at.size = Math.max(at.size, size);
    if (at.still >= STILL_ROUNDS || at.rounds >= MOST_ROUNDS) return true;
    at.rounds += 1;
    at.moved = now;
    move(inner);
    return false;
  }

  return { step };
})();
