// Opens what the job names: each element once, links kept from leading away.
const windrowExpand = (() => {
  const MOST = 500;

  function open(e) {
    if (e.localName === 'details') { e.open = true; return; }
    const holder = e.localName === 'summary' ? e.parentElement : null;
    if (holder && holder.localName === 'details') { holder.open = true; return; }
    const stay = (event) => { if (event.composedPath().some((n) => n.localName === 'a')) event.preventDefault(); };
    addEventListener('click', stay);
    try { e.click(); } finally { removeEventListener('click', stay); }
  }

  // True if something new was opened, which may bring more of its kind.
  function all(state, selectors) {
    if (!selectors || !selectors.length) return false;
    state.opened = state.opened || new WeakSet();
    state.openings = state.openings || 0;
    let any = false;
    const roots = [document];
    while (roots.length) {
      const root = roots.pop();
      for (const e of root.querySelectorAll('*')) if (e.shadowRoot) roots.push(e.shadowRoot);
      for (const selector of selectors) {
        for (const e of root.querySelectorAll(selector)) {
          if (state.opened.has(e) || state.openings >= MOST || (e.checkVisibility && !e.checkVisibility())) continue;
          state.opened.add(e);
          state.openings += 1;
          any = true;
          open(e);
        }
      }
    }
    return any;
  }

  return { all };
})();
