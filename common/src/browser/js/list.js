// Moves through a list as it is told and says what it saw: flat numbers and texts. Whether to go on,
// and what to press, is decided elsewhere.
const windrowList = (() => {
  const SMALL = 80, SLACK = 40, STEP = 0.8, FRAMES = 2, CALM = 30, RESTLESS = 300, BACK = 200;
  const MOST_BUTTONS = 400, TEXT = 80, AROUND = 300, LEVELS = 7;
  const PRESSABLE = 'button, [role="button"], [role="link"]:not(a), a:not([href]), a[href=""], a[href^="#"],'
    + ' a[href^="javascript:" i], input[type="button"], input[type="submit"], summary';

  // The document and its open shadow roots, and what scrolls in them.
  function survey() {
    const roots = [document], inner = [];
    for (let at = 0; at < roots.length; at++) {
      for (const e of roots[at].querySelectorAll('*')) {
        if (e.shadowRoot) roots.push(e.shadowRoot);
        if (e.clientHeight < SMALL || e.scrollHeight < e.clientHeight + SLACK) continue;
        if (e === document.documentElement || e === document.body || e.localName === 'textarea') continue;
        const flow = getComputedStyle(e).overflowY;
        if (flow === 'auto' || flow === 'scroll' || flow === 'overlay') inner.push(e);
      }
    }
    return { roots, inner, page: document.scrollingElement || document.documentElement };
  }

  const links = (at) => at.roots.reduce((n, root) => n + root.querySelectorAll('a[href]').length, 0);
  const height = (at) => at.inner.reduce((n, e) => n + e.scrollHeight, at.page.scrollHeight);
  const below = (e, tall) => e.scrollHeight - e.scrollTop - tall;
  const atEnd = (at) => below(at.page, innerHeight) < 2 && at.inner.every((e) => below(e, e.clientHeight) < 2);

  // One step down; true if something moved.
  function step(at) {
    let moved = false;
    const move = (e, tall) => {
      const before = e.scrollTop;
      e.scrollTo({ top: before + Math.max(tall * STEP, 1), behavior: 'instant' });
      moved = moved || e.scrollTop > before + 0.5;
    };
    move(at.page, innerHeight);
    for (const e of at.inner) move(e, e.clientHeight);
    return moved;
  }

  // Back a little and down to the end: some lists listen for movement, not for the end.
  function nudge(at) {
    const all = [at.page, ...at.inner];
    const to = (e, top) => e.scrollTo({ top, behavior: 'instant' });
    for (const e of all) to(e, Math.max(0, e.scrollHeight - e.clientHeight - BACK));
    requestAnimationFrame(() => { for (const e of all) to(e, e.scrollHeight); });
  }

  const words = (e) => [e.localName, e.getAttribute('class'), e.id, e.getAttribute('aria-label'), e.getAttribute('role'),
    e.getAttribute('aria-roledescription')].filter(Boolean).join(' ');

  function around(e) {
    const said = [words(e)];
    let up = e.parentElement || (e.getRootNode().host || null);
    for (let n = 0; up && n < LEVELS && up !== document.body; n++) {
      said.push(words(up));
      up = up.parentElement || (up.getRootNode().host || null);
    }
    return said.join(' | ').slice(0, AROUND);
  }

  // A row or card with links of its own around a button: its button is about that row.
  function inRow(e) {
    const row = e.closest('li, tr, article, [role="row"], [role="listitem"], [role="article"]');
    return Boolean(row) && row.querySelector('a[href]:not([href=""]):not([href^="#"])') !== null;
  }

  const off = (e) => e.disabled || e.getAttribute('aria-disabled') === 'true' || e.closest('[inert]') !== null
    || /(^|[\s_-])disabled([\s_-]|$)/i.test(`${e.getAttribute('class') || ''} ${(e.parentElement && e.parentElement.getAttribute('class')) || ''}`);
  const shown = (e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && (!e.checkVisibility || e.checkVisibility({ visibilityProperty: true }));
  };

  // What could be pressed, kept so that it can be named by its place.
  function buttons(state, at) {
    const found = at.roots.flatMap((root) => [...root.querySelectorAll(PRESSABLE)]).filter(shown).slice(-MOST_BUTTONS);
    state.list.buttons = found;
    const text = (raw) => String(raw || '').replace(/\s+/g, ' ').trim().slice(0, TEXT);
    return {
      labels: found.map((e) => text(e.innerText || e.value || e.textContent)),
      names: found.map((e) => text(e.getAttribute('aria-label') || e.title
        || (e.querySelector('[aria-label], [title], img[alt]') || e).getAttribute('aria-label') || '')),
      around: found.map(around),
      off: found.map(off),
      current: found.map((e) => e.getAttribute('aria-current') !== null && e.getAttribute('aria-current') !== 'false'),
      in_row: found.map(inRow),
    };
  }

  // Presses without leaving the page by a link.
  function press(e) {
    const stay = (event) => { if (event.composedPath().some((n) => n.localName === 'a')) event.preventDefault(); };
    addEventListener('click', stay);
    try {
      e.scrollIntoView({ block: 'center', behavior: 'instant' });
      e.click();
    } finally { removeEventListener('click', stay); }
  }

  // A page without scripts, or one that is none, stays as it is.
  const may = (state) => Boolean(state.list) || (windrowSettle.status() < 400 && windrowSettle.scripted());

  function begin(state, order) {
    state.list = state.list || { buttons: [], open: state.open };
    const at = survey();
    const job = { at, order, base: links(at), tall: height(at), frames: 0, begun: 0, stuck: false };
    const frame = () => { job.frames -= 1; if (job.frames > 0) requestAnimationFrame(frame); };
    job.rest = () => { job.frames = FRAMES; job.begun = performance.now(); requestAnimationFrame(frame); };
    const button = order.act === 'press' ? state.list.buttons[order.button] : null;
    if (order.act === 'step') job.stuck = !step(at);
    if (order.act === 'nudge') nudge(at);
    if (button && button.isConnected) press(button);
    job.rest();
    return job;
  }

  // Requests on their way beside those that were there from the start, such as a long poll.
  function onTheWay(state) {
    state.list.open = Math.min(state.list.open, state.open);
    return state.open - state.list.open;
  }

  // The page has answered the last move: frames were drawn, nothing changes, nothing is on its way.
  function calm(state, job) {
    const now = performance.now();
    return job.frames <= 0 && onTheWay(state) <= 0
      && (now - Math.max(state.change, job.begun) >= CALM || now - job.begun >= RESTLESS);
  }

  const ended = (job) => job.stuck || atEnd(job.at);

  // One poll; true when there is something to tell.
  function turn(state, job) {
    if (!calm(state, job)) return false;
    const now = links(job.at);
    if (state.lost > 0 || now >= job.order.grow) return true;
    if (job.order.act !== 'step') return now !== job.base || height(job.at) > job.tall + SLACK;
    if (ended(job)) return true;
    job.stuck = !step(job.at);
    job.rest();
    return false;
  }

  function report(state, job, busy) {
    const over = ended(job);
    return {
      now: performance.now(), doc: Math.round(performance.timeOrigin), links: links(job.at), height: height(job.at),
      lost: state.lost, open: onTheWay(state), calm: calm(state, job), ended: over, busy,
      buttons: over ? buttons(state, job.at) : null,
    };
  }

  return { may, begin, turn, report };
})();
