// Runs before the first paint. The CSP forbids inline scripts.

// The wrong theme must never flash. Same rule as kit/theme/theme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('sterling.theme');
  } catch {
    // Without storage: the default theme.
  }
  const light =
    chosen === 'light' || (chosen === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
})();

// Preloads the chunks of the page, which vite.config.ts names. head.test.ts compares the paths with src/app/main.tsx.
(() => {
  const path = window.location.pathname.toLowerCase().replace(/\/$/, '');
  const wanted = /^\/(dashboard|admin|wallet|buy-robux|cookies|robux-dashboard)$/.test(path) ? ['kit'] : [];
  if (path === '/dashboard') wanted.push('dashboard');
  if (path === '/buy-robux') wanted.push('forms', 'buying');
  for (const name of wanted) {
    const href = document.querySelector(`meta[name="chunk-${name}"]`)?.content;
    if (href)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
})();
