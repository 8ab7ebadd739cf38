// Runs before the first paint. It is a separate file because the CSP forbids inline scripts.

// Sets the theme early, so that the wrong one never flashes. Same key and rule as kit/theme/theme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('sterling.theme');
  } catch {
    // Users can switch storage off. The page then uses the default theme.
  }
  const light =
    chosen === 'light' || (chosen === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
})();

// Preloads the chunks of the page in parallel with the app. The build writes their file names
// (vite.config.ts). The paths of signed-in users' pages stand in src/app/main.tsx too; head.test.ts compares them.
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
