// One visit to a page: looks until it is ready or the slice is over, then calls back with text.
(([cfg, done]) => {
  const POLL = 25, POLL_MOVING = 10, SOON = 2, LATE = 50;
  const state = window[Symbol.for('windrow.watch')];
  const begun = performance.now();

  // Pages that add toJSON to built-in types would change what JSON.stringify writes.
  function plain(value) {
    const kept = [Object, Array, String, Number, Boolean].map((type) => {
      const own = Object.getOwnPropertyDescriptor(type.prototype, 'toJSON');
      if (own) delete type.prototype.toJSON;
      return [type, own];
    });
    try { return JSON.stringify(value); } finally {
      for (const [type, own] of kept) if (own) Object.defineProperty(type.prototype, 'toJSON', own);
    }
  }

  // The driver waits in vain for a script whose document goes away.
  const leave = () => say({ waiting: true });
  addEventListener('pagehide', leave);
  addEventListener('beforeunload', leave);
  function say(head, body) {
    removeEventListener('pagehide', leave);
    removeEventListener('beforeunload', leave);
    done([plain(head), body ? plain(body) : '']);
  }

  function answer(settled) {
    const { head, body } = windrowHarvest(cfg, state);
    // A page that would be cut is read again alone: its text would travel for nothing.
    say({ page: { ...head, settled } }, head.truncated && !cfg.cut ? null : body);
  }

  // A frame shows an empty document until its own has come, and the driver may still be outside.
  function arrived(depth) {
    let deep = 0;
    for (let at = window; at !== at.parent; at = at.parent) deep += 1;
    return deep === depth && document.URL !== 'about:blank';
  }

  // A renderer that got no time has not heard from its page either: quiet is believed once a timer comes
  // when it is due, after those that were due before it.
  let asked = 0;
  function rests() {
    const now = performance.now();
    if (!windrowSettle.scripted() || asked && now - asked < LATE || now - begun >= 4 * cfg.slice_ms) return true;
    asked = now;
    setTimeout(look, SOON);
    return false;
  }

  // Where a list is and what it holds; with the page as it stands where links may go or went.
  let job = null, first = null;
  function take() {
    state.lost = 0;
    return windrowHarvest(cfg, state);
  }

  function tell() {
    const seen = windrowList.report(state, job, windrowSettle.busy());
    const whole = !first && seen.calm && (seen.lost > 0 || seen.links >= cfg.list.grow);
    const taken = whole ? take() : first;
    const cut = Boolean(taken && taken.head.truncated);
    say({ list: { ...seen, first: first !== null, cut, url: document.URL } }, taken && taken.body);
  }

  // One slice of moving through a list; true when it was told about.
  function move() {
    if (!job) {
      if (cfg.list.body || state.lost > 0) first = take();
      job = windrowList.begin(state, cfg.list);
    }
    const over = performance.now() - begun >= cfg.slice_ms;
    if (!over && !windrowList.turn(state, job)) return false;
    tell();
    return true;
  }

  function look() {
    try {
      const moving = cfg.list && state.list;
      let verdict = moving ? 'ready' : windrowSettle.judge(state, cfg.wait_for);
      if (cfg.depth && !arrived(cfg.depth)) {
        if (cfg.force) return say({ error: 'the frame has no document' });
        verdict = 'wait';
      }
      if (verdict !== 'wait' && !moving && cfg.panel && !windrowSettle.framed(cfg.panel)) verdict = 'wait';
      if (verdict !== 'wait' && windrowExpand.all(state, cfg.expand)) {
        state.change = performance.now();
        verdict = 'wait';
      }
      if (verdict === 'wait') asked = 0;
      else if (verdict === 'ready' && !moving && !rests()) return;
      if (verdict !== 'wait') {
        if (!cfg.list || !windrowList.may(state)) return answer(verdict === 'ready');
        if (move()) return;
      }
      if (cfg.force) return answer(windrowSettle.has(cfg.wait_for));
      if (performance.now() - begun >= cfg.slice_ms && !job) return leave();
      setTimeout(look, cfg.list ? POLL_MOVING : POLL);
    } catch (error) {
      say({ error: String(error && error.message || error) });
    }
  }
  look();
})(arguments);
