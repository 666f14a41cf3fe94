// Runs when a document starts: notes when the document last changed, and which elements got a shadow
// root that no script can look into. A page is shown as without it. In a frame it runs with the first look.
((inFrame) => {
  const key = Symbol.for('windrow.watch');
  if (window[key] || (window !== window.top && !inFrame)) return;
  const state = { change: inFrame ? performance.now() : 0, scroll: null, frames: [], closed: new WeakSet() };
  Object.defineProperty(window, key, { value: state });
  const touch = () => { state.change = performance.now(); };
  new MutationObserver(touch).observe(document, {
    childList: true, subtree: true, characterData: true,
    attributes: true, attributeFilter: ['hidden', 'aria-busy', 'open'],
  });
  // A resource entry appears when the resource has arrived.
  new PerformanceObserver(touch).observe({ type: 'resource' });
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = new Proxy(attach, {
    apply(target, host, given) {
      const root = Reflect.apply(target, host, given);
      if (root.mode === 'closed') state.closed.add(host);
      return root;
    },
  });
})(typeof windrowLook !== 'undefined');
