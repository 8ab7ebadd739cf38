// Runs before the first paint, so that no other theme flashes. A file of its own because the CSP forbids inline scripts.
// The key and the rule are repeated in src/theme/theme.ts, which takes over once the app runs.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('sterling.theme');
  } catch {
    // Storage can be switched off: the default theme then holds for this page.
  }
  const light =
    chosen === 'light' || (chosen === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
})();
