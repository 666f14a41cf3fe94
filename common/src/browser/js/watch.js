// Runs when a document starts: notes when the document last changed, which links it lost, how many of its
// own requests are on their way, and which elements got a shadow root that no script can look into. A
// page is shown as without it. In a frame it runs with the first look.
((inFrame) => {
  const key = Symbol.for('windrow.watch');
  if (window[key] || (window !== window.top && !inFrame)) return;
  const state = {
    change: inFrame ? performance.now() : 0, frames: [], closed: new WeakSet(),
    list: null, lost: 0, open: 0, ids: new WeakMap(), last: 0,
  };
  Object.defineProperty(window, key, { value: state });
  const touch = () => { state.change = performance.now(); };
  const links = (node) => node.nodeType === 1
    && (node.localName === 'a' || node.getElementsByTagName('a').length > 0);
  // A link is lost when it leaves the document and when it leads elsewhere from now on.
  const note = (records) => {
    touch();
    for (const record of records) {
      if (record.attributeName === 'href') state.lost += record.target.localName === 'a' ? 1 : 0;
      else for (const node of record.removedNodes) if (links(node)) state.lost += 1;
    }
  };
  new MutationObserver(note).observe(document, {
    childList: true, subtree: true, characterData: true,
    attributes: true, attributeFilter: ['hidden', 'aria-busy', 'open', 'href'],
  });
  // A resource entry appears when the resource has arrived.
  new PerformanceObserver(touch).observe({ type: 'resource' });

  const begin = () => { state.open += 1; };
  const end = () => { state.open -= 1; touch(); };
  if (window.fetch) {
    window.fetch = new Proxy(window.fetch, {
      apply(target, self, given) {
        const answer = Reflect.apply(target, self, given);
        begin();
        answer.then(end, end);
        return answer;
      },
    });
  }
  const request = window.XMLHttpRequest && XMLHttpRequest.prototype;
  if (request) {
    request.send = new Proxy(request.send, {
      apply(target, self, given) {
        const answer = Reflect.apply(target, self, given);
        begin();
        if (self.readyState === 4) end(); else self.addEventListener('loadend', end, { once: true });
        return answer;
      },
    });
  }

  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = new Proxy(attach, {
    apply(target, host, given) {
      const root = Reflect.apply(target, host, given);
      if (root.mode === 'closed') state.closed.add(host);
      return root;
    },
  });
})(typeof windrowLook !== 'undefined');
