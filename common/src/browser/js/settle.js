// Is the content there, and quiet? All times are milliseconds of the document's own clock.
const windrowSettle = (() => {
  const QUIET = 150, QUIET_THIN = 3500, QUIET_BUSY = 4000, QUIET_LOADING = 2000, QUIET_FOUND = 100;
  const QUIET_ERROR = 500, RESTLESS = 8000, THIN = 120, IMAGE = 30;
  const BUSY = /(^|[-_\s])(spinner|skeleton|loader|loading|placeholder)([-_\s]|$)/i;
  const ROOTS = '#root, #app, #__next, #__nuxt, [data-reactroot], [ng-version]';
  const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD']);
  const shown = (e) => !e.checkVisibility || e.checkVisibility({ visibilityProperty: true });

  // Characters a person can see below `top`, counted up to `limit`; an image counts as some.
  function substance(top, limit) {
    let seen = 0;
    const stack = [top];
    while (stack.length && seen < limit) {
      const node = stack.pop();
      if (node.nodeType === Node.TEXT_NODE) {
        const size = node.data.trim().length;
        const holder = node.parentElement;
        if (size && (!holder || shown(holder))) seen += size;
        continue;
      }
      if (UNSEEN.has(node.nodeName)) continue;
      if (node.nodeName === 'IMG' && node.complete && node.naturalWidth > 60) seen += IMAGE;
      for (let c = node.lastChild; c; c = c.previousSibling) stack.push(c);
      if (node.shadowRoot) stack.push(node.shadowRoot);
    }
    return seen;
  }

  // The place where the content belongs holds next to nothing yet.
  function thin() {
    if (!document.body) return true;
    if (substance(document.body, THIN) < THIN) return true;
    const main = document.querySelector('main, [role="main"]');
    if (main && substance(main, THIN) < THIN / 2) return true;
    return [...document.querySelectorAll(ROOTS)].some((e) => substance(e, 1) === 0);
  }

  // Something on the page says that it is still at work.
  function busy() {
    const marked = document.querySelectorAll(
      '[aria-busy="true"], [role="progressbar"], [class*="spin" i], [class*="skeleton" i], [class*="load" i], [class*="placeholder" i]');
    for (const e of marked) {
      const named = e.matches('[aria-busy="true"], [role="progressbar"]')
        || BUSY.test(e.getAttribute('class') || '');
      if (!named || e.nodeName === 'IMG' || e.nodeName === 'BODY' || !shown(e)) continue;
      const box = e.getBoundingClientRect();
      if (box.width > 3 && box.height > 3 && substance(e, 60) < 60) return true;
    }
    return false;
  }

  function scripted() {
    return [...document.scripts].some((s) => !s.type || s.type === 'module' || /script/i.test(s.type));
  }

  // The selector's first match, in the document or in an open shadow root.
  function present(selector) {
    const roots = [document];
    while (roots.length) {
      const root = roots.pop();
      if (root.querySelector(selector)) return true;
      for (const e of root.querySelectorAll('*')) if (e.shadowRoot) roots.push(e.shadowRoot);
    }
    return false;
  }

  const entry = () => performance.getEntriesByType('navigation')[0];
  const status = () => (entry() && entry().responseStatus) || 0;

  // 'wait', 'ready', or 'restless': there, but it never rests.
  function judge(state, waitFor) {
    const now = performance.now();
    if (document.URL.startsWith('chrome-error:')) return 'ready';
    if (document.readyState === 'loading' || !document.documentElement) return 'wait';
    const loaded = document.readyState === 'complete';
    const arrived = (entry() && (entry().loadEventEnd || entry().domContentLoadedEventEnd)) || 0;
    if (waitFor && !present(waitFor)) return 'wait';
    const quiet = now - Math.max(state.change, arrived);
    if (!loaded && quiet < QUIET_LOADING) return 'wait';
    if (waitFor) return quiet >= QUIET_FOUND ? 'ready' : 'wait';
    if (!scripted()) return 'ready';
    if (quiet < QUIET) return loaded && now - arrived > RESTLESS && !thin() ? 'restless' : 'wait';
    if (quiet >= QUIET_BUSY) return busy() ? 'restless' : 'ready';
    if (busy()) return 'wait';
    const need = status() >= 400 ? QUIET_ERROR : QUIET_THIN;
    return quiet >= need || !thin() ? 'ready' : 'wait';
  }

  // A frame of at least this size is on the page that was not looked at in vain, or none can come.
  function framed(box) {
    if (!scripted()) return true;
    const roots = [document];
    while (roots.length) {
      for (const e of roots.pop().querySelectorAll('*')) {
        if (e.shadowRoot) roots.push(e.shadowRoot);
        if (e.localName !== 'iframe' && e.localName !== 'frame') continue;
        const at = e.getBoundingClientRect();
        const url = e.getAttribute('src') === null ? '' : e.src;
        if (at.width >= box.width && at.height >= box.height && shown(e) && !box.not.includes(url)) return true;
      }
    }
    return false;
  }

  // What the job waits for is there, if it waits for something.
  const has = (waitFor) => Boolean(waitFor) && present(waitFor);

  return { judge, status, has, framed, busy, scripted };
})();
