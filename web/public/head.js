// Runs before the first paint. A file of its own because the CSP forbids inline scripts.

// No other theme flashes. The key and the rule are repeated in src/theme/theme.ts, which takes over once the app runs.
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

// What the page behind the entrance needs comes beside the app instead of after it; the build names the files (vite.config.ts).
(() => {
  const path = window.location.pathname.toLowerCase().replace(/\/$/, '');
  const wanted = /^\/(dashboard|wallet|buy-robux|cookies|robux-dashboard)$/.test(path) ? ['kit'] : [];
  if (path === '/buy-robux') wanted.push('buying');
  for (const name of wanted) {
    const href = document.querySelector(`meta[name="chunk-${name}"]`)?.content;
    if (href)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
})();
