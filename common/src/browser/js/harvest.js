// Walks the flattened tree (open shadow roots, slots) without recursion and returns flat arrays.
const windrowHarvest = (() => {
  const VISIBLE = 0, HIDDEN = 1, CLOSED = 2, MACHINE = 3;
  const MACHINES = new Set(['script', 'style', 'template', 'head', 'noscript', 'title', 'meta', 'link', 'base']);
  // Their children are a fallback that is not rendered.
  const REPLACED = new Set(['iframe', 'frame', 'canvas', 'video', 'audio', 'object']);
  const STATE = /__[A-Z0-9_]{3,}__|__next_f|window\.[\w$]+\s*=\s*[{[]|JSON\.parse\(/;
  const LONG = 8192, STYLE = 300, DATA = 64, SCRIPT = 2000000;

  // An element keeps its number while its document lives.
  function numbers(state) {
    if (!state || !state.ids) return () => 0;
    return (e) => {
      if (!state.ids.has(e)) { state.last += 1; state.ids.set(e, state.last); }
      return state.ids.get(e);
    };
  }

  function collector(cap, state) {
    let room = cap, surrogates = 0, cut = false;
    return {
      take(text) {
        let s = String(text);
        if (s.isWellFormed && !s.isWellFormed()) {
          surrogates += s.match(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g).length;
          s = s.toWellFormed();
        }
        if (s.length > room) { s = s.slice(0, Math.max(room, 0)).toWellFormed(); cut = true; }
        room -= s.length;
        return s;
      },
      full: () => cut || room <= 0,
      cut: () => cut,
      surrogates: () => surrogates,
      id: numbers(state),
    };
  }

  function value(name, raw) {
    if (/^data:/i.test(raw)) return raw.slice(0, DATA);
    return raw.slice(0, name === 'style' ? STYLE : LONG);
  }

  // Inline data is kept; program text is not.
  function scriptText(e) {
    if (e.src) return '';
    const type = (e.type || '').toLowerCase();
    const text = e.text || '';
    return type.includes('json') || STATE.test(text.slice(0, 20000)) ? text.slice(0, SCRIPT) : '';
  }

  // Not judged by opacity or position: such text is displayed, faded in or scrolled to.
  function sight(e, tag, above, parent) {
    if (above.sight === MACHINE || MACHINES.has(tag)) return { sight: MACHINE, sealed: true };
    if (above.sealed) return above;
    if (parent && parent.localName === 'details' && !parent.open
        && !(tag === 'summary' && e === parent.querySelector(':scope > summary'))) {
      return { sight: CLOSED, sealed: true };
    }
    const style = getComputedStyle(e);
    if (style.display === 'none') {
      const opens = (tag === 'dialog' && !e.open) || e.hasAttribute('popover');
      return { sight: opens ? CLOSED : HIDDEN, sealed: true };
    }
    if (parent && parent.nodeType === 1 && above.skips) {
      return { sight: parent.getAttribute('hidden') === 'until-found' ? CLOSED : HIDDEN, sealed: true };
    }
    const skips = style.contentVisibility === 'hidden';
    return { sight: style.visibility === 'visible' ? VISIBLE : HIDDEN, sealed: false, skips };
  }

  const HOLE = { sight: HIDDEN, sealed: true };

  // What is rendered inside an element, last first, each with the sight it starts from.
  function push(stack, e, tag, id, at) {
    const below = REPLACED.has(tag) ? HOLE : at;
    const add = (nodes, from) => {
      for (let i = nodes.length - 1; i >= 0; i--) stack.push({ node: nodes[i], up: id, above: from });
    };
    if (tag === 'template') return;
    if (e.shadowRoot) {
      // Children no slot shows are not rendered, but may carry data.
      add([...e.childNodes].filter((c) => c.nodeType === 1 ? !c.assignedSlot : false), HOLE);
      add(e.shadowRoot.childNodes, below);
      return;
    }
    const given = tag === 'slot' && e.assignedNodes ? e.assignedNodes() : [];
    add(given.length ? given : e.childNodes, below);
  }

  function attributes(out, e, bag) {
    const flat = [];
    for (const a of e.attributes) {
      if (/^on/.test(a.name)) continue;
      flat.push(bag.take(a.name.toLowerCase()), bag.take(value(a.name, a.value)));
    }
    out.attrs.push(flat);
  }

  function element(out, e, item, bag, stack) {
    const id = out.parents.length;
    const tag = e.localName.toLowerCase();
    const at = sight(e, tag, item.above, item.node.parentNode);
    out.parents.push(item.up);
    out.sights.push(at.sight);
    out.tags.push(bag.take(tag));
    out.ids.push(bag.id(e));
    attributes(out, e, bag);
    if (tag === 'script') {
      const text = scriptText(e);
      if (text) leaf(out, text, id, MACHINE, bag);
    } else {
      if (REPLACED.has(tag) && e.localName.endsWith('frame')) frame(out, e, at.sight, bag);
      if (closedRoot(e, tag, at.sight)) out.closed += 1;
      if (CONTROLS.has(tag) || e.getAttribute('role') === 'button') out.controls.set(id, e);
      push(stack, e, tag, id, at);
    }
  }

  function leaf(out, text, up, seen, bag) {
    if (seen === VISIBLE) out.said += text.trim().length;
    out.parents.push(up);
    out.sights.push(seen);
    out.tags.push(null);
    out.ids.push(0);
    out.attrs.push([bag.take(text)]);
  }

  // The element is kept beside its entry: the driver enters it by its number.
  function frame(out, e, seen, bag) {
    const box = e.getBoundingClientRect();
    out.held.push(e);
    out.frames.push({
      url: e.getAttribute('src') === null ? '' : bag.take(e.src),
      width: Math.max(0, Math.round(box.width)), height: Math.max(0, Math.round(box.height)),
      visible: seen === VISIBLE && box.width > 0 && box.height > 0,
      fixed: floats(e),
    });
  }

  const CONTROLS = new Set(['button', 'a', 'input']);

  function floats(e) {
    for (let at = e; at; at = at.assignedSlot || at.parentElement || (at.getRootNode() || {}).host) {
      if (getComputedStyle(at).position === 'fixed') return true;
    }
    return false;
  }

  const HOSTS = new Set(['article', 'aside', 'blockquote', 'div', 'footer', 'header', 'main', 'nav', 'p', 'section', 'span']);

  // A closed shadow root is told by the call that made it, or by a box that has a size though nothing
  // gives it one: neither a child nor a rule nor what stands beside it.
  function closedRoot(e, tag, seen) {
    if (seen !== VISIBLE || e.shadowRoot) return false;
    const state = window[Symbol.for('windrow.watch')];
    if (state && state.closed && state.closed.has(e)) return true;
    if (!(tag.includes('-') || HOSTS.has(tag)) || e.firstElementChild || (e.textContent || '').trim()) return false;
    if (e.offsetHeight < 8 || e.offsetWidth < 8 || !e.computedStyleMap) return false;
    const style = getComputedStyle(e), given = e.computedStyleMap();
    const plain = (name, value) => String(given.get(name)) === value;
    const drawn = ['::before', '::after'].some((part) => !['none', 'normal'].includes(getComputedStyle(e, part).content));
    const padding = ['paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth']
      .reduce((sum, name) => sum + parseFloat(style[name]), 0);
    const flow = e.parentElement ? getComputedStyle(e.parentElement).display : 'block';
    return !drawn && plain('height', 'auto') && ['auto', '0px'].includes(String(given.get('min-height')))
      && plain('aspect-ratio', 'auto') && !/flex|grid|table/.test(flow) && /block|inline/.test(style.display)
      && style.position !== 'absolute' && style.position !== 'fixed' && e.offsetHeight - padding >= 8;
  }

  function walk(out, cfg, bag) {
    const stop = performance.now() + cfg.harvest_ms;
    const stack = [{ node: document.documentElement, up: -1, above: { sight: VISIBLE, sealed: false } }];
    while (stack.length) {
      const n = out.parents.length;
      if (bag.full() || n >= cfg.max_nodes || (n % 512 === 0 && performance.now() > stop)) return true;
      const item = stack.pop();
      const node = item.node;
      if (node.nodeType === 1) element(out, node, item, bag, stack);
      else if (node.nodeType === 3 || node.nodeType === 4) {
        leaf(out, node.data, item.up, item.above.skips ? HIDDEN : textSight(item, node), bag);
      }
    }
    return bag.cut();
  }

  // Text that stands directly in a closed <details> is closed with it.
  function textSight(item, node) {
    const p = node.parentNode;
    const closed = p && p.localName === 'details' && !p.open && !item.above.sealed;
    return closed ? CLOSED : item.above.sight;
  }

  return (cfg, state) => {
    const bag = collector(cfg.max_chars, cfg.numbered ? state : null);
    const out = { parents: [], sights: [], tags: [], attrs: [], ids: [], frames: [], held: [], controls: new Map(), closed: 0, said: 0 };
    const nav = performance.getEntriesByType('navigation')[0];
    const head = {
      url: bag.take(document.URL), nav_url: bag.take(nav ? nav.name : ''), referrer: bag.take(document.referrer),
      doc: Math.round(performance.timeOrigin), status: (nav && nav.responseStatus) || 0,
      title: bag.take((document.title || '').trim()), base_url: bag.take(document.baseURI || ''),
      lang: document.documentElement ? document.documentElement.getAttribute('lang') : null,
    };
    const truncated = document.documentElement ? walk(out, cfg, bag) : false;
    const { frames, held, controls, closed, said, ...body } = out;
    if (state) { state.frames = held; state.controls = controls; }
    return { head: { ...head, truncated, replaced_surrogates: bag.surrogates(), said, closed_roots: closed, frames }, body };
  };
})();
