// Runs when a document starts: notes when the document last changed. It changes nothing itself.
(() => {
  const key = Symbol.for('windrow.watch');
  if (window[key] || window !== window.top) return;
  const state = { change: 0, scroll: null };
  Object.defineProperty(window, key, { value: state });
  const touch = () => { state.change = performance.now(); };
  new MutationObserver(touch).observe(document, {
    childList: true, subtree: true, characterData: true,
    attributes: true, attributeFilter: ['hidden', 'aria-busy', 'open'],
  });
  // A resource entry appears when the resource has arrived.
  new PerformanceObserver(touch).observe({ type: 'resource' });
})();
